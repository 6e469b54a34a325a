/* SPDX-License-Identifier: GPL-2.0-only */
/* expr/rules_sum.c -- rules of add, sub, mul, division, remainder and shifts
 *
 * A sum carries at most one number, outermost and added; shifts by numbers and
 * what is like them become extracts and concats.
 */
#include "expr/rules_impl.h"

static Expr add (ExprPool *p, Expr a, Expr b) { return expr_binary (p, EXPR_ADD, a, b); }
static Expr sub (ExprPool *p, Expr a, Expr b) { return expr_binary (p, EXPR_SUB, a, b); }
static Expr negated (ExprPool *p, Expr e) { return sub (p, zero (p, wid (p, e)), e); }

/* --- add --- */

Expr rule_add_zero (ExprPool *p, const Node *n) { return is_zero (p, n->b) ? n->a : EXPR_NONE; }

Expr rule_add_bit (ExprPool *p, const Node *n) {
  return n->width == 1 ? expr_binary (p, EXPR_XOR, n->a, n->b) : EXPR_NONE;
}

Expr rule_add_nums (ExprPool *p, const Node *n) {
  if (!is_num (p, n->b))
    return EXPR_NONE;
  if (has_num (p, n->a, EXPR_ADD))
    return add (p, op_a (p, n->a), add (p, op_b (p, n->a), n->b));
  if (is (p, n->a, EXPR_SUB) && is_num (p, op_a (p, n->a)))
    return sub (p, add (p, op_a (p, n->a), n->b), op_b (p, n->a));
  return EXPR_NONE;
}

Expr rule_add_outer (ExprPool *p, const Node *n) {
  if (has_num (p, n->a, EXPR_ADD) && has_num (p, n->b, EXPR_ADD))
    return add (p, add (p, op_a (p, n->a), op_a (p, n->b)), add (p, op_b (p, n->a), op_b (p, n->b)));
  if (has_num (p, n->a, EXPR_ADD))
    return add (p, add (p, op_a (p, n->a), n->b), op_b (p, n->a));
  if (has_num (p, n->b, EXPR_ADD))
    return add (p, add (p, n->a, op_a (p, n->b)), op_b (p, n->b));
  return EXPR_NONE;
}

Expr rule_add_cancel (ExprPool *p, const Node *n) {
  if (is (p, n->a, EXPR_SUB) && op_b (p, n->a) == n->b)
    return op_a (p, n->a);
  if (is (p, n->b, EXPR_SUB) && op_b (p, n->b) == n->a)
    return op_a (p, n->b);
  if ((is (p, n->a, EXPR_NOT) && op_a (p, n->a) == n->b) ||
      (is (p, n->b, EXPR_NOT) && op_a (p, n->b) == n->a))
    return ones (p, n->width);
  return EXPR_NONE;
}

Expr rule_add_same (ExprPool *p, const Node *n) {
  return n->a == n->b ? expr_binary (p, EXPR_CONCAT, low (p, n->a, n->width - 1u), zero (p, 1)) : EXPR_NONE;
}

Expr rule_add_disjoint (ExprPool *p, const Node *n) {
  return disjoint (p, n->a, n->b) ? expr_or (p, n->a, n->b) : EXPR_NONE;
}

/* k, if one of the operands is zero below it. */
static unsigned zero_below (const ExprPool *p, const Node *n, unsigned k) {
  return k && (bits_zero (p, n->a, 0, k) || bits_zero (p, n->b, 0, k)) ? k : 0;
}

Expr rule_add_split (ExprPool *p, const Node *n) {
  unsigned k = zero_below (p, n, own_split (p, n->a, n->b));
  unsigned m = zero_below (p, n, own_split (p, n->b, n->a));
  k = k > m ? k : m;
  if (!k)
    return EXPR_NONE;
  bool a = bits_zero (p, n->a, 0, k);
  Expr h = add (p, high (p, n->a, k), high (p, n->b, k));
  return expr_binary (p, EXPR_CONCAT, h, low (p, a ? n->b : n->a, k));
}

/* --- sub --- */

Expr rule_sub_same (ExprPool *p, const Node *n) { return n->a == n->b ? zero (p, n->width) : EXPR_NONE; }

Expr rule_sub_bit (ExprPool *p, const Node *n) {
  return n->width == 1 ? expr_binary (p, EXPR_XOR, n->a, n->b) : EXPR_NONE;
}

Expr rule_sub_num (ExprPool *p, const Node *n) {
  return is_num (p, n->b) ? add (p, n->a, negated (p, n->b)) : EXPR_NONE;
}

Expr rule_sub_nums (ExprPool *p, const Node *n) {
  if (!is_num (p, n->a))
    return EXPR_NONE;
  if (has_num (p, n->b, EXPR_ADD))
    return sub (p, sub (p, n->a, op_b (p, n->b)), op_a (p, n->b));
  if (is (p, n->b, EXPR_SUB) && is_num (p, op_a (p, n->b)))
    return add (p, op_b (p, n->b), sub (p, n->a, op_a (p, n->b)));
  return EXPR_NONE;
}

Expr rule_sub_outer (ExprPool *p, const Node *n) {
  if (has_num (p, n->a, EXPR_ADD))
    return add (p, sub (p, op_a (p, n->a), n->b), op_b (p, n->a));
  if (has_num (p, n->b, EXPR_ADD))
    return add (p, sub (p, n->a, op_a (p, n->b)), negated (p, op_b (p, n->b)));
  return EXPR_NONE;
}

