/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/arith_test.c -- the bit-blaster's circuits
 *
 * Every operator at widths 1 to 4 on all operands against the one definition of
 * the operators; at 64 bits and beyond against Z3 and against enumeration.  Z3
 * gives up on a few of these; it may never contradict.
 */
#include "support/fixture.h"

#include "solve/solver.h"

typedef struct Pair {
  ExprPool *pool;
  Solver *sat, *smt;
  SymId first;
  Rng *rng;
} Pair;

static Solver *bare (Fixture *f, ExprPool *pool, SolverLayer layer, uint64_t max_conflicts) {
  SolverOptions options = solver_defaults ();
  options.layers = 1u << layer;
  options.max_conflicts = max_conflicts;
  return solver_new (&f->mem, pool, &options);
}

static Pair pair_open (Fixture *f) {
  Pair p = {.pool = expr_pool_new (&f->mem), .rng = &f->rng};
  p.sat = bare (f, p.pool, LAYER_SAT, 0);
  p.smt = bare (f, p.pool, LAYER_SMT, 200);
  p.first = expr_array_info (p.pool, expr_array (p.pool, "x", 0, 64, false))->first;
  return p;
}

static void pair_close (Pair *p) {
  solver_free (p->sat);
  solver_free (p->smt);
  expr_pool_free (p->pool);
}

static Answer ask (Solver *solver, Expr e) {
  Cond *cond = cond_new (solver);
  Answer answer = solver_assume (solver, &cond, e);
  if (answer == ANSWER_YES)
    assert_int_equal (cond_eval (solver, cond, e), 1);
  cond_unref (solver, cond);
  return answer;
}

/* x = a and y = b and op (x, y) = r, where r is right or one bit off. */
static Expr claim (Pair *p, ExprKind kind, unsigned w, uint64_t a, uint64_t b, uint64_t r) {
  ExprPool *pool = p->pool;
  Expr x = expr_extract (pool, expr_sym_by_id (pool, p->first), 1, w);
  Expr y = expr_extract (pool, expr_sym_by_id (pool, p->first + 1), 2, w);
  Expr op = expr_binary (pool, kind, x, y);
  Expr inputs =
      expr_and (pool, expr_eq (pool, x, expr_const (pool, w, a)), expr_eq (pool, y, expr_const (pool, w, b)));
  return expr_and (pool, inputs, expr_eq (pool, op, expr_const (pool, expr_width (pool, op), r)));
}

static void small_widths (void **state) {
  Fixture *f = fixture (state);
  Pair p = pair_open (f);
  for (ExprKind kind = EXPR_AND; kind <= EXPR_SLT; kind++)
    for (unsigned w = 1; w <= 4; w++)
      for (unsigned i = 0; i < 1u << (2 * w); i++) {
        uint64_t a = i & bits_mask (w), b = i >> w, r = expr_fold (kind, w, a, b);
        assert_int_equal (ask (p.sat, claim (&p, kind, w, a, b, r)), ANSWER_YES);
        assert_int_equal (ask (p.sat, claim (&p, kind, w, a, b, r ^ 1)), ANSWER_NO);
      }
  pair_close (&p);
}

/* Four bits of one of two symbols: 256 assignments are all. */
static Expr symbolic_byte (Pair *p) {
  Expr sym = expr_sym_by_id (p->pool, p->first + (SymId)rng_below (p->rng, 2));
  Expr nibble = expr_extract (p->pool, sym, 0, 4);
  return expr_extend (p->pool, rng_below (p->rng, 2) ? EXPR_ZEXT : EXPR_SEXT, nibble, 8);
}

typedef enum Form { FORM_SHORT, FORM_SPARSE, FORM_DENSE, FORM_NUMBER } Form;

/* A number of the given width.  Symbolic ones have one or two symbolic bytes: short ones nothing else, sparse ones zeros,
 * dense ones random bytes beside them. */
static Expr operand (Pair *p, unsigned width, Form form) {
  if (form == FORM_NUMBER)
    return expr_const (p->pool, width, rng_next (p->rng) >> rng_below (p->rng, 64));
  if (form == FORM_SHORT)
    return expr_extend (p->pool, rng_below (p->rng, 2) ? EXPR_ZEXT : EXPR_SEXT, symbolic_byte (p), width);
  unsigned n = width / 8;
  uint64_t where = rng_next (p->rng);
  Expr e = EXPR_NONE;
  for (unsigned i = 0; i < n; i++) {
    bool symbolic = i == where % n || (where >> 20 & 1 && i == (where >> 32) % n);
    uint64_t fixed = form == FORM_SPARSE ? 0 : rng_next (p->rng);
    Expr part = symbolic ? symbolic_byte (p) : expr_const (p->pool, 8, fixed);
    e = e == EXPR_NONE ? part : expr_binary (p->pool, EXPR_CONCAT, part, e);
  }
  return e;
}

