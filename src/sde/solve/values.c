/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/values.c -- feasible values of an expression
 *
 * An expression over one byte that is alone: a table and a domain say all.
 * Otherwise values are asked for one after the other, each ruling itself out,
 * and bounds by halving.
 */
#include "solve/solve_impl.h"

#include <stdlib.h>
#include <string.h>

static int by_value (const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/* The byte that decides e, if it is alone in a component that is sure. */
static bool lone_byte (Solver *solver, const Cond *cond, Expr e, ByteSet *domain) {
  SymId sym = expr_single_sym (solver->pool, e);
  if (sym == SYM_NONE || !solver->fast)
    return false;
  const Cond *node = cond_find (cond, sym);
  if (node && (node->sym == SYM_NONE || node->flags & COND_LOOSE))
    return false;
  *domain = node ? node->domain : BYTESET_ALL;
  return true;
}

/* All values of e over the domain, ascending, each once. */
static size_t byte_values (Solver *solver, Expr e, const ByteSet *domain, uint64_t out[256]) {
  uint64_t table[256];
  size_t n = 0, kept = 0;
  expr_byte_table (solver->pool, e, table);
  for (unsigned i = 0; i < 256; i++)
    if (byteset_has (domain, i))
      out[n++] = table[i];
  qsort (out, n, sizeof *out, by_value);
  for (size_t i = 0; i < n; i++)
    if (!kept || out[kept - 1] != out[i])
      out[kept++] = out[i];
  return kept;
}

/* Up to max of them, the witness's among them. */
static Values take_values (const uint64_t *all, size_t n, uint64_t witness, uint64_t *out, size_t max) {
  Values v = {.data = out, .len = n < max ? n : max, .complete = n <= max};
  memcpy (out, all, v.len * sizeof *out);
  if (v.len && out[v.len - 1] < witness)
    out[v.len - 1] = witness;
  return v;
}

/* The value of e under the query's model; symbols outside of it have the witness's values. */
typedef struct Mixed {
  const Query *q;
  const Cond *cond;
} Mixed;

static uint8_t mixed_byte (const void *data, SymId sym) {
  const Mixed *m = data;
  return query_has (m->q, sym) ? m->q->model.data[query_place (m->q, sym)] : cond_byte (m->cond, sym);
}

static uint64_t model_value (Solver *solver, const Cond *cond, Expr e) {
  return expr_eval (solver->pool, e, mixed_byte, &(Mixed){&solver->query, cond});
}

/* Asks whether extra can hold together with the assumption `known`; leaves the model. */
static Answer ask (Solver *solver, const Cond *cond, Expr known, Expr extra) {
  Expr e = expr_and (solver->pool, known, extra);
  Query *q = &solver->query;
  query_begin (q, solver, cond, solver_on (solver, LAYER_FOLD) ? cond_simplify (solver, cond, e) : e);
  return solver_decide (q);
}

/* A first value: the witness's if it is sure, else one that a layer finds. */
static Answer first_value (Solver *solver, const Cond *cond, Expr e, uint64_t *out) {
  ExprPool *p = solver->pool;
  *out = cond_eval (solver, cond, e);
  if (!cond_unsure (cond))
    return ANSWER_YES;
  return ask (solver, cond, expr_bool (p, true), expr_eq (p, e, expr_const (p, expr_width (p, e), *out)));
}

Values solver_values (Solver *solver, const Cond *cond, Expr e, uint64_t *out, size_t max) {
  ExprPool *p = solver->pool;
  Values v = {.data = out};
  ByteSet domain;
  uint64_t all[256], value;
  if (!max)
    return v;
  if (lone_byte (solver, cond, e, &domain))
    return take_values (all, byte_values (solver, e, &domain, all), cond_eval (solver, cond, e), out, max);
  Expr others = expr_bool (p, true);
  Answer answer = first_value (solver, cond, e, &value);
  v.unknown = answer == ANSWER_UNKNOWN;
  if (answer != ANSWER_NO)
    out[v.len++] = value;
  for (;;) {
    Expr same = expr_eq (p, e, expr_const (p, expr_width (p, e), value));
    others = expr_and (p, others, expr_not (p, same));
    answer = ask (solver, cond, others, expr_bool (p, true));
    if (answer != ANSWER_YES)
      break;
    value = model_value (solver, cond, e);
    if (v.len == max)
      break;
    out[v.len++] = value;
  }
  v.unknown |= answer == ANSWER_UNKNOWN;
  v.complete = answer == ANSWER_NO && !v.unknown;
  qsort (out, v.len, sizeof *out, by_value);
  return v;
}

/* --- bounds --- */

typedef struct Bound {
  Solver *solver;
  const Cond *cond;
  Expr e;
  bool unknown;
} Bound;

/* Can e be at most (at least) x?  A model moves *best further. */
static Answer within (Bound *b, uint64_t x, bool at_most, uint64_t *best) {
  ExprPool *p = b->solver->pool;
  Expr number = expr_const (p, expr_width (p, b->e), x);
  Expr beyond = at_most ? expr_binary (p, EXPR_ULT, number, b->e) : expr_binary (p, EXPR_ULT, b->e, number);
  Answer answer = ask (b->solver, b->cond, expr_bool (p, true), expr_not (p, beyond));
  if (answer == ANSWER_YES)
    *best = model_value (b->solver, b->cond, b->e);
  b->unknown |= answer == ANSWER_UNKNOWN;
  return answer;
}

/* The least value, between lo (nothing is below) and a feasible one. */
static uint64_t least (Bound *b, uint64_t lo, uint64_t feasible) {
  while (lo < feasible && !b->unknown) {
    uint64_t mid = lo + (feasible - lo) / 2;
    if (within (b, mid, true, &feasible) == ANSWER_NO)
      lo = mid + 1;
  }
  return b->unknown ? lo : feasible;
}

static uint64_t greatest (Bound *b, uint64_t feasible, uint64_t hi) {
  while (feasible < hi && !b->unknown) {
    uint64_t mid = hi - (hi - feasible) / 2;
    if (within (b, mid, false, &feasible) == ANSWER_NO)
      hi = mid - 1;
  }
  return b->unknown ? hi : feasible;
}

Answer solver_range (Solver *solver, const Cond *cond, Expr e, Range *out) {
  ByteSet domain;
  uint64_t all[256], value;
  if (lone_byte (solver, cond, e, &domain)) {
    size_t n = byte_values (solver, e, &domain, all);
    *out = (Range){all[0], all[n - 1]};
    return ANSWER_YES;
  }
  *out = expr_range (solver->pool, e);
  if (first_value (solver, cond, e, &value) != ANSWER_YES)
    return ANSWER_UNKNOWN;
  if (solver_on (solver, LAYER_RANGE)) {
    Query *q = &solver->query;
    query_begin (q, solver, cond, e);
    *out = range_of (q, e);
  }
  Bound low = {solver, cond, e, false}, high = low;
  out->lo = least (&low, out->lo, value);
  out->hi = greatest (&high, value, out->hi);
  return low.unknown || high.unknown ? ANSWER_UNKNOWN : ANSWER_YES;
}
