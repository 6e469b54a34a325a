/* SPDX-License-Identifier: GPL-2.0-only */
/* test/expr/naive.h -- expressions as plain trees, evaluated without any simplification
 *
 * Written apart from the library: values are 128-bit integers and every operator
 * is defined here once more.  A tree keeps what the constructors made of it.
 */
#ifndef SDE_TEST_NAIVE_H
#define SDE_TEST_NAIVE_H

#include "base/rng.h"
#include "expr/expr.h"

typedef unsigned __int128 Value;

typedef struct Tree {
  ExprKind kind;
  unsigned width, offset;
  Value number; /* CONST */
  SymId sym;    /* SYM */
  const struct Tree *ops[3];
  Expr built;
} Tree;

typedef struct Assignment {
  const uint8_t *bytes; /* by SymId */
} Assignment;

static inline uint8_t assigned_byte (const void *data, SymId sym) {
  return ((const Assignment *)data)->bytes[sym];
}

static inline Value value_mask (unsigned w) { return w >= 128 ? ~(Value)0 : ((Value)1 << w) - 1; }
static inline __int128 value_signed (Value v, unsigned w) {
  return w < 128 && (v >> (w - 1) & 1) ? (__int128)(v | ~value_mask (w)) : (__int128)v;
}

static inline Value naive_divide (ExprKind kind, Value a, Value b, unsigned w) {
  bool sa = value_signed (a, w) < 0, sb = value_signed (b, w) < 0;
  Value ma = sa ? -a & value_mask (w) : a, mb = sb ? -b & value_mask (w) : b;
  switch (kind) {
  case EXPR_UDIV: return b ? a / b : value_mask (w);
  case EXPR_UREM: return b ? a % b : a;
  case EXPR_SDIV:
    if (!b)
      return sa ? 1 : value_mask (w);
    return sa != sb ? -(ma / mb) : ma / mb;
  default: return !b ? a : sa ? -(ma % mb) : ma % mb;
  }
}

static inline Value naive_shift (ExprKind kind, Value a, Value b, unsigned w) {
  if (kind == EXPR_ASHR)
    return (Value)(value_signed (a, w) >> (b >= w ? w - 1 : (unsigned)b));
  if (b >= w)
    return 0;
  return kind == EXPR_SHL ? a << (unsigned)b : a >> (unsigned)b;
}

static inline Value naive_binary (ExprKind kind, Value a, Value b, unsigned w) {
  switch (kind) {
  case EXPR_AND: return a & b;
  case EXPR_OR: return a | b;
  case EXPR_XOR: return a ^ b;
  case EXPR_ADD: return a + b;
  case EXPR_SUB: return a - b;
  case EXPR_MUL: return a * b;
  case EXPR_UDIV:
  case EXPR_SDIV:
  case EXPR_UREM:
  case EXPR_SREM: return naive_divide (kind, a, b, w);
  case EXPR_SHL:
  case EXPR_LSHR:
  case EXPR_ASHR: return naive_shift (kind, a, b, w);
  case EXPR_EQ: return a == b;
  case EXPR_ULT: return a < b;
  case EXPR_SLT: return value_signed (a, w) < value_signed (b, w);
  default: panic ("not binary");
  }
}

static inline Value naive_operator (const Tree *t, const Value v[3]) {
  unsigned wa = t->ops[0]->width;
  switch (t->kind) {
  case EXPR_NOT: return ~v[0];
  case EXPR_ITE: return v[0] ? v[1] : v[2];
  case EXPR_CONCAT: return (wa + t->ops[1]->width > 128 ? 0 : v[0] << t->ops[1]->width) | v[1];
  case EXPR_EXTRACT: return v[0] >> t->offset;
  case EXPR_ZEXT: return v[0];
  case EXPR_SEXT: return (Value)value_signed (v[0], wa);
  default: return naive_binary (t->kind, v[0], v[1], wa);
  }
}

static inline Value naive_eval (const Tree *t, const Assignment *as) {
  if (t->kind == EXPR_CONST)
    return t->number;
  if (t->kind == EXPR_SYM)
    return as->bytes[t->sym];
  Value v[3] = {0};
  for (unsigned i = 0; i < 3 && t->ops[i]; i++)
    v[i] = naive_eval (t->ops[i], as);
  return naive_operator (t, v) & value_mask (t->width);
}

/* --- building --- */

static inline Expr build_number (ExprPool *p, unsigned width, Value v) {
  uint64_t limbs[2] = {(uint64_t)v, (uint64_t)(v >> 64)};
  return expr_const_wide (p, width, limbs);
}

static inline Expr build_operator (ExprPool *p, const Tree *t) {
  Expr a = t->ops[0]->built;
  switch (t->kind) {
  case EXPR_NOT: return expr_not (p, a);
  case EXPR_ITE: return expr_ite (p, a, t->ops[1]->built, t->ops[2]->built);
  case EXPR_EXTRACT: return expr_extract (p, a, t->offset, t->width);
  case EXPR_ZEXT:
  case EXPR_SEXT: return expr_extend (p, t->kind, a, t->width);
  default: return expr_binary (p, t->kind, a, t->ops[1]->built);
  }
}

