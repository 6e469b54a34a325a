/* SPDX-License-Identifier: GPL-2.0-only */
/* prop/term.c -- making terms, each in one form
 *
 * The form: lists are flat, sorted and have at most one closed member; what has only closed members is an expression;
 * comparisons that the bounds decide are constants.
 */
#include "prop/term.h"

#include <stdlib.h>

enum { CLOSED_FIRST = 1, CLOSED_LAST = 0 };

void terms_init (Terms *terms, Mem *mem, ExprPool *pool) { *terms = (Terms){.mem = mem, .pool = pool}; }

void terms_fini (Terms *terms) {
  sequences_free (terms->mem, &terms->all);
  VEC_FREE (terms->mem, &terms->info);
  VEC_FREE (terms->mem, &terms->stack);
  table_free (terms->mem, &terms->memo);
}

void terms_cut (Terms *terms, size_t n) {
  sequences_cut (&terms->all, n);
  terms->info.len = n < terms->info.len ? n : terms->info.len;
  table_free (terms->mem, &terms->memo);
}

TermOp term_op (const Terms *terms, Term t) {
  size_t n;
  return (TermOp)sequence_get (&terms->all, t, &n)[0];
}

Expr term_value (const Terms *terms, Term t) {
  size_t n;
  invariant (term_op (terms, t) == TERM_EXPR);
  return sequence_get (&terms->all, t, &n)[1];
}

bool term_is (const Terms *terms, Term t, bool value) {
  return term_closed (terms, t) && !term_info (terms, t)->number &&
         (value ? expr_is_true : expr_is_false) (terms->pool, term_value (terms, t));
}

/* ---- interning ---- */

static const bool is_number[] = {
#define TERM(name, number, meaning) number,
#include "prop/term.def"
};

static void bounds_all (TermInfo *info) {
  info->lo = INT64_MIN;
  info->hi = INT64_MAX;
}

static void bounds_sum (const Terms *terms, TermInfo *info, const Term *args, size_t n) {
  info->lo = info->hi = 0;
  for (size_t i = 0; i < n; i++) {
    const TermInfo *a = term_info (terms, args[i]);
    if (__builtin_add_overflow (info->lo, a->lo, &info->lo) ||
        __builtin_add_overflow (info->hi, a->hi, &info->hi)) {
      bounds_all (info);
      return;
    }
  }
}

/* The least of all, or the greatest. */
static void bounds_end (const Terms *terms, TermInfo *info, const Term *args, size_t n, bool least) {
  *info = (TermInfo){.lo = term_info (terms, args[0])->lo, .hi = term_info (terms, args[0])->hi};
  for (size_t i = 1; i < n; i++) {
    const TermInfo *a = term_info (terms, args[i]);
    info->lo = (a->lo < info->lo) == least ? a->lo : info->lo;
    info->hi = (a->hi < info->hi) == least ? a->hi : info->hi;
  }
}

static void bounds_of (const Terms *terms, TermOp op, TermInfo *info, const Term *args, size_t n) {
  switch (op) {
  case TERM_NUMBER: *info = (TermInfo){.lo = 0, .hi = 1}; break;
  case TERM_SUM: bounds_sum (terms, info, args, n); break;
  case TERM_MIN:
  case TERM_MAX: bounds_end (terms, info, args, n, op == TERM_MIN); break;
  default: bounds_all (info);
  }
}

static Term put (Terms *terms, const uint32_t *words, size_t n, TermInfo info) {
  bool fresh;
  Term t = sequence_intern (terms->mem, &terms->all, words, n, &fresh);
  if (fresh)
    VEC_PUSH (terms->mem, &terms->info, info);
  return t;
}

/* The operator on these arguments, as they are. */
static Term make (Terms *terms, TermOp op, const Term *args, size_t n) {
  TermInfo info = {0};
  bounds_of (terms, op, &info, args, n);
  info.number = is_number[op];
  info.first = UINT32_MAX;
  info.last = 0;
  uint32_t *words = mem_new (terms->mem, (n + 1) * sizeof *words);
  words[0] = op;
  for (size_t i = 0; i < n; i++) {
    const TermInfo *a = term_info (terms, args[i]);
    words[i + 1] = args[i];
    info.first = a->first < info.first && a->first <= a->last ? a->first : info.first;
    info.last = a->last > info.last && a->first <= a->last ? a->last : info.last;
  }
  Term t = put (terms, words, n + 1, info);
  mem_free (terms->mem, words, (n + 1) * sizeof *words);
  return t;
}

/* ---- leaves ---- */

