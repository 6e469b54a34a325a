/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/domain.c -- what the byte domains decide
 *
 * A condition over one byte is a set of values.  Cut with the byte's domain it
 * decides exactly when the byte is alone, and can only rule out when it is not.
 * Beyond that the witness is changed in one byte at a time: all 256 values are
 * tried at once.  Last, when few combinations are left, all are tried; that is
 * exact.
 */
#include "solve/solve_impl.h"

#include <string.h>

enum {
  FLIP_SYMBOLS = 8,      /* symbols of the condition that are tried */
  FLIP_OPS = 96,         /* longest tape that is evaluated for all values */
  ENUMERATE_WORK = 1024, /* evaluations for all values, times length of tapes */
  ENUMERATE_SYMBOLS = 16
};

/* The member in the middle: leaves room on both sides for orderings still to come. */
static uint8_t middle (const ByteSet *set) {
  unsigned skip = (byteset_count (set) - 1) / 2, w = 0;
  for (;; w++) {
    unsigned here = (unsigned)__builtin_popcountll (set->w[w]);
    if (skip < here)
      break;
    skip -= here;
  }
  uint64_t bits = set->w[w];
  while (skip--)
    bits &= bits - 1;
  return (uint8_t)(w * 64 + (unsigned)__builtin_ctzll (bits));
}

/* Number of sym in the tape, or nsyms. */
static uint32_t number_in (const Tape *tape, SymId sym) {
  uint32_t i = 0;
  while (i < tape->nsyms && tape->syms[i] != sym)
    i++;
  return i;
}

/* Cuts set to the values of sym that make e hold, the other bytes being as in values.  False if that is too dear. */
static bool cut (Query *q, Expr e, SymId sym, const uint8_t *values, uint32_t max_ops, ByteSet *set) {
  TapeShelf *shelf = &q->solver->shelf;
  const Tape *tape = tape_of (shelf, e);
  uint32_t k = number_in (tape, sym);
  if (k == tape->nsyms)
    return true;
  if (tape->wide || tape->n > max_ops)
    return false;
  *set = byteset_and (*set, tape_lanes (shelf, tape, query_input (q, tape, values), k));
  return true;
}

bool domain_cut_all (Query *q, SymId sym, const uint8_t *values, uint32_t max_ops, ByteSet *set) {
  query_gather (q);
  for (size_t i = 0; i < q->constraints.len && !byteset_empty (set); i++)
    if (!cut (q, q->constraints.data[i], sym, values, max_ops, set))
      return false;
  return true;
}

/* Changes one byte of a witness that satisfies everything but e. */
static bool flip (Query *q) {
  const Tape *tape = tape_of (&q->solver->shelf, q->e);
  for (uint32_t i = 0; i < tape->nsyms && i < FLIP_SYMBOLS; i++) {
    SymId sym = tape->syms[i];
    uint32_t at = query_place (q, sym);
    ByteSet set = q->domains.data[at];
    if (!cut (q, q->e, sym, q->values.data, FLIP_OPS, &set))
      return false;
    if (byteset_empty (&set) || !domain_cut_all (q, sym, q->values.data, FLIP_OPS, &set) ||
        byteset_empty (&set))
      continue;
    q->model.data[at] = middle (&set);
    return true;
  }
  return false;
}

/* A condition over one symbol. */
static bool domain_byte (Query *q, SymId sym, Answer *answer) {
  uint32_t at = query_place (q, sym);
  ByteSet set = byteset_and (q->domains.data[at], *expr_byteset (q->solver->pool, q->e));
  bool alone = q->nodes.len == 0;
  if (byteset_empty (&set)) {
    *answer = ANSWER_NO;
    return true;
  }
  if (!alone)
    return false;
  q->model.data[at] =
      byteset_has (&set, q->values.data[at]) ? q->values.data[at] : (uint8_t)byteset_first (&set);
  *answer = ANSWER_YES;
  return true;
}

