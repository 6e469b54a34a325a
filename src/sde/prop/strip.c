/* SPDX-License-Identifier: GPL-2.0-only */
/* prop/strip.c -- partial results over time
 *
 * A strip is what is left of a goal for each instant of a span: a list of terms, each from an instant on until the
 * next.  EVENTUALLY is violated if the goal (it is false) holds at all instants, WITHIN if it holds at one of them.  What is closed
 * does not depend on the other nodes any more: it is joined, whatever its instant, and an open term that is left at
 * several instants in a row is listed once.
 *
 * Words of a strip: has a node failed at the time in question; the joined closed term; then for each open piece its time (2),
 * round and term.  A piece whose term is neutral (nothing more to ask) stands for a gap.
 */
#include "prop/props_impl.h"

enum { HEAD = 2, PIECE = 4 };

typedef struct Piece {
  PropInstant from;
  Term term;
} Piece;

typedef struct Strip {
  bool failed;
  Term closed;
  VEC (Piece) pieces;
} Strip;

static TermOp joiner (const Steps *steps) { return steps->kind == PROP_EVENTUALLY ? TERM_AND : TERM_OR; }

/* ---- as a sequence ---- */

static uint32_t strip_intern (Props *p, const Strip *s) {
  size_t n = HEAD + PIECE * s->pieces.len;
  uint32_t *words = mem_new (p->mem, n * sizeof *words), *w = words;
  *w++ = s->failed;
  *w++ = s->closed;
  for (size_t i = 0; i < s->pieces.len; i++) {
    const Piece *piece = &s->pieces.data[i];
    *w++ = (uint32_t)(uint64_t)piece->from.time;
    *w++ = (uint32_t)((uint64_t)piece->from.time >> 32);
    *w++ = piece->from.round;
    *w++ = piece->term;
  }
  uint32_t id = sequence_intern (p->mem, &p->strips, words, n, NULL);
  mem_free (p->mem, words, n * sizeof *words);
  return id;
}

static Strip strip_get (Props *p, uint32_t id) {
  size_t n;
  const uint32_t *w = sequence_get (&p->strips, id, &n);
  Strip s = {.failed = w[0], .closed = w[1]};
  for (size_t i = HEAD; i < n; i += PIECE) {
    int64_t time = (int64_t)((uint64_t)w[i + 1] << 32 | w[i]);
    VEC_PUSH (p->mem, &s.pieces, ((Piece){{time, w[i + 2]}, w[i + 3]}));
  }
  return s;
}

/* ---- joining ---- */

static Term neutral (const Steps *steps) {
  return term_bool (&steps->props->terms, joiner (steps) == TERM_AND);
}

/* The goal at an instant and until the next piece. */
static void piece_add (const Steps *steps, Strip *s, PropInstant from, Term t) {
  Props *p = steps->props;
  if (term_closed (&p->terms, t)) {
    s->closed = term_nary (&p->terms, joiner (steps), (Term[]){s->closed, t}, 2);
    t = neutral (steps);
  }
  if (!s->pieces.len || VEC_LAST (&s->pieces).term != t)
    VEC_PUSH (p->mem, &s->pieces, ((Piece){from, t}));
}

/* Nothing that other nodes say can make a difference any more. */
static void strip_settle (const Steps *steps, Strip *s) {
  if (term_is (&steps->props->terms, s->closed, joiner (steps) == TERM_OR))
    s->pieces.len = 0;
  if (s->pieces.len == 1 && s->pieces.data[0].term == neutral (steps))
    s->pieces.len = 0;
}

/* ---- histories ---- */

typedef VEC (Change) Changes;

/* The changes of a history that count, oldest first: the first one may be before the span. */
static void changes_of (const Steps *steps, uint32_t history, Changes *out) {
  Props *p = steps->props;
  Changes back = {0};
  for (uint32_t h = history; h != PROP_NONE;) {
    Change c = history_last (&p->locals, h);
    if (c.at.time <= steps->to || c.before == PROP_NONE)
      VEC_PUSH (p->mem, &back, c);
    h = instant_after (c.at, steps->from) ? c.before : PROP_NONE;
  }
  while (back.len)
    VEC_PUSH (p->mem, out, VEC_POP (&back));
  VEC_FREE (p->mem, &back);
}

