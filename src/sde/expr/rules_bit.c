/* SPDX-License-Identifier: GPL-2.0-only */
/* expr/rules_bit.c -- rules of not, and, or, xor */
#include "expr/rules_impl.h"

Expr rule_not_not (ExprPool *p, const Node *n) { return is (p, n->a, EXPR_NOT) ? op_a (p, n->a) : EXPR_NONE; }

Expr rule_not_split (ExprPool *p, const Node *n) {
  unsigned k = n->width <= SPLIT_WIDTH ? split_point (p, n->a) : 0;
  if (!k)
    return EXPR_NONE;
  Expr h = expr_not (p, high (p, n->a, k));
  return expr_binary (p, EXPR_CONCAT, h, expr_not (p, low (p, n->a, k)));
}

Expr rule_and_num (ExprPool *p, const Node *n) {
  if (n->a == n->b || is_ones (p, n->b))
    return n->a;
  return is_zero (p, n->b) ? n->b : EXPR_NONE;
}

/* One operand is the other's negation. */
static bool opposite (const ExprPool *p, Expr a, Expr b) {
  return (is (p, a, EXPR_NOT) && op_a (p, a) == b) || (is (p, b, EXPR_NOT) && op_a (p, b) == a);
}

Expr rule_and_not (ExprPool *p, const Node *n) {
  return opposite (p, n->a, n->b) ? zero (p, n->width) : EXPR_NONE;
}

Expr rule_or_num (ExprPool *p, const Node *n) {
  if (n->a == n->b || is_zero (p, n->b))
    return n->a;
  return is_ones (p, n->b) ? n->b : EXPR_NONE;
}

Expr rule_or_not (ExprPool *p, const Node *n) {
  return opposite (p, n->a, n->b) ? ones (p, n->width) : EXPR_NONE;
}

Expr rule_xor_num (ExprPool *p, const Node *n) {
  if (n->a == n->b)
    return zero (p, n->width);
  if (is_zero (p, n->b))
    return n->a;
  return is_ones (p, n->b) ? expr_not (p, n->a) : EXPR_NONE;
}
