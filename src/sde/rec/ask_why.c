/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/ask_why.c -- along a failing scenario: which share of the mapped scenarios still possible fails?
 *
 * At a moment those scenarios are still possible whose members have not parted from this scenario's yet.  A state at the end
 * of the run parts from the node's member when one of the two, or an ancestor, is copied off the other's lineage.
 * A scenario fails if a member stopped at the error.  Both numbers are exact: for each dstate the product over nodes of the
 * states that are still there, with a budget as polynomials in the failures taken.
 */
#include "rec/dstates.h"
#include "rec/lineage.h"
#include "rec/question.h"
#include "rec/story.h"

#include "base/table.h"

#include <gmp.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TERMS = 256 };

typedef struct Why {
  Reader *reader;
  Scenario scenario;
  Dstates dstates;
  Table parted; /* of final states: seq at which they part from the scenario's member, INT64_MAX never */
  Table failing;
  Table weight;
  unsigned terms; /* of polynomials: budget + 1, or 1 */
  mpz_t all[MOST_TERMS], good[MOST_TERMS], next[MOST_TERMS];
  mpz_t possible, failed;
} Why;

/* ---- when states part ---- */

/* The member's lineage: state -> seq at which the next one was copied from it. */
static Status own_lineage (Why *w, int64_t state, Table *until) {
  Lineage lineage = {0};
  Status s = lineage_of (w->reader, state, &lineage);
  for (size_t i = 0; i < lineage.len && status_ok (s); i++)
    *table_put (reader_mem (w->reader), until, (uint64_t)lineage.data[i].state) =
        (uint64_t)lineage.data[i].until;
  VEC_FREE (reader_mem (w->reader), &lineage);
  return s;
}

/* Parents come before their copies, so one pass over the node's states will do. */
static Status part_node (Why *w, const Member *m) {
  Mem *mem = reader_mem (w->reader);
  Table until = {0};
  Status s = own_lineage (w, m->state, &until);
  Cursor *c = reader_ask (w->reader, "SELECT id, parent, seq FROM rec_state WHERE node = ? ORDER BY id", 1,
                          (Field[]){field_int (m->node)});
  while (cursor_step (c)) {
    uint64_t state = (uint64_t)cursor_int (c, 0), parent = (uint64_t)cursor_int (c, 1);
    uint64_t seq = (uint64_t)cursor_int (c, 2), parts = 0;
    const uint64_t *own = table_find (&until, state);
    const uint64_t *of_parent = cursor_null (c, 1) ? NULL : table_find (&until, parent);
    if (own)
      parts = *own;
    else if (of_parent)
      parts = seq < *of_parent ? seq : *of_parent;
    else if (table_find (&w->parted, parent))
      parts = *table_find (&w->parted, parent);
    *table_put (mem, &w->parted, state) = parts;
  }
  table_free (mem, &until);
  Status t = cursor_end (c);
  if (status_ok (s))
    return t;
  status_free (t);
  return s;
}

/* ---- counting ---- */

static uint64_t value_of (const Table *table, int64_t state) {
  const uint64_t *v = table_find (table, (uint64_t)state);
  return v ? *v : 0;
}

typedef struct Present {
  unsigned long all[MOST_TERMS], good[MOST_TERMS]; /* states by weight */
} Present;

/* States of a group that have not parted before seq. */
static void present_states (const Why *w, const DstateGroup *g, uint64_t seq, Present *out) {
  memset (out->all, 0, w->terms * sizeof *out->all);
  memset (out->good, 0, w->terms * sizeof *out->good);
  for (size_t i = 0; i < g->len; i++) {
    int64_t state = w->dstates.members.data[g->first + i];
    uint64_t weight = w->terms > 1 ? value_of (&w->weight, state) : 0;
    if (value_of (&w->parted, state) < seq || weight >= w->terms)
      continue;
    out->all[weight]++;
    out->good[weight] += !table_find (&w->failing, (uint64_t)state);
  }
}

static void multiply (Why *w, mpz_t *product, const unsigned long *by) {
  for (unsigned i = 0; i < w->terms; i++) {
    mpz_set_ui (w->next[i], 0);
    for (unsigned k = 0; k <= i; k++)
      if (by[k])
        mpz_addmul_ui (w->next[i], product[i - k], by[k]);
  }
  for (unsigned i = 0; i < w->terms; i++)
    mpz_swap (product[i], w->next[i]);
}

static void count_dstate (Why *w, size_t dstate, uint64_t seq, size_t *groups) {
  Present present;
  dstates_groups (&w->dstates, dstate, groups);
  for (unsigned i = 0; i < w->terms; i++) {
    mpz_set_ui (w->all[i], !i);
    mpz_set_ui (w->good[i], !i);
  }
  for (size_t n = 0; n < w->dstates.nodes.len; n++) {
    present_states (w, &w->dstates.groups.data[groups[n]], seq, &present);
    multiply (w, w->all, present.all);
    multiply (w, w->good, present.good);
  }
  for (unsigned i = 0; i < w->terms; i++) {
    mpz_add (w->possible, w->possible, w->all[i]);
    mpz_add (w->failed, w->failed, w->all[i]);
    mpz_sub (w->failed, w->failed, w->good[i]);
  }
}