/* Every piece is cut where the node changes. */
static void strip_cut (const Steps *steps, const Strip *from, const Changes *changes, uint32_t node,
                       Strip *to) {
  Props *p = steps->props;
  size_t i = 0, k = 0;
  PropInstant at = steps->from;
  while (from->pieces.len) {
    uint32_t v = changes->data[k].valuation;
    Term t = term_assign (&p->terms, from->pieces.data[i].term, node, valuation_values (&p->locals, v), v);
    piece_add (steps, to, at, t);
    bool more_pieces = i + 1 < from->pieces.len, more_changes = k + 1 < changes->len;
    if (!more_pieces && !more_changes)
      break;
    PropInstant piece = more_pieces ? from->pieces.data[i + 1].from : changes->data[k + 1].at;
    PropInstant change = more_changes ? changes->data[k + 1].at : piece;
    at = instant_after (piece, change) ? change : piece;
    i += more_pieces && !instant_after (from->pieces.data[i + 1].from, at);
    k += more_changes && !instant_after (changes->data[k + 1].at, at);
  }
}

/* The history of a local; false: no scenario with it counts. */
static bool history_of (const Steps *steps, uint32_t local, uint32_t *history, bool *failed) {
  *history = local;
  *failed = false;
  if (steps->kind == PROP_EVENTUALLY)
    return true;
  End end = end_get (&steps->props->locals, local);
  *history = end.history;
  *failed = end.failed == steps->failed;
  return end.failed <= steps->failed && end.horizon >= steps->deadline;
}

/* What is remembered holds for one span of one goal. */
static void forget_others (const Steps *steps) {
  Props *p = steps->props;
  StripSpan span = {steps->goal->root, steps->kind, steps->from, steps->to, steps->failed};
  StripSpan *known = &p->span;
  if (known->root == span.root && known->kind == span.kind && known->failed == span.failed &&
      known->to == span.to && !instant_after (known->from, span.from) &&
      !instant_after (span.from, known->from))
    return;
  table_free (p->mem, &p->strip_memo);
  sequences_cut (&p->strips, 0);
  *known = span;
}

uint32_t strip_begin (Steps *steps) {
  Props *p = steps->props;
  forget_others (steps);
  Strip s = {.closed = neutral (steps)};
  piece_add (steps, &s, steps->from, steps->goal->root);
  strip_settle (steps, &s);
  uint32_t id = strip_intern (p, &s);
  VEC_FREE (p->mem, &s.pieces);
  return id;
}

static uint32_t cut_by (Steps *steps, uint32_t strip, uint32_t node, uint32_t history, bool failed) {
  Props *p = steps->props;
  Strip from = strip_get (p, strip), to = {.failed = from.failed || failed, .closed = from.closed};
  Changes changes = {0};
  changes_of (steps, history, &changes);
  strip_cut (steps, &from, &changes, node, &to);
  strip_settle (steps, &to);
  uint32_t id = strip_intern (p, &to);
  if (joiner (steps) == TERM_AND && term_is (&p->terms, to.closed, false))
    id = PROP_NONE;
  if (joiner (steps) == TERM_OR && !to.pieces.len && term_is (&p->terms, to.closed, false))
    id = PROP_NONE;
  VEC_FREE (p->mem, &changes);
  VEC_FREE (p->mem, &from.pieces);
  VEC_FREE (p->mem, &to.pieces);
  return id;
}

uint32_t strip_next (Steps *steps, uint32_t strip, uint32_t node, uint32_t local) {
  Props *p = steps->props;
  uint32_t history;
  bool failed;
  if (!history_of (steps, local, &history, &failed))
    return PROP_NONE;
  uint64_t key = (uint64_t)strip << 32 | local, *known = table_find (&p->strip_memo, key);
  if (known)
    return (uint32_t)*known;
  uint32_t next = cut_by (steps, strip, node, history, failed);
  *table_put (p->mem, &p->strip_memo, key) = next;
  return next;
}

Expr strip_end (Steps *steps, uint32_t strip) {
  Props *p = steps->props;
  Strip s = strip_get (p, strip);
  bool counts = steps->kind == PROP_EVENTUALLY || s.failed;
  invariant (!s.pieces.len);
  VEC_FREE (p->mem, &s.pieces);
  return counts && !term_is (&p->terms, s.closed, false) ? term_value (&p->terms, s.closed) : EXPR_NONE;
}
