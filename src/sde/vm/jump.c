/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/jump.c -- setjmp and longjmp
 *
 * Invariant: in a state's list no Jump is deeper than a newer one, since a call of
 * setjmp gives up the deeper ones, whose frames have gone.
 */
#include "vm/jump.h"
#include "vm/exec.h"

#include <string.h>

static const uint64_t JUMP_MAGIC = 0x736465206a756d70u; /* "sde jump" */

void jump_drop (Vm *vm, Jump *jump) {
  while (jump && --jump->refs == 0) {
    Jump *before = jump->before;
    frame_drop (vm, jump->saved);
    MEM_FREE (vm->mem, jump);
    jump = before;
  }
}

/* The frame has gone, or this call fills the same buffer again. */
static bool jump_done (const State *state, const Jump *j, uint64_t env) {
  if (j->depth != state->frames || j->serial != state->frame->serial)
    return j->depth >= state->frames;
  return j->env == env && j->pc == state->pc;
}

static void jump_prune (Vm *vm, State *state, uint64_t env) {
  while (state->jumps && jump_done (state, state->jumps, env)) {
    Jump *last = state->jumps;
    state->jumps = last->before;
    if (state->jumps)
      state->jumps->refs++;
    jump_drop (vm, last);
  }
}

Flow exec_setjmp (Vm *vm, State *state, const CallSite *site, uint64_t env) {
  if (!exec_check_range (vm, state, env, 16, ACCESS_WRITE))
    return FLOW_STOP;
  jump_prune (vm, state, env);
  Jump *j = mem_new (vm->mem, sizeof *j);
  uint32_t number = ++state->serial;
  *j = (Jump){.before = state->jumps,
              .refs = 1,
              .number = number,
              .serial = state->frame->serial,
              .depth = state->frames,
              .pc = state->pc,
              .env = env,
              .saved = frame_copy (vm, state->frame)};
  state->jumps = j;
  memory_store (vm->space, state->memory, env, 64, slot_bits (JUMP_MAGIC));
  memory_store (vm->space, state->memory, env + 8, 64, slot_bits (number));
  if (site->nresults)
    exec_set (state, site->result, slot_bits (0));
  return exec_next (state);
}

static const Jump *jump_find (const State *state, uint64_t number) {
  for (const Jump *j = state->jumps; j; j = j->before)
    if (j->number == number)
      return j;
  return NULL;
}

static bool frame_open (const State *state, uint32_t serial) {
  for (const Frame *f = state->frame; f; f = f->below)
    if (f->serial == serial)
      return true;
  return false;
}

/* The number in a buffer that setjmp filled, or 0. */
static uint64_t jump_number (Vm *vm, State *state, uint64_t env) {
  Slot magic = memory_load (vm->space, state->memory, env, 64);
  Slot number = memory_load (vm->space, state->memory, env + 8, 64);
  return magic.expr || number.expr || magic.bits != JUMP_MAGIC ? 0 : number.bits;
}

/* The value that setjmp returns the second time: 1 for 0. */
static Slot jump_value (Vm *vm, Slot value) {
  if (!value.expr)
    return slot_bits ((uint32_t)value.bits ? (uint32_t)value.bits : 1);
  Expr zero = expr_eq (vm->pool, value.expr, expr_const (vm->pool, 32, 0));
  return slot_expr (vm->pool, expr_ite (vm->pool, zero, expr_const (vm->pool, 32, 1), value.expr));
}

Flow exec_longjmp (Vm *vm, State *state, uint64_t env, Slot value) {
  if (!exec_check_range (vm, state, env, 16, ACCESS_READ))
    return FLOW_STOP;
  uint64_t number = jump_number (vm, state, env);
  if (!number)
    return exec_stop (vm, state, STOP_BAD_JUMP, "longjmp with a buffer that setjmp did not fill");
  const Jump *j = jump_find (state, number);
  if (!j || !frame_open (state, j->serial))
    return exec_stop (vm, state, STOP_BAD_JUMP, "longjmp to a function that has returned");
  Slot result = jump_value (vm, value);
  while (state->frame->serial != j->serial)
    frame_pop (vm, state);
  memcpy (state->frame->regs, j->saved->regs, j->saved->nregs * sizeof (Slot));
  const CallSite *site = &vm->program->calls[vm->program->code[j->pc].imm];
  if (site->nresults)
    exec_set (state, site->result, result);
  return exec_jump (state, j->pc + 1);
}
