/* SPDX-License-Identifier: GPL-2.0-only */
/* expr/check.c -- the pool's invariants */
#include "expr/rules_impl.h"

static void require (bool ok, const char *what) {
  if (!ok)
    panic (what);
}

static void check_operands (const ExprPool *p, Expr e, const Node *n) {
  Expr ops[3];
  bool numbers = true;
  unsigned count = node_operands (n, ops);
  for (unsigned i = 0; i < count; i++) {
    require (ops[i] >= FIRST_EXPR && ops[i] < e, "an operand is older than its user");
    numbers = numbers && is_num (p, ops[i]);
  }
  require (!count || !numbers, "numbers are folded");
  if (kind_commutes ((ExprKind)n->kind))
    require (!is_num (p, n->a) && (is_num (p, n->b) || n->a <= n->b), "commutative operands are in order");
}

static void check_width (const ExprPool *p, const Node *n) {
  unsigned w = n->width;
  require (w >= 1, "a width is positive");
  switch (n->kind) {
  case EXPR_CONST:
    require (w % 64 == 0 || node_limbs (n)[num_limbs (w) - 1] <= bits_mask (w % 64),
             "a number fits its width");
    break;
  case EXPR_SYM: require (w == 8, "a symbol is a byte"); break;
  case EXPR_NOT: require (wid (p, n->a) == w, "not keeps the width"); break;
  case EXPR_EQ:
  case EXPR_ULT:
  case EXPR_SLT: require (w == 1 && wid (p, n->a) == wid (p, n->b), "a comparison is one bit"); break;
  case EXPR_ITE:
    require (wid (p, n->a) == 1 && wid (p, n->b) == w && wid (p, n->c) == w, "the branches of ite agree");
    break;
  case EXPR_CONCAT: require (wid (p, n->a) + wid (p, n->b) == w, "concat adds widths"); break;
  case EXPR_EXTRACT: require (w < wid (p, n->a) && n->b + w <= wid (p, n->a), "extract is inside"); break;
  case EXPR_ZEXT:
  case EXPR_SEXT: require (wid (p, n->a) < w, "an extension is wider"); break;
  default: require (wid (p, n->a) == w && wid (p, n->b) == w, "operands have the result's width");
  }
}

void expr_check (ExprPool *p) {
  size_t taken = 0, len = p->len;
  for (size_t i = 0; i < p->slot_cap; i++)
    taken += p->slots[i] != 0;
  require (taken == p->len - FIRST_EXPR, "every node is in one slot");
  for (Expr e = FIRST_EXPR; e < len; e++) {
    Node n = p->nodes[e];
    check_operands (p, e, &n);
    check_width (p, &n);
    require (pool_find (p, &n, node_key (&n)) == e, "a node is found under its key");
    if (kind_operands ((ExprKind)n.kind) && !p->cut_off)
      require (rules_apply (p, &n) == EXPR_NONE, "no rule applies to a node");
  }
}
