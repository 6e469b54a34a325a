/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/slow.c -- what the loop's fast arms do not do, by format and opcode */
#include "vm/arithmetic.h"

typedef struct OpRow {
  uint8_t format, kind;
} OpRow;

static const OpRow rows[OP_COUNT] = {
#define OP(name, format, kind, effect) {FORMAT_##format, EXPR_##kind},
#include "prog/op.def"
};

/* --- branches --- */

static unsigned branch_width (const Insn *insn) {
  switch ((Op)insn->op) {
  case OP_BR: return 1;
  case OP_BR_SLTI_32:
  case OP_BR_SLEI_32:
  case OP_BR_SGTI_32:
  case OP_BR_SGEI_32: return 32;
  case OP_BR_SLTI_64:
  case OP_BR_SLEI_64:
  case OP_BR_SGTI_64:
  case OP_BR_SGEI_64: return 64;
  default: return 0;
  }
}

static Flow slow_branch (Vm *vm, State *state, const Insn *insn, OpFormat format) {
  unsigned width = format == FORMAT_BRR ? insn->c : branch_width (insn);
  /* Fixed by the path condition: the fast arm compares numbers of any width. */
  if (format == FORMAT_BRI && !exec_slot (vm, state, insn->a, width).expr)
    return FLOW_GO;
  Expr x = exec_expr (vm, state, insn->a, width), y;
  if (format == FORMAT_BR)
    return exec_branch (vm, state, x, insn->t, insn->f);
  if (format == FORMAT_BRR)
    y = exec_expr (vm, state, insn->b, width);
  else
    y = expr_const (vm->pool, expr_width (vm->pool, x),
                    width ? (uint64_t)(int64_t)insn->small : (uint64_t)(uint32_t)insn->small);
  if (insn->op == OP_BR_ULT_P || insn->op == OP_BR_ULE_P)
    exec_check_order (vm, state, x, y);
  return exec_branch (vm, state, arithmetic_compare (vm->pool, (Op)insn->op, x, y), insn->t, insn->f);
}

static Flow slow_select (Vm *vm, State *state, const Insn *insn) {
  Slot condition = exec_slot (vm, state, insn->x, 1);
  if (!condition.expr)
    return FLOW_GO;
  Expr x = exec_expr (vm, state, insn->b, insn->y), y = exec_expr (vm, state, insn->c, insn->y);
  exec_set (state, insn->a, slot_expr (vm->pool, expr_ite (vm->pool, condition.expr, x, y)));
  return exec_next (state);
}

/* Pointers are told apart by forking, so that an address names one object. */
static Flow slow_select_pointer (Vm *vm, State *state, const Insn *insn) {
  Slot condition = exec_slot (vm, state, insn->x, 1);
  if (!condition.expr)
    return FLOW_GO;
  Slot x = exec_slot (vm, state, insn->b, 64), y = exec_slot (vm, state, insn->c, 64);
  if (x.expr == y.expr && x.bits == y.bits) {
    exec_set (state, insn->a, x);
    return exec_next (state);
  }
  return exec_choose (vm, state, insn->x, condition.expr);
}

/* --- memory --- */

static Slot address_of (Vm *vm, State *state, const Insn *insn, OpFormat format) {
  if (format == FORMAT_MEMG)
    return slot_bits (insn->imm);
  Slot base = exec_slot (vm, state, insn->b, 64);
  uint64_t offset = (uint64_t)(int64_t)insn->off;
  if (format == FORMAT_MEM && !base.expr)
    return slot_bits (base.bits + offset);
  Expr e = exec_expr (vm, state, insn->b, 64);
  if (format == FORMAT_MEMX) {
    Expr index = exec_expr (vm, state, insn->c, 64);
    e = expr_binary (vm->pool, EXPR_ADD, e,
                     expr_binary (vm->pool, EXPR_MUL, index, expr_const (vm->pool, 64, insn->scale)));
  }
  return slot_expr (vm->pool, expr_binary (vm->pool, EXPR_ADD, e, expr_const (vm->pool, 64, offset)));
}

static unsigned access_width (const Insn *insn) {
  switch ((Op)insn->op) {
  case OP_LOAD_8:
  case OP_LOADX_8:
  case OP_LOADG_8:
  case OP_STORE_8:
  case OP_STOREX_8:
  case OP_STOREG_8: return 8;
  case OP_LOAD_16:
  case OP_LOADX_16:
  case OP_LOADG_16:
  case OP_STORE_16:
  case OP_STOREX_16:
  case OP_STOREG_16: return 16;
  case OP_LOAD_32:
  case OP_LOADX_32:
  case OP_LOADG_32:
  case OP_STORE_32:
  case OP_STOREX_32:
  case OP_STOREG_32: return 32;
  case OP_LOAD_N:
  case OP_STORE_N: return insn->scale;
  case OP_LOADG_N:
  case OP_STOREG_N: return insn->c;
  default: return 64;
  }
}

static Flow slow_memory (Vm *vm, State *state, const Insn *insn, OpFormat format) {
  Slot address = address_of (vm, state, insn, format);
  Op op = (Op)insn->op;
  if (op == OP_GEP) {
    exec_set (state, insn->a, address);
    return exec_next (state);
  }
  bool store = op >= OP_STORE_8 && op <= OP_STOREG_N;
  return store ? exec_store (vm, state, insn->a, address, access_width (insn))
               : exec_load (vm, state, insn->a, address, access_width (insn));
}

