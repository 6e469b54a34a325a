/* SPDX-License-Identifier: GPL-2.0-only */
/* expr/rules_shape.c -- rules of ite, concat, extract, zext, sext
 *
 * Concats lean to the right, numbers in them are joined, zeros on top are a zext,
 * copies of the sign on top a sext.  Storing any expression as bytes (extracts)
 * and loading it again (concats) gives the expression back.
 */
#include "expr/rules_impl.h"

static Expr concat (ExprPool *p, Expr h, Expr l) { return expr_binary (p, EXPR_CONCAT, h, l); }

/* --- ite --- */

Expr rule_ite_known (ExprPool *p, const Node *n) {
  if (n->b == n->c)
    return n->b;
  return is_num (p, n->a) ? (is_zero (p, n->a) ? n->c : n->b) : EXPR_NONE;
}

Expr rule_ite_not (ExprPool *p, const Node *n) {
  return is (p, n->a, EXPR_NOT) ? expr_ite (p, op_a (p, n->a), n->c, n->b) : EXPR_NONE;
}

Expr rule_ite_bit (ExprPool *p, const Node *n) {
  if (n->width != 1)
    return EXPR_NONE;
  if (is_num (p, n->b))
    return is_zero (p, n->b) ? expr_and (p, expr_not (p, n->a), n->c) : expr_or (p, n->a, n->c);
  if (is_num (p, n->c))
    return is_zero (p, n->c) ? expr_and (p, n->a, n->b) : expr_or (p, expr_not (p, n->a), n->b);
  return EXPR_NONE;
}

Expr rule_ite_number (ExprPool *p, const Node *n) {
  Expr other = is_zero (p, n->c) ? n->b : n->c;
  if ((!is_zero (p, n->b) && !is_zero (p, n->c)) || (!is_one (p, other) && !is_ones (p, other)))
    return EXPR_NONE;
  Expr b = other == n->b ? n->a : expr_not (p, n->a);
  return expr_extend (p, is_one (p, other) ? EXPR_ZEXT : EXPR_SEXT, b, n->width);
}

Expr rule_ite_nested (ExprPool *p, const Node *n) {
  if (is (p, n->b, EXPR_ITE) && op_a (p, n->b) == n->a)
    return expr_ite (p, n->a, op_b (p, n->b), n->c);
  if (is (p, n->c, EXPR_ITE) && op_a (p, n->c) == n->a)
    return expr_ite (p, n->a, n->b, op_c (p, n->c));
  return EXPR_NONE;
}

Expr rule_ite_merge (ExprPool *p, const Node *n) {
  if (!is (p, n->c, EXPR_ITE) || op_b (p, n->c) != n->b)
    return EXPR_NONE;
  Expr y = op_c (p, n->c);
  return expr_ite (p, expr_or (p, n->a, op_a (p, n->c)), n->b, y);
}

Expr rule_ite_extend (ExprPool *p, const Node *n) {
  ExprKind kind = expr_kind (p, n->b);
  if ((kind != EXPR_ZEXT && kind != EXPR_SEXT) || !is (p, n->c, kind))
    return EXPR_NONE;
  Expr x = op_a (p, n->b), y = op_a (p, n->c);
  return wid (p, x) == wid (p, y) ? expr_extend (p, kind, expr_ite (p, n->a, x, y), n->width) : EXPR_NONE;
}

/* --- concat --- */

Expr rule_concat_zero (ExprPool *p, const Node *n) {
  return is_zero (p, n->a) ? expr_extend (p, EXPR_ZEXT, n->b, n->width) : EXPR_NONE;
}

Expr rule_concat_nested (ExprPool *p, const Node *n) {
  if (n->width > SPLIT_WIDTH || !is (p, n->a, EXPR_CONCAT))
    return EXPR_NONE;
  Expr x = op_a (p, n->a);
  return concat (p, x, concat (p, op_b (p, n->a), n->b));
}

Expr rule_concat_number (ExprPool *p, const Node *n) {
  if (!is_num (p, n->a))
    return EXPR_NONE;
  if (is (p, n->b, EXPR_CONCAT) && is_num (p, op_a (p, n->b)))
    return concat (p, concat (p, n->a, op_a (p, n->b)), op_b (p, n->b));
  if (!is (p, n->b, EXPR_ZEXT))
    return EXPR_NONE;
  Expr x = op_a (p, n->b);
  return concat (p, concat (p, n->a, zero (p, wid (p, n->b) - wid (p, x))), x);
}

Expr rule_concat_zext (ExprPool *p, const Node *n) {
  ExprKind kind = expr_kind (p, n->a);
  if ((kind != EXPR_ZEXT && kind != EXPR_SEXT))
    return EXPR_NONE;
  return expr_extend (p, kind, concat (p, op_a (p, n->a), n->b), n->width);
}

/* The high part is one bit, or copies of one, and that bit is the low part's sign. */
Expr rule_concat_sign (ExprPool *p, const Node *n) {
  Expr bit = n->a, x = is (p, n->b, EXPR_SEXT) ? op_a (p, n->b) : n->b;
  if (wid (p, bit) != 1 || is_num (p, bit) || expr_extract (p, x, wid (p, x) - 1, 1) != bit)
    return EXPR_NONE;
  return expr_extend (p, EXPR_SEXT, x, n->width);
}

/* Two parts of one expression beside each other: that part of it; EXPR_NONE otherwise.
 * One of them is seen to be an extract; the other may have become something simpler. */
