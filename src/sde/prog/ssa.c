/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/ssa.c -- locals as values, and the arguments of phi nodes
 *
 * A local whose address is not taken, and that is loaded and stored in one width
 * only, is a variable: a load is the value that was last written on every way
 * to it, found by walking up the blocks; where ways with different values meet
 * a phi is made.  A block that a later block leads back to gets its phi without
 * looking, and ssa_finish fills in the arguments.  A variable that is read
 * before it is written is uninitialised, and stays so.
 *
 * A phi all of whose arguments are the same value, or itself, is replaced by it.
 */
#include "prog/lower_impl.h"

#include <string.h>

#define NO_VAR UINT32_MAX

static bool is_lifetime (LLVMValueRef user) {
  if (LLVMGetInstructionOpcode (user) != LLVMCall)
    return false;
  LLVMValueRef callee = LLVMGetCalledValue (user);
  if (LLVMGetValueKind (callee) != LLVMFunctionValueKind)
    return false;
  size_t n;
  return !strncmp (LLVMGetValueName2 (callee, &n), "llvm.lifetime.", 14);
}

static bool lifetime_only (LLVMValueRef user, LLVMValueRef value) {
  (void)value;
  return LLVMGetValueKind (user) == LLVMInstructionValueKind && is_lifetime (user);
}

/* Whether a use leaves the local a variable of the given width. */
static bool plain_use (Lower *l, LLVMValueRef user, LLVMValueRef local, uint32_t width) {
  LLVMValueRef value;
  switch (LLVMGetInstructionOpcode (user)) {
  case LLVMLoad: value = user; break;
  case LLVMStore:
    value = LLVMGetOperand (user, 0);
    if (value == local)
      return false;
    break;
  case LLVMBitCast: return used_only_by (user, lifetime_only);
  default: return is_lifetime (user);
  }
  const Layout *layout = value_layout (l, value);
  return !LLVMGetVolatile (user) && layout->ok && layout->scalar && layout->leaves[0].width == width;
}

static bool promotable (Lower *l, LLVMValueRef local, uint32_t *width) {
  LLVMValueRef count = LLVMGetOperand (local, 0);
  const Layout *layout = layout_flat (l->d, LLVMGetAllocatedType (local));
  if (!layout->ok || !layout->scalar || LLVMGetValueKind (count) != LLVMConstantIntValueKind ||
      LLVMConstIntGetZExtValue (count) != 1)
    return false;
  *width = layout->leaves[0].width;
  for (LLVMUseRef use = LLVMGetFirstUse (local); use; use = LLVMGetNextUse (use)) {
    LLVMValueRef user = LLVMGetUser (use);
    if (LLVMGetValueKind (user) != LLVMInstructionValueKind || !plain_use (l, user, local, *width))
      return false;
  }
  return true;
}

void ssa_promote (Lower *l) {
  WordVec widths = {0};
  for (LLVMValueRef i = LLVMGetFirstInstruction (l->blocks.data[0].llvm); i; i = LLVMGetNextInstruction (i)) {
    uint32_t width;
    if (LLVMGetInstructionOpcode (i) != LLVMAlloca || !promotable (l, i, &width))
      continue;
    VEC_PUSH (l->d->mem, &widths, width);
    *table_put (l->d->mem, &l->vars, (uintptr_t)i) = widths.len;
  }
  l->nvars = (uint32_t)widths.len;
  l->var_width = arena_copy (&l->arena, widths.data, widths.len * sizeof *widths.data);
  VEC_FREE (l->d->mem, &widths);
}

bool ssa_variable (const Lower *l, LLVMValueRef pointer, uint32_t *var) {
  if (LLVMGetValueKind (pointer) != LLVMInstructionValueKind)
    return false;
  if (LLVMGetInstructionOpcode (pointer) == LLVMBitCast)
    pointer = LLVMGetOperand (pointer, 0);
  const uint64_t *known = table_find (&l->vars, (uintptr_t)pointer);
  if (known)
    *var = (uint32_t)*known - 1;
  return known != NULL;
}

static uint64_t def_key (uint32_t var, uint32_t block) { return (uint64_t)block << 32 | var; }

void ssa_write (Lower *l, uint32_t var, uint32_t block, Operand value) {
  uint64_t *place = table_put (l->d->mem, &l->defs, def_key (var, block));
  if (!*place)
    *place = (uintptr_t)operands_new (l, 1);
  *(Operand *)(uintptr_t)*place = value;
}

