/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/range.c -- what known intervals decide
 *
 * Constraints such as e < 10 or e = 3 bound the expression e, whatever it is;
 * bytes are bounded by their domains.  The condition is then evaluated on
 * intervals.  A result that lacks 1 rules the condition out.
 *
 * Invariant: every interval contains all values that its expression has under
 * assignments that satisfy the query's constraints and domains.
 */
#include "solve/solve_impl.h"

enum { RANGE_OPS = 4096, RANGE_DEPTH = 16 };

void range_fini (Solver *solver) {
  table_free (&solver->mem, &solver->env.place);
  VEC_FREE (&solver->mem, &solver->env.ranges);
  VEC_FREE (&solver->mem, &solver->env.slots);
  VEC_FREE (&solver->mem, &solver->env.edges);
}

static Range full (unsigned width) { return (Range){0, bits_mask (width)}; }

static Range cut (Range a, Range b) {
  Range r = {a.lo > b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi};
  return r;
}

/* --- bounds that constraints give --- */

/* e is within r.  An empty result says that the constraints contradict each other. */
static void env_bound (Solver *solver, Expr e, Range r) {
  RangeEnv *env = &solver->env;
  uint64_t *at = table_put (&solver->mem, &env->place, e);
  if (*at) {
    env->ranges.data[*at - 1] = cut (env->ranges.data[*at - 1], r);
    return;
  }
  VEC_PUSH (&solver->mem, &env->ranges, r);
  *at = env->ranges.len;
}

/* Bounds go through zero extension. */
static void env_value (Solver *solver, Expr e, Range r) {
  ExprPool *p = solver->pool;
  while (!expr_is_const (p, e)) {
    env_bound (solver, e, r);
    if (expr_kind (p, e) != EXPR_ZEXT)
      return;
    Expr op[3];
    expr_operands (p, e, op);
    e = op[0];
    r = cut (r, full (expr_width (p, e)));
  }
}

static bool narrow (const ExprPool *p, Expr e) { return expr_width (p, e) <= 64; }

/* a < b holds. */
static void env_less (Solver *solver, Expr a, Expr b) {
  ExprPool *p = solver->pool;
  uint64_t max = bits_mask (expr_width (p, a));
  Range ra = expr_range (p, a), rb = expr_range (p, b);
  if (rb.hi > 0)
    env_value (solver, a, (Range){0, rb.hi - 1});
  if (ra.lo < max)
    env_value (solver, b, (Range){ra.lo + 1, max});
}

/* a <= b holds. */
static void env_at_most (Solver *solver, Expr a, Expr b) {
  ExprPool *p = solver->pool;
  Range ra = expr_range (p, a), rb = expr_range (p, b);
  env_value (solver, a, (Range){0, rb.hi});
  env_value (solver, b, (Range){ra.lo, bits_mask (expr_width (p, b))});
}

static void env_equal (Solver *solver, Expr a, Expr b) {
  Range r = cut (expr_range (solver->pool, a), expr_range (solver->pool, b));
  env_value (solver, a, r);
  env_value (solver, b, r);
}

static void env_constraint (Solver *solver, Expr e, bool holds, unsigned depth);

/* Comparisons with numbers are intervals' work. */
static void env_order (Solver *solver, ExprKind kind, Expr a, Expr b, bool holds) {
  if (expr_is_const (solver->pool, a) || expr_is_const (solver->pool, b))
    return;
  if (kind != EXPR_EQ && holds)
    order_add (solver, kind, a, b, true);
  else if (kind != EXPR_EQ)
    order_add (solver, kind, b, a, false);
  else if (holds) {
    order_add (solver, EXPR_ULT, a, b, false);
    order_add (solver, EXPR_ULT, b, a, false);
  }
}

static void env_compare (Solver *solver, Expr e, bool holds) {
  Expr op[3];
  expr_operands (solver->pool, e, op);
  ExprKind kind = expr_kind (solver->pool, e);
  if (!narrow (solver->pool, op[0]))
    return;
  if (kind == EXPR_EQ && holds)
    env_equal (solver, op[0], op[1]);
  else if (kind == EXPR_ULT && holds)
    env_less (solver, op[0], op[1]);
  else if (kind == EXPR_ULT)
    env_at_most (solver, op[1], op[0]);
  env_order (solver, kind, op[0], op[1], holds);
}

static void env_both (Solver *solver, Expr e, bool holds, unsigned depth) {
  Expr op[3];
  expr_operands (solver->pool, e, op);
  env_constraint (solver, op[0], holds, depth);
  env_constraint (solver, op[1], holds, depth);
}