Expr rule_sub_cancel (ExprPool *p, const Node *n) {
  if (!is (p, n->a, EXPR_ADD))
    return EXPR_NONE;
  Expr x = op_a (p, n->a), y = op_b (p, n->a);
  return n->b == x ? y : n->b == y ? x : EXPR_NONE;
}

/* --- mul --- */

Expr rule_mul_num (ExprPool *p, const Node *n) {
  if (is_zero (p, n->b))
    return n->b;
  return is_one (p, n->b) ? n->a : EXPR_NONE;
}

Expr rule_mul_bit (ExprPool *p, const Node *n) {
  return n->width == 1 ? expr_binary (p, EXPR_AND, n->a, n->b) : EXPR_NONE;
}

Expr rule_mul_power (ExprPool *p, const Node *n) {
  int k = power_of_two (p, n->b);
  if (k < 1)
    return EXPR_NONE;
  return expr_binary (p, EXPR_CONCAT, low (p, n->a, n->width - (unsigned)k), zero (p, (unsigned)k));
}

Expr rule_mul_nums (ExprPool *p, const Node *n) {
  if (!is_num (p, n->b) || !has_num (p, n->a, EXPR_MUL))
    return EXPR_NONE;
  return expr_binary (p, EXPR_MUL, op_a (p, n->a), expr_binary (p, EXPR_MUL, op_b (p, n->a), n->b));
}

/* --- division --- */

/* The number fits into the width of x where zext x is. */
static bool fits (const ExprPool *p, Expr number, unsigned width) {
  return bits_zero (p, number, width, wid (p, number) - width);
}

Expr rule_udiv_power (ExprPool *p, const Node *n) {
  int k = power_of_two (p, n->b);
  return k < 0 ? EXPR_NONE : expr_extend (p, EXPR_ZEXT, high (p, n->a, (unsigned)k), n->width);
}

Expr rule_udiv_narrow (ExprPool *p, const Node *n) {
  if (!is (p, n->a, EXPR_ZEXT) || !is_num (p, n->b) || is_zero (p, n->b))
    return EXPR_NONE;
  Expr x = op_a (p, n->a);
  if (!fits (p, n->b, wid (p, x)))
    return zero (p, n->width);
  return expr_extend (p, EXPR_ZEXT, expr_binary (p, EXPR_UDIV, x, low (p, n->b, wid (p, x))), n->width);
}

Expr rule_sdiv_one (ExprPool *p, const Node *n) {
  if (is_ones (p, n->b))
    return negated (p, n->a);
  return is_one (p, n->b) ? n->a : EXPR_NONE;
}

Expr rule_sdiv_unsigned (ExprPool *p, const Node *n) {
  if (!not_negative (p, n->a) || !not_negative (p, n->b))
    return EXPR_NONE;
  return expr_binary (p, EXPR_UDIV, n->a, n->b);
}

Expr rule_urem_power (ExprPool *p, const Node *n) {
  int k = power_of_two (p, n->b);
  if (k < 1)
    return k < 0 ? EXPR_NONE : zero (p, n->width);
  return expr_extend (p, EXPR_ZEXT, low (p, n->a, (unsigned)k), n->width);
}

Expr rule_urem_narrow (ExprPool *p, const Node *n) {
  if (!is (p, n->a, EXPR_ZEXT) || !is_num (p, n->b) || is_zero (p, n->b))
    return EXPR_NONE;
  Expr x = op_a (p, n->a);
  if (!fits (p, n->b, wid (p, x)))
    return n->a;
  return expr_extend (p, EXPR_ZEXT, expr_binary (p, EXPR_UREM, x, low (p, n->b, wid (p, x))), n->width);
}

Expr rule_srem_one (ExprPool *p, const Node *n) {
  return is_one (p, n->b) || is_ones (p, n->b) ? zero (p, n->width) : EXPR_NONE;
}

Expr rule_srem_unsigned (ExprPool *p, const Node *n) {
  if (!not_negative (p, n->a) || !not_negative (p, n->b))
    return EXPR_NONE;
  return expr_binary (p, EXPR_UREM, n->a, n->b);
}

/* --- shifts --- */

/* How far a number shifts, at most the width. */
static unsigned shift_by (const ExprPool *p, const Node *n) {
  Num c = num_of (p, n->b);
  if (c.limbs[0] >= n->width || num_scan (c, 64, true) < c.width)
    return n->width;
  return (unsigned)c.limbs[0];
}

Expr rule_shl_num (ExprPool *p, const Node *n) {
  if (!is_num (p, n->b))
    return is_zero (p, n->a) ? n->a : EXPR_NONE;
  unsigned k = shift_by (p, n);
  if (k == 0 || k == n->width)
    return k ? zero (p, n->width) : n->a;
  return expr_binary (p, EXPR_CONCAT, low (p, n->a, n->width - k), zero (p, k));
}

Expr rule_lshr_num (ExprPool *p, const Node *n) {
  if (!is_num (p, n->b))
    return is_zero (p, n->a) ? n->a : EXPR_NONE;
  unsigned k = shift_by (p, n);
  return k == n->width ? zero (p, n->width) : expr_extend (p, EXPR_ZEXT, high (p, n->a, k), n->width);
}

Expr rule_ashr_num (ExprPool *p, const Node *n) {
  if (!is_num (p, n->b))
    return is_zero (p, n->a) || is_ones (p, n->a) ? n->a : EXPR_NONE;
  unsigned k = shift_by (p, n);
  return expr_extend (p, EXPR_SEXT, high (p, n->a, k < n->width ? k : n->width - 1u), n->width);
}
