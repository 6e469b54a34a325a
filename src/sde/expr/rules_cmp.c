/* SPDX-License-Identifier: GPL-2.0-only */
/* expr/rules_cmp.c -- rules of eq, ult, slt
 *
 * A comparison with a number has it on the right.  Comparisons of extended or
 * concatenated values become comparisons of the narrow parts.
 */
#include "expr/rules_impl.h"

static Expr compare (ExprPool *p, const Node *n, Expr a, Expr b) {
  return expr_binary (p, (ExprKind)n->kind, a, b);
}

static Expr number_plus_one (ExprPool *p, Expr c) {
  return expr_binary (p, EXPR_ADD, c, expr_const (p, wid (p, c), 1));
}

static bool is_ite_of_numbers (const ExprPool *p, Expr e) {
  return is (p, e, EXPR_ITE) && is_num (p, op_b (p, e)) && is_num (p, op_c (p, e));
}

/* ite b c d compared with a number: a function of b alone. */
static Expr by_arms (ExprPool *p, const Node *n) {
  if (!is_num (p, n->b) || !is_ite_of_numbers (p, n->a))
    return EXPR_NONE;
  Expr b = op_a (p, n->a), then = op_b (p, n->a), other = op_c (p, n->a);
  return expr_ite (p, b, compare (p, n, then, n->b), compare (p, n, other, n->b));
}

/* Both are extended by kind: compare at the wider of the two inner widths. */
static Expr by_inner (ExprPool *p, const Node *n, ExprKind kind) {
  if (!is (p, n->a, kind) || !is (p, n->b, kind))
    return EXPR_NONE;
  Expr x = op_a (p, n->a), y = op_a (p, n->b);
  unsigned w = wid (p, x) > wid (p, y) ? wid (p, x) : wid (p, y);
  return compare (p, n, expr_extend (p, kind, x, w), expr_extend (p, kind, y, w));
}

/* The number c of sext x's width is what extending its low bits gives. */
static bool number_is_sext (const ExprPool *p, Expr c, unsigned width) {
  Num k = num_of (p, c);
  return num_run (k, width, k.width - width, num_bit (k, width - 1));
}

/* --- eq --- */

Expr rule_eq_same (ExprPool *p, const Node *n) { return n->a == n->b ? expr_bool (p, true) : EXPR_NONE; }

Expr rule_eq_bit (ExprPool *p, const Node *n) {
  if (wid (p, n->a) != 1 || !is_num (p, n->b))
    return EXPR_NONE;
  return is_zero (p, n->b) ? expr_not (p, n->a) : n->a;
}

Expr rule_eq_not (ExprPool *p, const Node *n) {
  if (!is (p, n->a, EXPR_NOT) || (!is_num (p, n->b) && !is (p, n->b, EXPR_NOT)))
    return EXPR_NONE;
  return expr_eq (p, op_a (p, n->a), expr_not (p, n->b));
}

Expr rule_eq_bits (ExprPool *p, const Node *n) {
  if (wid (p, n->a) != 1)
    return EXPR_NONE;
  if (is (p, n->a, EXPR_NOT))
    return expr_not (p, expr_eq (p, op_a (p, n->a), n->b));
  return is (p, n->b, EXPR_NOT) ? expr_not (p, expr_eq (p, n->a, op_a (p, n->b))) : EXPR_NONE;
}

Expr rule_eq_moved (ExprPool *p, const Node *n) {
  if (!is_num (p, n->b))
    return EXPR_NONE;
  if (has_num (p, n->a, EXPR_ADD))
    return expr_eq (p, op_a (p, n->a), expr_binary (p, EXPR_SUB, n->b, op_b (p, n->a)));
  if (has_num (p, n->a, EXPR_XOR))
    return expr_eq (p, op_a (p, n->a), expr_binary (p, EXPR_XOR, n->b, op_b (p, n->a)));
  if (is (p, n->a, EXPR_SUB) && is_num (p, op_a (p, n->a)))
    return expr_eq (p, op_b (p, n->a), expr_binary (p, EXPR_SUB, op_a (p, n->a), n->b));
  return EXPR_NONE;
}

