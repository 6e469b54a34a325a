/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/values_test.c -- feasible values and ranges against enumeration */
#include "support/fixture.h"

#include <string.h>

#include "solve/random_exprs.h"
#include "solve/solver.h"

typedef struct Truth {
  uint64_t values[RANDOM_COMBOS];
  size_t len;
} Truth;

static bool truth_has (const Truth *t, uint64_t x) {
  for (size_t i = 0; i < t->len; i++)
    if (t->values[i] == x)
      return true;
  return false;
}

static Range truth_fill (Randoms *r, Truth *t, Expr e, const uint8_t *set) {
  Range range = {UINT64_MAX, 0};
  t->len = 0;
  for (unsigned i = 0; i < RANDOM_COMBOS; i++) {
    if (!set[i])
      continue;
    uint64_t x = combo_eval (r, e, i);
    if (!truth_has (t, x))
      t->values[t->len++] = x;
    range.lo = x < range.lo ? x : range.lo;
    range.hi = x > range.hi ? x : range.hi;
  }
  return range;
}

static void check_values (Solver *solver, Cond *cond, Expr e, const Truth *t, size_t max) {
  uint64_t out[64], witness = cond_eval (solver, cond, e);
  Values v = solver_values (solver, cond, e, out, max);
  bool found = false;
  assert_false (v.unknown);
  assert_int_equal (v.len, t->len < max ? t->len : max);
  assert_int_equal (v.complete, t->len <= max);
  for (size_t i = 0; i < v.len; i++) {
    assert_true (truth_has (t, v.data[i]));
    assert_true (!i || v.data[i - 1] < v.data[i]);
    found |= v.data[i] == witness;
  }
  assert_true (found);
}

static void one_round (Fixture *f, ExprPool *pool, Solver *solver, Truth *t) {
  Randoms r = randoms_new (pool, &f->rng);
  uint8_t set[RANDOM_COMBOS];
  Cond *cond = cond_new (solver);
  memset (set, 1, sizeof set);
  for (unsigned i = 0; i < 3; i++) {
    Expr e = random_bool (&r, 1);
    if (solver_assume (solver, &cond, e) == ANSWER_YES)
      combos_cut (&r, e, set);
  }
  Expr e = random_expr (&r, 8, rng_below (&f->rng, 2) ? 2 : 0);
  Range truth = truth_fill (&r, t, e, set), range;
  check_values (solver, cond, e, t, 1 + rng_below (&f->rng, 40));
  assert_int_equal (solver_range (solver, cond, e, &range), ANSWER_YES);
  assert_int_equal (range.lo, truth.lo);
  assert_int_equal (range.hi, truth.hi);
  cond_unref (solver, cond);
}

static void against_enumeration (void **state) {
  Fixture *f = fixture (state);
  static const uint32_t layers[] = {0xff, 1u << LAYER_SAT, 1u << LAYER_SMT | 1u << LAYER_DOMAIN};
  ExprPool *pool = expr_pool_new (&f->mem);
  Truth *t = mem_new (&f->mem, sizeof *t);
  for (unsigned k = 0; k < 3; k++) {
    SolverOptions options = solver_defaults ();
    options.layers = layers[k];
    Solver *solver = solver_new (&f->mem, pool, &options);
    for (unsigned i = 0; i < fixture_rounds (k ? 15 : 150); i++)
      one_round (f, pool, solver, t);
    solver_free (solver);
  }
  mem_free (&f->mem, t, sizeof *t);
  expr_pool_free (pool);
}

/* A byte alone: table and domain, no search. */
static void one_byte (void **state) {
  Fixture *f = fixture (state);
  ExprPool *pool = expr_pool_new (&f->mem);
  SolverOptions options = solver_defaults ();
  Solver *solver = solver_new (&f->mem, pool, &options);
  Cond *cond = cond_new (solver);
  Expr x = expr_sym (pool, expr_array (pool, "x", 0, 1, false), 0);
  solver_assume (solver, &cond, expr_binary (pool, EXPR_ULT, x, expr_const (pool, 8, 10)));
  Expr twice = expr_binary (pool, EXPR_MUL, expr_extend (pool, EXPR_ZEXT, x, 32), expr_const (pool, 32, 2));
  uint64_t out[300];
  Values v = solver_values (solver, cond, twice, out, 300);
  assert_int_equal (v.len, 10);
  assert_true (v.complete);
  assert_int_equal (v.data[9], 18);
  Range range;
  assert_int_equal (solver_range (solver, cond, twice, &range), ANSWER_YES);
  assert_int_equal (range.hi, 18);
  v = solver_values (solver, cond, expr_const (pool, 32, 5), out, 300);
  assert_int_equal (v.len, 1);
  assert_true (v.complete);
  cond_unref (solver, cond);
  solver_free (solver);
  expr_pool_free (pool);
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (one_byte), FIXTURE_TEST (against_enumeration)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