static Flow make_stack_object (Vm *vm, State *state, unsigned reg, uint64_t size) {
  uint64_t max = vm->options.max_stack_bytes;
  if (state->stack_bytes > max || size > max - state->stack_bytes)
    return exec_stop (vm, state, STOP_STACK_OVERFLOW, "local variables need more than %llu bytes",
                      (unsigned long long)max);
  uint64_t address = memory_alloc (vm->space, state->memory, size, OBJECT_STACK, FILL_UNINIT, state->pc);
  if (!address)
    return exec_stop (vm, state, STOP_INCOMPLETE, "the path has used up the addresses of local variables");
  frame_add_object (vm, state, address, size);
  exec_set (state, reg, slot_bits (address));
  return exec_next (state);
}

static Flow slow_alloca (Vm *vm, State *state, const Insn *insn) {
  if (insn->op == OP_ALLOCA)
    return make_stack_object (vm, state, insn->a, insn->imm);
  uint64_t count, size;
  Settled settled = exec_settle (vm, state, insn->b, 64, &count);
  if (settled != SETTLED)
    return settled == SETTLE_STOP ? FLOW_STOP : FLOW_GO;
  if (__builtin_mul_overflow (count, insn->imm, &size))
    size = UINT64_MAX;
  return make_stack_object (vm, state, insn->a, size);
}

static Flow slow_stack_restore (Vm *vm, State *state, const Insn *insn) {
  uint64_t n;
  Settled settled = exec_settle (vm, state, insn->a, 64, &n);
  if (settled != SETTLED)
    return settled == SETTLE_STOP ? FLOW_STOP : FLOW_GO;
  if (n <= state->frame->nobjects)
    frame_end_objects (vm, state, (uint32_t)n);
  return exec_next (state);
}

/* --- everything else --- */

static Flow slow_call (Vm *vm, State *state, const Insn *insn) {
  const CallSite *site = &vm->program->calls[insn->imm];
  if (state->aliases && insn->op != OP_CALL_I)
    return exec_call (vm, state, site, exec_alias (state, site->callee));
  switch ((Op)insn->op) {
  case OP_CALL: return exec_call (vm, state, site, site->callee);
  case OP_CALL_I: return exec_call_pointer (vm, state, site);
  case OP_CALL_X: return exec_intrinsic (vm, state, site, vm->program->functions[site->callee].intrinsic);
  default:
    return exec_stop (vm, state, STOP_EXTERNAL, "function %s is called, but nobody defines it",
                      vm->program->functions[site->callee].name);
  }
}

static Flow slow_other (Vm *vm, State *state, const Insn *insn) {
  switch ((Op)insn->op) {
  case OP_UNREACHABLE: return exec_stop (vm, state, STOP_UNREACHABLE, NULL);
  case OP_TRAP: return exec_stop (vm, state, STOP_TRAP, NULL);
  case OP_UNSUPPORTED: return exec_stop (vm, state, STOP_UNSUPPORTED, "%s", vm->program->messages[insn->imm]);
  case OP_ALLOCA:
  case OP_ALLOCA_V: return slow_alloca (vm, state, insn);
  case OP_STACKSAVE: exec_set (state, insn->a, slot_bits (state->frame->nobjects)); return exec_next (state);
  case OP_STACKRESTORE: return slow_stack_restore (vm, state, insn);
  case OP_MEMCPY: return exec_memcpy (vm, state, insn->a, insn->b, insn->c, false);
  case OP_MEMMOVE: return exec_memcpy (vm, state, insn->a, insn->b, insn->c, true);
  case OP_MEMSET: return exec_memset (vm, state, insn->a, insn->b, insn->c);
  case OP_VA_START: return exec_va_start (vm, state, insn->a);
  case OP_VA_COPY: return exec_va_copy (vm, state, insn->a, insn->b);
  case OP_FBIN:
  case OP_FUN:
  case OP_FCMP:
  case OP_FCAST: return exec_float (vm, state, insn);
  case OP_IFUN: return exec_intfun (vm, state, insn);
  default: return exec_arithmetic (vm, state, insn, FORMAT_X, EXPR_NONE);
  }
}

/* Calls and returns: they are written alike in a finished program. */
static Flow slow_control (Vm *vm, State *state, const Insn *insn) {
  return insn->op == OP_RET ? exec_return (vm, state, insn->a, (unsigned)insn->imm)
                            : slow_call (vm, state, insn);
}

Flow exec_slow (Vm *vm, State *state) {
  const Insn *raw = &vm->program->code[state->pc];
  vm->running = state;
  if (raw->op >= OP_CALL && raw->op <= OP_RET)
    return slow_control (vm, state, raw);
  const Insn plain = insn_plain (vm->program, state->pc), *insn = &plain;
  OpFormat format = (OpFormat)rows[insn->op].format;
  if (insn->op == OP_FBIN)
    return slow_other (vm, state, insn);
  switch (format) {
  case FORMAT_RRR:
  case FORMAT_RRI:
  case FORMAT_CAST: return exec_arithmetic (vm, state, insn, format, (ExprKind)rows[insn->op].kind);
  case FORMAT_BR:
  case FORMAT_BRR:
  case FORMAT_BRI: return slow_branch (vm, state, insn, format);
  case FORMAT_SEL:
    return insn->op == OP_SELECT ? slow_select (vm, state, insn) : slow_select_pointer (vm, state, insn);
  case FORMAT_TAB: return exec_switch (vm, state, insn->a, &vm->program->switches[insn->imm]);
  case FORMAT_MEM:
  case FORMAT_MEMX:
  case FORMAT_MEMG: return slow_memory (vm, state, insn, format);
  default: return slow_other (vm, state, insn);
  }
}