typedef struct Forms {
  unsigned share; /* of 32 */
  Form a, b;
} Forms;

/* Two operands, of which at least one is symbolic.  Long quotients are dear for both back ends: they are the fewer. */
static Expr operation (Pair *p, ExprKind kind, unsigned width) {
  static const Forms forms[] = {{12, FORM_DENSE, FORM_DENSE}, {8, FORM_DENSE, FORM_NUMBER},
                                {6, FORM_SHORT, FORM_DENSE},  {2, FORM_NUMBER, FORM_SPARSE},
                                {1, FORM_NUMBER, FORM_SHORT}, {1, FORM_SPARSE, FORM_SHORT},
                                {1, FORM_DENSE, FORM_SHORT},  {1, FORM_SHORT, FORM_SHORT}};
  const Forms *f = forms;
  for (unsigned at = (unsigned)rng_below (p->rng, 32); at >= f->share; f++)
    at -= f->share;
  Expr a = operand (p, width, f->a);
  return expr_binary (p->pool, kind, a, operand (p, width, f->b));
}

static uint8_t any_byte (const void *data, SymId sym) {
  return (uint8_t)hash_pair (*(const uint64_t *)data, sym);
}

/* op (a, b) compared with what some assignment gives, or with anything. */
static Expr question (Pair *p, ExprKind kind, unsigned width) {
  ExprPool *pool = p->pool;
  Expr op = operation (p, kind, width);
  uint64_t limbs[8], seed = rng_next (p->rng);
  expr_eval_wide (pool, op, any_byte, &seed, limbs);
  if (rng_below (p->rng, 3) == 0)
    limbs[0] ^= 1ull << rng_below (p->rng, 64);
  Expr number = expr_const_wide (pool, width, limbs);
  return expr_binary (pool, rng_below (p->rng, 3) ? EXPR_EQ : EXPR_ULT, op, number);
}

typedef struct Nibbles {
  SymId first;
  unsigned bits;
} Nibbles;

static uint8_t nibble_byte (const void *data, SymId sym) {
  const Nibbles *n = data;
  return (uint8_t)(n->bits >> (sym - n->first) * 4 & 15);
}

static bool possible (Pair *p, Expr e) {
  for (unsigned i = 0; i < 256; i++)
    if (expr_eval (p->pool, e, nibble_byte, &(Nibbles){p->first, i}))
      return true;
  return false;
}

static void compare (Pair *p, unsigned width, unsigned rounds) {
  static const ExprKind kinds[] = {EXPR_MUL, EXPR_UDIV, EXPR_SDIV, EXPR_UREM, EXPR_SREM};
  unsigned no = 0, unknown = 0;
  for (unsigned i = 0; i < rounds; i++) {
    Expr e = question (p, kinds[i % 5], width);
    Answer sat = ask (p->sat, e), smt = ask (p->smt, e);
    assert_int_equal (sat, possible (p, e) ? ANSWER_YES : ANSWER_NO);
    if (smt != ANSWER_UNKNOWN)
      assert_int_equal (sat, smt);
    unknown += smt == ANSWER_UNKNOWN;
    no += sat == ANSWER_NO;
  }
  assert_in_range (unknown, 0, rounds / 20);
  assert_in_range (no, rounds / 20, rounds - rounds / 20);
}

static void against_z3 (void **state) {
  Fixture *f = fixture (state);
  Pair p = pair_open (f);
  compare (&p, 64, fixture_rounds (1000));
  pair_close (&p);
}

static void wide_against_z3 (void **state) {
  Fixture *f = fixture (state);
  Pair p = pair_open (f);
  compare (&p, 128, fixture_rounds (20));
  compare (&p, 24, fixture_rounds (100));
  pair_close (&p);
}

static void wide_shifts (void **state) {
  Fixture *f = fixture (state);
  Pair p = pair_open (f);
  static const unsigned widths[] = {8, 24, 40, 64, 72, 128};
  for (unsigned i = 0; i < fixture_rounds (120); i++) {
    unsigned width = widths[rng_below (&f->rng, 6)];
    Expr e = question (&p, (ExprKind)(EXPR_SHL + i % 3), width);
    Answer smt = ask (p.smt, e);
    assert_int_equal (ask (p.sat, e), possible (&p, e) ? ANSWER_YES : ANSWER_NO);
    assert_true (smt == ANSWER_UNKNOWN || smt == ask (p.sat, e));
  }
  pair_close (&p);
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (small_widths), FIXTURE_TEST (against_z3),
                                     FIXTURE_TEST (wide_against_z3), FIXTURE_TEST (wide_shifts)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