/* Of the scenarios that are possible just before seq. */
static void count (Why *w, uint64_t seq) {
  Mem *mem = reader_mem (w->reader);
  size_t bytes = w->dstates.nodes.len * sizeof (size_t), *groups = mem_new (mem, bytes);
  mpz_set_ui (w->possible, 0);
  mpz_set_ui (w->failed, 0);
  for (size_t d = 0; d < w->dstates.ids.len; d++)
    count_dstate (w, d, seq, groups);
  mem_free (mem, groups, bytes);
}

/* ---- telling ---- */

static void why_columns (Answer *answer) {
  answer_section (answer, "why", false);
  answer_column (answer, "time", ANSWER_TIME);
  answer_column (answer, "node", ANSWER_TEXT);
  answer_column (answer, "decision", ANSWER_TEXT);
  answer_column (answer, "possible", ANSWER_BIG);
  answer_column (answer, "failing", ANSWER_BIG);
  answer_column (answer, "share", ANSWER_REAL);
  answer_column (answer, "certain", ANSWER_FLAG);
}

static void why_row (Why *w, Field time, Field node, Field decision, Answer *answer) {
  char *possible = mpz_get_str (NULL, 10, w->possible), *failing = mpz_get_str (NULL, 10, w->failed);
  mpq_t share;
  mpq_init (share);
  if (mpz_sgn (w->possible)) {
    mpz_set (mpq_numref (share), w->failed);
    mpz_set (mpq_denref (share), w->possible);
    mpq_canonicalize (share);
  }
  answer_row (answer, (Field[]){time, node, decision, field_text (possible), field_text (failing),
                                field_real (mpq_get_d (share)),
                                field_int (mpz_sgn (w->possible) && !mpz_cmp (w->possible, w->failed))});
  mpq_clear (share);
  free (possible);
  free (failing);
}

/* A place at which others part from this scenario: the copy, and what this scenario's member decided there. */
static const char *const step_sql =
    "SELECT s.time, n.name, x.text, iif (p.line > 0, p.file || ':' || p.line, p.file), s.outcome,"
    " (SELECT y.text || ' = ' || e.value FROM rec_event e JOIN rec_text y ON y.id = e.text"
    "  WHERE e.state = ?2 AND e.seq > s.seq AND e.time = s.time"
    "  AND e.kind = (SELECT id FROM rec_kind WHERE name = 'decide') ORDER BY e.seq LIMIT 1)"
    " FROM rec_state s LEFT JOIN rec_node n ON n.id = s.node LEFT JOIN rec_text x ON x.id = s.cause"
    " LEFT JOIN rec_place p ON p.id = s.place WHERE s.seq = ?1";

/* ours: the state of this scenario's lineage that went on behind the copy. */
static Status tell_step (Why *w, int64_t seq, int64_t ours, bool copied, Answer *answer) {
  Mem *mem = reader_mem (w->reader);
  Text what = {0};
  Cursor *c = reader_ask (w->reader, step_sql, 2, (Field[]){field_int (seq), field_int (ours)});
  if (cursor_step (c)) {
    if (!cursor_null (c, 5))
      text_add (mem, &what, cursor_text (c, 5));
    else if (!cursor_null (c, 3))
      text_printf (mem, &what, "%s %s", cursor_text (c, 3),
                   (cursor_int (c, 4) != 0) == copied ? "true" : "false");
    else
      text_add (mem, &what, cursor_null (c, 2) ? "" : cursor_text (c, 2));
    why_row (w, cursor_field (c, 0), cursor_field (c, 1), field_text (text_c (mem, &what)), answer);
  }
  text_free (mem, &what);
  return cursor_end (c);
}

typedef struct Fork {
  int64_t seq, ours;
  bool copied; /* this scenario's member is the copy */
} Fork;

static int by_seq (const void *a, const void *b) {
  const Fork *x = a, *y = b;
  return (x->seq > y->seq) - (x->seq < y->seq);
}

/* The copies made of, or into, the lineages of the scenario's members. */
static Status find_forks (Why *w, const Member *m, void *forks) {
  VEC (Fork) *out = forks;
  Mem *mem = reader_mem (w->reader);
  Lineage lineage = {0};
  Status s = lineage_of (w->reader, m->state, &lineage);
  for (size_t i = 0; i < lineage.len && status_ok (s); i++) {
    Cursor *c = reader_ask (w->reader, "SELECT id, seq FROM rec_state WHERE parent = ?1 AND seq <= ?2", 2,
                            (Field[]){field_int (lineage.data[i].state), field_int (lineage.data[i].until)});
    while (cursor_step (c)) {
      bool copied = i + 1 < lineage.len && cursor_int (c, 0) == lineage.data[i + 1].state;
      VEC_PUSH (mem, out,
                ((Fork){cursor_int (c, 1), copied ? cursor_int (c, 0) : lineage.data[i].state, copied}));
    }
    s = cursor_end (c);
  }
  VEC_FREE (mem, &lineage);
  return s;
}

