/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/lower_flow.c -- the instructions that end blocks */
#include "prog/lower_impl.h"

#define DENSE_MAX 65536

static void jump (Lower *l, uint32_t to) { ir_emit (l, OP_JMP)->t = to; }

static void lower_return (Lower *l, LLVMValueRef i) {
  LLVMValueRef value = LLVMGetNumOperands (i) ? LLVMGetOperand (i, 0) : NULL;
  uint32_t n = value ? value_layout (l, value)->nleaves : 0;
  Reg from = REG_NONE;
  if (n == 1)
    from = operand_in_reg (l, value_scalar (l, value));
  else if (n) {
    const Operand *ops = value_ops (l, value);
    for (uint32_t k = 0; k < n; k++)
      operand_into (l, REG_TRANSFER + k, ops[k]);
    from = REG_TRANSFER;
    l->ntransfer = n > l->ntransfer ? n : l->ntransfer;
  }
  Ir *ir = ir_emit (l, OP_RET);
  ir->a = from;
  ir->imm = n;
}

static void lower_branch (Lower *l, LLVMValueRef i) {
  uint32_t t = block_id (l, LLVMGetSuccessor (i, 0));
  if (!LLVMIsConditional (i)) {
    jump (l, t);
    return;
  }
  uint32_t f = block_id (l, LLVMGetSuccessor (i, 1));
  LLVMValueRef condition = LLVMGetCondition (i);
  if (LLVMGetValueKind (condition) == LLVMConstantIntValueKind)
    jump (l, LLVMConstIntGetZExtValue (condition) ? t : f);
  else
    branch_on (l, condition, t, f);
}

static int by_value (const void *a, const void *b) {
  uint64_t x = ((const SwitchCase *)a)->value, y = ((const SwitchCase *)b)->value;
  return x < y ? -1 : x > y;
}

/* A table by value pays when at least a quarter of it is used. */
static void make_dense (Lower *l, Switch *s) {
  if (s->ncases < 3)
    return;
  uint64_t first = s->cases[0].value, span = s->cases[s->ncases - 1].value - first;
  if (span >= DENSE_MAX || span + 1 > 4ull * s->ncases + 16)
    return;
  Pc *dense = ARENA_ARRAY (l->d->keep, Pc, span + 1);
  for (uint64_t k = 0; k <= span; k++)
    dense[k] = s->fallback;
  for (uint32_t k = 0; k < s->ncases; k++)
    dense[s->cases[k].value - first] = s->cases[k].target;
  s->first = first;
  s->ndense = (uint32_t)span + 1;
  s->dense = dense;
}

static void emit_switch (Lower *l, Operand on, SwitchCase *cases, uint32_t n, uint32_t fallback) {
  if (n)
    qsort (cases, n, sizeof *cases, by_value);
  Switch s = {cases, n, 0, 0, NULL, fallback, (uint16_t)on.width};
  make_dense (l, &s);
  VEC_PUSH (l->d->mem, &l->switches, s);
  Reg a = operand_in_reg (l, on);
  Ir *ir = ir_emit (l, OP_SWITCH);
  ir->a = a;
  ir->imm = l->switches.len - 1;
}

static void lower_switch (Lower *l, LLVMValueRef i) {
  Operand on = value_scalar (l, LLVMGetOperand (i, 0));
  uint32_t fallback = block_id (l, LLVMGetSwitchDefaultDest (i));
  unsigned n = LLVMGetNumSuccessors (i) - 1;
  if (on.width > 64) {
    lower_unsupported (l, i, "switch over more than 64 bits");
    return;
  }
  if (!n) {
    jump (l, fallback);
    return;
  }
  SwitchCase *cases = ARENA_ARRAY (l->d->keep, SwitchCase, n);
  for (unsigned k = 0; k < n; k++) {
    Operand value;
    constant_scalar (l->d, LLVMGetOperand (i, 2 + 2 * k), &value);
    cases[k] = (SwitchCase){value.value, block_id (l, LLVMGetSuccessor (i, k + 1))};
  }
  emit_switch (l, on, cases, n, fallback);
}

/* A block of ours that ends the path. */
static uint32_t dead_end (Lower *l) {
  Block b = {0};
  b.filled = true;
  VEC_PUSH (l->d->mem, &l->blocks, b);
  uint32_t at = l->at, id = (uint32_t)l->blocks.len - 1;
  l->at = id;
  ir_emit (l, OP_UNREACHABLE);
  l->at = at;
  return id;
}

/* A switch over the addresses of the labels that it may reach. */
static void lower_indirect (Lower *l, LLVMValueRef i) {
  unsigned n = LLVMGetNumSuccessors (i), used = 0;
  SwitchCase *cases = ARENA_ARRAY (l->d->keep, SwitchCase, n);
  for (unsigned k = 0; k < n; k++) {
    LLVMBasicBlockRef to = LLVMGetSuccessor (i, k);
    uint64_t address = constant_label (l->d, to);
    bool seen = false;
    for (unsigned m = 0; m < used; m++)
      seen = seen || cases[m].value == address;
    if (!seen)
      cases[used++] = (SwitchCase){address, block_id (l, to)};
  }
  Operand on = value_scalar (l, LLVMGetOperand (i, 0));
  emit_switch (l, on, cases, used, dead_end (l));
}

void lower_terminator (Lower *l, LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode (i)) {
  case LLVMRet: lower_return (l, i); return;
  case LLVMBr: lower_branch (l, i); return;
  case LLVMSwitch: lower_switch (l, i); return;
  case LLVMIndirectBr: lower_indirect (l, i); return;
  case LLVMUnreachable: ir_emit (l, OP_UNREACHABLE); return;
  default: lower_unsupported (l, i, "instruction"); return;
  }
}
