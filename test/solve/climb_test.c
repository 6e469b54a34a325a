/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/climb_test.c -- sums and fields of many bytes are settled without a back end */
#include "support/fixture.h"

#include "solve/solver.h"

enum { BYTES = 16, LAYERS = 1 << LAYER_FOLD | 1 << LAYER_WITNESS | 1 << LAYER_DOMAIN };

typedef struct Desk {
  ExprPool *pool;
  Solver *solver;
  Cond *cond;
  ArrayId array;
} Desk;

static Desk desk_open (Fixture *f) {
  Desk d = {.pool = expr_pool_new (&f->mem)};
  SolverOptions options = solver_defaults ();
  options.layers = LAYERS;
  options.check = true;
  d.solver = solver_new (&f->mem, d.pool, &options);
  d.cond = cond_new (d.solver);
  d.array = expr_array (d.pool, "x", 0, BYTES, false);
  return d;
}

static void desk_close (Desk *d) {
  cond_unref (d->solver, d->cond);
  solver_free (d->solver);
  expr_pool_free (d->pool);
}

static Expr sum (const Desk *d, uint32_t n) {
  Expr e = expr_const (d->pool, 32, 0);
  for (uint32_t i = 0; i < n; i++)
    e = expr_binary (d->pool, EXPR_ADD, e,
                     expr_extend (d->pool, EXPR_ZEXT, expr_sym (d->pool, d->array, i), 32));
  return e;
}

static void holds (Desk *d, ExprKind kind, Expr a, uint64_t b, bool negated) {
  Expr e = expr_binary (d->pool, kind, a, expr_const (d->pool, expr_width (d->pool, a), b));
  if (negated)
    e = expr_not (d->pool, e);
  assert_int_equal (solver_assume (d->solver, &d->cond, e), ANSWER_YES);
  assert_int_equal (cond_eval (d->solver, d->cond, e), 1);
}

static void sums (void **state) {
  Fixture *f = fixture (state);
  Desk d = desk_open (f);
  holds (&d, EXPR_ULT, sum (&d, 4), 900, true);
  holds (&d, EXPR_ULT, sum (&d, 8), 950, false);
  holds (&d, EXPR_EQ, sum (&d, BYTES), 2900, false);
  desk_close (&d);
}

static void field (void **state) {
  Fixture *f = fixture (state);
  Desk d = desk_open (f);
  Expr e = expr_sym (d.pool, d.array, 0);
  for (uint32_t i = 1; i < 4; i++)
    e = expr_binary (d.pool, EXPR_CONCAT, expr_sym (d.pool, d.array, i), e);
  holds (&d, EXPR_ULT, e, 0x01020304, true);
  holds (&d, EXPR_ULT, expr_binary (d.pool, EXPR_ADD, e, sum (&d, 8)), 0x71727374, true);
  desk_close (&d);
}

/* What cannot be is not found, and not denied either. */
static void impossible (void **state) {
  Fixture *f = fixture (state);
  Desk d = desk_open (f);
  Expr e = expr_eq (d.pool, sum (&d, BYTES), expr_const (d.pool, 32, BYTES * 255 + 1));
  assert_int_not_equal (solver_may (d.solver, d.cond, e), ANSWER_YES);
  desk_close (&d);
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (sums), FIXTURE_TEST (field), FIXTURE_TEST (impossible)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
