/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/replay_tell.c -- what a replay has shown: reproduced, or the first difference */
#include "cli/replay.h"

#include <sde/program.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int64_t figure (const SdeAnswer *stats, const char *name) {
  SdeCell cell = answer_find (stats, "statistics", 0, name);
  return cell.type == SDE_CELL_TEXT ? strtoll (cell.text, NULL, 10) : cell.number;
}

typedef struct Figures {
  int64_t forks, queries;
} Figures;

static int read_figures (SdeDatabase *db, Figures *out) {
  SdeAnswer *stats;
  char *message = sde_ask (db, "stats", 0, NULL, &stats);
  if (message)
    return cli_fail_with (message);
  out->forks =
      figure (stats, "forks_branch") + figure (stats, "forks_failure") + figure (stats, "forks_mapping");
  out->queries = figure (stats, "queries");
  sde_answer_free (stats);
  return EXIT_CLEAN;
}

/* ---- the first difference ---- */

/* A row of a story as one line; NULL behind the last.  Branches leave no trace in a concrete run, and bytes that may have
 * other values are not compared. */
static char *story_line (const SdeAnswer *story, size_t *row, bool whole) {
  for (;; (*row)++) {
    SdeCell what = answer_find (story, "story", *row, "what");
    if (what.type != SDE_CELL_TEXT)
      return NULL;
    if (strcmp (what.text, "branch"))
      break;
  }
  SdeCell node = answer_find (story, "story", *row, "node"),
          what = answer_find (story, "story", *row, "what");
  SdeCell peer = answer_find (story, "story", *row, "peer"), why = answer_find (story, "story", *row, "why");
  SdeCell bytes = answer_find (story, "story", *row, "bytes");
  char *time = answer_time (answer_find (story, "story", *row, "time").number);
  char *text =
      cli_format ("%s  %s  %s  %s  %s  %s", time, node.text ? node.text : "", what.text,
                  peer.type == SDE_CELL_TEXT ? peer.text : "", why.type == SDE_CELL_TEXT ? why.text : "",
                  whole && bytes.type == SDE_CELL_TEXT ? bytes.text : "");
  free (time);
  (*row)++;
  return text;
}

static int tell_difference (const SdeAnswer *recorded, const SdeAnswer *again) {
  for (size_t i = 0, k = 0;;) {
    char *a = story_line (recorded, &i, false), *b = story_line (again, &k, false);
    bool same = a && b && !strcmp (a, b), over = !a && !b;
    char *x = a ? answer_safe (a, strlen (a)) : NULL, *y = b ? answer_safe (b, strlen (b)) : NULL;
    if (!same)
      printf (over ? "the stories are equal\n" : "first difference\n  recorded  %s\n  now       %s\n",
              x ? x : "nothing more", y ? y : "nothing more");
    free (a);
    free (b);
    free (x);
    free (y);
    if (!same)
      return EXIT_BUGS;
  }
}

static SdeAnswer *story_of (SdeDatabase *db, const char *which) {
  SdeAnswer *answer;
  char *message = sde_ask (db, "scenario", 1, &which, &answer);
  sde_free (message);
  return answer;
}

/* The concrete run has one scenario, that of its first state. */
static SdeAnswer *story_again (const Replay *r) { return story_of (r->again, "--state=0"); }

static int tell_stories (const Replay *r) {
  SdeAnswer *recorded = story_of (r->db, r->id), *again = story_again (r);
  int status = recorded && again ? tell_difference (recorded, again) : EXIT_BUGS;
  sde_answer_free (recorded);
  sde_answer_free (again);
  return status;
}

/* ---- the verdict ---- */

static void print_error (const char *what, const ReplayError *e) {
  char *place = answer_safe (e->place, strlen (e->place)), *time = answer_time (e->time);
  printf ("%s %s at %s, node %" PRId64 ", %s\n", what, e->kind, *place ? place : "no place", e->node, time);
  free (place);
  free (time);
}

static bool same_error (const ReplayError *a, const ReplayError *b) {
  return b->found && !strcmp (a->kind, b->kind) && !strcmp (a->place, b->place) && a->node == b->node &&
         a->time == b->time;
}

static void print_json (const Replay *r, bool same, const Figures *figures) {
  json_t *object = json_pack ("{s:b, s:s, s:s, s:s, s:I, s:I, s:I, s:I}", "reproduced", same, "error",
                              r->error.id, "kind", r->error.kind, "place", r->error.place, "node",
                              (json_int_t)r->error.node, "time", (json_int_t)r->error.time, "forks",
                              (json_int_t)figures->forks, "queries", (json_int_t)figures->queries);
  SdeAnswer *story = r->trace ? story_again (r) : NULL;
  if (story) {
    json_t *all = answer_json (story);
    json_object_set (object, "story", json_object_get (all, "story"));
    json_decref (all);
  }
  json_dumpf (object, stdout, JSON_INDENT (2));
  putchar ('\n');
  json_decref (object);
  sde_answer_free (story);
}

static int print_text (const Replay *r, const ReplayError *now, bool same, const Figures *figures) {
  print_error (same ? "reproduced:" : "not reproduced:", &r->error);
  printf ("forks %" PRId64 ", queries %" PRId64 "\n", figures->forks, figures->queries);
  if (!same && now->found)
    print_error ("now", now);
  SdeAnswer *story = r->trace ? story_again (r) : NULL;
  if (story) {
    putchar ('\n');
    answer_print (story, stdout);
  }
  sde_answer_free (story);
  return same ? EXIT_CLEAN : tell_stories (r);
}

int replay_tell (Replay *r) {
  ReplayError now;
  Figures figures = {0};
  int status = replay_error (r->again, r->error.id, &now);
  if (!status)
    status = read_figures (r->again, &figures);
  if (status)
    return status;
  bool same = same_error (&r->error, &now);
  if (r->json) {
    print_json (r, same, &figures);
    status = same ? EXIT_CLEAN : EXIT_BUGS;
  } else
    status = print_text (r, &now, same, &figures);
  free (now.place);
  return status;
}
