/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/value.c -- registers as expressions */
#include "vm/exec.h"

static Slot materialise (Vm *vm, State *state, unsigned reg, unsigned width) {
  if (!width)
    width = state->frame->regs[reg].spare;
  Expr e = exec_uninit (vm, state, (width + 7) / 8);
  Slot slot = slot_expr (vm->pool, expr_extract (vm->pool, e, 0, width));
  state->frame->regs[reg] = slot;
  return slot;
}

Slot exec_slot (Vm *vm, State *state, unsigned reg, unsigned width) {
  Slot slot = state->frame->regs[reg];
  if (!slot.expr)
    return slot;
  if (slot.expr == EXPR_UNINIT)
    slot = materialise (vm, state, reg, width);
  if (!slot.expr || expr_is_const (vm->pool, slot.expr))
    return slot;
  Expr simple = cond_simplify (vm->solver, state->cond, slot.expr);
  if (simple != slot.expr)
    slot = state->frame->regs[reg] = slot_expr (vm->pool, simple);
  return slot;
}

Expr exec_expr (Vm *vm, State *state, unsigned reg, unsigned width) {
  Slot slot = exec_slot (vm, state, reg, width);
  return slot.expr ? slot.expr : expr_const (vm->pool, width, slot.bits);
}

void exec_set (State *state, unsigned reg, Slot value) { state->frame->regs[reg] = value; }