Term term_expr (Terms *terms, Expr e) {
  uint32_t words[2] = {TERM_EXPR, e};
  TermInfo info = {CLOSED_FIRST, CLOSED_LAST, INT64_MIN, INT64_MAX, expr_width (terms->pool, e) == 64};
  if (info.number) {
    Range range = expr_range (terms->pool, e);
    if (expr_is_const (terms->pool, e))
      info.lo = info.hi = (int64_t)expr_value (terms->pool, e);
    else if (range.hi <= INT64_MAX)
      info.lo = (int64_t)range.lo, info.hi = (int64_t)range.hi;
  }
  return put (terms, words, 2, info);
}

Term term_bool (Terms *terms, bool b) { return term_expr (terms, expr_bool (terms->pool, b)); }
Term term_int (Terms *terms, int64_t n) {
  return term_expr (terms, expr_const (terms->pool, 64, (uint64_t)n));
}

Term term_atom (Terms *terms, uint32_t node, uint32_t slot, bool number) {
  uint32_t words[4] = {TERM_ATOM, node, slot, number};
  return put (terms, words, 4, (TermInfo){node, node, INT64_MIN, INT64_MAX, number});
}

/* ---- operators ---- */

Term term_not (Terms *terms, Term a) {
  size_t n;
  if (term_closed (terms, a))
    return term_expr (terms, expr_not (terms->pool, term_value (terms, a)));
  if (term_op (terms, a) == TERM_NOT)
    return sequence_get (&terms->all, a, &n)[1];
  return make (terms, TERM_NOT, &a, 1);
}

Term term_number (Terms *terms, Term a) {
  if (term_closed (terms, a))
    return term_expr (terms, expr_extend (terms->pool, EXPR_ZEXT, term_value (terms, a), 64));
  return make (terms, TERM_NUMBER, &a, 1);
}

static const ExprKind expr_kinds[TERM_OPS] = {
    [TERM_LT] = EXPR_SLT,
    [TERM_EQ] = EXPR_EQ,
#define BINARY(name, expression) [TERM_##name] = EXPR_##expression,
#include "prop/term.def"
};

/* Comparisons that are decided: 0, 1, or -1 for not. */
static int decided (const Terms *terms, TermOp op, Term a, Term b) {
  const TermInfo *x = term_info (terms, a), *y = term_info (terms, b);
  if (op == TERM_LT)
    return x->hi < y->lo ? 1 : a == b || x->lo >= y->hi ? 0 : -1;
  if (op == TERM_EQ)
    return a == b ? 1 : x->hi < y->lo || y->hi < x->lo ? 0 : -1;
  return -1;
}

/* (a as a number) == 1 is a itself, == 0 its opposite; TERM_NONE: neither. */
#define TERM_NONE ((Term)-1)
static Term truth_equals (Terms *terms, Term a, Term b) {
  size_t n;
  const TermInfo *y = term_info (terms, b);
  if (term_op (terms, a) != TERM_NUMBER || y->lo != y->hi)
    return TERM_NONE;
  Term truth = sequence_get (&terms->all, a, &n)[1];
  return y->lo == 1 ? truth : y->lo == 0 ? term_not (terms, truth) : TERM_NONE;
}

Term term_binary (Terms *terms, TermOp op, Term a, Term b) {
  int known = decided (terms, op, a, b);
  if (known >= 0)
    return term_bool (terms, known == 1);
  if (term_closed (terms, a) && term_closed (terms, b))
    return term_expr (
        terms, expr_binary (terms->pool, expr_kinds[op], term_value (terms, a), term_value (terms, b)));
  if (op == TERM_EQ) {
    Term truth = truth_equals (terms, a, b);
    truth = truth == TERM_NONE ? truth_equals (terms, b, a) : truth;
    if (truth != TERM_NONE)
      return truth;
  }
  bool swap = op == TERM_EQ && a > b;
  return make (terms, op, swap ? (Term[]){b, a} : (Term[]){a, b}, 2);
}

/* ---- lists ---- */

static Expr list_neutral (ExprPool *pool, TermOp op) {
  switch (op) {
  case TERM_AND: return expr_bool (pool, true);
  case TERM_OR: return expr_bool (pool, false);
  case TERM_SUM: return expr_const (pool, 64, 0);
  case TERM_MIN: return expr_const (pool, 64, INT64_MAX);
  default: return expr_const (pool, 64, (uint64_t)INT64_MIN);
  }
}

static Expr list_join (ExprPool *pool, TermOp op, Expr a, Expr b) {
  switch (op) {
  case TERM_AND: return expr_and (pool, a, b);
  case TERM_OR: return expr_or (pool, a, b);
  case TERM_SUM: return expr_binary (pool, EXPR_ADD, a, b);
  case TERM_MIN: return expr_ite (pool, expr_binary (pool, EXPR_SLT, a, b), a, b);
  default: return expr_ite (pool, expr_binary (pool, EXPR_SLT, a, b), b, a);
  }
}

