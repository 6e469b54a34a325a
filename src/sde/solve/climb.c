/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/climb.c -- a comparison made true byte by byte
 *
 * Sums, checksums and fields of several bytes are rarely settled by changing one
 * byte.  From a witness that satisfies all but the condition, each byte in turn
 * takes the value, among those that keep the constraints satisfied, that brings
 * the two sides of the comparison nearest to what is wanted.
 *
 * Invariant: the model satisfies all constraints and domains after every step.
 */
#include "solve/solve_impl.h"

enum { CLIMB_WORK = 1 << 19, CLIMB_ROUNDS = 3 };

typedef struct Climb {
  Query *q;
  const Tape *tape;
  uint32_t root; /* place of the comparison */
  bool want;
  uint64_t distance;
} Climb;

/* How far a and b are from comparing as wanted; 0: they do. */
static uint64_t distance (const TapeOp *op, bool want, uint64_t a, uint64_t b) {
  if (op->kind == EXPR_EQ)
    return want ? (a > b ? a - b : b - a) : a == b;
  if (op->kind == EXPR_SLT) {
    a ^= 1ull << (op->aux - 1);
    b ^= 1ull << (op->aux - 1);
  }
  if (want)
    return a < b ? 0 : a - b == UINT64_MAX ? UINT64_MAX : a - b + 1;
  return a < b ? b - a : 0;
}

/* Finds the comparison below negations. */
static bool climb_begin (Climb *c) {
  c->root = c->tape->n - 1;
  c->want = true;
  while (c->tape->ops[c->root].kind == EXPR_NOT) {
    c->root = c->tape->ops[c->root].a;
    c->want = !c->want;
  }
  uint8_t kind = c->tape->ops[c->root].kind;
  return kind == EXPR_EQ || kind == EXPR_ULT || kind == EXPR_SLT;
}

static uint64_t climb_work (Query *q, const Tape *tape) {
  uint64_t ops = tape->n;
  query_gather (q);
  for (size_t i = 0; i < q->constraints.len; i++)
    ops += tape_of (&q->solver->shelf, q->constraints.data[i])->n;
  return ops * tape->nsyms;
}

/* The nearest of the allowed values of one symbol is taken; true if the condition holds then. */
static bool climb_symbol (Climb *c, uint32_t k) {
  Query *q = c->q;
  TapeShelf *shelf = &q->solver->shelf;
  SymId sym = c->tape->syms[k];
  uint32_t at = query_place (q, sym);
  ByteSet set = q->domains.data[at];
  if (!domain_cut_all (q, sym, q->model.data, CLIMB_WORK, &set))
    return false;
  const TapeOp *op = &c->tape->ops[c->root];
  tape_lanes (shelf, c->tape, query_input (q, c->tape, q->model.data), k);
  uint8_t best = q->model.data[at];
  for (unsigned v = 0; v < 256; v++) {
    if (!byteset_has (&set, v))
      continue;
    uint64_t d = distance (op, c->want, tape_lane (shelf, op->a, v), tape_lane (shelf, op->b, v));
    if (d < c->distance) {
      c->distance = d;
      best = (uint8_t)v;
    }
  }
  q->model.data[at] = best;
  return c->distance == 0;
}

/* From the witness, the symbols in one order or the other: high bytes should move before low ones. */
static bool climb_from_witness (Climb *c, bool backwards) {
  uint32_t n = c->tape->nsyms;
  query_take_witness (c->q);
  c->distance = UINT64_MAX;
  for (unsigned round = 0; round < CLIMB_ROUNDS; round++) {
    uint64_t before = c->distance;
    for (uint32_t k = 0; k < n; k++)
      if (climb_symbol (c, backwards ? n - 1 - k : k))
        return true;
    if (c->distance == before)
      break;
  }
  return false;
}

bool layer_climb (Query *q, Answer *answer) {
  Climb c = {.q = q, .tape = tape_of (&q->solver->shelf, q->e)};
  if (q->loose || c.tape->wide || !climb_begin (&c) || climb_work (q, c.tape) > CLIMB_WORK)
    return false;
  *answer = ANSWER_YES;
  if (climb_from_witness (&c, false) || climb_from_witness (&c, true))
    return true;
  query_take_witness (q);
  return false;
}
