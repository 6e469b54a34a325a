/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/limit_test.c -- where back ends give up, the answer is unknown and nothing else is */
#include "support/fixture.h"

#include "solve/solver.h"

typedef struct Hard {
  ExprPool *pool;
  Solver *solver;
  Cond *cond;
  Expr x, y, e;
} Hard;

static Expr word (ExprPool *pool, const char *name) {
  ArrayId array = expr_array (pool, name, 0, 4, false);
  Expr e = expr_sym (pool, array, 0);
  for (uint32_t i = 1; i < 4; i++)
    e = expr_binary (pool, EXPR_CONCAT, expr_sym (pool, array, i), e);
  return expr_extend (pool, EXPR_ZEXT, e, 64);
}

/* x * y = product and 1 < x */
static Expr factors (Hard *h, uint64_t product) {
  Expr one = expr_const (h->pool, 64, 1), number = expr_const (h->pool, 64, product);
  return expr_and (h->pool, expr_eq (h->pool, expr_binary (h->pool, EXPR_MUL, h->x, h->y), number),
                   expr_binary (h->pool, EXPR_ULT, one, h->x));
}

/* The product is one of two primes: few conflicts do not find them. */
static Hard hard_open (Fixture *f, uint32_t layers, uint64_t max_conflicts) {
  Hard h = {.pool = expr_pool_new (&f->mem)};
  SolverOptions options = solver_defaults ();
  options.layers = layers;
  options.max_conflicts = max_conflicts;
  h.solver = solver_new (&f->mem, h.pool, &options);
  h.cond = cond_new (h.solver);
  h.x = word (h.pool, "x");
  h.y = word (h.pool, "y");
  h.e = factors (&h, 4294967291ull * 4294967279ull);
  return h;
}

static void hard_close (Hard *h) {
  cond_unref (h->solver, h->cond);
  solver_free (h->solver);
  expr_pool_free (h->pool);
}

static void gives_up (Fixture *f, uint32_t layers) {
  Hard h = hard_open (f, layers, 10);
  Split split = solver_split (h.solver, h.cond, h.e);
  assert_int_equal (split.yes, ANSWER_UNKNOWN);
  assert_int_equal (split.no, ANSWER_YES);
  assert_true (cond_unsure (split.with));
  assert_false (cond_unsure (split.without));
  assert_int_equal (solver_stats (h.solver)->unknown, 1);
  /* Asked again it is still unknown; the contrary of what was assumed is not "yes". */
  assert_int_not_equal (solver_may (h.solver, split.with, expr_not (h.pool, h.e)), ANSWER_YES);
  assert_int_not_equal (solver_may (h.solver, split.with, h.e), ANSWER_NO);
  Expr third = expr_sym (h.pool, expr_array (h.pool, "z", 0, 1, false), 0);
  assert_int_equal (solver_may (h.solver, split.with, expr_eq (h.pool, third, expr_const (h.pool, 8, 9))),
                    ANSWER_YES);
  cond_unref (h.solver, split.with);
  cond_unref (h.solver, split.without);
  hard_close (&h);
}

static bool third_time (void *data) { return ++*(unsigned *)data >= 3; }

/* Whoever runs the query may end it: the limit on conflicts is far. */
static void stopped (Fixture *f, uint32_t layers) {
  Hard h = hard_open (f, layers, 0);
  cond_unref (h.solver, h.cond);
  solver_free (h.solver);
  SolverOptions options = solver_defaults ();
  unsigned asked = 0;
  options.layers = layers;
  options.max_conflicts = 1000000;
  options.stop = third_time;
  options.stop_data = &asked;
  h.solver = solver_new (&f->mem, h.pool, &options);
  h.cond = cond_new (h.solver);
  h.e = factors (&h, 2654435761ull * 4093082899ull);
  assert_int_equal (solver_may (h.solver, h.cond, h.e), ANSWER_UNKNOWN);
  assert_true (asked >= 3);
  hard_close (&h);
}

static void sat_stopped (void **state) { stopped (fixture (state), 1u << LAYER_FOLD | 1u << LAYER_SAT); }
static void smt_stopped (void **state) { stopped (fixture (state), 1u << LAYER_FOLD | 1u << LAYER_SMT); }

static void both_back_ends (void **state) { gives_up (fixture (state), 0xff); }
static void sat_alone (void **state) { gives_up (fixture (state), 0xff & ~(1u << LAYER_SMT)); }
static void smt_alone (void **state) { gives_up (fixture (state), 0xff & ~(1u << LAYER_SAT)); }
static void none (void **state) { gives_up (fixture (state), 0xff & ~(1u << LAYER_SAT | 1u << LAYER_SMT)); }

/* No layer at all: everything but a number is unknown, and both sides go on. */
static void no_layers (void **state) {
  Fixture *f = fixture (state);
  Hard h = hard_open (f, 0, 0);
  Expr byte = expr_sym (h.pool, expr_array (h.pool, "z", 0, 1, false), 0);
  Expr is7 = expr_eq (h.pool, byte, expr_const (h.pool, 8, 7));
  Split split = solver_split (h.solver, h.cond, is7);
  assert_int_equal (split.yes, ANSWER_UNKNOWN);
  assert_int_equal (split.no, ANSWER_UNKNOWN);
  Split again = solver_split (h.solver, split.with, expr_not (h.pool, is7));
  assert_int_equal (again.yes, ANSWER_UNKNOWN);
  assert_true (cond_unsure (again.with));
  assert_int_equal (solver_may (h.solver, h.cond, expr_bool (h.pool, true)), ANSWER_YES);
  assert_int_equal (solver_may (h.solver, h.cond, expr_bool (h.pool, false)), ANSWER_NO);
  uint64_t out[4];
  Values v = solver_values (h.solver, again.with, byte, out, 4);
  assert_true (v.unknown);
  assert_false (v.complete);
  Cond *all[] = {split.with, split.without, again.with, again.without};
  for (unsigned i = 0; i < 4; i++)
    cond_unref (h.solver, all[i]);
  hard_close (&h);
}

/* An unsure condition becomes usable again as soon as a model of its component is found. */
static void recovers (void **state) {
  Fixture *f = fixture (state);
  Hard h = hard_open (f, 0xff, 10);
  assert_int_equal (solver_assume (h.solver, &h.cond, h.e), ANSWER_UNKNOWN);
  Expr x = expr_eq (h.pool, h.x, expr_const (h.pool, 64, 4294967291ull));
  Answer answer = solver_assume (h.solver, &h.cond, x);
  assert_int_equal (answer, ANSWER_YES);
  assert_int_equal (cond_eval (h.solver, h.cond, h.y), 4294967279ull);
  assert_true (cond_unsure (h.cond));
  hard_close (&h);
}

/* That "not e" could not be found says nothing: e is added, and the witness goes on to satisfy the condition. */
static void assumed_anyway (void **state) {
  Hard h = hard_open (*state, 0xff, 10);
  assert_int_equal (solver_assume (h.solver, &h.cond, expr_not (h.pool, h.e)), ANSWER_YES);
  assert_int_equal (cond_length (h.cond), 1);
  assert_false (cond_unsure (h.cond));
  hard_close (&h);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      FIXTURE_TEST (both_back_ends), FIXTURE_TEST (sat_alone),   FIXTURE_TEST (smt_alone),
      FIXTURE_TEST (none),           FIXTURE_TEST (no_layers),   FIXTURE_TEST (recovers),
      FIXTURE_TEST (sat_stopped),    FIXTURE_TEST (smt_stopped), FIXTURE_TEST (assumed_anyway)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
