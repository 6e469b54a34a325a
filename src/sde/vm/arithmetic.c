/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/arithmetic.c -- integer instructions on symbolic or wide operands, and those that may go wrong
 *
 * Everything is built through the expression constructors, which fold constants;
 * so one path serves concrete wide values and symbolic ones.
 */
#include "vm/arithmetic.h"

typedef struct Compare {
  uint8_t kind; /* ExprKind; 0: no comparison */
  bool swap, negate;
} Compare;

#define SAME(name, kind, swap, negate) [OP_##name] = {EXPR_##kind, swap, negate}
#define BOTH(name, kind, swap, negate)                                                                       \
  SAME (name##_N, kind, swap, negate), SAME (name##I_N, kind, swap, negate),                                 \
      SAME (BR_##name, kind, swap, negate), SAME (BR_##name##I, kind, swap, negate)
#define SIZED(name, kind, swap, negate)                                                                      \
  SAME (name##_32, kind, swap, negate), SAME (name##_64, kind, swap, negate),                                \
      SAME (BR_##name##_32, kind, swap, negate), SAME (BR_##name##_64, kind, swap, negate)
static const Compare compares[OP_COUNT] = {
    BOTH (EQ, EQ, false, false),      BOTH (NE, EQ, false, true),         BOTH (ULT, ULT, false, false),
    SAME (ULT_P, ULT, false, false),  SAME (BR_ULT_P, ULT, false, false), SAME (ULE_P, ULT, true, true),
    SAME (BR_ULE_P, ULT, true, true), BOTH (ULE, ULT, true, true),        SAME (UGTI_N, ULT, true, false),
    SAME (BR_UGTI, ULT, true, false), SAME (UGEI_N, ULT, false, true),    SAME (BR_UGEI, ULT, false, true),
    SIZED (SLT, SLT, false, false),   SAME (SLT_N, SLT, false, false),    SAME (SLTI_N, SLT, false, false),
    SIZED (SLE, SLT, true, true),     SAME (SLE_N, SLT, true, true),      SAME (SLEI_N, SLT, true, true),
    SIZED (SLTI, SLT, false, false),  SIZED (SLEI, SLT, true, true),      SIZED (SGTI, SLT, true, false),
    SAME (SGTI_N, SLT, true, false),  SIZED (SGEI, SLT, false, true),     SAME (SGEI_N, SLT, false, true),
};
#undef SAME
#undef BOTH
#undef SIZED

static Expr compare_build (ExprPool *pool, Compare how, Expr x, Expr y) {
  Expr e =
      how.swap ? expr_binary (pool, (ExprKind)how.kind, y, x) : expr_binary (pool, (ExprKind)how.kind, x, y);
  return how.negate ? expr_not (pool, e) : e;
}

Expr arithmetic_compare (ExprPool *pool, Op op, Expr x, Expr y) {
  return compare_build (pool, compares[op], x, y);
}

static Flow set_expr (Vm *vm, State *state, const Insn *insn, Expr e) {
  exec_set (state, insn->a, slot_expr (vm->pool, e));
  return exec_next (state);
}

static bool divides (ExprKind kind) { return kind >= EXPR_UDIV && kind <= EXPR_SREM; }
static bool shifts (ExprKind kind) { return kind >= EXPR_SHL && kind <= EXPR_ASHR; }

/* Bit pattern 100..0 of that width. */
static Expr least (ExprPool *pool, unsigned width) {
  return expr_binary (pool, EXPR_SHL, expr_const (pool, width, 1), expr_const (pool, width, width - 1));
}

static Guard guard_division (Vm *vm, State *state, ExprKind kind, Expr x, Expr y, unsigned width) {
  ExprPool *pool = vm->pool;
  Expr zero = expr_eq (pool, y, expr_const (pool, width, 0));
  if (exec_guard (vm, state, zero, STOP_DIVISION_BY_ZERO, "the divisor is zero") == GUARD_STOPPED)
    return GUARD_STOPPED;
  if (kind != EXPR_SDIV && kind != EXPR_SREM)
    return GUARD_PASSED;
  Expr minus_one = expr_not (pool, expr_const (pool, width, 0));
  Expr bad = expr_and (pool, expr_eq (pool, x, least (pool, width)), expr_eq (pool, y, minus_one));
  return exec_guard (vm, state, bad, STOP_DIVISION_OVERFLOW, "the least number of %u bits is divided by -1",
                     width);
}

static Guard guard_shift (Vm *vm, State *state, Expr y, unsigned width) {
  Expr fits = expr_binary (vm->pool, EXPR_ULT, y, expr_const (vm->pool, width, width));
  if (width < 2) /* one bit: the only shift that fits is by 0 */
    fits = expr_not (vm->pool, y);
  return exec_guard (vm, state, expr_not (vm->pool, fits), STOP_OVERSHIFT,
                     "a value of %u bits is shifted by %u or more", width, width);
}

static Flow binary (Vm *vm, State *state, const Insn *insn, ExprKind kind, Expr x, Expr y, unsigned width) {
  if (divides (kind) && guard_division (vm, state, kind, x, y, width) == GUARD_STOPPED)
    return FLOW_STOP;
  if (shifts (kind) && guard_shift (vm, state, y, width) == GUARD_STOPPED)
    return FLOW_STOP;
  return set_expr (vm, state, insn, expr_binary (vm->pool, kind, x, y));
}

static Flow exec_binary (Vm *vm, State *state, const Insn *insn, ExprKind kind, bool immediate) {
  unsigned width = immediate ? insn->c : (unsigned)insn->imm;
  Expr x = exec_expr (vm, state, insn->b, width);
  Expr y = immediate ? expr_const (vm->pool, width, insn->imm) : exec_expr (vm, state, insn->c, width);
  if (insn->op == OP_ULT_P || insn->op == OP_ULE_P)
    exec_check_order (vm, state, x, y);
  if (compares[insn->op].kind)
    return set_expr (vm, state, insn, compare_build (vm->pool, compares[insn->op], x, y));
  return binary (vm, state, insn, kind, x, y, width);
}

static Flow exec_cast (Vm *vm, State *state, const Insn *insn, ExprKind kind, unsigned to) {
  Expr x = exec_expr (vm, state, insn->b, insn->c);
  Expr e = kind == EXPR_EXTRACT ? expr_extract (vm->pool, x, 0, to) : expr_extend (vm->pool, kind, x, to);
  return set_expr (vm, state, insn, e);
}

static Flow exec_compare_wide (Vm *vm, State *state, const Insn *insn) {
  static const Compare how[] = {
      [CMP_EQ] = {EXPR_EQ, false, false},   [CMP_NE] = {EXPR_EQ, false, true},
      [CMP_ULT] = {EXPR_ULT, false, false}, [CMP_ULE] = {EXPR_ULT, true, true},
      [CMP_SLT] = {EXPR_SLT, false, false}, [CMP_SLE] = {EXPR_SLT, true, true},
  };
  Expr x = exec_expr (vm, state, insn->b, insn->y), y = exec_expr (vm, state, insn->c, insn->y);
  return set_expr (vm, state, insn, compare_build (vm->pool, how[insn->x], x, y));
}

static Flow exec_concat (Vm *vm, State *state, const Insn *insn) {
  Expr high = exec_expr (vm, state, insn->b, insn->x), low = exec_expr (vm, state, insn->c, insn->y);
  return set_expr (vm, state, insn, expr_binary (vm->pool, EXPR_CONCAT, high, low));
}

static Flow exec_wide (Vm *vm, State *state, const Insn *insn) {
  const WideConst *wide;
  Expr x, y;
  switch ((Op)insn->op) {
  case OP_LDW:
    wide = &vm->program->wide[insn->imm];
    return set_expr (vm, state, insn, expr_const_wide (vm->pool, wide->width, wide->limbs));
  case OP_BIN_W:
    x = exec_expr (vm, state, insn->b, insn->y);
    y = exec_expr (vm, state, insn->c, insn->y);
    return binary (vm, state, insn, (ExprKind)insn->x, x, y, insn->y);
  case OP_CMP_W: return exec_compare_wide (vm, state, insn);
  case OP_CAST_W: return exec_cast (vm, state, insn, (ExprKind)insn->x, insn->y);
  case OP_CONCAT: return exec_concat (vm, state, insn);
  case OP_EXTRACT:
    x = exec_expr (vm, state, insn->b, insn->y);
    return set_expr (vm, state, insn, expr_extract (vm->pool, x, insn->x, insn->c));
  default: panic ("not a wide instruction");
  }
}

Flow exec_arithmetic (Vm *vm, State *state, const Insn *insn, OpFormat format, ExprKind kind) {
  switch (format) {
  case FORMAT_RRR: return exec_binary (vm, state, insn, kind, false);
  case FORMAT_RRI: return exec_binary (vm, state, insn, kind, true);
  case FORMAT_CAST: return exec_cast (vm, state, insn, kind, (unsigned)insn->imm);
  default: return exec_wide (vm, state, insn);
  }
}
