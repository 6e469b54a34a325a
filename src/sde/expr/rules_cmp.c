/* SPDX-License-Identifier: GPL-2.0-only */
/* expr/rules_cmp.c -- rules of eq, ult, slt */
#include "expr/rules_impl.h"

Expr rule_eq_same (ExprPool *p, const Node *n) { return n->a == n->b ? expr_bool (p, true) : EXPR_NONE; }

Expr rule_eq_bit (ExprPool *p, const Node *n) {
  if (wid (p, n->a) != 1 || !is_num (p, n->b))
    return EXPR_NONE;
  return is_zero (p, n->b) ? expr_not (p, n->a) : n->a;
}

Expr rule_ult_same (ExprPool *p, const Node *n) { return n->a == n->b ? expr_bool (p, false) : EXPR_NONE; }
Expr rule_slt_same (ExprPool *p, const Node *n) { return n->a == n->b ? expr_bool (p, false) : EXPR_NONE; }
