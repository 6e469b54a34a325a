/* SPDX-License-Identifier: GPL-2.0-only */
/* test/expr/order_test.c -- the same expressions built in another order are the same
 *
 * Handles and numbers of symbols depend on the order in which things are first built; what the rules make of
 * an expression does not.  Random trees are built in two pools, in the second one in a random order and with
 * the operands of commutative operators swapped at random: their hashes are equal, one by one.
 */
#include "expr/naive.h"
#include "expr/parse.h"

#include "support/fixture.h"

#include <string.h>

enum { SYMS = 6, TREES = 80, ROOM = TREES + 4 };

static const ExprKind dense[] = {EXPR_ADD, EXPR_EQ,  EXPR_AND,    EXPR_OR,     EXPR_XOR,
                                 EXPR_MUL, EXPR_SUB, EXPR_CONCAT, EXPR_CONCAT, EXPR_ADD};

/* Half of the trees are of the kinds whose rules look at both operands. */
static void grow (Forest *f, Rng *rng) {
  if (rng_below (rng, 2)) {
    forest_grow (f, rng);
    return;
  }
  const Tree *a = forest_pick (f, rng), *b = forest_pick (f, rng);
  forest_binary (f, rng, dense[rng_below (rng, sizeof dense / sizeof *dense)], a, b);
}

typedef struct Again {
  ExprPool *p;
  const Tree *trees;
  ArrayId array;
  Rng *rng;
  Expr built[ROOM];
} Again;

static bool commutes (ExprKind kind) {
  return kind == EXPR_ADD || kind == EXPR_EQ || kind == EXPR_AND || kind == EXPR_OR || kind == EXPR_XOR ||
         kind == EXPR_MUL;
}

static Expr again (Again *g, const Tree *t);

static Expr again_operator (Again *g, const Tree *t) {
  Tree ops[3];
  Tree copy = *t;
  bool swap = rng_below (g->rng, 2);
  for (unsigned k = 0; k < 3; k++) {
    unsigned i = swap ? 2 - k : k;
    if (!t->ops[i])
      continue;
    ops[i] = *t->ops[i];
    ops[i].built = again (g, t->ops[i]);
    copy.ops[i] = &ops[i];
  }
  if (commutes (t->kind) && swap) {
    copy.ops[0] = &ops[1];
    copy.ops[1] = &ops[0];
  }
  return build_operator (g->p, &copy);
}

/* The tree in the second pool. */
static Expr again (Again *g, const Tree *t) {
  Expr *e = &g->built[t - g->trees];
  if (*e == EXPR_NONE)
    *e = t->kind == EXPR_CONST ? build_number (g->p, t->width, t->number)
         : t->kind == EXPR_SYM ? expr_sym (g->p, g->array, t->sym)
                               : again_operator (g, t);
  return *e;
}

static void again_new (Again *g, Mem *mem, const Tree *trees, Rng *rng) {
  memset (g, 0, sizeof *g);
  g->p = expr_pool_new (mem);
  g->trees = trees;
  g->rng = rng;
  expr_array (g->p, "other", 0, 3, false);
  g->array = expr_array (g->p, "in", 0, SYMS, false);
}

static void fail_hash (uint64_t seed, ExprPool *p, Expr e, ExprPool *q, Expr other) {
  char a[2000], b[2000];
  expr_print (p, e, a, sizeof a);
  expr_print (q, other, b, sizeof b);
  fail_msg ("seed %llu: %s\nin another order: %s", (unsigned long long)seed, a, b);
}

static void run_seed (Mem *mem, uint64_t seed, unsigned widest) {
  Tree trees[ROOM];
  Again g;
  Rng rng = rng_seed (seed);
  Forest f = {expr_pool_new (mem), trees, 0, TREES, SYMS, widest};
  expr_array (f.p, "in", 0, SYMS, false);
  for (SymId s = 0; s < SYMS; s++)
    forest_add (&f, tree_symbol (f.p, s));
  while (f.len < TREES)
    grow (&f, &rng);
  again_new (&g, mem, trees, &rng);
  for (unsigned i = 0; i < 2 * f.len; i++)
    again (&g, &trees[rng_below (&rng, f.len)]);
  for (unsigned i = 0; i < f.len; i++)
    if (expr_hash (f.p, trees[i].built) != expr_hash (g.p, again (&g, &trees[i])))
      fail_hash (seed, f.p, trees[i].built, g.p, g.built[i]);
  expr_pool_free (f.p);
  expr_pool_free (g.p);
}

static void random_orders (void **state) {
  Fixture *f = fixture (state);
  unsigned rounds = fixture_rounds (6000);
  for (unsigned i = 0; i < rounds; i++)
    run_seed (&f->mem, f->seed * 1000000 + i, i % 4 == 0 ? 128 : i % 4 == 1 ? 64 : i % 4 == 2 ? 32 : 10);
}

/* ---- cases that were once different ---- */

/* An operator of two parts, either of which may be built first. */
typedef struct Case {
  ExprKind kind;
  const char *left, *right;
} Case;

static const Case cases[] = {
    {EXPR_EQ, "(add a 3:8)", "(add b 5:8)"},
    {EXPR_EQ, "(add a 1:8)", "(add b 129:8)"},
    {EXPR_ADD, "(add (sub (concat (extract 0 7 a) 0:1) b) 1:8)", "(add b 255:8)"},
    {EXPR_EQ, "(concat a (concat b c))", "(zext 24 d)"},
    {EXPR_ADD, "(concat 240:8 (concat a 240:8))",
     "(zext 24 (concat (extract 0 4 b) (zext 16 (extract 0 4 c))))"},
    {EXPR_ADD, "(concat a (concat b c))", "(concat (mul (zext 16 a) (zext 16 b)) 0:8)"},
};

static uint64_t case_hash (Mem *mem, const Case *c, bool right_first) {
  ExprPool *p = expr_pool_new (mem);
  Expr first = parse (p, right_first ? c->right : c->left);
  Expr e = expr_binary (p, c->kind, first, parse (p, right_first ? c->left : c->right));
  uint64_t hash = expr_hash (p, e);
  expr_pool_free (p);
  return hash;
}

static void known_cases (void **state) {
  Fixture *f = fixture (state);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    if (case_hash (&f->mem, &cases[i], false) != case_hash (&f->mem, &cases[i], true))
      fail_msg ("%s and %s", cases[i].left, cases[i].right);
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (known_cases), FIXTURE_TEST (random_orders)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