Expr rule_eq_zero (ExprPool *p, const Node *n) {
  if (!is_zero (p, n->b))
    return EXPR_NONE;
  Expr e = n->a, zero_e = n->b;
  if (is (p, e, EXPR_SUB) || is (p, e, EXPR_XOR))
    return expr_eq (p, op_a (p, e), op_b (p, e));
  if (is (p, e, EXPR_OR) && !is (p, op_a (p, e), EXPR_OR) && !is (p, op_b (p, e), EXPR_OR)) {
    Expr y = op_b (p, e), first = expr_eq (p, op_a (p, e), zero_e);
    return expr_and (p, first, expr_eq (p, y, zero_e));
  }
  return EXPR_NONE;
}

/* x + c == y + d is x + (c - d) == y, or x == y + (d - c) where c - d is negative; which is x must not matter. */
static Expr eq_moved_sums (ExprPool *p, Expr a, Expr b) {
  Expr c = op_b (p, a), d = op_b (p, b);
  Expr more = expr_binary (p, EXPR_SUB, c, d), less = expr_binary (p, EXPR_SUB, d, c);
  if (more == less ? p->hash[op_a (p, a)] < p->hash[op_a (p, b)] : not_negative (p, more))
    return expr_eq (p, expr_binary (p, EXPR_ADD, op_a (p, a), more), op_a (p, b));
  return expr_eq (p, op_a (p, a), expr_binary (p, EXPR_ADD, op_a (p, b), less));
}

/* Both are sums, or both xors, with an operand in common: the others are equal. */
static Expr eq_sums (ExprPool *p, ExprKind kind, Expr a, Expr b) {
  if (!is (p, a, kind) || !is (p, b, kind))
    return EXPR_NONE;
  Expr x = op_a (p, a), y = op_b (p, a), u = op_a (p, b), v = op_b (p, b);
  if (x == u || y == v)
    return x == u ? expr_eq (p, y, v) : expr_eq (p, x, u);
  if (x == v || y == u)
    return x == v ? expr_eq (p, y, u) : expr_eq (p, x, v);
  return kind == EXPR_ADD && is_num (p, y) && is_num (p, v) ? eq_moved_sums (p, a, b) : EXPR_NONE;
}

/* sum is x + y or x ^ y with x the other side: y is zero. */
static Expr eq_part (ExprPool *p, Expr sum, Expr x) {
  if (!is (p, sum, EXPR_ADD) && !is (p, sum, EXPR_XOR))
    return EXPR_NONE;
  Expr a = op_a (p, sum), b = op_b (p, sum);
  if (a != x && b != x)
    return EXPR_NONE;
  return expr_eq (p, a == x ? b : a, zero (p, wid (p, x)));
}

Expr rule_eq_shared (ExprPool *p, const Node *n) {
  Expr e = eq_sums (p, EXPR_ADD, n->a, n->b);
  if (e == EXPR_NONE)
    e = eq_sums (p, EXPR_XOR, n->a, n->b);
  if (e == EXPR_NONE)
    e = eq_part (p, n->a, n->b);
  return e == EXPR_NONE ? eq_part (p, n->b, n->a) : e;
}

Expr rule_eq_split (ExprPool *p, const Node *n) {
  unsigned k = common_split (p, n->a, n->b);
  if (!k)
    return EXPR_NONE;
  Expr h = expr_eq (p, high (p, n->a, k), high (p, n->b, k));
  return expr_and (p, h, expr_eq (p, low (p, n->a, k), low (p, n->b, k)));
}

