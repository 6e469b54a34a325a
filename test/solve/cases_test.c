/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/cases_test.c -- what order and cases decide without a back end */
#include "support/fixture.h"

#include "solve/solver.h"

typedef struct Bench {
  ExprPool *pool;
  Solver *solver;
  Cond *cond;
  Expr byte[6];
} Bench;

static Bench bench_open (Fixture *f) {
  Bench b = {.pool = expr_pool_new (&f->mem)};
  SolverOptions options = solver_defaults ();
  options.layers &= ~(1u << LAYER_SAT | 1u << LAYER_SMT);
  b.solver = solver_new (&f->mem, b.pool, &options);
  b.cond = cond_new (b.solver);
  ArrayId array = expr_array (b.pool, "x", 0, 6, false);
  for (uint32_t i = 0; i < 6; i++)
    b.byte[i] = expr_sym (b.pool, array, i);
  return b;
}

static void bench_close (Bench *b) {
  cond_unref (b->solver, b->cond);
  solver_free (b->solver);
  expr_pool_free (b->pool);
}

static Expr less (Bench *b, unsigned i, unsigned k) {
  return expr_binary (b->pool, EXPR_ULT, b->byte[i], b->byte[k]);
}

static Expr at_most (Bench *b, unsigned i, unsigned k) { return expr_not (b->pool, less (b, k, i)); }

static Expr is (Bench *b, Expr e, uint64_t value) {
  return expr_eq (b->pool, e, expr_const (b->pool, expr_width (b->pool, e), value));
}

static void assume (Bench *b, Expr e) {
  assert_int_equal (solver_assume (b->solver, &b->cond, e), ANSWER_YES);
  assert_int_equal (cond_eval (b->solver, b->cond, e), 1);
}

static Answer may (Bench *b, Expr e) { return solver_may (b->solver, b->cond, e); }

/* x0 < x1 <= x2 <= x3: what follows, and what does not. */
static void order (void **state) {
  Bench b = bench_open (fixture (state));
  assume (&b, less (&b, 0, 1));
  assume (&b, at_most (&b, 1, 2));
  assume (&b, at_most (&b, 2, 3));
  uint64_t before = solver_stats (b.solver)->decided[LAYER_RANGE];
  assert_int_equal (may (&b, at_most (&b, 3, 0)), ANSWER_NO);
  assert_int_equal (may (&b, expr_eq (b.pool, b.byte[0], b.byte[3])), ANSWER_NO);
  assert_int_equal (may (&b, less (&b, 3, 1)), ANSWER_NO);
  assert_int_equal (solver_stats (b.solver)->decided[LAYER_RANGE], before + 3);
  assert_int_equal (may (&b, expr_eq (b.pool, b.byte[1], b.byte[3])), ANSWER_YES);
  assert_int_equal (may (&b, less (&b, 1, 3)), ANSWER_YES);
  /* The unsigned order says nothing about the signed one. */
  assert_int_equal (may (&b, expr_binary (b.pool, EXPR_SLT, b.byte[3], b.byte[0])), ANSWER_YES);
  bench_close (&b);
}

/* The byte at a symbolic index of 1 to 3. */
static Expr at_index (Bench *b) {
  Expr rest = expr_ite (b->pool, is (b, b->byte[0], 2), b->byte[2], b->byte[3]);
  return expr_ite (b->pool, is (b, b->byte[0], 1), b->byte[1], rest);
}

static void index_of_a_byte (void **state) {
  Bench b = bench_open (fixture (state));
  ExprPool *p = b.pool;
  Expr number = expr_const (p, 8, 4), zero = expr_const (p, 8, 0);
  assume (&b, expr_binary (p, EXPR_ULT, b.byte[0], number));
  assume (&b, expr_binary (p, EXPR_ULT, zero, b.byte[0]));
  assume (&b, is (&b, at_index (&b), 7));
  Expr sum = expr_binary (p, EXPR_ADD, b.byte[0], at_index (&b));
  for (unsigned v = 0; v < 16; v++)
    assert_int_equal (may (&b, is (&b, sum, v)), v >= 8 && v <= 10 ? ANSWER_YES : ANSWER_NO);
  /* None of the three is a 7. */
  Expr none = expr_bool (p, true);
  for (unsigned i = 1; i <= 3; i++)
    none = expr_and (p, none, expr_not (p, is (&b, b.byte[i], 7)));
  assert_int_equal (may (&b, none), ANSWER_NO);
  assume (&b, expr_not (p, is (&b, b.byte[1], 7)));
  uint64_t out[8];
  Values v = solver_values (b.solver, b.cond, sum, out, 8);
  assert_true (v.complete);
  assert_int_equal (v.len, 2);
  assert_int_equal (out[0], 9);
  assert_int_equal (out[1], 10);
  assert_int_equal (solver_stats (b.solver)->unknown, 0);
  bench_close (&b);
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (order), FIXTURE_TEST (index_of_a_byte)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
