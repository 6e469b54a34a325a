/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/cache_test.c -- a component is decided once, whatever its symbols are called; others are not mistaken for it */
#include "support/fixture.h"

#include "solve/solver.h"

enum { LAYERS = 1 << LAYER_CACHE | 1 << LAYER_SAT };

typedef struct Desk {
  ExprPool *pool;
  Solver *solver;
  SymId first;
} Desk;

static Desk desk_open (Fixture *f) {
  Desk d = {.pool = expr_pool_new (&f->mem)};
  SolverOptions options = solver_defaults ();
  options.layers = LAYERS;
  d.solver = solver_new (&f->mem, d.pool, &options);
  d.first = expr_array_info (d.pool, expr_array (d.pool, "x", 0, 64, false))->first;
  return d;
}

static void desk_close (Desk *d) {
  solver_free (d->solver);
  expr_pool_free (d->pool);
}

static Expr sum (const Desk *d, uint32_t i, uint32_t k) {
  return expr_binary (d->pool, EXPR_ADD, expr_sym_by_id (d->pool, d->first + i),
                      expr_sym_by_id (d->pool, d->first + k));
}

static Expr product (const Desk *d, uint32_t i, uint32_t k) {
  return expr_binary (d->pool, EXPR_MUL, expr_sym_by_id (d->pool, d->first + i),
                      expr_sym_by_id (d->pool, d->first + k));
}

static Expr is (const Desk *d, Expr e, uint64_t x) {
  return expr_eq (d->pool, e, expr_const (d->pool, 8, x));
}

/* Two bytes with a given sum, the first below a bound. */
static Cond *bounded (const Desk *d, uint32_t i, uint32_t k, uint64_t bound, uint64_t total) {
  Cond *cond = cond_new (d->solver);
  Expr low =
      expr_binary (d->pool, EXPR_ULT, expr_sym_by_id (d->pool, d->first + i), expr_const (d->pool, 8, bound));
  assert_int_equal (solver_assume (d->solver, &cond, low), ANSWER_YES);
  assert_int_equal (solver_assume (d->solver, &cond, is (d, sum (d, i, k), total)), ANSWER_YES);
  return cond;
}

/* The question about their product. */
static Answer ask (const Desk *d, uint32_t i, uint32_t k, uint64_t bound, uint64_t total, uint64_t wanted) {
  Cond *cond = bounded (d, i, k, bound, total);
  Answer answer = solver_may (d->solver, cond, is (d, product (d, i, k), wanted));
  if (answer == ANSWER_YES) {
    solver_assume (d->solver, &cond, is (d, product (d, i, k), wanted));
    assert_int_equal (cond_eval (d->solver, cond, product (d, i, k)), wanted);
    assert_int_equal (cond_eval (d->solver, cond, sum (d, i, k)), total);
  }
  cond_unref (d->solver, cond);
  return answer;
}

static uint64_t sat_calls (const Desk *d) { return solver_stats (d->solver)->decided[LAYER_SAT]; }

static void renamed (void **state) {
  Fixture *f = fixture (state);
  Desk d = desk_open (f);
  assert_int_equal (ask (&d, 0, 1, 100, 11, 30), ANSWER_YES);
  uint64_t calls = sat_calls (&d);
  if (calls == 0)
    fail ();
  for (uint32_t i = 2; i < 60; i += 2)
    assert_int_equal (ask (&d, i, i + 1, 100, 11, 30), ANSWER_YES);
#ifndef SDE_HARD
  assert_int_equal (sat_calls (&d), calls);
#endif
  desk_close (&d);
}

/* What differs in a number, a domain, or which symbol is which, is another question. */
static void not_confused (void **state) {
  Fixture *f = fixture (state);
  Desk d = desk_open (f);
  assert_int_equal (ask (&d, 0, 1, 100, 11, 30), ANSWER_YES);
  assert_int_equal (ask (&d, 2, 3, 100, 11, 31), ANSWER_NO);
  assert_int_equal (ask (&d, 4, 5, 5, 11, 30), ANSWER_NO);
  assert_int_equal (ask (&d, 6, 7, 6, 11, 30), ANSWER_YES);
  assert_int_equal (ask (&d, 8, 9, 100, 13, 30), ANSWER_YES);
  assert_int_equal (ask (&d, 10, 11, 100, 12, 30), ANSWER_NO);
  desk_close (&d);
}

/* Questions that only the domain tells apart, one right after the other: a cache of one answer could confuse them. */
static void domains_differ (void **state) {
  Fixture *f = fixture (state);
  Desk d = desk_open (f);
  Cond *wide = bounded (&d, 0, 1, 100, 11), *narrow = bounded (&d, 2, 3, 5, 11);
  for (unsigned round = 0; round < 2; round++) {
    assert_int_equal (solver_may (d.solver, wide, is (&d, product (&d, 0, 1), 30)), ANSWER_YES);
    assert_int_equal (solver_may (d.solver, narrow, is (&d, product (&d, 2, 3), 30)), ANSWER_NO);
  }
  cond_unref (d.solver, wide);
  cond_unref (d.solver, narrow);
  desk_close (&d);
}

/* x < y and y < z: asking z < x and x < z must not be the same question. */
static void order_of_symbols (void **state) {
  Fixture *f = fixture (state);
  Desk d = desk_open (f);
  Expr s[3];
  for (uint32_t i = 0; i < 3; i++)
    s[i] = expr_sym_by_id (d.pool, d.first + i);
  for (unsigned round = 0; round < 2; round++) {
    Cond *cond = cond_new (d.solver);
    solver_assume (d.solver, &cond, expr_binary (d.pool, EXPR_ULT, s[0], s[1]));
    solver_assume (d.solver, &cond, expr_binary (d.pool, EXPR_ULT, s[1], s[2]));
    assert_int_equal (solver_may (d.solver, cond, expr_binary (d.pool, EXPR_ULT, s[0], s[2])), ANSWER_YES);
    assert_int_equal (solver_may (d.solver, cond, expr_binary (d.pool, EXPR_ULT, s[2], s[0])), ANSWER_NO);
    assert_int_equal (solver_must (d.solver, cond, expr_binary (d.pool, EXPR_ULT, s[0], s[2])), ANSWER_YES);
    cond_unref (d.solver, cond);
  }
  desk_close (&d);
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (renamed), FIXTURE_TEST (not_confused),
                                     FIXTURE_TEST (domains_differ), FIXTURE_TEST (order_of_symbols)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