Expr rule_eq_zext (ExprPool *p, const Node *n) {
  if (!is (p, n->a, EXPR_ZEXT) || !is_num (p, n->b))
    return by_inner (p, n, EXPR_ZEXT);
  unsigned w = wid (p, op_a (p, n->a));
  if (!bits_zero (p, n->b, w, wid (p, n->b) - w))
    return expr_bool (p, false);
  return expr_eq (p, op_a (p, n->a), low (p, n->b, w));
}

Expr rule_eq_sext (ExprPool *p, const Node *n) {
  if (!is (p, n->a, EXPR_SEXT) || !is_num (p, n->b))
    return by_inner (p, n, EXPR_SEXT);
  unsigned w = wid (p, op_a (p, n->a));
  if (!number_is_sext (p, n->b, w))
    return expr_bool (p, false);
  return expr_eq (p, op_a (p, n->a), low (p, n->b, w));
}

Expr rule_eq_ite (ExprPool *p, const Node *n) { return by_arms (p, n); }

Expr rule_eq_ite_arm (ExprPool *p, const Node *n) {
  if (!is_num (p, n->b) || !is (p, n->a, EXPR_ITE))
    return EXPR_NONE;
  Expr b = op_a (p, n->a), x = op_b (p, n->a), y = op_c (p, n->a);
  Expr other = is_num (p, x) ? y : x;
  if ((!is_num (p, x) && !is_num (p, y)) || is (p, other, EXPR_ITE))
    return EXPR_NONE;
  return expr_ite (p, b, expr_eq (p, x, n->b), expr_eq (p, y, n->b));
}

/* --- ult --- */

Expr rule_ult_same (ExprPool *p, const Node *n) { return n->a == n->b ? expr_bool (p, false) : EXPR_NONE; }

Expr rule_ult_edge (ExprPool *p, const Node *n) {
  if (is_zero (p, n->b) || is_ones (p, n->a))
    return expr_bool (p, false);
  if (is_one (p, n->b))
    return expr_eq (p, n->a, zero (p, wid (p, n->a)));
  return is_ones (p, n->b) ? expr_not (p, expr_eq (p, n->a, n->b)) : EXPR_NONE;
}

Expr rule_ult_bit (ExprPool *p, const Node *n) {
  return wid (p, n->a) == 1 ? expr_and (p, expr_not (p, n->a), n->b) : EXPR_NONE;
}

Expr rule_ult_left (ExprPool *p, const Node *n) {
  if (!is_num (p, n->a))
    return EXPR_NONE;
  return expr_not (p, compare (p, n, n->b, number_plus_one (p, n->a)));
}

Expr rule_ult_zext (ExprPool *p, const Node *n) {
  if (!is (p, n->a, EXPR_ZEXT) || !is_num (p, n->b))
    return by_inner (p, n, EXPR_ZEXT);
  unsigned w = wid (p, op_a (p, n->a));
  if (!bits_zero (p, n->b, w, wid (p, n->b) - w))
    return expr_bool (p, true);
  return compare (p, n, op_a (p, n->a), low (p, n->b, w));
}

Expr rule_ult_sext (ExprPool *p, const Node *n) {
  if (!is (p, n->a, EXPR_SEXT) || !is (p, n->b, EXPR_SEXT))
    return EXPR_NONE;
  Expr x = op_a (p, n->a), y = op_a (p, n->b);
  return wid (p, x) == wid (p, y) ? compare (p, n, x, y) : EXPR_NONE;
}

Expr rule_ult_high (ExprPool *p, const Node *n) {
  if (!is (p, n->a, EXPR_CONCAT) || !is_num (p, n->b))
    return EXPR_NONE;
  unsigned k = wid (p, op_b (p, n->a));
  return bits_zero (p, n->b, 0, k) ? compare (p, n, op_a (p, n->a), high (p, n->b, k)) : EXPR_NONE;
}