bool layer_domain (Query *q, Answer *answer) {
  SymId sym = expr_single_sym (q->solver->pool, q->e);
  if (sym != SYM_NONE && domain_byte (q, sym, answer))
    return true;
  if (q->loose || !flip (q))
    return false;
  *answer = ANSWER_YES;
  return true;
}

/* --- all combinations --- */

typedef struct Walk {
  Query *q;
  uint32_t lane; /* the place whose values are tried all at once */
} Walk;

static uint32_t widest (const Query *q) {
  uint32_t best = 0;
  for (uint32_t i = 1; i < q->syms.len; i++)
    if (byteset_count (&q->domains.data[i]) > byteset_count (&q->domains.data[best]))
      best = i;
  return best;
}

/* Evaluations needed, or more than the limit. */
static uint64_t work (Query *q, uint32_t lane) {
  uint64_t ops = tape_of (&q->solver->shelf, q->e)->n;
  query_gather (q);
  for (size_t i = 0; i < q->constraints.len; i++)
    ops += tape_of (&q->solver->shelf, q->constraints.data[i])->n;
  for (uint32_t i = 0; i < q->syms.len && ops <= ENUMERATE_WORK; i++)
    if (i != lane)
      ops *= byteset_count (&q->domains.data[i]);
  return ops;
}

/* Looks at the values of the lane's symbol under the others' current ones. */
static bool try_lane (const Walk *w, bool *dear) {
  Query *q = w->q;
  SymId sym = q->syms.data[w->lane];
  ByteSet set = q->domains.data[w->lane];
  const uint8_t *values = q->model.data;
  /* Constraints without the lane's symbol are all or nothing. */
  for (size_t i = 0; i <= q->constraints.len && !byteset_empty (&set); i++) {
    Expr e = i ? q->constraints.data[i - 1] : q->e;
    const Tape *tape = tape_of (&q->solver->shelf, e);
    if (number_in (tape, sym) == tape->nsyms) {
      if (!query_eval (q, e, values))
        return false;
    } else if (!cut (q, e, sym, values, FLIP_OPS, &set)) {
      *dear = true;
      return false;
    }
  }
  if (byteset_empty (&set))
    return false;
  q->model.data[w->lane] = middle (&set);
  return true;
}

/* The next member of set after x, or -1. */
static int next_member (const ByteSet *set, int x) {
  for (int v = x + 1; v < 256; v++)
    if (byteset_has (set, (unsigned)v))
      return v;
  return -1;
}

/* The next combination of all places but the lane's; false after the last. */
static bool advance (const Walk *w) {
  Query *q = w->q;
  for (uint32_t i = 0; i < q->syms.len; i++) {
    if (i == w->lane)
      continue;
    int next = next_member (&q->domains.data[i], q->model.data[i]);
    q->model.data[i] = (uint8_t)(next < 0 ? (int)byteset_first (&q->domains.data[i]) : next);
    if (next >= 0)
      return true;
  }
  return false;
}

bool layer_enumerate (Query *q, Answer *answer) {
  *answer = ANSWER_YES;
  if (domain_climb (q))
    return true;
  if (q->syms.len == 0 || q->syms.len > ENUMERATE_SYMBOLS)
    return false;
  Walk w = {q, widest (q)};
  if (work (q, w.lane) > ENUMERATE_WORK)
    return false;
  for (uint32_t i = 0; i < q->syms.len; i++) {
    if (byteset_empty (&q->domains.data[i])) {
      *answer = ANSWER_NO;
      return true;
    }
    q->model.data[i] = (uint8_t)byteset_first (&q->domains.data[i]);
  }
  bool dear = false;
  do
    if (try_lane (&w, &dear)) {
      *answer = ANSWER_YES;
      return true;
    }
  while (!dear && advance (&w));
  if (dear)
    query_take_witness (q);
  *answer = ANSWER_NO;
  return !dear;
}
