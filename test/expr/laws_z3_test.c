/* SPDX-License-Identifier: GPL-2.0-only */
/* test/expr/laws_z3_test.c -- uses of every rule, proved by Z3
 *
 * The cases of rule_cases.def and random expressions are built while the rules
 * are watched.  For each rule some uses of different widths are kept, and Z3
 * proves that operator and result are equal for all inputs.  Skipped (77) where
 * there is no Z3.
 */
#include "expr/naive.h"
#include "expr/parse.h"

#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <z3.h>

#include <cmocka.h>

#define Z3_FUNCTIONS(F)                                                                                      \
  F (mk_config)                                                                                              \
  F (del_config)                                                                                             \
  F (mk_context)                                                                                             \
  F (del_context)                                                                                            \
  F (mk_simple_solver)                                                                                       \
  F (solver_inc_ref)                                                                                         \
  F (solver_dec_ref)                                                                                         \
  F (solver_push)                                                                                            \
  F (solver_pop)                                                                                             \
  F (solver_assert)                                                                                          \
  F (solver_check)                                                                                           \
  F (mk_bv_sort)                                                                                             \
  F (mk_int_symbol)                                                                                          \
  F (mk_const)                                                                                               \
  F (mk_numeral)                                                                                             \
  F (mk_eq)                                                                                                  \
  F (mk_not)                                                                                                 \
  F (mk_ite)                                                                                                 \
  F (mk_bvnot)                                                                                               \
  F (mk_bvand)                                                                                               \
  F (mk_bvor)                                                                                                \
  F (mk_bvxor)                                                                                               \
  F (mk_bvadd)                                                                                               \
  F (mk_bvsub)                                                                                               \
  F (mk_bvmul)                                                                                               \
  F (mk_bvudiv)                                                                                              \
  F (mk_bvsdiv)                                                                                              \
  F (mk_bvurem)                                                                                              \
  F (mk_bvsrem)                                                                                              \
  F (mk_bvshl)                                                                                               \
  F (mk_bvlshr)                                                                                              \
  F (mk_bvashr)                                                                                              \
  F (mk_bvult) F (mk_bvslt) F (mk_concat) F (mk_extract) F (mk_zero_ext) F (mk_sign_ext) F (set_param_value)

typedef struct Z3 {
#define F(name) __typeof__ (Z3_##name) *name;
  Z3_FUNCTIONS (F)
#undef F
  void *library;
  Z3_context c;
  Z3_solver solver;
} Z3;

enum { KEPT = 24, SYMS = 8, TREES = 60 };

typedef struct Use {
  ExprPool *p;
  ExprRuleUse use;
} Use;

typedef struct Proofs {
  Use *uses; /* KEPT for each rule */
  unsigned *count;
  ExprPool *p; /* the one being watched */
} Proofs;

