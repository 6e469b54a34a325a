/* SPDX-License-Identifier: GPL-2.0-only */
/* expr/rules_bit.c -- rules of not, and, or, xor */
#include "expr/rules_impl.h"

/* --- shared by the three --- */

/* The operator of two parts that are put together again. */
static Expr by_parts (ExprPool *p, const Node *n) {
  unsigned k = common_split (p, n->a, n->b);
  if (!k)
    return EXPR_NONE;
  Expr h = expr_binary (p, (ExprKind)n->kind, high (p, n->a, k), high (p, n->b, k));
  Expr l = expr_binary (p, (ExprKind)n->kind, low (p, n->a, k), low (p, n->b, k));
  return expr_binary (p, EXPR_CONCAT, h, l);
}

/* (x op c) op d = x op (c op d) */
static Expr by_numbers (ExprPool *p, const Node *n) {
  ExprKind kind = (ExprKind)n->kind;
  if (!is_num (p, n->b) || !has_num (p, n->a, kind))
    return EXPR_NONE;
  return expr_binary (p, kind, op_a (p, n->a), expr_binary (p, kind, op_b (p, n->a), n->b));
}

/* One operand is the other's negation. */
static bool opposite (const ExprPool *p, Expr a, Expr b) {
  return (is (p, a, EXPR_NOT) && op_a (p, a) == b) || (is (p, b, EXPR_NOT) && op_a (p, b) == a);
}

static bool contains (const ExprPool *p, Expr e, ExprKind kind, Expr x) {
  return is (p, e, kind) && (op_a (p, e) == x || op_b (p, e) == x);
}

/* x op (x op y) = x op y, x op (x dual y) = x */
static Expr by_absorbing (const ExprPool *p, const Node *n, ExprKind dual) {
  ExprKind kind = (ExprKind)n->kind;
  if (contains (p, n->a, kind, n->b) || contains (p, n->b, dual, n->a))
    return n->a;
  if (contains (p, n->b, kind, n->a) || contains (p, n->a, dual, n->b))
    return n->b;
  return EXPR_NONE;
}

/* --- not --- */

Expr rule_not_not (ExprPool *p, const Node *n) { return is (p, n->a, EXPR_NOT) ? op_a (p, n->a) : EXPR_NONE; }

Expr rule_not_split (ExprPool *p, const Node *n) {
  unsigned k = n->width <= SPLIT_WIDTH ? split_point (p, n->a) : 0;
  if (!k)
    return EXPR_NONE;
  Expr h = expr_not (p, high (p, n->a, k));
  return expr_binary (p, EXPR_CONCAT, h, expr_not (p, low (p, n->a, k)));
}

/* --- and --- */

Expr rule_and_num (ExprPool *p, const Node *n) {
  if (n->a == n->b || is_ones (p, n->b))
    return n->a;
  return is_zero (p, n->b) ? n->b : EXPR_NONE;
}

Expr rule_and_not (ExprPool *p, const Node *n) {
  return opposite (p, n->a, n->b) ? zero (p, n->width) : EXPR_NONE;
}

Expr rule_and_nums (ExprPool *p, const Node *n) { return by_numbers (p, n); }
Expr rule_and_absorb (ExprPool *p, const Node *n) { return by_absorbing (p, n, EXPR_OR); }
Expr rule_and_split (ExprPool *p, const Node *n) { return by_parts (p, n); }

/* The mask is one or two runs of ones, or bytes that are 0 or 255. */
static bool mask_cuts (Num c) {
  unsigned at = 0;
  for (unsigned runs = 0; runs < 2; runs++)
    at = num_scan (c, num_scan (c, at, true), false);
  if (num_scan (c, at, true) == c.width)
    return true;
  for (unsigned i = 0; i < c.width; i += 8)
    if (c.width % 8 || (!num_run (c, i, 8, false) && !num_run (c, i, 8, true)))
      return false;
  return true;
}

Expr rule_and_mask (ExprPool *p, const Node *n) {
  if (!is_num (p, n->b) || n->width > SPLIT_WIDTH || !mask_cuts (num_of (p, n->b)))
    return EXPR_NONE;
  bool bit = num_bit (num_of (p, n->b), 0);
  unsigned k = num_scan (num_of (p, n->b), 0, !bit);
  Expr l = bit ? low (p, n->a, k) : zero (p, k);
  Expr h = expr_binary (p, EXPR_AND, high (p, n->a, k), high (p, n->b, k));
  return expr_binary (p, EXPR_CONCAT, h, l);
}

/* --- or --- */

Expr rule_or_num (ExprPool *p, const Node *n) {
  if (n->a == n->b || is_zero (p, n->b))
    return n->a;
  return is_ones (p, n->b) ? n->b : EXPR_NONE;
}

Expr rule_or_not (ExprPool *p, const Node *n) {
  return opposite (p, n->a, n->b) ? ones (p, n->width) : EXPR_NONE;
}

Expr rule_or_nums (ExprPool *p, const Node *n) { return by_numbers (p, n); }
Expr rule_or_absorb (ExprPool *p, const Node *n) { return by_absorbing (p, n, EXPR_AND); }
Expr rule_or_split (ExprPool *p, const Node *n) { return by_parts (p, n); }

/* --- xor --- */

Expr rule_xor_num (ExprPool *p, const Node *n) {
  if (n->a == n->b)
    return zero (p, n->width);
  if (is_zero (p, n->b))
    return n->a;
  return is_ones (p, n->b) ? expr_not (p, n->a) : EXPR_NONE;
}

Expr rule_xor_nums (ExprPool *p, const Node *n) { return by_numbers (p, n); }

Expr rule_xor_cancel (ExprPool *p, const Node *n) {
  if (contains (p, n->a, EXPR_XOR, n->b))
    return op_a (p, n->a) == n->b ? op_b (p, n->a) : op_a (p, n->a);
  if (contains (p, n->b, EXPR_XOR, n->a))
    return op_a (p, n->b) == n->a ? op_b (p, n->b) : op_a (p, n->b);
  return EXPR_NONE;
}

Expr rule_xor_not (ExprPool *p, const Node *n) {
  if (is (p, n->a, EXPR_NOT))
    return expr_not (p, expr_binary (p, EXPR_XOR, op_a (p, n->a), n->b));
  if (is (p, n->b, EXPR_NOT))
    return expr_not (p, expr_binary (p, EXPR_XOR, n->a, op_a (p, n->b)));
  return EXPR_NONE;
}

Expr rule_xor_split (ExprPool *p, const Node *n) { return by_parts (p, n); }
