/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/ask_diff.c -- where two scenarios part, and why
 *
 * Of each node whose members differ: the state that both come from, and the copy at which they parted.  The first row is
 * where the scenarios parted; the others mostly follow from it (frames that came or did not).
 */
#include "rec/lineage.h"
#include "rec/question.h"
#include "rec/story.h"

#include <stdlib.h>

typedef struct Parting {
  int64_t seq, node;
  int64_t child;   /* that was copied, and that one of them comes from */
  int64_t a, b;    /* members */
  bool child_is_a; /* the first scenario's member comes from the copy */
} Parting;

typedef VEC (Parting) Partings;

/* Both lineages begin at the node's first state. */
static bool find_parting (const Lineage *a, const Lineage *b, Parting *out) {
  size_t i = 0;
  while (i < a->len && i < b->len && a->data[i].state == b->data[i].state &&
         a->data[i].until == b->data[i].until)
    i++;
  if (i == a->len && i == b->len)
    return false;
  if (i < a->len && i < b->len && a->data[i].state == b->data[i].state) {
    out->child_is_a = a->data[i].until < b->data[i].until;
    out->seq = out->child_is_a ? a->data[i].until : b->data[i].until;
    const Lineage *l = out->child_is_a ? a : b;
    out->child = i + 1 < l->len ? l->data[i + 1].state : l->data[i].state;
  } else { /* two copies of one state, made at one time, or two first states */
    out->child_is_a = true;
    out->child = i < a->len ? a->data[i].state : b->data[i].state;
    out->seq = i ? a->data[i - 1].until : 0;
  }
  return true;
}

static Status part_member (Reader *reader, const Member *a, const Member *b, Partings *out) {
  Lineage of_a = {0}, of_b = {0};
  Parting p = {.node = a->node, .a = a->state, .b = b->state};
  Status s = lineage_of (reader, a->state, &of_a);
  if (status_ok (s))
    s = lineage_of (reader, b->state, &of_b);
  if (status_ok (s) && find_parting (&of_a, &of_b, &p))
    VEC_PUSH (reader_mem (reader), out, p);
  VEC_FREE (reader_mem (reader), &of_a);
  VEC_FREE (reader_mem (reader), &of_b);
  return s;
}

static int by_seq (const void *a, const void *b) {
  const Parting *x = a, *y = b;
  return (x->seq > y->seq) - (x->seq < y->seq);
}

/* time, node, cause, place, outcome, decision that followed */
static const char *const sql =
    "SELECT s.time, n.name, x.text, iif (p.line > 0, p.file || ':' || p.line, p.file), s.outcome,"
    " (SELECT y.text || ' = ' || e.value FROM rec_event e JOIN rec_text y ON y.id = e.text WHERE e.state = "
    "s.id"
    "  AND e.kind = (SELECT id FROM rec_kind WHERE name = 'decide') ORDER BY e.seq LIMIT 1)"
    " FROM rec_state s LEFT JOIN rec_node n ON n.id = s.node LEFT JOIN rec_text x ON x.id = s.cause"
    " LEFT JOIN rec_place p ON p.id = s.place WHERE s.id = ?";

static Status tell (Reader *reader, const Parting *p, Answer *answer) {
  Cursor *c = reader_ask (reader, sql, 1, (Field[]){field_int (p->child)});
  if (cursor_step (c))
    answer_row (answer, (Field[]){cursor_field (c, 0), cursor_field (c, 1), cursor_field (c, 2),
                                  cursor_field (c, 3), cursor_field (c, 4), cursor_field (c, 5),
                                  field_text (p->child_is_a ? "first" : "second"), field_int (p->a),
                                  field_int (p->b)});
  return cursor_end (c);
}

static void diff_columns (Answer *answer) {
  answer_section (answer, "parting", false);
  answer_column (answer, "time", ANSWER_TIME);
  answer_column (answer, "node", ANSWER_TEXT);
  answer_column (answer, "cause", ANSWER_TEXT);
  answer_column (answer, "place", ANSWER_TEXT);
  answer_column (answer, "outcome", ANSWER_INT);
  answer_column (answer, "decision", ANSWER_TEXT);
  answer_column (answer, "in", ANSWER_TEXT); /* the scenario in which it was so */
  answer_column (answer, "first_state", ANSWER_INT);
  answer_column (answer, "second_state", ANSWER_INT);
}

static Status compare (Reader *reader, const Scenario *a, const Scenario *b, Partings *out) {
  Status s = STATUS_OK;
  if (a->members.len != b->members.len)
    return status_fail ("%s: the scenarios have different numbers of nodes", reader_file (reader));
  for (size_t i = 0; i < a->members.len && status_ok (s); i++)
    if (a->members.data[i].state != b->members.data[i].state)
      s = part_member (reader, &a->members.data[i], &b->members.data[i], out);
  if (out->len > 1)
    qsort (out->data, out->len, sizeof *out->data, by_seq);
  return s;
}

Status ask_diff (Reader *reader, const char *const *args, size_t n, Answer *answer) {
  Scenario a = {0}, b = {0};
  Partings partings = {0};
  (void)n;
  Status s = scenario_named (reader, args[0], &a);
  if (status_ok (s))
    s = scenario_named (reader, args[1], &b);
  if (status_ok (s))
    s = compare (reader, &a, &b, &partings);
  diff_columns (answer);
  for (size_t i = 0; i < partings.len && status_ok (s); i++)
    s = tell (reader, &partings.data[i], answer);
  VEC_FREE (reader_mem (reader), &partings);
  scenario_free (reader, &a);
  scenario_free (reader, &b);
  return s;
}