static bool z3_open (Z3 *z) {
  z->library = dlopen ("libz3.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!z->library)
    z->library = dlopen ("libz3.so", RTLD_NOW | RTLD_LOCAL);
  if (!z->library)
    return false;
#define F(name) *(void **)&z->name = dlsym (z->library, "Z3_" #name);
  Z3_FUNCTIONS (F)
#undef F
  Z3_config config = z->mk_config ();
  z->set_param_value (config, "timeout", "20000");
  z->c = z->mk_context (config);
  z->del_config (config);
  z->solver = z->mk_simple_solver (z->c);
  z->solver_inc_ref (z->c, z->solver);
  return true;
}

/* --- translation --- */

static Z3_ast z3_bit (Z3 *z, Z3_ast b) {
  Z3_sort bit = z->mk_bv_sort (z->c, 1);
  return z->mk_ite (z->c, b, z->mk_numeral (z->c, "1", bit), z->mk_numeral (z->c, "0", bit));
}

static Z3_ast z3_binary (Z3 *z, ExprKind kind, Z3_ast a, Z3_ast b) {
  switch (kind) {
  case EXPR_AND: return z->mk_bvand (z->c, a, b);
  case EXPR_OR: return z->mk_bvor (z->c, a, b);
  case EXPR_XOR: return z->mk_bvxor (z->c, a, b);
  case EXPR_ADD: return z->mk_bvadd (z->c, a, b);
  case EXPR_SUB: return z->mk_bvsub (z->c, a, b);
  case EXPR_MUL: return z->mk_bvmul (z->c, a, b);
  case EXPR_UDIV: return z->mk_bvudiv (z->c, a, b);
  case EXPR_SDIV: return z->mk_bvsdiv (z->c, a, b);
  case EXPR_UREM: return z->mk_bvurem (z->c, a, b);
  case EXPR_SREM: return z->mk_bvsrem (z->c, a, b);
  case EXPR_SHL: return z->mk_bvshl (z->c, a, b);
  case EXPR_LSHR: return z->mk_bvlshr (z->c, a, b);
  case EXPR_ASHR: return z->mk_bvashr (z->c, a, b);
  case EXPR_EQ: return z3_bit (z, z->mk_eq (z->c, a, b));
  case EXPR_ULT: return z3_bit (z, z->mk_bvult (z->c, a, b));
  case EXPR_SLT: return z3_bit (z, z->mk_bvslt (z->c, a, b));
  case EXPR_CONCAT: return z->mk_concat (z->c, a, b);
  default: panic ("not binary");
  }
}

static Z3_ast z3_operator (Z3 *z, ExprKind kind, unsigned width, unsigned offset, unsigned wa,
                           const Z3_ast v[3]) {
  switch (kind) {
  case EXPR_NOT: return z->mk_bvnot (z->c, v[0]);
  case EXPR_ITE: {
    Z3_ast one = z->mk_numeral (z->c, "1", z->mk_bv_sort (z->c, 1));
    return z->mk_ite (z->c, z->mk_eq (z->c, v[0], one), v[1], v[2]);
  }
  case EXPR_EXTRACT: return z->mk_extract (z->c, offset + width - 1, offset, v[0]);
  case EXPR_ZEXT: return z->mk_zero_ext (z->c, width - wa, v[0]);
  case EXPR_SEXT: return z->mk_sign_ext (z->c, width - wa, v[0]);
  default: return z3_binary (z, kind, v[0], v[1]);
  }
}

static Z3_ast z3_number (Z3 *z, const ExprPool *p, Expr e) {
  unsigned width = expr_width (p, e);
  Z3_ast all = NULL;
  for (unsigned i = 0; i < width; i += 32) {
    char text[16];
    unsigned w = width - i < 32 ? width - i : 32;
    snprintf (text, sizeof text, "%u", (unsigned)(expr_limbs (p, e)[i / 64] >> (i % 64) & bits_mask (w)));
    Z3_ast part = z->mk_numeral (z->c, text, z->mk_bv_sort (z->c, w));
    all = all ? z->mk_concat (z->c, part, all) : part;
  }
  return all;
}

static Z3_ast z3_expr (Z3 *z, const ExprPool *p, Expr e) {
  if (expr_is_const (p, e))
    return z3_number (z, p, e);
  if (expr_kind (p, e) == EXPR_SYM)
    return z->mk_const (z->c, z->mk_int_symbol (z->c, (int)expr_sym_id (p, e)), z->mk_bv_sort (z->c, 8));
  Expr ops[3];
  Z3_ast v[3];
  unsigned n = expr_operands (p, e, ops);
  for (unsigned i = 0; i < n; i++)
    v[i] = z3_expr (z, p, ops[i]);
  return z3_operator (z, expr_kind (p, e), expr_width (p, e), expr_offset (p, e), expr_width (p, ops[0]), v);
}

static unsigned kind_count (ExprKind kind) {
  return kind == EXPR_ITE ? 3 : kind == EXPR_NOT || kind >= EXPR_EXTRACT ? 1 : 2;
}

static void prove (Z3 *z, const Use *u) {
  const ExprRuleUse *use = &u->use;
  Z3_ast v[3];
  for (unsigned i = 0; i < kind_count (use->kind); i++)
    v[i] = z3_expr (z, u->p, use->ops[i]);
  Z3_ast before = z3_operator (z, use->kind, use->width, use->offset, expr_width (u->p, use->ops[0]), v);
  z->solver_push (z->c, z->solver);
  z->solver_assert (z->c, z->solver,
                    z->mk_not (z->c, z->mk_eq (z->c, before, z3_expr (z, u->p, use->result))));
  Z3_lbool answer = z->solver_check (z->c, z->solver);
  z->solver_pop (z->c, z->solver, 1);
  if (answer == Z3_L_FALSE)
    return;
  char text[1024];
  expr_print (u->p, use->result, text, sizeof text);
  fail_msg ("%s: %s width %u became %s (%s)", expr_rule_name (use->rule), expr_kind_name (use->kind),
            use->width, text, answer == Z3_L_TRUE ? "wrong" : "not proved");
}

/* --- collecting uses --- */

static bool is_hard (ExprKind kind) { return kind >= EXPR_MUL && kind <= EXPR_SREM; }

/* No wide multiplication or division below: Z3 decides it quickly. */
static bool is_easy (const ExprPool *p, Expr e, unsigned depth) {
  Expr ops[3];
  unsigned n = expr_operands (p, e, ops);
  if (depth == 0 || (is_hard (expr_kind (p, e)) && expr_width (p, e) > 10))
    return false;
  for (unsigned i = 0; i < n; i++)
    if (!is_easy (p, ops[i], depth - 1))
      return false;
  return true;
}

/* The same width, and operands of the same kinds. */
static bool looks_like (const ExprPool *p, const ExprRuleUse *x, const ExprRuleUse *y) {
  bool same = x->width == y->width;
  for (unsigned i = 0; i < kind_count (x->kind); i++)
    same = same && expr_kind (p, x->ops[i]) == expr_kind (p, y->ops[i]);
  return same;
}

static void keep_use (void *data, const ExprRuleUse *use) {
  Proofs *all = data;
  Use *uses = all->uses + use->rule * KEPT;
  unsigned *count = &all->count[use->rule];
  bool easy = is_easy (all->p, use->result, 8) && (!is_hard (use->kind) || use->width <= 16);
  for (unsigned i = 0; i < kind_count (use->kind); i++)
    easy = easy && is_easy (all->p, use->ops[i], 8);
  for (unsigned i = 0; i < *count; i++)
    easy = easy && !looks_like (all->p, &uses[i].use, use);
  if (easy && *count < KEPT)
    uses[(*count)++] = (Use){all->p, *use};
}

static void build_cases (ExprPool *p) {
  static const char *const cases[] = {
#define CASE(rule, before, after, other) before,
#include "expr/rule_cases.def"
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    parse (p, cases[i]);
}

static void build_random (ExprPool *p, uint64_t seed) {
  Tree trees[TREES + 4];
  Rng rng = rng_seed (seed);
  Forest f = {p, trees, 0, TREES, SYMS, seed % 2 ? 32 : 12};
  for (SymId s = 0; s < 3; s++)
    forest_add (&f, tree_symbol (p, s));
  while (f.len < TREES)
    forest_grow (&f, &rng);
}

static void rules_are_proved (void **state) {
  (void)state;
  Mem mem;
  Z3 z;
  if (!z3_open (&z))
    skip ();
  mem_init (&mem, "test", NULL);
  ExprPool *p = expr_pool_new (&mem);
  size_t rules = expr_rule_count (), proved = 0;
  Proofs all = {calloc (rules * KEPT, sizeof (Use)), calloc (rules, sizeof (unsigned)), p};
  expr_watch_rules (p, keep_use, &all);
  expr_array (p, "in", 0, SYMS, false);
  build_cases (p);
  for (uint64_t seed = 1; seed <= 500; seed++)
    build_random (p, seed);
  for (size_t r = 0; r < rules; r++) {
    if (!all.count[r])
      fail_msg ("no use of %s to prove", expr_rule_name (r));
    for (unsigned i = 0; i < all.count[r]; i++, proved++)
      prove (&z, &all.uses[r * KEPT + i]);
  }
  print_message ("%zu uses of %zu rules proved\n", proved, rules);
  z.solver_dec_ref (z.c, z.solver);
  z.del_context (z.c);
  free (all.uses);
  free (all.count);
  expr_pool_free (p);
  assert_int_equal (mem.live, 0);
}

int main (void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test (rules_are_proved)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
