/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/layers_test.c -- any subset of layers gives the answers that enumeration gives
 *
 * Random paths of conditions over five symbols of two bits.  At every branch
 * both sides are compared with the truth, the witnesses are evaluated, and the
 * condition is followed on a random feasible side.
 */
#include "support/fixture.h"

#include <string.h>

#include "solve/random_exprs.h"
#include "solve/solver.h"

enum { ALL = (1 << LAYER_COUNT) - 1, BACK_ENDS = 1 << LAYER_SAT | 1 << LAYER_SMT };

typedef struct Run {
  Fixture *f;
  Randoms r;
  Solver *solver;
  Cond *cond;
  uint8_t set[RANDOM_COMBOS];
  bool complete; /* a back end is on: unknown is not allowed */
} Run;

static void run_open (Run *run, Fixture *f, ExprPool *pool, uint32_t layers) {
  SolverOptions options = solver_defaults ();
  options.layers = layers;
  *run = (Run){.f = f, .r = randoms_new (pool, &f->rng), .complete = layers & BACK_ENDS};
  run->solver = solver_new (&f->mem, pool, &options);
  run->cond = cond_new (run->solver);
  memset (run->set, 1, sizeof run->set);
}

static void run_close (Run *run) {
  cond_unref (run->solver, run->cond);
  solver_free (run->solver);
}

typedef struct Holds {
  Run *run;
  Cond *cond;
} Holds;

static void constraint_holds (void *data, Expr constraint) {
  const Holds *h = data;
  assert_int_equal (cond_eval (h->run->solver, h->cond, constraint), 1);
}

static void witness_holds (Run *run, Cond *cond) {
  if (cond && !cond_unsure (cond))
    cond_each (cond, constraint_holds, &(Holds){run, cond});
}

static void answer_is (const Run *run, Answer answer, bool truth) {
  if (run->complete)
    assert_int_equal (answer, truth ? ANSWER_YES : ANSWER_NO);
  else if (answer != ANSWER_UNKNOWN)
    assert_int_equal (answer, truth ? ANSWER_YES : ANSWER_NO);
}

/* One branch; false when the path can go no further. */
static bool step (Run *run) {
  uint8_t with[RANDOM_COMBOS], without[RANDOM_COMBOS];
  Expr e = random_bool (&run->r, 2);
  memcpy (with, run->set, sizeof with);
  memcpy (without, run->set, sizeof without);
  bool yes = combos_cut (&run->r, e, with), no = combos_cut (&run->r, expr_not (run->r.pool, e), without);
  Split split = solver_split (run->solver, run->cond, e);
  answer_is (run, split.yes, yes);
  answer_is (run, split.no, no);
  assert_true ((split.yes != ANSWER_NO) == (split.with != NULL));
  assert_true ((split.no != ANSWER_NO) == (split.without != NULL));
  if (run->complete && !(yes && no))
    assert_ptr_equal (yes ? split.with : split.without, run->cond);
  witness_holds (run, split.with);
  witness_holds (run, split.without);
  bool take = yes && (!no || rng_below (&run->f->rng, 2));
  Cond *next = cond_ref (take ? split.with : split.without);
  cond_unref (run->solver, split.with);
  cond_unref (run->solver, split.without);
  cond_unref (run->solver, run->cond);
  run->cond = next;
  memcpy (run->set, take ? with : without, sizeof run->set);
  return cond_length (next) < 12;
}

static void domains_contain (Run *run) {
  for (unsigned i = 0; i < RANDOM_COMBOS; i++)
    for (SymId s = 0; run->set[i] && s < RANDOM_SYMS; s++) {
      ByteSet domain = cond_domain (run->cond, run->r.first + s);
      assert_true (byteset_has (&domain, combo_byte (&(Combo){run->r.first, i}, run->r.first + s)));
    }
}

static void follow (Fixture *f, ExprPool *pool, uint32_t layers) {
  Run run;
  run_open (&run, f, pool, layers);
  for (unsigned i = 0; i < 14 && step (&run); i++)
    ;
  domains_contain (&run);
  run_close (&run);
}

static void every_subset (void **state) {
  Fixture *f = fixture (state);
  ExprPool *pool = expr_pool_new (&f->mem);
  for (uint32_t layers = 0; layers <= ALL; layers++)
    for (unsigned i = 0; i < fixture_rounds (layers & BACK_ENDS ? 2 : 1); i++)
      follow (f, pool, layers);
  expr_pool_free (pool);
}

static void all_layers (void **state) {
  Fixture *f = fixture (state);
  ExprPool *pool = expr_pool_new (&f->mem);
  for (unsigned i = 0; i < fixture_rounds (150); i++)
    follow (f, pool, ALL);
  expr_pool_free (pool);
}

/* Whoever decides, decides right: one layer at a time above a back end. */
static void one_layer_each (void **state) {
  Fixture *f = fixture (state);
  ExprPool *pool = expr_pool_new (&f->mem);
  for (unsigned layer = 0; layer < LAYER_SAT; layer++)
    for (unsigned i = 0; i < fixture_rounds (20); i++)
      follow (f, pool, 1u << layer | 1u << LAYER_SAT);
  expr_pool_free (pool);
}

/* A solver that keeps its caches over many paths. */
static void warm_caches (void **state) {
  Fixture *f = fixture (state);
  ExprPool *pool = expr_pool_new (&f->mem);
  Run run;
  run_open (&run, f, pool, ALL & ~(1u << LAYER_DOMAIN) & ~(1u << LAYER_RANGE));
  Rng again = f->rng;
  for (unsigned i = 0; i < fixture_rounds (100); i++) {
    /* Every path twice. */
    if (i % 2)
      f->rng = again;
    else
      again = f->rng;
    while (step (&run))
      if (rng_below (&f->rng, 12) == 0)
        break;
    cond_unref (run.solver, run.cond);
    run.cond = cond_new (run.solver);
    memset (run.set, 1, sizeof run.set);
  }
  assert_true (solver_stats (run.solver)->decided[LAYER_CACHE] > 0);
  assert_true (solver_stats (run.solver)->decided[LAYER_MODELS] > 0);
  run_close (&run);
  expr_pool_free (pool);
}

/* With `check` each model is evaluated and each back end asked about the other's answers. */
static void checked (void **state) {
  Fixture *f = fixture (state);
  ExprPool *pool = expr_pool_new (&f->mem);
  for (unsigned i = 0; i < fixture_rounds (10); i++) {
    Run run;
    run_open (&run, f, pool, BACK_ENDS);
    solver_free (run.solver);
    SolverOptions options = solver_defaults ();
    options.layers = i % 2 ? BACK_ENDS : ALL;
    options.check = true;
    run.solver = solver_new (&f->mem, pool, &options);
    run.cond = cond_new (run.solver);
    while (step (&run) && rng_below (&f->rng, 12))
      ;
    run_close (&run);
  }
  expr_pool_free (pool);
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (all_layers), FIXTURE_TEST (one_layer_each),
                                     FIXTURE_TEST (every_subset), FIXTURE_TEST (warm_caches),
                                     FIXTURE_TEST (checked)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