static inline Tree tree_number (ExprPool *p, unsigned width, Value v) {
  v &= value_mask (width);
  return (Tree){.kind = EXPR_CONST, .width = width, .number = v, .built = build_number (p, width, v)};
}

static inline Tree tree_symbol (ExprPool *p, SymId sym) {
  return (Tree){.kind = EXPR_SYM, .width = 8, .sym = sym, .built = expr_sym_by_id (p, sym)};
}

static inline Tree tree_operator (ExprPool *p, ExprKind kind, unsigned width, unsigned offset, const Tree *a,
                                  const Tree *b, const Tree *c) {
  Tree t = {.kind = kind, .width = width, .offset = offset, .ops = {a, b, c}};
  t.built = build_operator (p, &t);
  return t;
}

static inline unsigned result_width (ExprKind kind, unsigned wa, unsigned wb) {
  return kind == EXPR_CONCAT ? wa + wb : kind >= EXPR_EQ && kind <= EXPR_SLT ? 1 : wa;
}

static inline Value built_eval (ExprPool *p, Expr e, const Assignment *as) {
  uint64_t limbs[2] = {0};
  expr_eval_wide (p, e, assigned_byte, as, limbs);
  return (Value)limbs[1] << 64 | limbs[0];
}

/* --- random trees --- */

typedef struct Forest {
  ExprPool *p;
  Tree *trees; /* room for max */
  unsigned len, max;
  SymId syms;      /* symbols 0 .. syms - 1 */
  unsigned widest; /* at most 128 */
} Forest;

/* The least significant bits of a random tree's width can be any: prefer small shapes and interesting numbers. */
static inline Value random_number (Rng *rng, unsigned width) {
  Value v = (Value)rng_next (rng) << 64 | rng_next (rng);
  switch (rng_below (rng, 8)) {
  case 0: v = 0; break;
  case 1: v = ~(Value)0; break;
  case 2: v = (Value)1 << rng_below (rng, width); break;
  case 3: v = value_mask ((unsigned)rng_below (rng, width) + 1); break;
  case 4: v = value_mask ((unsigned)rng_below (rng, width) + 1) << rng_below (rng, width); break;
  case 5: v = rng_below (rng, 256); break;
  case 6: v = (Value)1 << (width - 1); break;
  default: break;
  }
  return v & value_mask (width);
}

static inline const Tree *forest_pick (const Forest *f, Rng *rng) {
  return &f->trees[rng_below (rng, f->len)];
}

static inline const Tree *forest_add (Forest *f, Tree t) {
  f->trees[f->len] = t;
  return &f->trees[f->len++];
}

/* Some tree made to have the width: extended, cut, or a number. */
static inline const Tree *forest_fit (Forest *f, Rng *rng, const Tree *t, unsigned width) {
  if (t->width == width)
    return t;
  if (rng_below (rng, 4) == 0)
    return forest_add (f, tree_number (f->p, width, random_number (rng, width)));
  if (t->width > width) {
    unsigned offset = rng_below (rng, 2) ? 0 : (unsigned)rng_below (rng, t->width - width + 1);
    return forest_add (f, tree_operator (f->p, EXPR_EXTRACT, width, offset, t, NULL, NULL));
  }
  return forest_add (
      f, tree_operator (f->p, rng_below (rng, 3) ? EXPR_ZEXT : EXPR_SEXT, width, 0, t, NULL, NULL));
}

static inline const Tree *forest_binary (Forest *f, Rng *rng, ExprKind kind, const Tree *a, const Tree *b) {
  if (kind == EXPR_CONCAT && a->width + b->width > f->widest)
    kind = EXPR_XOR;
  if (kind != EXPR_CONCAT)
    b = forest_fit (f, rng, b, a->width);
  return forest_add (f, tree_operator (f->p, kind, result_width (kind, a->width, b->width), 0, a, b, NULL));
}

/* One more random tree over the ones there are; needs room for four. */
static inline const Tree *forest_grow (Forest *f, Rng *rng) {
  const Tree *a = forest_pick (f, rng), *b = forest_pick (f, rng);
  ExprKind kind = (ExprKind)(EXPR_CONST + rng_below (rng, EXPR_KINDS - EXPR_CONST));
  switch (kind) {
  case EXPR_CONST: return forest_add (f, tree_number (f->p, a->width, random_number (rng, a->width)));
  case EXPR_SYM: return forest_add (f, tree_symbol (f->p, (SymId)rng_below (rng, f->syms)));
  case EXPR_NOT: return forest_add (f, tree_operator (f->p, kind, a->width, 0, a, NULL, NULL));
  case EXPR_EXTRACT: return forest_fit (f, rng, a, (unsigned)rng_below (rng, a->width) + 1);
  case EXPR_ZEXT:
  case EXPR_SEXT: {
    unsigned w = a->width + (unsigned)rng_below (rng, f->widest - a->width + 1);
    return forest_add (f, tree_operator (f->p, kind, w, 0, a, NULL, NULL));
  }
  case EXPR_ITE: {
    const Tree *c = forest_fit (f, rng, forest_pick (f, rng), 1);
    b = forest_fit (f, rng, b, a->width);
    return forest_add (f, tree_operator (f->p, kind, a->width, 0, c, a, b));
  }
  default: return forest_binary (f, rng, kind, a, b);
  }
}

#endif
