/* SPDX-License-Identifier: GPL-2.0-only */
/* expr/rules_impl.h -- what rules are written with
 *
 * A rule gets an operator that is not in the pool, with at least one operand
 * that is no number and commutative operands in order.  It returns an equal
 * expression built through the constructors, or EXPR_NONE.  To end, a result
 * must be nearer to the canonical form: fewer or narrower operators.  A rule
 * that calls itself through the constructors does so at a smaller width, and
 * only up to SPLIT_WIDTH bits, so that the C stack stays shallow.
 */
#ifndef SDE_EXPR_RULES_IMPL_H
#define SDE_EXPR_RULES_IMPL_H

#include "expr/number.h"
#include "expr/pool_impl.h"

enum { SPLIT_WIDTH = 512 };

#define RULE(kind, name, law) Expr rule_##name (ExprPool *p, const Node *n);
#include "expr/rule.def"

static inline Num num_of (const ExprPool *p, Expr e) {
  return (Num){wid (p, e), node_limbs (node_at (p, e))};
}
static inline Expr op_a (const ExprPool *p, Expr e) { return node_at (p, e)->a; }
static inline Expr op_b (const ExprPool *p, Expr e) { return node_at (p, e)->b; }
static inline Expr op_c (const ExprPool *p, Expr e) { return node_at (p, e)->c; }
static inline bool is_zero (const ExprPool *p, Expr e) { return is_num (p, e) && num_zero (num_of (p, e)); }
static inline bool is_ones (const ExprPool *p, Expr e) { return is_num (p, e) && num_ones (num_of (p, e)); }
/* The number is 2^k: k; otherwise -1. */
static inline int power_of_two (const ExprPool *p, Expr e) {
  if (!is_num (p, e))
    return -1;
  Num c = num_of (p, e);
  unsigned k = num_scan (c, 0, true);
  return k < c.width && num_scan (c, k + 1, true) == c.width ? (int)k : -1;
}
static inline bool is_one (const ExprPool *p, Expr e) { return power_of_two (p, e) == 0; }
/* e is an operator of that kind whose right operand is a number. */
static inline bool has_num (const ExprPool *p, Expr e, ExprKind kind) {
  return is (p, e, kind) && is_num (p, op_b (p, e));
}
static inline Expr zero (ExprPool *p, unsigned width) { return expr_const (p, width, 0); }
Expr ones (ExprPool *p, unsigned width);

/* --- shape.c: pieces of expressions --- */

/* e = high above low with low of k bits, where both are cheaper than extracts of e. */
bool can_split (const ExprPool *p, Expr e, unsigned k);
/* Where e splits lowest: the width of a CONCAT's low part or below a ZEXT's zeros; 0: nowhere. */
unsigned split_point (const ExprPool *p, Expr e);
/* The point at which a splits, if b can be split there as well; 0 otherwise. */
unsigned own_split (const ExprPool *p, Expr a, Expr b);
/* The higher of the points that the two give: never the older operand's, for that is chance; 0: none. */
unsigned common_split (const ExprPool *p, Expr a, Expr b);
/* Bits offset .. offset + width - 1 of e are zero, seen from its structure. */
bool bits_zero (const ExprPool *p, Expr e, unsigned offset, unsigned width);
/* No bit can be set in both, seen from their structure. */
bool disjoint (const ExprPool *p, Expr a, Expr b);
/* The sign bit of e is 0, seen from its structure. */
bool not_negative (const ExprPool *p, Expr e);
static inline Expr high (ExprPool *p, Expr e, unsigned k) { return expr_extract (p, e, k, wid (p, e) - k); }
static inline Expr low (ExprPool *p, Expr e, unsigned k) { return expr_extract (p, e, 0, k); }

#endif
