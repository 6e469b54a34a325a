/* SPDX-License-Identifier: GPL-2.0-only */
/* expr/rules_shape.c -- rules of ite, concat, extract, zext, sext */
#include "expr/rules_impl.h"

Expr rule_ite_known (ExprPool *p, const Node *n) {
  if (n->b == n->c)
    return n->b;
  return is_num (p, n->a) ? (is_zero (p, n->a) ? n->c : n->b) : EXPR_NONE;
}

Expr rule_concat_zero (ExprPool *p, const Node *n) {
  return is_zero (p, n->a) ? expr_extend (p, EXPR_ZEXT, n->b, n->width) : EXPR_NONE;
}

Expr rule_zext_zext (ExprPool *p, const Node *n) {
  return is (p, n->a, EXPR_ZEXT) ? expr_extend (p, EXPR_ZEXT, op_a (p, n->a), n->width) : EXPR_NONE;
}

Expr rule_sext_sext (ExprPool *p, const Node *n) {
  ExprKind kind = expr_kind (p, n->a);
  return kind == EXPR_SEXT || kind == EXPR_ZEXT ? expr_extend (p, kind, op_a (p, n->a), n->width) : EXPR_NONE;
}
