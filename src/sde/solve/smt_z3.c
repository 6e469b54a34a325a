/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/smt_z3.c -- Z3, opened when it is first needed; no other file knows it
 *
 * One context and one simple solver; each query is a push, its assertions, a
 * check and a pop.  Terms are kept per expression and dropped, with the context,
 * when there are too many.
 *
 * Invariant: every term in the table holds one reference.
 */
#include "solve/solve_impl.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <z3.h>

enum {
  SMT_TERMS = SDE_HARD ? 64 : 100000,
  SMT_SLICE = 500 /* conflicts between two looks at whether the query has to stop */
};

/* The functions that we use, each once. */
#define Z3_FUNCTIONS(F)                                                                                      \
  F (mk_config)                                                                                              \
  F (del_config)                                                                                             \
  F (mk_context_rc)                                                                                          \
  F (del_context)                                                                                            \
  F (set_error_handler)                                                                                      \
  F (get_error_code)                                                                                         \
  F (get_full_version)                                                                                       \
  F (inc_ref)                                                                                                \
  F (dec_ref)                                                                                                \
  F (mk_simple_solver)                                                                                       \
  F (solver_inc_ref)                                                                                         \
  F (solver_dec_ref)                                                                                         \
  F (solver_push)                                                                                            \
  F (solver_pop)                                                                                             \
  F (solver_assert)                                                                                          \
  F (solver_check)                                                                                           \
  F (solver_get_model)                                                                                       \
  F (solver_set_params)                                                                                      \
  F (mk_params)                                                                                              \
  F (params_inc_ref)                                                                                         \
  F (params_dec_ref)                                                                                         \
  F (params_set_uint)                                                                                        \
  F (params_set_bool)                                                                                        \
  F (solver_get_reason_unknown)                                                                              \
  F (mk_string_symbol)                                                                                       \
  F (mk_int_symbol)                                                                                          \
  F (mk_bv_sort)                                                                                             \
  F (mk_const)                                                                                               \
  F (mk_numeral)                                                                                             \
  F (mk_unsigned_int64)                                                                                      \
  F (model_inc_ref)                                                                                          \
  F (model_dec_ref)                                                                                          \
  F (model_eval)                                                                                             \
  F (get_numeral_uint64)                                                                                     \
  F (mk_eq)                                                                                                  \
  F (mk_ite)                                                                                                 \
  F (mk_not)                                                                                                 \
  F (mk_and)                                                                                                 \
  F (mk_or)                                                                                                  \
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
  F (mk_bvult) F (mk_bvule) F (mk_bvslt) F (mk_concat) F (mk_extract) F (mk_zero_ext) F (mk_sign_ext)

typedef struct Z3 {
#define FIELD(name) __typeof__ (&Z3_##name) name;
  Z3_FUNCTIONS (FIELD)
#undef FIELD
} Z3;

struct Smt {
  Mem *mem;
  ExprPool *pool;
  void *library; /* NULL: there is no Z3 */
  Z3 z3;
  char version[64];
  Z3_context context;
  Z3_solver solver;
  Table terms; /* Expr -> Z3_ast */
  VEC (Z3_ast) owned;
  VEC (Expr) stack;
  VEC (Z3_ast) runs;
};

/* --- opening --- */