static int by_handle (const void *a, const void *b) {
  Term x = *(const Term *)a, y = *(const Term *)b;
  return (x > y) - (x < y);
}

/* Pushes the open members of args, lists of the same kind opened, and joins the closed ones to *closed. */
static void list_open (Terms *terms, TermOp op, const Term *args, size_t n, Expr *closed) {
  for (size_t i = 0; i < n; i++) {
    size_t len;
    Term a = args[i];
    if (term_closed (terms, a))
      *closed = list_join (terms->pool, op, *closed, term_value (terms, a));
    else if (term_op (terms, a) == op) {
      const uint32_t *inner = sequence_get (&terms->all, a, &len);
      for (size_t k = 1; k < len; k++)
        if (term_closed (terms, inner[k]))
          *closed = list_join (terms->pool, op, *closed, term_value (terms, inner[k]));
        else
          VEC_PUSH (terms->mem, &terms->stack, inner[k]);
    } else
      VEC_PUSH (terms->mem, &terms->stack, a);
  }
}

/* Sorts what was pushed behind base; members of all but sums count once. */
static void list_sort (Terms *terms, TermOp op, size_t base) {
  size_t n = terms->stack.len - base, kept = 0;
  if (!n) /* and there may be no stack at all */
    return;
  Term *list = terms->stack.data + base;
  if (n > 1)
    qsort (list, n, sizeof *list, by_handle);
  for (size_t i = 0; i < n; i++)
    if (op == TERM_SUM || !kept || list[kept - 1] != list[i])
      list[kept++] = list[i];
  terms->stack.len = base + kept;
}

Term term_nary (Terms *terms, TermOp op, const Term *args, size_t n) {
  size_t base = terms->stack.len;
  Expr neutral = list_neutral (terms->pool, op), closed = neutral;
  list_open (terms, op, args, n, &closed);
  bool absorbed = (op == TERM_AND && expr_is_false (terms->pool, closed)) ||
                  (op == TERM_OR && expr_is_true (terms->pool, closed));
  list_sort (terms, op, base);
  if (closed != neutral && !absorbed)
    VEC_PUSH (terms->mem, &terms->stack, term_expr (terms, closed));
  size_t len = terms->stack.len - base;
  Term result;
  if (absorbed || !len)
    result = term_expr (terms, closed);
  else if (len == 1)
    result = terms->stack.data[base];
  else
    result = make (terms, op, terms->stack.data + base, len);
  terms->stack.len = base;
  return result;
}

/* ---- putting values in ---- */

static Term rebuild (Terms *terms, Term t, uint32_t node, const Expr *values, uint32_t number) {
  size_t n, base = terms->stack.len;
  TermOp op = term_op (terms, t);
  sequence_get (&terms->all, t, &n);
  for (size_t i = 1; i < n; i++) {
    size_t len;
    Term a = term_assign (terms, sequence_get (&terms->all, t, &len)[i], node, values, number);
    VEC_PUSH (terms->mem, &terms->stack, a);
  }
  Term *args = mem_new (terms->mem, n * sizeof *args), result;
  for (size_t i = 0; i + 1 < n; i++)
    args[i] = terms->stack.data[base + i];
  terms->stack.len = base;
  switch (op) {
  case TERM_NOT: result = term_not (terms, args[0]); break;
  case TERM_NUMBER: result = term_number (terms, args[0]); break;
  case TERM_AND:
  case TERM_OR:
  case TERM_SUM:
  case TERM_MIN:
  case TERM_MAX: result = term_nary (terms, op, args, n - 1); break;
  default: result = term_binary (terms, op, args[0], args[1]);
  }
  mem_free (terms->mem, args, n * sizeof *args);
  return result;
}

Term term_assign (Terms *terms, Term t, uint32_t node, const Expr *values, uint32_t number) {
  const TermInfo *info = term_info (terms, t);
  size_t n;
  if (node < info->first || node > info->last)
    return t;
  if (term_op (terms, t) == TERM_ATOM) {
    const uint32_t *words = sequence_get (&terms->all, t, &n);
    return term_expr (terms, values[words[2]]);
  }
  uint64_t key = (uint64_t)t << 32 | number, *known = table_find (&terms->memo, key);
  if (known)
    return (Term)*known;
  Term result = rebuild (terms, t, node, values, number);
  *table_put (terms->mem, &terms->memo, key) = result;
  return result;
}
