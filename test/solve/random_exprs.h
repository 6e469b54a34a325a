/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/random_exprs.h -- random conditions over a few narrow symbols, and their truth by enumeration */
#ifndef SDE_TEST_SOLVE_RANDOM_EXPRS_H
#define SDE_TEST_SOLVE_RANDOM_EXPRS_H

#include "base/rng.h"
#include "expr/expr.h"

enum { RANDOM_SYMS = 5, RANDOM_BITS = 2, RANDOM_COMBOS = 1 << (RANDOM_SYMS * RANDOM_BITS) };

/* Each symbol is used through its low RANDOM_BITS bits alone, so RANDOM_COMBOS assignments are all. */
typedef struct Randoms {
  ExprPool *pool;
  Rng *rng;
  SymId first;
} Randoms;

static inline Randoms randoms_new (ExprPool *pool, Rng *rng) {
  ArrayId array = expr_array (pool, "in", 0, RANDOM_SYMS, false);
  return (Randoms){pool, rng, expr_array_info (pool, array)->first};
}

static inline Expr random_leaf (Randoms *r, unsigned width) {
  if (rng_below (r->rng, 4) == 0)
    return expr_const (r->pool, width, rng_next (r->rng) & (rng_below (r->rng, 2) ? 7 : ~0ull));
  Expr sym = expr_sym_by_id (r->pool, r->first + (SymId)rng_below (r->rng, RANDOM_SYMS));
  Expr low = expr_extract (r->pool, sym, 0, RANDOM_BITS);
  if (width < RANDOM_BITS)
    return expr_extract (r->pool, low, (unsigned)rng_below (r->rng, RANDOM_BITS - width + 1), width);
  return expr_extend (r->pool, rng_below (r->rng, 2) ? EXPR_ZEXT : EXPR_SEXT, low, width);
}

static inline Expr random_expr (Randoms *r, unsigned width, unsigned depth);

static inline Expr random_compare (Randoms *r, unsigned depth) {
  static const unsigned widths[] = {3, 4, 8, 16};
  unsigned width = widths[rng_below (r->rng, 4)];
  ExprKind kind = (ExprKind)(EXPR_EQ + rng_below (r->rng, 3));
  return expr_binary (r->pool, kind, random_expr (r, width, depth), random_expr (r, width, depth));
}

static inline Expr random_bool (Randoms *r, unsigned depth) {
  switch (rng_below (r->rng, depth ? 6 : 3)) {
  case 0: return expr_not (r->pool, random_compare (r, depth));
  case 3: return expr_and (r->pool, random_bool (r, depth - 1), random_bool (r, depth - 1));
  case 4: return expr_or (r->pool, random_bool (r, depth - 1), random_bool (r, depth - 1));
  default: return random_compare (r, depth);
  }
}

static inline Expr random_expr (Randoms *r, unsigned width, unsigned depth) {
  if (!depth || rng_below (r->rng, 4) == 0)
    return random_leaf (r, width);
  Expr a = random_expr (r, width, depth - 1);
  switch (rng_below (r->rng, 5)) {
  case 0: return expr_not (r->pool, a);
  case 1: return expr_ite (r->pool, random_compare (r, depth - 1), a, random_expr (r, width, depth - 1));
  default:
    return expr_binary (r->pool, (ExprKind)(EXPR_AND + rng_below (r->rng, EXPR_ASHR - EXPR_AND + 1)), a,
                        random_expr (r, width, depth - 1));
  }
}

typedef struct Combo {
  SymId first;
  unsigned bits;
} Combo;

static inline uint8_t combo_byte (const void *data, SymId sym) {
  const Combo *c = data;
  return (uint8_t)(c->bits >> ((sym - c->first) * RANDOM_BITS) & ((1 << RANDOM_BITS) - 1));
}

static inline uint64_t combo_eval (Randoms *r, Expr e, unsigned bits) {
  return expr_eval (r->pool, e, combo_byte, &(Combo){r->first, bits});
}

/* Keeps in set (one flag per combination) those that satisfy e; returns how many. */
static inline unsigned combos_cut (Randoms *r, Expr e, uint8_t *set) {
  unsigned left = 0;
  for (unsigned i = 0; i < RANDOM_COMBOS; i++) {
    set[i] = set[i] && combo_eval (r, e, i);
    left += set[i];
  }
  return left;
}

#endif