Expr rule_ult_high_number (ExprPool *p, const Node *n) {
  if (!is (p, n->a, EXPR_CONCAT) || !is_num (p, n->b) || !is_num (p, op_a (p, n->a)))
    return EXPR_NONE;
  Expr c = op_a (p, n->a), x = op_b (p, n->a), d = high (p, n->b, wid (p, x));
  return c == d ? compare (p, n, x, low (p, n->b, wid (p, x))) : compare (p, n, c, d);
}

Expr rule_ult_same_part (ExprPool *p, const Node *n) {
  if (!is (p, n->a, EXPR_CONCAT) || !is (p, n->b, EXPR_CONCAT))
    return EXPR_NONE;
  Expr x = op_a (p, n->a), y = op_b (p, n->a), z = op_a (p, n->b), u = op_b (p, n->b);
  if (x == z)
    return compare (p, n, y, u);
  return y == u ? compare (p, n, x, z) : EXPR_NONE;
}

Expr rule_ult_sum (ExprPool *p, const Node *n) {
  unsigned w = wid (p, n->a);
  if (w > 64 || !is_num (p, n->b) || !has_num (p, n->a, EXPR_ADD) || !is (p, op_a (p, n->a), EXPR_ZEXT))
    return EXPR_NONE;
  Expr x = op_a (p, n->a);
  uint64_t c = expr_value (p, op_b (p, n->a)), d = expr_value (p, n->b),
           most = bits_mask (wid (p, op_a (p, x)));
  if (c > bits_mask (w) - most)
    return EXPR_NONE;
  return d <= c ? expr_bool (p, false) : compare (p, n, x, expr_const (p, w, d - c));
}

Expr rule_ult_ite (ExprPool *p, const Node *n) { return by_arms (p, n); }

/* --- slt --- */

Expr rule_slt_same (ExprPool *p, const Node *n) { return n->a == n->b ? expr_bool (p, false) : EXPR_NONE; }

Expr rule_slt_bit (ExprPool *p, const Node *n) {
  return wid (p, n->a) == 1 ? expr_and (p, n->a, expr_not (p, n->b)) : EXPR_NONE;
}

static bool is_least (const ExprPool *p, Expr e) { return power_of_two (p, e) == (int)wid (p, e) - 1; }

static bool is_greatest (const ExprPool *p, Expr e) {
  return is_num (p, e) && num_scan (num_of (p, e), 0, false) == wid (p, e) - 1;
}

Expr rule_slt_edge (ExprPool *p, const Node *n) {
  if (is_least (p, n->b) || is_greatest (p, n->a))
    return expr_bool (p, false);
  return is_zero (p, n->b) ? high (p, n->a, wid (p, n->a) - 1) : EXPR_NONE;
}

Expr rule_slt_left (ExprPool *p, const Node *n) {
  if (!is_num (p, n->a))
    return EXPR_NONE;
  return expr_not (p, compare (p, n, n->b, number_plus_one (p, n->a)));
}

Expr rule_slt_unsigned (ExprPool *p, const Node *n) {
  if (!not_negative (p, n->a) || !not_negative (p, n->b))
    return EXPR_NONE;
  return expr_binary (p, EXPR_ULT, n->a, n->b);
}

Expr rule_slt_signs (ExprPool *p, const Node *n) {
  bool negative = is_num (p, n->b) && !not_negative (p, n->b);
  return negative && not_negative (p, n->a) ? expr_bool (p, false) : EXPR_NONE;
}

Expr rule_slt_sext (ExprPool *p, const Node *n) {
  if (!is (p, n->a, EXPR_SEXT) || !is_num (p, n->b))
    return by_inner (p, n, EXPR_SEXT);
  unsigned w = wid (p, op_a (p, n->a));
  if (!number_is_sext (p, n->b, w))
    return expr_bool (p, not_negative (p, n->b));
  return compare (p, n, op_a (p, n->a), low (p, n->b, w));
}

Expr rule_slt_ite (ExprPool *p, const Node *n) { return by_arms (p, n); }
