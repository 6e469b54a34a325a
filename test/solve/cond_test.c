/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/cond_test.c -- path conditions: persistence, components, size, order, freeing */
#include "support/fixture.h"

#include <string.h>

#include "solve/cond_impl.h"
#include "solve/random_exprs.h"
#include "solve/solver.h"

#ifdef SDE_HARD
enum { HARD = 1 };
#else
enum { HARD = 0 };
#endif

typedef struct Bench {
  ExprPool *pool;
  Solver *solver;
  Cond *cond;
  SymId first;
} Bench;

static Bench bench_open_with (Fixture *f, uint32_t bytes, uint32_t layers) {
  Bench b = {.pool = expr_pool_new (&f->mem)};
  SolverOptions options = solver_defaults ();
  options.layers = layers;
  b.solver = solver_new (&f->mem, b.pool, &options);
  b.cond = cond_new (b.solver);
  b.first = expr_array_info (b.pool, expr_array (b.pool, "x", 0, bytes, false))->first;
  return b;
}

static Bench bench_open (Fixture *f, uint32_t bytes) {
  return bench_open_with (f, bytes, solver_defaults ().layers);
}

static void bench_close (Bench *b) {
  cond_unref (b->solver, b->cond);
  solver_free (b->solver);
  expr_pool_free (b->pool);
}

static Expr byte (const Bench *b, uint32_t i) { return expr_sym_by_id (b->pool, b->first + i); }
static Expr number (const Bench *b, uint64_t x) { return expr_const (b->pool, 8, x); }
static Expr below (const Bench *b, Expr x, Expr y) { return expr_binary (b->pool, EXPR_ULT, x, y); }
static Expr is (const Bench *b, uint32_t i, uint64_t x) {
  return expr_eq (b->pool, byte (b, i), number (b, x));
}

static void assume (Bench *b, Expr e) {
  assert_int_equal (solver_assume (b->solver, &b->cond, e), ANSWER_YES);
}

/* --- persistence against a list of constraints for each condition --- */

enum { KEPT = 24 };

typedef struct Kept {
  Cond *cond;
  ExprVec list;
} Kept;

typedef struct Reading {
  const ExprVec *list;
  size_t at;
} Reading;

static void same_constraint (void *data, Expr constraint) {
  Reading *r = data;
  assert_int_equal (constraint, r->list->data[r->at++]);
}

static void kept_check (Fixture *f, Bench *b, Randoms *r, Kept *k) {
  Reading reading = {&k->list, 0};
  cond_each (k->cond, same_constraint, &reading);
  assert_int_equal (reading.at, cond_length (k->cond));
  uint8_t *set = mem_new (&f->mem, RANDOM_COMBOS);
  memset (set, 1, RANDOM_COMBOS);
  for (size_t i = 0; i < k->list.len; i++) {
    assert_int_equal (cond_eval (b->solver, k->cond, k->list.data[i]), 1);
    combos_cut (r, k->list.data[i], set);
  }
  Expr e = random_bool (r, 1);
  unsigned left = combos_cut (r, e, set);
  assert_int_equal (solver_may (b->solver, k->cond, e), left ? ANSWER_YES : ANSWER_NO);
  mem_free (&f->mem, set, RANDOM_COMBOS);
}

static void kept_free (Fixture *f, Bench *b, Kept *k) {
  cond_unref (b->solver, k->cond);
  VEC_FREE (&f->mem, &k->list);
}

/* Many conditions that share ancestors are grown and dropped in random order; each stays what it was. */
static void persistent (void **state) {
  Fixture *f = fixture (state);
  Bench b = bench_open (f, 1);
  Randoms r = randoms_new (b.pool, &f->rng);
  Kept kept[KEPT] = {0};
  for (unsigned i = 0; i < KEPT; i++)
    kept[i].cond = cond_new (b.solver);
  for (unsigned round = 0; round < fixture_rounds (600); round++) {
    Kept *from = &kept[rng_below (&f->rng, KEPT)], *to = &kept[rng_below (&f->rng, KEPT)];
    Kept next = {.cond = cond_ref (from->cond)};
    for (size_t i = 0; i < from->list.len; i++)
      VEC_PUSH (&f->mem, &next.list, from->list.data[i]);
    Expr e = random_bool (&r, 1);
    size_t before = cond_length (next.cond);
    Answer answer = solver_assume (b.solver, &next.cond, e);
    if (cond_length (next.cond) > before)
      VEC_PUSH (&f->mem, &next.list, e);
    else
      assert_true (answer == ANSWER_NO || solver_must (b.solver, from->cond, e) == ANSWER_YES);
    kept_free (f, &b, to);
    *to = next;
    kept_check (f, &b, &r, to);
    kept_check (f, &b, &r, &kept[rng_below (&f->rng, KEPT)]);
  }
  for (unsigned i = 0; i < KEPT; i++)
    kept_free (f, &b, &kept[i]);
  bench_close (&b);
}

