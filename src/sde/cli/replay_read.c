/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/replay_read.c -- what a database says about an error's test case, and about how it was made */
#include "cli/replay.h"

#include <sde/program.h>
#include <sde/record.h>

#include <stdlib.h>
#include <string.h>

/* ---- answers by names ---- */

size_t answer_section_of (const SdeAnswer *answer, const char *section) {
  for (size_t i = 0; i < sde_answer_sections (answer); i++)
    if (!strcmp (sde_answer_name (answer, i), section))
      return i;
  return SIZE_MAX;
}

SdeCell answer_find (const SdeAnswer *answer, const char *section, size_t row, const char *column) {
  size_t s = answer_section_of (answer, section);
  if (s != SIZE_MAX && row < sde_answer_rows (answer, s))
    for (size_t c = 0; c < sde_answer_columns (answer, s); c++)
      if (!strcmp (sde_answer_column (answer, s, c), column))
        return sde_answer_cell (answer, s, row, c);
  return (SdeCell){.type = SDE_CELL_NULL};
}

static char *text_of (SdeCell cell) { return cli_copy (cell.type == SDE_CELL_TEXT ? cell.text : ""); }

/* ---- the error ---- */

static void read_error (const SdeAnswer *answer, size_t row, ReplayError *out) {
  SdeCell id = answer_find (answer, "errors", row, "id"), kind = answer_find (answer, "errors", row, "kind");
  SdeCell node = answer_find (answer, "errors", row, "node");
  snprintf (out->id, sizeof out->id, "%s", id.type == SDE_CELL_TEXT ? id.text : "");
  snprintf (out->kind, sizeof out->kind, "%s", kind.type == SDE_CELL_TEXT ? kind.text : "");
  out->place = text_of (answer_find (answer, "errors", row, "place"));
  out->node = node.type == SDE_CELL_INT ? node.number : -1;
  out->time = answer_find (answer, "errors", row, "time").number;
  out->found = true;
}

int replay_error (SdeDatabase *db, const char *id, ReplayError *out) {
  SdeAnswer *answer;
  *out = (ReplayError){.found = false};
  char *message = sde_ask (db, "errors", 0, NULL, &answer);
  if (message)
    return cli_fail_with (message);
  for (size_t row = 0; !out->found; row++) {
    SdeCell cell = answer_find (answer, "errors", row, "id");
    if (cell.type != SDE_CELL_TEXT)
      break;
    if (!strcmp (cell.text, id))
      read_error (answer, row, out);
  }
  sde_answer_free (answer);
  return EXIT_CLEAN;
}

/* ---- its case ---- */

static void read_value (Replay *r, const SdeAnswer *answer, size_t row) {
  SdeCell name = answer_find (answer, "values", row, "name"),
          bytes = answer_find (answer, "values", row, "bytes");
  SdeCell outcome = answer_find (answer, "values", row, "outcome");
  uint32_t node = (uint32_t)answer_find (answer, "values", row, "node").number;
  if (name.type != SDE_CELL_TEXT)
    return;
  if (outcome.type == SDE_CELL_INT)
    sde_case_add_decision (r->test, node, name.text, (unsigned)outcome.number);
  else
    sde_case_add_input (r->test, node, name.text, 0, bytes.bytes, bytes.length);
}

static int read_case (Replay *r) {
  SdeAnswer *answer;
  char *message = sde_ask (r->db, "errors", 1, &r->id, &answer);
  if (message)
    return cli_fail_with (message);
  read_error (answer, 0, &r->error);
  r->test = sde_case_new ();
  size_t values = answer_section_of (answer, "values");
  size_t n = values == SIZE_MAX ? 0 : sde_answer_rows (answer, values);
  for (size_t row = 0; row < n; row++)
    read_value (r, answer, row);
  bool confirmed = answer_find (answer, "errors", 0, "scenario").type == SDE_CELL_TEXT;
  sde_answer_free (answer);
  return confirmed ? EXIT_CLEAN
                   : cli_fail ("error %s is unconfirmed: there is no scenario to be replayed", r->error.id);
}

/* ---- the run ---- */

static char *run_value (const SdeAnswer *run, const char *name) {
  return text_of (answer_find (run, "run", 0, name));
}

/* A JSON list of strings. */
static int read_command (Replay *r, const char *text) {
  json_t *list = json_loads (text, 0, NULL);
  for (size_t i = 0; i < json_array_size (list); i++) {
    const char *word = json_string_value (json_array_get (list, i));
    if (word)
      args_add (&r->command, word);
  }
  json_decref (list);
  return r->command.len ? EXIT_CLEAN : cli_fail ("%s does not say how its run was started", r->file);
}

/* Has a file changed since? */
static int check_file (const Replay *r, const SdeAnswer *run, const char *file, const char *hash) {
  char *name = run_value (run, file), *then = run_value (run, hash), *now = NULL;
  int status = EXIT_CLEAN;
  if (*name && *then && !r->changed) {
    char *path = name[0] == '/' ? cli_copy (name) : cli_format ("%s/%s", r->folder, name);
    char *message = sde_file_hash (path, &now);
    if (message)
      status = cli_fail_with (message);
    else if (strcmp (now, then))
      status =
          cli_fail ("%s has changed since %s was made: --changed replays it all the same", path, r->file);
    sde_free (now);
    free (path);
  }
  free (name);
  free (then);
  return status;
}

static int read_run (Replay *r) {
  SdeAnswer *run;
  char *message = sde_ask (r->db, "summary", 0, NULL, &run);
  if (message)
    return cli_fail_with (message);
  r->folder = run_value (run, "folder");
  r->executable = run_value (run, "executable");
  r->door = run_value (run, "command");
  char *arguments = run_value (run, "arguments");
  int status = read_command (r, arguments);
  if (!status)
    status = check_file (r, run, "script", "script_hash");
  free (arguments);
  sde_answer_free (run);
  return status;
}

int replay_read (Replay *r) {
  int status = read_run (r);
  if (!status && !strcmp (r->door, "explore"))
    status =
        cli_fail ("%s is of a single program: `sde export %s ktest %s -o bug.ktest`, then `sde ktest run "
                  "bug.ktest PROGRAM`",
                  r->file, r->file, r->id);
  return status ? status : read_case (r);
}