static Expr joined (ExprPool *p, Expr h, Expr l) {
  unsigned wh = wid (p, h), wl = wid (p, l);
  if (is (p, h, EXPR_EXTRACT) && op_b (p, h) >= wl) {
    Expr x = op_a (p, h);
    unsigned o = op_b (p, h) - wl;
    if ((is (p, l, EXPR_EXTRACT) && op_a (p, l) == x) ? op_b (p, l) == o : expr_extract (p, x, o, wl) == l)
      return expr_extract (p, x, o, wl + wh);
  }
  if (is (p, l, EXPR_EXTRACT) && op_b (p, l) + wl + wh <= wid (p, op_a (p, l))) {
    Expr x = op_a (p, l);
    unsigned o = op_b (p, l);
    if (expr_extract (p, x, o + wl, wh) == h)
      return expr_extract (p, x, o, wl + wh);
  }
  return EXPR_NONE;
}

Expr rule_concat_join (ExprPool *p, const Node *n) { return joined (p, n->a, n->b); }

Expr rule_concat_join_next (ExprPool *p, const Node *n) {
  if (!is (p, n->b, EXPR_CONCAT))
    return EXPR_NONE;
  Expr l = op_b (p, n->b), h = joined (p, n->a, op_a (p, n->b));
  return h == EXPR_NONE ? EXPR_NONE : concat (p, h, l);
}

/* --- extract --- */

Expr rule_extract_extract (ExprPool *p, const Node *n) {
  if (!is (p, n->a, EXPR_EXTRACT))
    return EXPR_NONE;
  return expr_extract (p, op_a (p, n->a), op_b (p, n->a) + n->b, n->width);
}

Expr rule_extract_concat (ExprPool *p, const Node *n) {
  if (!is (p, n->a, EXPR_CONCAT))
    return EXPR_NONE;
  Expr x = op_a (p, n->a), y = op_b (p, n->a);
  unsigned k = wid (p, y), end = n->b + n->width;
  if (end <= k)
    return expr_extract (p, y, n->b, n->width);
  if (n->b >= k)
    return expr_extract (p, x, n->b - k, n->width);
  if (n->width > SPLIT_WIDTH)
    return EXPR_NONE;
  Expr h = expr_extract (p, x, 0, end - k);
  return concat (p, h, expr_extract (p, y, n->b, k - n->b));
}

Expr rule_extract_zext (ExprPool *p, const Node *n) {
  if (!is (p, n->a, EXPR_ZEXT))
    return EXPR_NONE;
  Expr x = op_a (p, n->a);
  unsigned w = wid (p, x);
  if (n->b >= w)
    return zero (p, n->width);
  if (n->b + n->width <= w)
    return expr_extract (p, x, n->b, n->width);
  return expr_extend (p, EXPR_ZEXT, high (p, x, n->b), n->width);
}

Expr rule_extract_sext (ExprPool *p, const Node *n) {
  if (!is (p, n->a, EXPR_SEXT))
    return EXPR_NONE;
  Expr x = op_a (p, n->a);
  unsigned w = wid (p, x);
  if (n->b + n->width <= w)
    return expr_extract (p, x, n->b, n->width);
  return expr_extend (p, EXPR_SEXT, high (p, x, n->b < w ? n->b : w - 1), n->width);
}

Expr rule_extract_mask (ExprPool *p, const Node *n) {
  ExprKind kind = expr_kind (p, n->a);
  if ((kind != EXPR_AND && kind != EXPR_OR && kind != EXPR_XOR) || !is_num (p, op_b (p, n->a)))
    return EXPR_NONE;
  Expr c = expr_extract (p, op_b (p, n->a), n->b, n->width), x = op_a (p, n->a);
  if (kind == EXPR_AND ? is_zero (p, c) : kind == EXPR_OR && is_ones (p, c))
    return c;
  if (kind == EXPR_AND ? is_ones (p, c) : is_zero (p, c))
    return expr_extract (p, x, n->b, n->width);
  return EXPR_NONE;
}

/* The low k bits of e are no larger expression than e. */
static bool low_is_free (const ExprPool *p, Expr e, unsigned k) {
  const Node *n = node_at (p, e);
  switch (n->kind) {
  case EXPR_CONST: return true;
  case EXPR_ZEXT:
  case EXPR_SEXT: return wid (p, n->a) <= k;
  case EXPR_CONCAT: return wid (p, n->b) == k;
  default: return false;
  }
}

Expr rule_extract_sum (ExprPool *p, const Node *n) {
  ExprKind kind = expr_kind (p, n->a);
  if (n->b || (kind != EXPR_ADD && kind != EXPR_SUB && kind != EXPR_MUL))
    return EXPR_NONE;
  Expr x = op_a (p, n->a), y = op_b (p, n->a);
  if (!low_is_free (p, x, n->width) || !low_is_free (p, y, n->width))
    return EXPR_NONE;
  return expr_binary (p, kind, low (p, x, n->width), low (p, y, n->width));
}

/* --- extensions --- */

Expr rule_zext_zext (ExprPool *p, const Node *n) {
  return is (p, n->a, EXPR_ZEXT) ? expr_extend (p, EXPR_ZEXT, op_a (p, n->a), n->width) : EXPR_NONE;
}

Expr rule_sext_sext (ExprPool *p, const Node *n) {
  ExprKind kind = expr_kind (p, n->a);
  return kind == EXPR_SEXT || kind == EXPR_ZEXT ? expr_extend (p, kind, op_a (p, n->a), n->width) : EXPR_NONE;
}
