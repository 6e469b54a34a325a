/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/cmd_retest.c -- `sde retest`: the recorded bugs on changed programs
 *
 * Each error's test case is replayed on the files as they are now, and on programs that are named here in place of those of
 * the same name.  A case says "passes" only if the run asked for exactly what the case has.
 */
#include "cli/replay.h"

#include <sde/program.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int help (void) {
  fputs ("usage: sde retest DB [NEW.bc...] [--json]\n\n"
         "Replays every bug that DB has recorded on the files as they are now, and says of each whether it\n"
         "still fails, passes, or went another way: the run no longer asks for the same inputs and\n"
         "failures, or ends at another bug.  NEW.bc takes the place of the program of the same name\n"
         "(receiver.bc that of receiver.bc, or of receiver.c).\n\n"
         "Exit status: 0 all pass, 1 some do not, 2 bad usage or input.\n",
         stdout);
  return EXIT_CLEAN;
}

typedef enum Verdict { PASSES, STILL_FAILS, ANOTHER_WAY } Verdict;
static const char *const verdicts[] = {"passes", "still fails", "went another way"};

typedef struct Retest {
  const char *file;
  bool json;
  Args programs;
  json_t *list;
  unsigned bad;
} Retest;

/* "stem=/path/stem.bc:..." for the script (model/sde-program-store.cc). */
static int name_programs (const Retest *t) {
  char *all = cli_copy ("");
  for (size_t i = 0; i < t->programs.len; i++) {
    char *path = realpath (t->programs.data[i], NULL);
    if (!path) {
      free (all);
      return cli_fail ("%s: %s", t->programs.data[i], strerror (errno));
    }
    const char *name = strrchr (path, '/') + 1;
    char *longer = cli_format ("%s%s%.*s=%s", all, *all ? ":" : "", (int)strcspn (name, "."), name, path);
    free (all);
    free (path);
    all = longer;
  }
  setenv ("SDE_REPLACE", all, 1);
  free (all);
  return EXIT_CLEAN;
}

/* Lines may have moved: the same kind at the same node. */
static Verdict judge (const Replay *r) {
  SdeAnswer *now;
  Verdict v = PASSES;
  char *message = sde_ask (r->again, "errors", 0, NULL, &now);
  sde_free (message);
  size_t n = now ? sde_answer_rows (now, 0) : 0;
  for (size_t row = 0; row < n && v != STILL_FAILS; row++) {
    SdeCell kind = answer_find (now, "errors", row, "kind"), node = answer_find (now, "errors", row, "node");
    bool same = kind.type == SDE_CELL_TEXT && !strcmp (kind.text, r->error.kind) &&
                (node.type == SDE_CELL_INT ? node.number : -1) == r->error.node;
    v = same ? STILL_FAILS : ANOTHER_WAY;
  }
  sde_answer_free (now);
  return v == PASSES && replay_departed (r) ? ANOTHER_WAY : v;
}

static void note (Retest *t, const Replay *r, Verdict v) {
  json_array_append_new (t->list, json_pack ("{s:s, s:s, s:s, s:I, s:s}", "id", r->error.id, "kind",
                                             r->error.kind, "place", r->error.place, "node",
                                             (json_int_t)r->error.node, "verdict", verdicts[v]));
  t->bad += v != PASSES;
  if (t->json)
    return;
  char *place = answer_safe (r->error.place, strlen (r->error.place));
  printf ("%-16s  %s  %s at %s\n", verdicts[v], r->error.id, r->error.kind, place);
  free (place);
}

static int retest_error (Retest *t, const char *id) {
  Replay r = {.file = t->file, .id = id, .changed = true};
  char *message = sde_database_open (r.file, &r.db);
  int status = message ? cli_fail_with (message) : replay_read (&r);
  if (!status)
    status = replay_run (&r);
  if (!status)
    note (t, &r, judge (&r));
  replay_release (&r);
  return status;
}

static int retest_all (Retest *t) {
  SdeDatabase *db;
  SdeAnswer *errors = NULL;
  char *message = sde_database_open (t->file, &db);
  if (!message)
    message = sde_ask (db, "errors", 0, NULL, &errors);
  int status = message ? cli_fail_with (message) : EXIT_CLEAN;
  size_t n = errors ? sde_answer_rows (errors, 0) : 0;
  for (size_t row = 0; row < n && !status; row++) {
    SdeCell id = answer_find (errors, "errors", row, "id");
    bool confirmed = answer_find (errors, "errors", row, "scenario").type == SDE_CELL_TEXT;
    if (confirmed && id.type == SDE_CELL_TEXT)
      status = retest_error (t, id.text);
  }
  sde_answer_free (errors);
  sde_database_close (db);
  return status;
}

static int tell (const Retest *t) {
  size_t n = json_array_size (t->list);
  if (t->json) {
    json_t *object = json_pack ("{s:O, s:I, s:I}", "errors", t->list, "tested", (json_int_t)n, "failing",
                                (json_int_t)t->bad);
    json_dumpf (object, stdout, JSON_INDENT (2));
    putchar ('\n');
    json_decref (object);
  } else
    printf ("%zu of %zu pass\n", n - t->bad, n);
  return t->bad ? EXIT_BUGS : EXIT_CLEAN;
}

static int take (Retest *t, const char *argument) {
  if (!strcmp (argument, "--json"))
    t->json = true;
  else if (argument[0] == '-')
    return cli_fail ("sde retest has no option '%s'; `sde retest --help` says more", argument);
  else if (!t->file)
    t->file = argument;
  else
    args_add (&t->programs, argument);
  return EXIT_CLEAN;
}

int cmd_retest (int argc, char **argv) {
  Retest t = {.list = json_array ()};
  int status = EXIT_CLEAN;
  for (int i = 1; i < argc && !status; i++) {
    if (!strcmp (argv[i], "--help") || !strcmp (argv[i], "-h"))
      status = help () ? EXIT_USAGE : -1;
    else
      status = take (&t, argv[i]);
  }
  if (!status && !t.file)
    status = cli_fail ("which database?  sde retest DB [NEW.bc...]");
  if (!status)
    status = name_programs (&t);
  if (!status)
    status = retest_all (&t);
  if (!status)
    status = tell (&t);
  args_free (&t.programs);
  json_decref (t.list);
  return status < 0 ? EXIT_CLEAN : status;
}