/* --- components --- */

static uint32_t component_size (const Bench *b, uint32_t i) {
  const Cond *node = cond_find (b->cond, b->first + i);
  return !node ? 0 : node->sym != SYM_NONE ? 1 : node->comp->symbols->n;
}

static void components_join (void **state) {
  Fixture *f = fixture (state);
  Bench b = bench_open (f, 16);
  for (uint32_t i = 0; i < 8; i += 2)
    assume (&b, below (&b, byte (&b, i), byte (&b, i + 1)));
  for (uint32_t i = 0; i < 8; i++)
    assert_int_equal (component_size (&b, i), 2);
  assert_int_equal (component_size (&b, 9), 0);
  assume (&b, below (&b, byte (&b, 1), byte (&b, 2)));
  assert_int_equal (component_size (&b, 0), 4);
  assert_int_equal (component_size (&b, 3), 4);
  assert_int_equal (component_size (&b, 4), 2);
  assert_int_equal (solver_may (b.solver, b.cond, below (&b, byte (&b, 3), byte (&b, 0))), ANSWER_NO);
  assert_int_equal (solver_may (b.solver, b.cond, below (&b, byte (&b, 5), byte (&b, 0))), ANSWER_YES);
  bench_close (&b);
}

/* A byte that gets a single value leaves its component and takes the constraints apart. */
static void components_part (void **state) {
  Fixture *f = fixture (state);
  Bench b = bench_open (f, 16);
  assume (&b, below (&b, byte (&b, 0), byte (&b, 1)));
  assume (&b, below (&b, byte (&b, 1), byte (&b, 2)));
  assume (&b, below (&b, byte (&b, 2), byte (&b, 3)));
  assert_int_equal (component_size (&b, 0), 4);
  assume (&b, is (&b, 1, 7));
  assert_int_equal (component_size (&b, 0), 1);
  assert_int_equal (component_size (&b, 1), 1);
  assert_int_equal (component_size (&b, 2), 2);
  ByteSet low = cond_domain (b.cond, b.first);
  assert_int_equal (byteset_count (&low), 7);
  Expr sum = expr_binary (b.pool, EXPR_ADD, byte (&b, 1), byte (&b, 9));
  assert_int_equal (cond_simplify (b.solver, b.cond, sum),
                    expr_binary (b.pool, EXPR_ADD, number (&b, 7), byte (&b, 9)));
  assert_int_equal (cond_simplify (b.solver, b.cond, byte (&b, 9)), byte (&b, 9));
  assume (&b, is (&b, 3, 9));
  assert_int_equal (cond_byte (b.cond, b.first + 2), 8);
  bench_close (&b);
}

static void conjunctions_part (void **state) {
  Fixture *f = fixture (state);
  Bench b = bench_open (f, 16);
  Expr both =
      expr_and (b.pool, below (&b, byte (&b, 0), byte (&b, 1)), below (&b, byte (&b, 2), byte (&b, 3)));
  assume (&b, both);
  assert_int_equal (cond_length (b.cond), 1);
  assert_int_equal (component_size (&b, 0), 2);
  assert_int_equal (component_size (&b, 3), 2);
  Expr word = expr_binary (b.pool, EXPR_CONCAT, byte (&b, 8), byte (&b, 9));
  assume (&b, expr_eq (b.pool, word, expr_const (b.pool, 16, 0x0806)));
  assert_int_equal (cond_byte (b.cond, b.first + 8), 8);
  assert_int_equal (component_size (&b, 8), 1);
  assert_int_equal (cond_length (b.cond), 2);
  bench_close (&b);
}

/* --- size and length --- */

static void small (void **state) {
  Fixture *f = fixture (state);
  Bench b = bench_open (f, 64);
  for (uint32_t i = 0; i < 64; i++) {
    Split split = solver_split (b.solver, b.cond, below (&b, byte (&b, i), number (&b, 100)));
    cond_unref (b.solver, b.cond);
    b.cond = split.with;
    assert_true (cond_bytes (split.without) < 600);
    assert_true (HARD || i % 9 == 8 || cond_bytes (split.without) < 100);
    cond_unref (b.solver, split.without);
  }
  for (uint32_t i = 0; i + 1 < 6; i++) {
    Split split = solver_split (b.solver, b.cond, below (&b, byte (&b, i), byte (&b, i + 1)));
    cond_unref (b.solver, b.cond);
    b.cond = split.with;
    cond_unref (b.solver, split.without);
  }
  bench_close (&b);
}

