/* SPDX-License-Identifier: GPL-2.0-only */
/* expr/rules_sum.c -- rules of add, sub, mul, division and remainder */
#include "expr/rules_impl.h"

Expr rule_add_zero (ExprPool *p, const Node *n) { return is_zero (p, n->b) ? n->a : EXPR_NONE; }

Expr rule_sub_same (ExprPool *p, const Node *n) { return n->a == n->b ? zero (p, n->width) : EXPR_NONE; }

Expr rule_sub_num (ExprPool *p, const Node *n) {
  if (!is_num (p, n->b))
    return EXPR_NONE;
  return expr_binary (p, EXPR_ADD, n->a, expr_binary (p, EXPR_SUB, zero (p, n->width), n->b));
}

Expr rule_mul_num (ExprPool *p, const Node *n) {
  if (is_zero (p, n->b))
    return n->b;
  return is_one (p, n->b) ? n->a : EXPR_NONE;
}