static bool load (Smt *smt) {
  smt->library = dlopen ("libz3.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!smt->library)
    smt->library = dlopen ("libz3.so", RTLD_NOW | RTLD_LOCAL);
  if (!smt->library)
    return false;
  bool all = true;
#define LOAD(name)                                                                                           \
  *(void **)&smt->z3.name = dlsym (smt->library, "Z3_" #name);                                               \
  all &= smt->z3.name != NULL;
  Z3_FUNCTIONS (LOAD)
#undef LOAD
  if (!all) {
    dlclose (smt->library);
    smt->library = NULL;
  }
  return all;
}

static Smt *smt_get (Solver *solver) {
  if (solver->smt)
    return solver->smt;
  Smt *smt = solver->smt = MEM_NEW (&solver->mem, Smt);
  smt->mem = &solver->mem;
  smt->pool = solver->pool;
  snprintf (smt->version, sizeof smt->version, "%s", load (smt) ? smt->z3.get_full_version () : "not found");
  return smt;
}

const char *solver_smt_version (Solver *solver) { return smt_get (solver)->version; }

/* Errors show as error codes and NULL results; the default handler would end the process. */
static void on_error (Z3_context context, Z3_error_code code) {
  (void)context;
  (void)code;
}

static void open_context (Smt *smt, uint64_t max_conflicts) {
  const Z3 *z = &smt->z3;
  Z3_config config = z->mk_config ();
  smt->context = z->mk_context_rc (config);
  z->del_config (config);
  z->set_error_handler (smt->context, on_error);
  smt->solver = z->mk_simple_solver (smt->context);
  z->solver_inc_ref (smt->context, smt->solver);
  Z3_params params = z->mk_params (smt->context);
  z->params_inc_ref (smt->context, params);
  /* An interrupt is for the whole run: ours to notice. */
  z->params_set_bool (smt->context, params, z->mk_string_symbol (smt->context, "ctrl_c"), false);
  if (max_conflicts) {
    unsigned limit = max_conflicts > 2000000 ? 2000000 : (unsigned)max_conflicts;
    unsigned slice = limit < SMT_SLICE ? limit : SMT_SLICE;
    z->params_set_uint (smt->context, params, z->mk_string_symbol (smt->context, "max_conflicts"), slice);
    z->params_set_uint (smt->context, params, z->mk_string_symbol (smt->context, "rlimit"), limit * 2000);
  }
  z->solver_set_params (smt->context, smt->solver, params);
  z->params_dec_ref (smt->context, params);
}

static void close_context (Smt *smt) {
  if (!smt->context)
    return;
  for (size_t i = 0; i < smt->owned.len; i++)
    smt->z3.dec_ref (smt->context, smt->owned.data[i]);
  smt->owned.len = 0;
  table_free (smt->mem, &smt->terms);
  smt->z3.solver_dec_ref (smt->context, smt->solver);
  smt->z3.del_context (smt->context);
  smt->context = NULL;
}

/* The library stays open: Z3 has threads and statics of its own. */
void smt_fini (Solver *solver) {
  Smt *smt = solver->smt;
  if (!smt)
    return;
  close_context (smt);
  VEC_FREE (smt->mem, &smt->owned);
  VEC_FREE (smt->mem, &smt->stack);
  VEC_FREE (smt->mem, &smt->runs);
  MEM_FREE (smt->mem, smt);
}

/* --- terms: expressions of width 1 are bit vectors of width 1 as well --- */

static Z3_ast own (Smt *smt, Z3_ast term) {
  smt->z3.inc_ref (smt->context, term);
  VEC_PUSH (smt->mem, &smt->owned, term);
  return term;
}

static Z3_ast term_of (const Smt *smt, Expr e) { return (Z3_ast)(uintptr_t)*table_find (&smt->terms, e); }

static Z3_ast number (Smt *smt, unsigned width, uint64_t value) {
  Z3_sort sort = smt->z3.mk_bv_sort (smt->context, width);
  return own (smt, smt->z3.mk_unsigned_int64 (smt->context, value, sort));
}

/* 64 bits at a time, highest first. */
static Z3_ast term_const (Smt *smt, Expr e, unsigned width) {
  const uint64_t *limbs = expr_limbs (smt->pool, e);
  unsigned n = (width + 63) / 64, top = width - (n - 1) * 64;
  Z3_ast term = number (smt, top, limbs[n - 1]);
  for (unsigned i = n - 1; i-- > 0;)
    term = own (smt, smt->z3.mk_concat (smt->context, term, number (smt, 64, limbs[i])));
  return term;
}

static Z3_ast term_sym (Smt *smt, SymId sym) {
  Z3_symbol name = smt->z3.mk_int_symbol (smt->context, (int)sym);
  return own (smt, smt->z3.mk_const (smt->context, name, smt->z3.mk_bv_sort (smt->context, 8)));
}

static Z3_ast term_bit (Smt *smt, Z3_ast truth) {
  own (smt, truth);
  return own (smt, smt->z3.mk_ite (smt->context, truth, number (smt, 1, 1), number (smt, 1, 0)));
}

static Z3_ast term_binary (Smt *smt, ExprKind kind, Z3_ast a, Z3_ast b) {
  const Z3 *z = &smt->z3;
  Z3_context c = smt->context;
  switch (kind) {
  case EXPR_AND: return z->mk_bvand (c, a, b);
  case EXPR_OR: return z->mk_bvor (c, a, b);
  case EXPR_XOR: return z->mk_bvxor (c, a, b);
  case EXPR_ADD: return z->mk_bvadd (c, a, b);
  case EXPR_SUB: return z->mk_bvsub (c, a, b);
  case EXPR_MUL: return z->mk_bvmul (c, a, b);
  case EXPR_UDIV: return z->mk_bvudiv (c, a, b);
  case EXPR_SDIV: return z->mk_bvsdiv (c, a, b);
  case EXPR_UREM: return z->mk_bvurem (c, a, b);
  case EXPR_SREM: return z->mk_bvsrem (c, a, b);
  case EXPR_SHL: return z->mk_bvshl (c, a, b);
  case EXPR_LSHR: return z->mk_bvlshr (c, a, b);
  case EXPR_ASHR: return z->mk_bvashr (c, a, b);
  case EXPR_CONCAT: return z->mk_concat (c, a, b);
  default: panic ("an operator without a term");
  }
}

static Z3_ast term_node (Smt *smt, Expr e) {
  ExprPool *p = smt->pool;
  const Z3 *z = &smt->z3;
  Z3_context c = smt->context;
  Expr op[3];
  unsigned n = expr_operands (p, e, op), width = expr_width (p, e);
  Z3_ast a = n > 0 ? term_of (smt, op[0]) : NULL, b = n > 1 ? term_of (smt, op[1]) : NULL;
  ExprKind kind = expr_kind (p, e);
  switch (kind) {
  case EXPR_CONST: return term_const (smt, e, width);
  case EXPR_SYM: return term_sym (smt, expr_sym_id (p, e));
  case EXPR_NOT: return own (smt, z->mk_bvnot (c, a));
  case EXPR_EQ: return term_bit (smt, z->mk_eq (c, a, b));
  case EXPR_ULT: return term_bit (smt, z->mk_bvult (c, a, b));
  case EXPR_SLT: return term_bit (smt, z->mk_bvslt (c, a, b));
  case EXPR_ITE:
    return own (smt, z->mk_ite (c, own (smt, z->mk_eq (c, a, number (smt, 1, 1))), b, term_of (smt, op[2])));
  case EXPR_EXTRACT:
    return own (smt, z->mk_extract (c, expr_offset (p, e) + width - 1, expr_offset (p, e), a));
  case EXPR_ZEXT: return own (smt, z->mk_zero_ext (c, width - expr_width (p, op[0]), a));
  case EXPR_SEXT: return own (smt, z->mk_sign_ext (c, width - expr_width (p, op[0]), a));
  default: return own (smt, term_binary (smt, kind, a, b));
  }
}

static bool operands_done (Smt *smt, Expr e) {
  Expr op[3];
  unsigned n = expr_operands (smt->pool, e, op);
  bool all = true;
  for (unsigned i = n; i-- > 0;)
    if (!table_find (&smt->terms, op[i])) {
      VEC_PUSH (smt->mem, &smt->stack, op[i]);
      all = false;
    }
  return all;
}

static Z3_ast term (Smt *smt, Expr root) {
  smt->stack.len = 0;
  VEC_PUSH (smt->mem, &smt->stack, root);
  while (smt->stack.len) {
    Expr e = VEC_LAST (&smt->stack);
    if (table_find (&smt->terms, e)) {
      smt->stack.len--;
    } else if (operands_done (smt, e)) {
      smt->stack.len--;
      Z3_ast made = term_node (smt, e);
      *table_put (smt->mem, &smt->terms, e) = (uint64_t)(uintptr_t)made;
    }
  }
  return term_of (smt, root);
}

/* --- asking --- */

static void assert_true (Smt *smt, Expr e) {
  Z3_ast truth = own (smt, smt->z3.mk_eq (smt->context, term (smt, e), number (smt, 1, 1)));
  smt->z3.solver_assert (smt->context, smt->solver, truth);
}

/* lo <= sym <= hi */
static Z3_ast run (Smt *smt, Z3_ast sym, unsigned lo, unsigned hi) {
  const Z3 *z = &smt->z3;
  Z3_ast ends[2] = {own (smt, z->mk_bvule (smt->context, number (smt, 8, lo), sym)),
                    own (smt, z->mk_bvule (smt->context, sym, number (smt, 8, hi)))};
  return own (smt, z->mk_and (smt->context, 2, ends));
}

/* The domain as a disjunction of its runs. */
static void assert_domain (Smt *smt, SymId sym, const ByteSet *set) {
  Z3_ast byte = term (smt, expr_sym_by_id (smt->pool, sym));
  smt->runs.len = 0;
  for (unsigned lo = 0; lo < 256; lo++) {
    if (!byteset_has (set, lo))
      continue;
    unsigned hi = lo;
    while (hi < 255 && byteset_has (set, hi + 1))
      hi++;
    VEC_PUSH (smt->mem, &smt->runs, run (smt, byte, lo, hi));
    lo = hi;
  }
  Z3_ast any = own (smt, smt->z3.mk_or (smt->context, (unsigned)smt->runs.len, smt->runs.data));
  smt->z3.solver_assert (smt->context, smt->solver, any);
}

static void assert_all (Smt *smt, Query *q) {
  const ByteSet all = BYTESET_ALL;
  assert_true (smt, q->e);
  query_gather (q);
  for (size_t i = 0; i < q->constraints.len; i++)
    assert_true (smt, q->constraints.data[i]);
  for (size_t i = 0; i < q->syms.len; i++)
    if (!byteset_equal (&q->domains.data[i], &all))
      assert_domain (smt, q->syms.data[i], &q->domains.data[i]);
}

static bool take_byte (Smt *smt, Z3_model model, SymId sym, uint8_t *out) {
  Z3_ast value = NULL;
  uint64_t number64 = 0;
  Z3_ast byte = term (smt, expr_sym_by_id (smt->pool, sym));
  if (!smt->z3.model_eval (smt->context, model, byte, true, &value) || !value)
    return false;
  own (smt, value);
  if (!smt->z3.get_numeral_uint64 (smt->context, value, &number64))
    return false;
  *out = (uint8_t)number64;
  return true;
}

static bool take_model (Smt *smt, Query *q) {
  Z3_model model = smt->z3.solver_get_model (smt->context, smt->solver);
  if (!model)
    return false;
  smt->z3.model_inc_ref (smt->context, model);
  bool ok = true;
  for (size_t i = 0; ok && i < q->syms.len; i++)
    ok = take_byte (smt, model, q->syms.data[i], &q->model.data[i]);
  smt->z3.model_dec_ref (smt->context, model);
  return ok;
}

static bool must_stop (const Solver *solver) {
  return solver->options.stop && solver->options.stop (solver->options.stop_data);
}

/* Checks in slices of conflicts, up to the limit; what was learnt in one stays for the next. */
static Z3_lbool check (Smt *smt, const Solver *solver) {
  const Z3 *z = &smt->z3;
  uint64_t max = solver->options.max_conflicts;
  Z3_lbool result = z->solver_check (smt->context, smt->solver);
  for (uint64_t done = SMT_SLICE; result == Z3_L_UNDEF && done < max; done += SMT_SLICE) {
    const char *reason = z->solver_get_reason_unknown (smt->context, smt->solver);
    if (!strstr (reason, "max-conflicts") || must_stop (solver))
      break;
    result = z->solver_check (smt->context, smt->solver);
  }
  return result;
}

static Answer ask (Smt *smt, Query *q) {
  const Z3 *z = &smt->z3;
  z->solver_push (smt->context, smt->solver);
  assert_all (smt, q);
  Z3_lbool result = z->get_error_code (smt->context) == Z3_OK ? check (smt, q->solver) : Z3_L_UNDEF;
  Answer answer = result == Z3_L_TRUE ? ANSWER_YES : result == Z3_L_FALSE ? ANSWER_NO : ANSWER_UNKNOWN;
  if (answer == ANSWER_YES && !take_model (smt, q))
    answer = ANSWER_UNKNOWN;
  z->solver_pop (smt->context, smt->solver, 1);
  return answer;
}

bool layer_smt (Query *q, Answer *answer) {
  Smt *smt = smt_get (q->solver);
  if (!smt->library || must_stop (q->solver))
    return false;
  if (smt->owned.len > SMT_TERMS)
    close_context (smt);
  if (!smt->context)
    open_context (smt, q->solver->options.max_conflicts);
  *answer = ask (smt, q);
  if (*answer == ANSWER_UNKNOWN)
    close_context (smt);
  return *answer != ANSWER_UNKNOWN;
}
