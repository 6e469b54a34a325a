/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/call.c -- calls, returns and variable arguments
 *
 * Variable arguments stand in one stack object of the callee, as the System V
 * overflow area: 8 bytes each, 16-byte alignment honoured.  A va_list is set up as
 * if all registers had been used, so that va_arg as clang expands it reads there.
 */
#include "vm/exec.h"

enum { VA_GP_OFFSET = 48, VA_FP_OFFSET = 176, VA_LIST_SIZE = 24 };

/* --- arguments --- */

/* A stack object of the callee; 0 when the addresses of a path are used up. */
static uint64_t argument_object (Vm *vm, State *state, uint64_t size) {
  uint64_t at = memory_alloc (vm->space, state->memory, size, OBJECT_STACK, FILL_UNINIT, state->pc);
  if (at)
    frame_add_object (vm, state, at, size);
  return at;
}

/* The callee's frame is on top already: the copies belong to it.  Every argument's register is set in any case. */
static bool pass_fixed (Vm *vm, State *state, const CallSite *site, const Frame *caller, unsigned nfixed) {
  Frame *callee = state->frame;
  bool room = true;
  for (unsigned i = 0; i < nfixed; i++) {
    Slot value = caller->regs[site->args[i].reg];
    uint64_t size = site->args[i].byval;
    uint64_t copy = size && room ? argument_object (vm, state, size) : 0;
    room = room && (copy || !size);
    if (copy)
      exec_copy (vm, state, copy, value.bits, size);
    callee->regs[i] = size ? slot_bits (copy) : value;
  }
  return room;
}

static uint64_t vararg_place (const CallArg *arg, uint64_t offset, uint64_t *size) {
  *size = arg->byval ? arg->byval : (arg->width + 7u) / 8u;
  uint64_t align = arg->align > 8 ? 16 : 8;
  return (offset + align - 1) / align * align;
}

static uint64_t varargs_size (const CallSite *site, unsigned first) {
  uint64_t offset = 0, size;
  for (unsigned i = first; i < site->nargs; i++) {
    offset = vararg_place (&site->args[i], offset, &size);
    offset += (size + 7) / 8 * 8;
  }
  return offset;
}

static bool pass_variable (Vm *vm, State *state, const CallSite *site, const Frame *caller, unsigned first) {
  uint64_t total = varargs_size (site, first), offset = 0, size;
  uint64_t area = argument_object (vm, state, total);
  state->frame->varargs = area;
  if (!area)
    return false;
  for (unsigned i = first; i < site->nargs; i++) {
    const CallArg *arg = &site->args[i];
    Slot value = caller->regs[arg->reg];
    offset = vararg_place (arg, offset, &size);
    if (!arg->byval)
      memory_store (vm->space, state->memory, area + offset, arg->width, value);
    else
      exec_copy (vm, state, area + offset, value.bits, size);
    offset += (size + 7) / 8 * 8;
  }
  return true;
}

/* --- calls --- */

static bool stack_room (Vm *vm, State *state, const CallSite *site, const Function *f) {
  uint64_t max = vm->options.max_stack_bytes;
  uint64_t size = f->variadic ? varargs_size (site, f->nargs) : 0;
  for (unsigned i = 0; i < f->nargs; i++)
    size += site->args[i].byval;
  if (!size || (state->stack_bytes <= max && size <= max - state->stack_bytes))
    return true;
  exec_stop (vm, state, STOP_STACK_OVERFLOW, "arguments need more than %llu bytes", (unsigned long long)max);
  return false;
}

/* Structures are copied from known addresses: an unknown one is forked over its values.  All that can go wrong does so
 * before there is a frame. */
static Settled check_arguments (Vm *vm, State *state, const CallSite *site, const Function *f) {
  for (unsigned i = 0; i < site->nargs; i++) {
    uint64_t address, size = site->args[i].byval;
    if (!size)
      continue;
    Settled settled = exec_settle (vm, state, site->args[i].reg, 64, &address);
    if (settled != SETTLED)
      return settled;
    if (!exec_check_range (vm, state, address, size, ACCESS_READ))
      return SETTLE_STOP;
  }
  return stack_room (vm, state, site, f) ? SETTLED : SETTLE_STOP;
}

/* Does the call hand over what the function takes? */
static bool call_fits (const CallSite *site, const Function *f) {
  if (site->signature == f->signature)
    return true;
  if (site->nargs < f->nargs || (site->nresults && site->results != f->results))
    return false;
  for (unsigned i = 0; i < f->nargs; i++)
    if (site->args[i].width != f->params[i].width)
      return false;
  return f->variadic || site->nargs == f->nargs;
}

