/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/domain.c -- what the byte domains decide
 *
 * A condition over one byte is a set of values.  Cut with the byte's domain it
 * decides exactly when the byte is alone, and can only rule out when it is not.
 * Beyond that the witness is changed in one byte at a time: all 256 values are
 * tried at once.
 */
#include "solve/solve_impl.h"

#include <string.h>

enum {
  FLIP_SYMBOLS = 8, /* symbols of the condition that are tried */
  FLIP_OPS = 96     /* longest tape that is evaluated for all values */
};

/* The member in the middle: leaves room on both sides for orderings still to come. */
uint8_t byteset_middle (const ByteSet *set) {
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

/* Cuts set to the values of sym that make e hold, the other bytes being as in values.  False if that is too dear. */
static bool cut (Query *q, Expr e, SymId sym, const uint8_t *values, uint32_t max_ops, ByteSet *set) {
  TapeShelf *shelf = &q->solver->shelf;
  const Tape *tape = tape_of (shelf, e);
  uint32_t k = tape_number (tape, sym);
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
    q->model.data[at] = byteset_middle (&set);
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