/* What stands for an operand after needless phis are gone. */
static Operand resolve (const Lower *l, Operand o) {
  while (o.kind == OPERAND_REG && o.value < l->nreplaced && l->replaced[o.value].width)
    o = l->replaced[o.value];
  return o;
}

static void replace (Lower *l, Reg reg, Operand by) {
  if (reg >= l->nreplaced) {
    uint32_t n = reg * 2 + 64;
    Operand *grown = operands_new (l, n);
    if (l->nreplaced)
      memcpy (grown, l->replaced, l->nreplaced * sizeof *grown);
    l->replaced = grown;
    l->nreplaced = n;
  }
  l->replaced[reg] = by;
}

static bool same (Operand a, Operand b) {
  return a.kind == b.kind && a.value == b.value && a.kind != OPERAND_UNDEF;
}

/* The one value that a phi stands for, if there is one. */
static bool needless (const Lower *l, const Phi *phi, size_t n, Operand *by) {
  bool found = false;
  for (size_t i = 0; i < n; i++) {
    Operand o = resolve (l, phi->args[i]);
    if (o.kind == OPERAND_REG && o.value == phi->reg)
      continue;
    if (found && !same (o, *by))
      return false;
    *by = o;
    found = true;
  }
  return found && by->kind != OPERAND_UNDEF;
}

static bool preds_filled (const Lower *l, const Block *b) {
  for (size_t i = 0; i < b->preds.len; i++)
    if (!l->blocks.data[b->preds.data[i]].filled)
      return false;
  return true;
}

static void fill_variable (Lower *l, uint32_t block, size_t index) {
  const WordVec *preds = &l->blocks.data[block].preds;
  Operand *args = operands_new (l, (uint32_t)preds->len);
  uint32_t var = l->blocks.data[block].phis.data[index].var;
  for (size_t i = 0; i < preds->len; i++)
    args[i] = ssa_read (l, var, preds->data[i]);
  l->blocks.data[block].phis.data[index].args = args;
}

static Operand read_join (Lower *l, uint32_t var, uint32_t block) {
  Block *b = &l->blocks.data[block];
  Phi phi = {reg_new (l), l->var_width[var], var, false, NULL, NULL, 0};
  Operand here = operand_reg (phi.reg, phi.width);
  size_t index = b->phis.len;
  VEC_PUSH (l->d->mem, &b->phis, phi);
  ssa_write (l, var, block, here);
  if (!preds_filled (l, b))
    return here;
  fill_variable (l, block, index);
  Operand by;
  Phi *now = &b->phis.data[index];
  if (!needless (l, now, b->preds.len, &by))
    return here;
  now->dead = true;
  replace (l, now->reg, by);
  ssa_write (l, var, block, by);
  return by;
}

/* A variable that nothing was written to, at the function's start. */
static Operand read_entry (Lower *l, uint32_t var) {
  Ir ir = {0};
  ir.op = OP_UNINIT;
  ir.a = reg_new (l);
  ir.imm = l->var_width[var];
  VEC_PUSH (l->d->mem, &l->entry, ir);
  return operand_reg (ir.a, l->var_width[var]);
}

Operand ssa_read (Lower *l, uint32_t var, uint32_t block) {
  const uint64_t *known = table_find (&l->defs, def_key (var, block));
  if (known)
    return resolve (l, *(const Operand *)(uintptr_t)*known);
  const Block *b = &l->blocks.data[block];
  Operand value;
  if (!block)
    value = read_entry (l, var);
  else if (b->preds.len == 1 && l->blocks.data[b->preds.data[0]].filled)
    value = ssa_read (l, var, b->preds.data[0]);
  else
    return read_join (l, var, block);
  ssa_write (l, var, block, value);
  return value;
}

static void phi_registers (Lower *l, Block *b, LLVMValueRef i) {
  const Layout *layout = value_layout (l, i);
  if (!layout->ok || !layout->flat)
    return;
  const Operand *ops = value_define (l, i);
  for (uint32_t k = 0; k < layout->nleaves; k++) {
    Phi phi = {(Reg)ops[k].value, ops[k].width, NO_VAR, false, NULL, i, k};
    VEC_PUSH (l->d->mem, &b->phis, phi);
  }
}

