/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/replay_feed.c -- what a node of the concrete run was answered, as a feed for its native run */
#include "cli/replay.h"

#include <sde/program.h>

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LOOKS = 1000 };

static void put_hex (FILE *to, const void *bytes, size_t n) {
  const unsigned char *b = bytes;
  if (!n)
    fputc ('-', to);
  for (size_t i = 0; i < n; i++)
    fprintf (to, "%02x", b[i]);
}

static void put_text (FILE *to, const char *text) { put_hex (to, text, strlen (text)); }

/* ---- inputs ---- */

/* "var:NAME" and "var:NAME[OFFSET]" are variables that the script made symbolic. */
static void put_variable (FILE *to, const char *name, SdeCell bytes, Args *variables) {
  char *variable = cli_format ("%.*s", (int)strcspn (name, "["), name);
  const char *offset = strchr (name, '[');
  fputs ("variable ", to);
  put_text (to, variable);
  fprintf (to, " %lu ", offset ? strtoul (offset + 1, NULL, 10) : 0);
  put_hex (to, bytes.bytes, bytes.length);
  fputc ('\n', to);
  args_take (variables, variable);
}

static void put_input (FILE *to, const char *name, SdeCell bytes, Args *variables) {
  if (!strncmp (name, "var:", 4)) {
    put_variable (to, name + 4, bytes, variables);
    return;
  }
  fputs ("input ", to);
  put_text (to, name);
  fputc (' ', to);
  put_hex (to, bytes.bytes, bytes.length);
  fputc ('\n', to);
}

static int put_inputs (const Replay *r, int64_t node, FILE *to, Args *variables) {
  SdeAnswer *answer;
  char *message = sde_ask (r->db, "errors", 1, &r->id, &answer);
  if (message)
    return cli_fail_with (message);
  size_t values = answer_section_of (answer, "values");
  for (size_t row = 0; values != SIZE_MAX && row < sde_answer_rows (answer, values); row++) {
    SdeCell name = answer_find (answer, "values", row, "name");
    if (answer_find (answer, "values", row, "outcome").type == SDE_CELL_NULL && name.type == SDE_CELL_TEXT &&
        answer_find (answer, "values", row, "node").number == node)
      put_input (to, name.text, answer_find (answer, "values", row, "bytes"), variables);
  }
  sde_answer_free (answer);
  return EXIT_CLEAN;
}

/* ---- answers ---- */

typedef struct Feed {
  FILE *to;
  Args *arguments, *environment;
  unsigned boots;
} Feed;

static void put_answer (Feed *f, const char *what, int64_t time, int64_t value, int64_t iface,
                        SdeCell bytes) {
  if (!strcmp (what, "argument"))
    args_add (f->arguments, bytes.type == SDE_CELL_BYTES && bytes.length ? (char *)bytes.bytes : "");
  else if (!strcmp (what, "environment"))
    args_add (f->environment, bytes.type == SDE_CELL_BYTES && bytes.length ? (char *)bytes.bytes : "");
  else if (!strcmp (what, "received")) {
    fprintf (f->to, "received %" PRId64 " %" PRId64 " ", time, iface);
    put_hex (f->to, bytes.bytes, bytes.length);
    fputc ('\n', f->to);
  } else if (!strcmp (what, "random"))
    fprintf (f->to, "random %" PRIu64 "\n", (uint64_t)value);
  else if (!strcmp (what, "sent") || !strcmp (what, "maybe"))
    fprintf (f->to, "%s %" PRId64 "\n", what, value);
  else
    fprintf (f->to, "%s %" PRId64 "\n", what, time);
}

static void put_row (Feed *f, const SdeAnswer *events, size_t row) {
  SdeCell kind = answer_find (events, "rows", row, "kind"), text = answer_find (events, "rows", row, "text");
  int64_t time = answer_find (events, "rows", row, "time").number;
  if (kind.type == SDE_CELL_TEXT && !strcmp (kind.text, "boot")) {
    if (f->boots++) {
      fprintf (f->to, "reboot %" PRId64 "\n", time);
      args_free (f->arguments); /* they are the same again */
      args_free (f->environment);
    }
    fprintf (f->to, "boot %" PRId64 "\n", time);
  } else if (text.type == SDE_CELL_TEXT)
    put_answer (f, text.text, time, answer_find (events, "rows", row, "value").number,
                answer_find (events, "rows", row, "iface").number,
                answer_find (events, "rows", row, "bytes"));
}

static int put_answers (const Replay *r, int64_t node, Feed *f) {
  SdeAnswer *events;
  char *sql = cli_format ("SELECT time, kind, text, value, iface, bytes FROM events WHERE node = %" PRId64
                          " AND kind IN ('boot', 'answer') ORDER BY seq",
                          node);
  char *message = sde_database_query (r->again, sql, &events);
  free (sql);
  if (message)
    return cli_fail_with (message);
  size_t rows = answer_section_of (events, "rows");
  for (size_t row = 0; rows != SIZE_MAX && row < sde_answer_rows (events, rows); row++)
    put_row (f, events, row);
  sde_answer_free (events);
  return EXIT_CLEAN;
}

/* A figure that one query gives; 0: none. */
static int64_t number_of (const Replay *r, const char *sql) {
  SdeAnswer *answer;
  char *message = sde_database_query (r->again, sql, &answer);
  int64_t n = message ? 0 : answer_find (answer, "rows", 0, "n").number;
  sde_free (message);
  sde_answer_free (answer);
  return n;
}

int replay_feed (const Replay *r, int64_t node, const char *file, Args *arguments, Args *environment,
                 Args *variables) {
  FILE *to = fopen (file, "w");
  if (!to)
    return cli_fail ("%s cannot be written: %s", file, strerror (errno));
  Feed feed = {to, arguments, environment, 0};
  char *sql = cli_format ("SELECT count (DISTINCT iface) AS n FROM arrivals WHERE node = %" PRId64, node);
  int64_t nodes = number_of (r, "SELECT count (*) AS n FROM nodes WHERE node >= 0"),
          ifaces = number_of (r, sql);
  fprintf (to, "sde-feed 1\nnode %" PRId64 " %" PRId64 " %" PRId64 " %d\n", node, ifaces ? ifaces : 1, nodes,
           MAX_LOOKS);
  int status = put_inputs (r, node, to, variables);
  if (!status)
    status = put_answers (r, node, &feed);
  free (sql);
  if (fclose (to) && !status)
    status = cli_fail ("%s cannot be written: %s", file, strerror (errno));
  return status;
}
