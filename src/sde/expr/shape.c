/* SPDX-License-Identifier: GPL-2.0-only */
/* expr/shape.c -- what rules see of an expression without building anything */
#include "expr/rules_impl.h"

Expr ones (ExprPool *p, unsigned width) {
  uint64_t limbs[MAX_LIMBS];
  for (unsigned i = 0; i < num_limbs (width); i++)
    limbs[i] = ~0ull;
  return expr_const_wide (p, width, limbs);
}

bool can_split (const ExprPool *p, Expr e, unsigned k) {
  for (;;) {
    const Node *n = node_at (p, e);
    if (n->kind == EXPR_CONST)
      return true;
    if (n->kind == EXPR_ZEXT) {
      if (k >= wid (p, n->a))
        return true;
      e = n->a;
    } else if (n->kind == EXPR_CONCAT) {
      unsigned w = wid (p, n->b);
      if (k == w)
        return true;
      e = k < w ? n->b : n->a;
      k = k < w ? k : k - w;
    } else
      return false;
  }
}

unsigned split_point (const ExprPool *p, Expr e) {
  const Node *n = node_at (p, e);
  return n->kind == EXPR_CONCAT ? wid (p, n->b) : n->kind == EXPR_ZEXT ? wid (p, n->a) : 0;
}

unsigned own_split (const ExprPool *p, Expr a, Expr b) {
  unsigned k = wid (p, a) > SPLIT_WIDTH ? 0 : split_point (p, a);
  return k && can_split (p, b, k) ? k : 0;
}

unsigned common_split (const ExprPool *p, Expr a, Expr b) {
  unsigned k = own_split (p, a, b), m = own_split (p, b, a);
  return k > m ? k : m;
}

bool bits_zero (const ExprPool *p, Expr e, unsigned offset, unsigned width) {
  for (;;) {
    const Node *n = node_at (p, e);
    if (n->kind == EXPR_CONST)
      return num_run (num_of (p, e), offset, width, false);
    if (n->kind == EXPR_ZEXT) {
      unsigned w = wid (p, n->a);
      if (offset >= w)
        return true;
      if (offset + width > w)
        width = w - offset;
      e = n->a;
    } else if (n->kind == EXPR_CONCAT) {
      unsigned w = wid (p, n->b);
      if (offset < w && offset + width > w) {
        if (!bits_zero (p, n->a, 0, offset + width - w))
          return false;
        width = w - offset;
      }
      e = offset < w ? n->b : n->a;
      offset = offset < w ? offset : offset - w;
    } else
      return false;
  }
}

/* b is zero where a has a piece, seen piece by piece; a number's own zeros are not looked for. */
static bool zero_under (const ExprPool *p, Expr a, Expr b) {
  while (is (p, a, EXPR_CONCAT) || is (p, a, EXPR_ZEXT)) {
    const Node *n = node_at (p, a);
    bool piece = n->kind == EXPR_CONCAT && !is_zero (p, n->a);
    if (piece && !bits_zero (p, b, wid (p, n->b), wid (p, n->a)))
      return false;
    a = n->kind == EXPR_CONCAT ? n->b : n->a;
  }
  return is_zero (p, a) || bits_zero (p, b, 0, wid (p, a));
}

bool disjoint (const ExprPool *p, Expr a, Expr b) {
  return wid (p, a) <= SPLIT_WIDTH && (zero_under (p, a, b) || zero_under (p, b, a));
}

bool not_negative (const ExprPool *p, Expr e) {
  const Node *n = node_at (p, e);
  switch (n->kind) {
  case EXPR_ZEXT: return true;
  case EXPR_CONST: return !num_bit (num_of (p, e), n->width - 1u);
  case EXPR_AND: return is_num (p, n->b) && !num_bit (num_of (p, n->b), n->width - 1u);
  default: return false;
  }
}