void ssa_phis (Lower *l) {
  for (size_t n = 0; n < l->blocks.len; n++) {
    Block *b = &l->blocks.data[n];
    for (LLVMValueRef i = LLVMGetFirstInstruction (b->llvm); i && LLVMGetInstructionOpcode (i) == LLVMPHI;
         i = LLVMGetNextInstruction (i))
      phi_registers (l, b, i);
  }
}

/* The operand that comes from a predecessor; what it needs is computed before that block's end. */
static Operand incoming (Lower *l, const Phi *phi, uint32_t pred) {
  LLVMBasicBlockRef from = l->blocks.data[pred].llvm;
  unsigned n = LLVMCountIncoming (phi->llvm);
  for (unsigned i = 0; i < n; i++) {
    if (LLVMGetIncomingBlock (phi->llvm, i) != from)
      continue;
    l->at = pred;
    IrVec *code = &l->blocks.data[pred].code;
    size_t before = code->len;
    Operand o = value_ops (l, LLVMGetIncomingValue (phi->llvm, i))[phi->leaf];
    if (code->len > before && before) {
      Ir end = code->data[before - 1];
      memmove (code->data + before - 1, code->data + before, (code->len - before) * sizeof end);
      VEC_LAST (code) = end;
    }
    return o;
  }
  return constant_zero (l->d, phi->width);
}

static void fill_phi (Lower *l, uint32_t block, size_t index) {
  Block *b = &l->blocks.data[block];
  if (b->phis.data[index].args)
    return;
  if (b->phis.data[index].var != NO_VAR) {
    fill_variable (l, block, index);
    return;
  }
  Operand *args = operands_new (l, (uint32_t)b->preds.len);
  for (size_t i = 0; i < b->preds.len; i++)
    args[i] = incoming (l, &b->phis.data[index], b->preds.data[i]);
  b->phis.data[index].args = args;
}

/* Only a register can take the place of a register that instructions name already. */
static bool drop_needless (Lower *l) {
  bool changed = false;
  for (size_t n = 0; n < l->blocks.len; n++) {
    Block *b = &l->blocks.data[n];
    for (size_t k = 0; k < b->phis.len; k++) {
      Phi *phi = &b->phis.data[k];
      Operand by;
      if (phi->dead || !needless (l, phi, b->preds.len, &by) || by.kind != OPERAND_REG)
        continue;
      phi->dead = changed = true;
      replace (l, phi->reg, by);
    }
  }
  return changed;
}

static Reg resolve_reg (const Lower *l, Reg reg) {
  return reg < l->nreplaced ? (Reg)resolve (l, operand_reg (reg, 1)).value : reg;
}

static void rename_ir (Lower *l, Ir *ir) {
  unsigned roles = ir_roles (ir);
  if (roles & ROLE_USE_A)
    ir->a = resolve_reg (l, ir->a);
  if (roles & ROLE_USE_B)
    ir->b = resolve_reg (l, ir->b);
  if (roles & ROLE_USE_C)
    ir->c = resolve_reg (l, ir->c);
  if (roles & ROLE_USE_D)
    ir->d = resolve_reg (l, ir->d);
}

static void rename_all (Lower *l) {
  for (size_t n = 0; n < l->blocks.len; n++) {
    Block *b = &l->blocks.data[n];
    for (size_t i = 0; i < b->code.len; i++)
      rename_ir (l, &b->code.data[i]);
    for (size_t k = 0; k < b->phis.len; k++)
      for (size_t i = 0; !b->phis.data[k].dead && i < b->preds.len; i++)
        b->phis.data[k].args[i] = resolve (l, b->phis.data[k].args[i]);
  }
  for (size_t i = 0; i < l->calls.len; i++) {
    CallIr *call = &l->calls.data[i];
    for (size_t k = 0; k < call->site.nargs; k++)
      call->regs[k] = resolve_reg (l, call->regs[k]);
    call->reg = resolve_reg (l, call->reg);
  }
}

void ssa_finish (Lower *l) {
  l->place = 0;
  l->cached.len = 0;
  for (uint32_t n = 0; n < l->blocks.len; n++)
    for (size_t k = 0; k < l->blocks.data[n].phis.len; k++)
      fill_phi (l, n, k);
  while (drop_needless (l))
    ;
  if (l->nreplaced)
    rename_all (l);
}