Flow exec_call (Vm *vm, State *state, const CallSite *site, FuncId id) {
  const Function *f = &vm->program->functions[id];
  if (!f->defined && f->intrinsic >= 0)
    return exec_intrinsic (vm, state, site, f->intrinsic);
  if (!f->defined)
    return exec_stop (vm, state, STOP_EXTERNAL, "function %s is called, but nobody defines it", f->name);
  if (!call_fits (site, f))
    return exec_stop (vm, state, STOP_BAD_CALL,
                      "function %s is called with other arguments than it takes, or for another result",
                      f->name);
  if (state->frames >= vm->options.max_frames)
    return exec_stop (vm, state, STOP_STACK_OVERFLOW, "more than %u calls are open", vm->options.max_frames);
  Settled settled = check_arguments (vm, state, site, f);
  if (settled != SETTLED)
    return settled == SETTLE_STOP ? FLOW_STOP : FLOW_GO;
  Frame *caller = state->frame;
  Frame *callee = frame_new (vm, f, id, caller);
  callee->call = state->pc;
  callee->serial = ++state->serial;
  state->frame = callee;
  state->frames++;
  if (!pass_fixed (vm, state, site, caller, f->nargs) ||
      (f->variadic && !pass_variable (vm, state, site, caller, f->nargs)))
    return exec_stop (vm, state, STOP_INCOMPLETE, "the addresses for objects of one path are used up");
  cover (vm, state, f->entry, COVER_ENTERED);
  return exec_jump (state, f->entry);
}

/* The function that a pointer may name and that has not been tried: forks it off. */
static Flow call_candidates (Vm *vm, State *state, const CallSite *site, Expr pointer) {
  for (size_t i = 0; i < vm->program->nfunctions; i++) {
    uint64_t address = vm->program->functions[i].address;
    Expr same = expr_eq (vm->pool, pointer, expr_const (vm->pool, 64, address));
    if (expr_is_false (vm->pool, same) || solver_may (vm->solver, state->cond, same) == ANSWER_NO)
      continue;
    switch (exec_decide (vm, state, same, state->pc)) {
    case SIDE_STOPPED: return FLOW_STOP;
    case SIDE_FALSE: continue;
    default: state->frame->regs[site->reg] = slot_bits (address); return FLOW_GO;
    }
  }
  return exec_stop (vm, state, STOP_BAD_CALL, "call through a pointer that is no function");
}

Flow exec_call_pointer (Vm *vm, State *state, const CallSite *site) {
  Slot pointer = exec_slot (vm, state, site->reg, 64);
  if (pointer.expr) {
    if (expr_has_uninit (vm->pool, pointer.expr))
      exec_check_uninit (vm, state, pointer.expr, "a call");
    return call_candidates (vm, state, site, pointer.expr);
  }
  const Function *f = program_function_at (vm->program, pointer.bits);
  if (!f)
    return exec_stop (vm, state, STOP_BAD_CALL, "call through pointer 0x%llx, which is no function",
                      (unsigned long long)pointer.bits);
  return exec_call (vm, state, site, exec_alias (state, (FuncId)(f - vm->program->functions)));
}

/* --- returns --- */

static void return_values (Frame *to, unsigned result, const Frame *from, unsigned first, unsigned count) {
  for (unsigned i = 0; i < count; i++)
    to->regs[result + i] = from->regs[first + i];
}

Flow exec_return (Vm *vm, State *state, unsigned first, unsigned count) {
  Frame *top = state->frame;
  if (!top->below)
    return exec_bottom (vm, state, first, count);
  const Insn *call = &vm->program->code[top->call];
  const CallSite *site = &vm->program->calls[call->imm];
  Pc back = top->call;
  /* Popping recycles the frame; its registers stay readable until the next frame is made. */
  frame_pop (vm, state);
  return_values (state->frame, site->result, top, first, count < site->nresults ? count : site->nresults);
  cover (vm, state, back, COVER_RETURNED);
  return exec_jump (state, back + 1);
}

/* --- variable arguments --- */

static void va_write (Vm *vm, State *state, uint64_t list) {
  uint64_t area = state->frame->varargs;
  memory_store (vm->space, state->memory, list, 32, slot_bits (VA_GP_OFFSET));
  memory_store (vm->space, state->memory, list + 4, 32, slot_bits (VA_FP_OFFSET));
  memory_store (vm->space, state->memory, list + 8, 64, slot_bits (area));
  memory_store (vm->space, state->memory, list + 16, 64, slot_bits (0));
}

Flow exec_va_start (Vm *vm, State *state, unsigned reg) {
  uint64_t list;
  Settled settled = exec_settle (vm, state, reg, 64, &list);
  if (settled != SETTLED)
    return settled == SETTLE_STOP ? FLOW_STOP : FLOW_GO;
  if (!exec_check_range (vm, state, list, VA_LIST_SIZE, ACCESS_WRITE))
    return FLOW_STOP;
  va_write (vm, state, list);
  return exec_next (state);
}

Flow exec_va_copy (Vm *vm, State *state, unsigned to_reg, unsigned from_reg) {
  uint64_t to, from;
  Settled settled = exec_settle (vm, state, to_reg, 64, &to);
  if (settled == SETTLED)
    settled = exec_settle (vm, state, from_reg, 64, &from);
  if (settled != SETTLED)
    return settled == SETTLE_STOP ? FLOW_STOP : FLOW_GO;
  if (!exec_check_range (vm, state, from, VA_LIST_SIZE, ACCESS_READ) ||
      !exec_check_range (vm, state, to, VA_LIST_SIZE, ACCESS_WRITE))
    return FLOW_STOP;
  memory_copy (vm->space, state->memory, to, from, VA_LIST_SIZE);
  return exec_next (state);
}