static void env_constraint (Solver *solver, Expr e, bool holds, unsigned depth) {
  Expr op[3];
  env_bound (solver, e, (Range){holds, holds});
  if (!depth--)
    return;
  switch (expr_kind (solver->pool, e)) {
  case EXPR_NOT:
    expr_operands (solver->pool, e, op);
    env_constraint (solver, op[0], !holds, depth);
    break;
  case EXPR_AND:
    if (holds)
      env_both (solver, e, true, depth);
    break;
  case EXPR_OR:
    if (!holds)
      env_both (solver, e, false, depth);
    break;
  case EXPR_EQ:
  case EXPR_ULT:
  case EXPR_SLT: env_compare (solver, e, holds); break;
  default: break;
  }
}

static void env_fill (Query *q) {
  Solver *solver = q->solver;
  table_reset (&solver->mem, &solver->env.place);
  solver->env.ranges.len = solver->env.edges.len = 0;
  query_gather (q);
  for (size_t i = 0; i < q->constraints.len; i++)
    env_constraint (solver, q->constraints.data[i], true, RANGE_DEPTH);
}

/* --- operators on intervals --- */

static uint64_t fill_below (uint64_t x) { return x ? ~0ull >> __builtin_clzll (x) : 0; }

static bool single (Range r) { return r.lo == r.hi; }

static Range range_and (Range a, Range b) {
  uint64_t hi = a.hi < b.hi ? a.hi : b.hi;
  return single (a) && single (b) ? (Range){a.lo & b.lo, a.lo & b.lo} : (Range){0, hi};
}

static Range range_xor (Range a, Range b) {
  uint64_t hi = fill_below (a.hi | b.hi);
  return single (a) && single (b) ? (Range){a.lo ^ b.lo, a.lo ^ b.lo} : (Range){0, hi};
}

static Range range_add (unsigned width, Range a, Range b) {
  uint64_t lo = a.lo + b.lo, hi = a.hi + b.hi, max = bits_mask (width);
  bool over_lo = lo < a.lo || lo > max, over_hi = hi < a.hi || hi > max;
  return over_lo == over_hi ? (Range){lo & max, hi & max} : full (width);
}

static Range range_sub (unsigned width, Range a, Range b) {
  uint64_t max = bits_mask (width);
  bool under_lo = a.lo < b.hi, under_hi = a.hi < b.lo;
  return under_lo == under_hi ? (Range){(a.lo - b.hi) & max, (a.hi - b.lo) & max} : full (width);
}

static Range range_mul (unsigned width, Range a, Range b) {
  uint64_t hi;
  if (__builtin_mul_overflow (a.hi, b.hi, &hi) || hi > bits_mask (width))
    return full (width);
  return (Range){a.lo * b.lo, hi};
}

static Range range_div (unsigned width, Range a, Range b) {
  return b.lo ? (Range){a.lo / b.hi, a.hi / b.lo} : full (width);
}

static Range range_rem (Range a, Range b) {
  if (b.lo && a.hi < b.lo)
    return a;
  return b.lo ? (Range){0, b.hi - 1 < a.hi ? b.hi - 1 : a.hi} : (Range){0, a.hi};
}

static Range range_shl (unsigned width, Range a, Range b) {
  if (b.lo != b.hi || b.lo >= width || a.hi > bits_mask (width) >> b.lo)
    return full (width);
  return (Range){a.lo << b.lo, a.hi << b.lo};
}

static Range range_lshr (unsigned width, Range a, Range b) {
  return (Range){b.hi >= width ? 0 : a.lo >> b.hi, b.lo >= width ? 0 : a.hi >> b.lo};
}

static Range range_extract (const TapeOp *op, Range a) {
  uint64_t lo = a.lo >> op->aux, hi = a.hi >> op->aux, max = bits_mask (op->width);
  return hi - lo <= max && (lo & max) <= (hi & max) ? (Range){lo & max, hi & max} : full (op->width);
}

static Range range_sext (const TapeOp *op, Range a) {
  uint64_t sign = 1ull << (op->aux - 1), above = bits_mask (op->width) & ~bits_mask (op->aux);
  if (a.hi < sign)
    return a;
  return a.lo >= sign ? (Range){a.lo | above, a.hi | above} : full (op->width);
}

static Range range_bool (bool can0, bool can1) { return (Range){!can0, can1}; }

static Range range_eq (Range a, Range b) {
  bool meet = a.lo <= b.hi && b.lo <= a.hi;
  bool same = a.lo == a.hi && b.lo == b.hi && a.lo == b.lo;
  return range_bool (!same, meet);
}

static Range range_ult (Range a, Range b) { return range_bool (a.hi >= b.lo, a.lo < b.hi); }

/* Signed order is unsigned order with the sign bit turned, if no interval crosses it. */
static Range range_slt (unsigned width, Range a, Range b) {
  uint64_t sign = 1ull << (width - 1);
  if ((a.lo < sign) != (a.hi < sign) || (b.lo < sign) != (b.hi < sign))
    return full (1);
  return range_ult ((Range){a.lo ^ sign, a.hi ^ sign}, (Range){b.lo ^ sign, b.hi ^ sign});
}