static Status tell_forks (Why *w, const Fork *forks, size_t n, Answer *answer) {
  mpz_t before;
  Status s = STATUS_OK;
  mpz_init (before);
  count (w, 0);
  why_row (w, field_int (0), field_null (), field_text ("at the start"), answer);
  for (size_t i = 0; i < n && status_ok (s); i++) {
    mpz_set (before, w->possible);
    count (w, (uint64_t)forks[i].seq + 1);
    if (mpz_cmp (before, w->possible)) /* the others only follow from what was decided before */
      s = tell_step (w, forks[i].seq, forks[i].ours, forks[i].copied, answer);
  }
  mpz_clear (before);
  return s;
}

static Status walk (Why *w, Answer *answer) {
  VEC (Fork) forks = {0};
  Status s = STATUS_OK;
  for (size_t i = 0; i < w->scenario.members.len && status_ok (s); i++)
    s = find_forks (w, &w->scenario.members.data[i], &forks);
  if (forks.len > 1)
    qsort (forks.data, forks.len, sizeof *forks.data, by_seq);
  why_columns (answer);
  if (status_ok (s))
    s = tell_forks (w, forks.data, forks.len, answer);
  VEC_FREE (reader_mem (w->reader), &forks);
  return s;
}

/* ---- reading ---- */

static Status read_failing (Why *w) {
  Cursor *c = reader_ask (w->reader, "SELECT state FROM rec_error_state WHERE error = ?", 1,
                          (Field[]){field_int (w->scenario.error)});
  while (cursor_step (c))
    *table_put (reader_mem (w->reader), &w->failing, (uint64_t)cursor_int (c, 0)) = 1;
  Status s = cursor_end (c);
  if (status_ok (s) && !w->failing.len)
    s = status_fail ("%s: no single state fails here: `why` is for bugs, not for properties of several nodes",
                     reader_file (w->reader));
  return s;
}

/* The budget stands in the run's options: "budget": N. */
static Status read_budget (Why *w) {
  static const char name[] = "\"budget\": ";
  Cursor *c = reader_ask (w->reader, "SELECT value FROM run WHERE name = 'options'", 0, NULL);
  w->terms = 1;
  if (cursor_step (c) && !cursor_null (c, 0)) {
    const char *at = strstr (cursor_text (c, 0), name);
    long budget = at ? strtol (at + sizeof name - 1, NULL, 10) : -1;
    if (budget >= 0 && budget < MOST_TERMS)
      w->terms = (unsigned)budget + 1;
  }
  Status s = cursor_end (c);
  if (!status_ok (s) || w->terms == 1)
    return s;
  c = reader_ask (w->reader, "SELECT state, weight FROM rec_end", 0, NULL);
  while (cursor_step (c))
    *table_put (reader_mem (w->reader), &w->weight, (uint64_t)cursor_int (c, 0)) =
        (uint64_t)cursor_int (c, 1);
  return cursor_end (c);
}

static Status read_all (Why *w, const char *error) {
  Status s = scenario_named (w->reader, error, &w->scenario);
  if (status_ok (s))
    s = read_failing (w);
  if (status_ok (s))
    s = read_budget (w);
  if (status_ok (s))
    s = dstates_read (w->reader, &w->dstates);
  if (status_ok (s) && !w->dstates.ids.len)
    s = status_fail ("%s: the run has not come to its end: nothing can be counted", reader_file (w->reader));
  for (size_t i = 0; i < w->scenario.members.len && status_ok (s); i++)
    s = part_node (w, &w->scenario.members.data[i]);
  return s;
}

Status ask_why (Reader *reader, const char *const *args, size_t n, Answer *answer) {
  Mem *mem = reader_mem (reader);
  Why w = {.reader = reader, .dstates = {.mem = mem}};
  (void)n;
  mpz_inits (w.possible, w.failed, NULL);
  Status s = read_all (&w, args[0]);
  for (unsigned i = 0; i < w.terms; i++)
    mpz_inits (w.all[i], w.good[i], w.next[i], NULL);
  if (status_ok (s))
    s = walk (&w, answer);
  for (unsigned i = 0; i < w.terms; i++)
    mpz_clears (w.all[i], w.good[i], w.next[i], NULL);
  mpz_clears (w.possible, w.failed, NULL);
  dstates_free (&w.dstates);
  table_free (mem, &w.parted);
  table_free (mem, &w.failing);
  table_free (mem, &w.weight);
  scenario_free (reader, &w.scenario);
  return s;
}
