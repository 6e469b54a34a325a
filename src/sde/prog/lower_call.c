/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/lower_call.c -- calls
 *
 * A callee behind casts and aliases is the function itself.  Arguments are
 * flattened like all values.  A result of several slots arrives in the transfer
 * slots and is moved from there at once.
 */
#include "prog/lower_impl.h"

#include <string.h>

static void byval_of (Lower *l, LLVMValueRef i, unsigned k, CallArg *arg) {
  LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute (i, k + 1, l->d->byval_kind);
  if (!a)
    return;
  const Layout *copied = layout_of (l->d, LLVMGetTypeAttributeValue (a));
  LLVMAttributeRef align = LLVMGetCallSiteEnumAttribute (i, k + 1, l->d->align_kind);
  uint64_t at = align ? LLVMGetEnumAttributeValue (align) : copied->align;
  arg->byval = (uint32_t)copied->size;
  arg->align = (uint16_t)(at < 8 ? 8 : at > 4096 ? 4096 : at);
}

/* Flattens argument k; returns how many slots it took. */
static uint32_t add_argument (Lower *l, LLVMValueRef i, unsigned k, CallIr *call, uint32_t at) {
  LLVMValueRef value = LLVMGetArgOperand (i, k);
  const Layout *layout = value_layout (l, value);
  const Operand *ops = layout->nleaves ? value_ops (l, value) : NULL;
  for (uint32_t n = 0; n < layout->nleaves; n++) {
    CallArg arg = {0, (uint16_t)ops[n].width, 0, (uint16_t)layout->align};
    byval_of (l, i, k, &arg);
    call->args[at + n] = arg;
    call->regs[at + n] = operand_in_reg (l, ops[n]);
  }
  return layout->nleaves;
}

static bool arguments_fit (Lower *l, LLVMValueRef i, uint32_t *slots) {
  unsigned n = LLVMGetNumArgOperands (i);
  *slots = 0;
  for (unsigned k = 0; k < n; k++) {
    const Layout *layout = value_layout (l, LLVMGetArgOperand (i, k));
    if (!layout->ok || !layout->flat)
      return false;
    *slots += layout->nleaves;
  }
  return *slots < 60000;
}

static void arguments (Lower *l, LLVMValueRef i, CallIr *call, uint32_t slots) {
  unsigned n = LLVMGetNumArgOperands (i), fixed = LLVMCountParamTypes (LLVMGetCalledFunctionType (i));
  call->args = ARENA_ARRAY (l->d->keep, CallArg, slots);
  call->regs = ARENA_ARRAY (&l->arena, Reg, slots);
  uint32_t at = 0;
  for (unsigned k = 0; k < n; k++) {
    if (k == fixed)
      call->site.nfixed = (uint16_t)at;
    at += add_argument (l, i, k, call, at);
  }
  call->site.nargs = (uint16_t)at;
  if (n <= fixed)
    call->site.nfixed = (uint16_t)at;
  call->site.args = call->args;
}

static unsigned call_op (const Lower *l, FuncId callee) {
  if (callee == FUNC_NONE)
    return OP_CALL_I;
  const Function *f = &l->d->functions.data[callee];
  return f->defined ? OP_CALL : f->intrinsic >= 0 ? OP_CALL_X : OP_CALL_U;
}

static FuncId callee_of (Lower *l, LLVMValueRef called) {
  LLVMValueRef symbol = constant_symbol (called);
  const uint64_t *id = symbol ? table_find (&l->d->function_ids, (uintptr_t)symbol) : NULL;
  return id ? (FuncId)*id : FUNC_NONE;
}

/* Results out of the transfer slots. */
static void take_results (Lower *l, LLVMValueRef i, uint32_t n) {
  const Operand *out = value_define (l, i);
  l->ntransfer = n > l->ntransfer ? n : l->ntransfer;
  for (uint32_t k = 0; k < n; k++) {
    Ir *ir = ir_emit (l, OP_MOV);
    ir->a = (Reg)out[k].value;
    ir->b = REG_TRANSFER + k;
  }
}

static void plain_call (Lower *l, LLVMValueRef i) {
  CallIr call = {0};
  uint32_t slots, n = value_layout (l, i)->nleaves;
  if (!arguments_fit (l, i, &slots)) {
    lower_unsupported (l, i, "argument type");
    return;
  }
  LLVMValueRef called = LLVMGetCalledValue (i);
  call.site.callee = callee_of (l, called);
  call.reg = call.site.callee == FUNC_NONE ? operand_in_reg (l, value_scalar (l, called)) : REG_NONE;
  arguments (l, i, &call, slots);
  call.site.signature = signature_id (l->d, LLVMGetCalledFunctionType (i));
  call.site.results = results_id (l->d, LLVMGetCalledFunctionType (i));
  call.site.nresults = (uint16_t)n;
  call.site.width = n == 1 ? (uint16_t)value_layout (l, i)->leaves[0].width : 0;
  if (n == 1 && value_layout (l, i)->leaves[0].width > 64 && call_op (l, call.site.callee) == OP_CALL_X) {
    lower_unsupported (l, i, "wide result of a function of the engine");
    return;
  }
  Reg to = n == 1 ? (Reg)value_define (l, i)[0].value : n ? REG_TRANSFER : REG_NONE;
  VEC_PUSH (l->d->mem, &l->calls, call);
  Ir *ir = ir_emit (l, call_op (l, call.site.callee));
  ir->a = to;
  ir->imm = l->calls.len - 1;
  if (n > 1)
    take_results (l, i, n);
}

/* Assembly without text: a barrier for the compiler, perhaps passing one value through. */
static bool empty_assembly (Lower *l, LLVMValueRef i) {
  char *text = LLVMPrintValueToString (LLVMGetCalledValue (i));
  const char *s = strstr (text, "asm ");
  s = s ? strchr (s, '"') : NULL;
  bool empty = s && s[1] == '"';
  const char *constraints = empty ? strchr (s + 2, '"') : NULL;
  uint32_t n = value_layout (l, i)->nleaves;
  bool through =
      n == 1 && constraints && !strncmp (constraints, "\"=r,0", 5) && LLVMGetNumArgOperands (i) >= 1;
  LLVMDisposeMessage (text);
  if (!empty || (n && !through))
    return false;
  if (through)
    value_set_one (l, i, value_scalar (l, LLVMGetArgOperand (i, 0)));
  return true;
}

void lower_call (Lower *l, LLVMValueRef i) {
  LLVMValueRef called = LLVMGetCalledValue (i);
  if (LLVMGetValueKind (called) == LLVMInlineAsmValueKind) {
    if (!empty_assembly (l, i))
      lower_unsupported (l, i, "inline assembly");
    return;
  }
  size_t n;
  const char *name = LLVMGetValueKind (called) == LLVMFunctionValueKind ? LLVMGetValueName2 (called, &n) : "";
  if (strncmp (name, "llvm.", 5))
    plain_call (l, i);
  else if (!lower_intrinsic (l, i, name))
    lower_unsupported (l, i, "intrinsic");
}