static Range range_ite (Range c, Range a, Range b) {
  if (c.lo == c.hi)
    return c.lo ? a : b;
  return (Range){a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}

static Range range_op (const TapeOp *op, Range a, Range b, Range c) {
  const unsigned w = op->width;
  switch (op->kind) {
  case EXPR_CONST: return (Range){op->value, op->value};
  case EXPR_NOT: return (Range){bits_mask (w) - a.hi, bits_mask (w) - a.lo};
  case EXPR_AND: return range_and (a, b);
  case EXPR_OR: return (Range){a.lo > b.lo ? a.lo : b.lo, fill_below (a.hi | b.hi)};
  case EXPR_XOR: return range_xor (a, b);
  case EXPR_ADD: return range_add (w, a, b);
  case EXPR_SUB: return range_sub (w, a, b);
  case EXPR_MUL: return range_mul (w, a, b);
  case EXPR_UDIV: return range_div (w, a, b);
  case EXPR_UREM: return range_rem (a, b);
  case EXPR_SHL: return range_shl (w, a, b);
  case EXPR_LSHR: return range_lshr (w, a, b);
  case EXPR_EQ: return range_eq (a, b);
  case EXPR_ULT: return range_ult (a, b);
  case EXPR_SLT: return range_slt (op->aux, a, b);
  case EXPR_ITE: return range_ite (a, b, c);
  case EXPR_CONCAT: return (Range){a.lo << op->aux | b.lo, a.hi << op->aux | b.hi};
  case EXPR_EXTRACT: return range_extract (op, a);
  case EXPR_ZEXT: return a;
  case EXPR_SEXT: return range_sext (op, a);
  default: return full (w);
  }
}

/* --- the condition --- */

static Range range_sym (const Query *q, SymId sym) {
  const ByteSet *d = &q->domains.data[query_place (q, sym)];
  if (byteset_empty (d))
    return full (8);
  unsigned w = 3;
  while (!d->w[w])
    w--;
  return (Range){byteset_first (d), w * 64 + 63 - (unsigned)__builtin_clzll (d->w[w])};
}

/* What the order of others says about a comparison of a and b. */
static Range range_order (Solver *solver, ExprKind kind, Expr a, Expr b) {
  ExprKind order = kind == EXPR_SLT ? EXPR_SLT : EXPR_ULT;
  Order up = order_between (solver, order, a, b);
  if (up == ORDER_LESS)
    return kind == EXPR_EQ ? (Range){0, 0} : (Range){1, 1};
  Order down = order_between (solver, order, b, a);
  if (kind == EXPR_EQ)
    return down == ORDER_LESS ? (Range){0, 0} : up && down ? (Range){1, 1} : full (1);
  return down == ORDER_NONE ? full (1) : (Range){0, 0};
}

static bool is_compare (uint8_t kind) { return kind == EXPR_EQ || kind == EXPR_ULT || kind == EXPR_SLT; }

/* What operands, constraints and the pool's own bounds say together. */
static Range range_at (Query *q, const Tape *tape, const TapeOp *op) {
  Solver *solver = q->solver;
  const Range *slot = solver->env.slots.data;
  Range r = op->kind == EXPR_SYM ? range_sym (q, tape->syms[op->a])
                                 : range_op (op, slot[op->a], slot[op->b], slot[op->c]);
  if (op->kind <= EXPR_SYM)
    return r;
  r = cut (r, expr_range (solver->pool, op->expr));
  const uint64_t *at = table_find (&solver->env.place, op->expr);
  if (at)
    r = cut (r, solver->env.ranges.data[*at - 1]);
  if (r.lo < r.hi && is_compare (op->kind) && solver->env.edges.len)
    r = cut (r, range_order (solver, op->kind, tape->ops[op->a].expr, tape->ops[op->b].expr));
  return r;
}

/* With the environment filled.  *known: false when nothing can be said, as for a contradiction. */
static Range range_eval (Query *q, Expr e, bool *known) {
  Solver *solver = q->solver;
  const Tape *tape = tape_of (&solver->shelf, e);
  *known = !tape->wide && tape->n <= RANGE_OPS;
  if (!*known)
    return (Range){0, 0};
  VEC_RESERVE (&solver->mem, &solver->env.slots, tape->n);
  for (uint32_t i = 0; i < tape->n; i++) {
    Range r = range_at (q, tape, &tape->ops[i]);
    if (r.lo > r.hi) {
      *known = false;
      return r;
    }
    solver->env.slots.data[i] = r;
  }
  return solver->env.slots.data[tape->n - 1];
}

Range range_of (Query *q, Expr e) {
  bool known;
  env_fill (q);
  Range r = range_eval (q, e, &known);
  return known ? r : full (expr_width (q->solver->pool, e));
}

bool layer_range (Query *q, Answer *answer) {
  bool known;
  env_fill (q);
  Range r = range_eval (q, q->e, &known);
  if (!known || r.lo != r.hi || (r.lo == 1 && q->loose))
    return false;
  *answer = r.lo ? ANSWER_YES : ANSWER_NO;
  return true;
}