static void count (void *data, Expr constraint) {
  (void)constraint;
  ++*(size_t *)data;
}

/* A million constraints on one path: on many bytes, and all in one component. */
static void long_path (void **state) {
  Fixture *f = fixture (state);
  enum { LONG_PATH = 1000000, BYTES = 200000 };
  Bench b = bench_open (f, BYTES);
  size_t seen = 0;
  for (uint32_t i = 0; i < LONG_PATH; i++)
    assume (&b, expr_not (b.pool, is (&b, i % BYTES, 255 - i / BYTES)));
  assert_int_equal (cond_length (b.cond), LONG_PATH);
  cond_each (b.cond, count, &seen);
  assert_int_equal (seen, LONG_PATH);
  for (uint32_t i = 0; i < BYTES; i += 999)
    assert_int_equal (solver_may (b.solver, b.cond, is (&b, i, 252)), ANSWER_NO);
  bench_close (&b);
}

static void long_component (void **state) {
  Fixture *f = fixture (state);
  enum { BYTES = 2000 };
  Bench b = bench_open (f, BYTES);
  for (uint32_t i = 0; i + 1 < BYTES; i++)
    assume (&b, expr_not (b.pool, below (&b, byte (&b, i + 1), byte (&b, i))));
  assert_int_equal (component_size (&b, 0), BYTES);
  assert_int_equal (cond_length (b.cond), BYTES - 1);
  bench_close (&b);
}

/* What follows from a condition does not make it longer, whoever finds that it follows. */
static void implied (Fixture *f, uint32_t layers) {
  Bench b = bench_open_with (f, 4, layers);
  Expr x = byte (&b, 0), y = byte (&b, 1), z = byte (&b, 2), u = byte (&b, 3);
  assume (&b, below (&b, x, y));
  assume (&b, below (&b, y, z));
  assume (&b, below (&b, u, number (&b, 9)));
  const Expr follow[] = {below (&b, x, y),
                         below (&b, x, z),
                         expr_not (b.pool, is (&b, 2, 1)),
                         below (&b, x, number (&b, 254)),
                         below (&b, u, number (&b, 10)),
                         expr_or (b.pool, below (&b, x, y), below (&b, u, x))};
  for (size_t i = 0; i < sizeof follow / sizeof *follow; i++) {
    assume (&b, follow[i]);
    if (cond_length (b.cond) != 3)
      fail_msg ("condition %zu with layers %x", i, layers);
  }
  assume (&b, below (&b, x, u));
  assert_int_equal (cond_length (b.cond), 4);
  bench_close (&b);
}

static void implied_by_layers (void **state) {
  const uint32_t all = (1u << LAYER_COUNT) - 1, sat = 1u << LAYER_SAT, smt = 1u << LAYER_SMT;
  implied (*state, sat);
  implied (*state, smt);
  for (unsigned layer = 0; layer < LAYER_COUNT; layer++) {
    implied (*state, all & ~(1u << layer));
    implied (*state, sat | 1u << layer);
  }
}

static void empty (void **state) {
  Fixture *f = fixture (state);
  Bench b = bench_open (f, 4);
  size_t seen = 0;
  cond_each (b.cond, count, &seen);
  assert_int_equal (seen, 0);
  assert_int_equal (cond_byte (b.cond, b.first), 0);
  assert_false (cond_unsure (b.cond));
  ByteSet all = BYTESET_ALL, domain = cond_domain (b.cond, b.first);
  assert_true (byteset_equal (&all, &domain));
  cond_unref (b.solver, NULL);
  Split split = solver_split (b.solver, b.cond, expr_bool (b.pool, true));
  assert_ptr_equal (split.with, b.cond);
  assert_null (split.without);
  cond_unref (b.solver, split.with);
  bench_close (&b);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      FIXTURE_TEST (empty),           FIXTURE_TEST (persistent),        FIXTURE_TEST (components_join),
      FIXTURE_TEST (components_part), FIXTURE_TEST (conjunctions_part), FIXTURE_TEST (small),
      FIXTURE_TEST (long_path),       FIXTURE_TEST (long_component),    FIXTURE_TEST (implied_by_layers)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
