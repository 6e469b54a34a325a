/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/lower.c -- a function's blocks, values and instructions
 *
 * Blocks are numbered in reverse postorder, the entry is 0, and what cannot be
 * reached does not exist.  A definition is therefore met before its uses, phi
 * nodes excepted, whose registers are made beforehand.
 */
#include "base/hash.h"
#include "prog/lower_impl.h"

#include <string.h>

#define HOISTED_MAX 24

Ir *ir_emit (Lower *l, unsigned op) {
  Ir ir = {0};
  ir.op = (uint16_t)op;
  ir.place = l->place;
  Block *b = &l->blocks.data[l->at];
  VEC_PUSH (l->d->mem, &b->code, ir);
  return &VEC_LAST (&b->code);
}

Reg reg_new (Lower *l) { return l->nregs++; }

Operand *operands_new (Lower *l, uint32_t n) { return ARENA_ARRAY (&l->arena, Operand, n); }

static Ir constant_ir (Operand o, Reg reg, uint32_t place) {
  Ir ir = {0};
  ir.op = o.kind == OPERAND_IMM ? OP_LDI : o.kind == OPERAND_WIDE ? OP_LDW : OP_UNINIT;
  ir.place = place;
  ir.a = reg;
  ir.imm = o.kind == OPERAND_UNDEF ? o.width : o.value;
  return ir;
}

void operand_into (Lower *l, Reg reg, Operand o) {
  if (o.kind == OPERAND_REG) {
    Ir *ir = ir_emit (l, OP_MOV);
    ir->a = reg;
    ir->b = (Reg)o.value;
    return;
  }
  *ir_emit (l, OP_LDI) = constant_ir (o, reg, l->place);
}

/* A constant that a loop needs is loaded once, at the function's start. */
static bool hoist (Lower *l, Operand o, Reg *reg) {
  uint64_t key = hash_pair (o.value, (uint64_t)o.kind);
  uint64_t *known = table_find (&l->hoisted, key);
  if (known) {
    *reg = (Reg)*known;
    return true;
  }
  if (!l->blocks.data[l->at].loop || l->hoisted.len >= HOISTED_MAX)
    return false;
  *reg = reg_new (l);
  *table_put (l->d->mem, &l->hoisted, key) = *reg;
  VEC_PUSH (l->d->mem, &l->entry, constant_ir (o, *reg, 0));
  return true;
}

Reg operand_in_reg (Lower *l, Operand o) {
  if (o.kind == OPERAND_REG)
    return (Reg)o.value;
  Reg reg;
  if (o.kind == OPERAND_UNDEF) {
    reg = reg_new (l);
    operand_into (l, reg, o);
    return reg;
  }
  for (size_t i = 0; i < l->cached.len; i++)
    if (l->cached.data[i].value.kind == o.kind && l->cached.data[i].value.value == o.value)
      return l->cached.data[i].reg;
  if (!l->twice && hoist (l, o, &reg))
    return reg;
  reg = reg_new (l);
  operand_into (l, reg, o);
  if (l->cached.len < 16) {
    CachedConst c = {o, reg};
    VEC_PUSH (l->d->mem, &l->cached, c);
  }
  return reg;
}

static Value *value_put (Lower *l, LLVMValueRef value) {
  Value *v = ARENA_NEW (&l->arena, Value);
  *table_put (l->d->mem, &l->values, (uintptr_t)value) = (uintptr_t)v;
  return v;
}

void value_set (Lower *l, LLVMValueRef value, Operand *ops, uint32_t n) {
  Value *v = value_put (l, value);
  v->ops = ops;
  v->n = n;
}

void value_set_one (Lower *l, LLVMValueRef value, Operand op) {
  Operand *ops = operands_new (l, 1);
  *ops = op;
  value_set (l, value, ops, 1);
}

const Layout *value_layout (Lower *l, LLVMValueRef value) { return layout_flat (l->d, LLVMTypeOf (value)); }

Operand *value_define (Lower *l, LLVMValueRef value) {
  const Layout *layout = value_layout (l, value);
  Operand *ops = operands_new (l, layout->nleaves);
  for (uint32_t i = 0; i < layout->nleaves; i++)
    ops[i] = operand_reg (reg_new (l), layout->leaves[i].width);
  value_set (l, value, ops, layout->nleaves);
  return ops;
}

/* Zeros for what nobody will ever see: the path stops before. */
static void value_zero (Lower *l, LLVMValueRef value) {
  const Layout *layout = value_layout (l, value);
  Operand *ops = operands_new (l, layout->nleaves);
  for (uint32_t i = 0; i < layout->nleaves; i++)
    ops[i] = constant_zero (l->d, layout->leaves[i].width);
  value_set (l, value, ops, layout->nleaves);
}

/* A constant that cannot be known stops each path that needs it, so it is not remembered. */
static Value *value_constant (Lower *l, LLVMValueRef value) {
  const Layout *layout = value_layout (l, value);
  Operand *ops = operands_new (l, layout->nleaves);
  bool known = constant_leaves (l->d, value, ops);
  if (known)
    value_set (l, value, ops, layout->nleaves);
  else {
    lower_unsupported (l, value, "constant");
    value_zero (l, value);
  }
  Value *v = (Value *)(uintptr_t)*table_find (&l->values, (uintptr_t)value);
  if (!known)
    table_remove (&l->values, (uintptr_t)value);
  return v;
}

Value *value_of (Lower *l, LLVMValueRef value) {
  uint64_t *known = table_find (&l->values, (uintptr_t)value);
  if (!known) {
    if (LLVMIsConstant (value))
      return value_constant (l, value);
    value_zero (l, value);
    known = table_find (&l->values, (uintptr_t)value);
  }
  return (Value *)(uintptr_t)*known;
}

const Operand *value_ops (Lower *l, LLVMValueRef value) {
  Value *v = value_of (l, value);
  if (!v->address && !v->compare)
    return v->ops;
  Operand *now = operands_new (l, 1);
  *now = v->address ? address_value (l, *v->address) : compare_now (l, v->compare);
  return now;
}

Operand value_scalar (Lower *l, LLVMValueRef value) { return value_ops (l, value)[0]; }

uint32_t block_id (const Lower *l, LLVMBasicBlockRef block) {
  uint64_t *known = table_find (&l->block_ids, (uintptr_t)block);
  return known ? (uint32_t)*known : UINT32_MAX;
}

bool used_only_by (LLVMValueRef value, bool (*fits) (LLVMValueRef user, LLVMValueRef value)) {
  for (LLVMUseRef use = LLVMGetFirstUse (value); use; use = LLVMGetNextUse (use))
    if (!fits (LLVMGetUser (use), value))
      return false;
  return true;
}

void lower_unsupported (Lower *l, LLVMValueRef instruction, const char *why) {
  Decoder *d = l->d;
  const Location *at = &d->places.data[l->place];
  char *text = LLVMPrintValueToString (instruction);
  Text message = {0};
  text_printf (d->mem, &message, "%s in function %s", why, l->name);
  if (at->line)
    text_printf (d->mem, &message, " (%s:%u)", d->files.data[at->file], at->line);
  text_printf (d->mem, &message, " is not supported: %.200s", text + strspn (text, " "));
  for (size_t i = 0; i < message.len; i++)
    if ((unsigned char)message.data[i] < ' ')
      message.data[i] = ' ';
  VEC_PUSH (d->mem, &d->messages, arena_string (d->keep, message.data, message.len));
  text_free (d->mem, &message);
  LLVMDisposeMessage (text);
  ir_emit (l, OP_UNSUPPORTED)->imm = d->messages.len - 1;
  if (LLVMGetValueKind (instruction) == LLVMInstructionValueKind && value_layout (l, instruction)->ok)
    value_zero (l, instruction);
}

/* An undefined operand of freeze becomes one value for all uses. */
static void lower_freeze (Lower *l, LLVMValueRef i) {
  const Operand *from = value_ops (l, LLVMGetOperand (i, 0));
  uint32_t n = value_layout (l, i)->nleaves;
  Operand *ops = operands_new (l, n);
  for (uint32_t k = 0; k < n; k++)
    ops[k] =
        from[k].kind == OPERAND_UNDEF ? operand_reg (operand_in_reg (l, from[k]), from[k].width) : from[k];
  value_set (l, i, ops, n);
}

static void lower_other (Lower *l, LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode (i)) {
  case LLVMPHI: return;
  case LLVMFence: return;
  case LLVMFreeze: lower_freeze (l, i); return;
  case LLVMInsertElement:
  case LLVMExtractElement:
  case LLVMShuffleVector:
  case LLVMInsertValue:
  case LLVMExtractValue: lower_pieces (l, i); return;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg: lower_atomic (l, i); return;
  case LLVMVAArg: lower_va_arg (l, i); return;
  default:
    if (LLVMIsATerminatorInst (i))
      lower_terminator (l, i);
    else
      lower_unsupported (l, i, "instruction");
  }
}

static void lower_instruction (Lower *l, LLVMValueRef i) {
  LLVMOpcode op = LLVMGetInstructionOpcode (i);
  switch (op) {
  case LLVMLoad: lower_load (l, i); return;
  case LLVMStore: lower_store (l, i); return;
  case LLVMGetElementPtr: lower_gep (l, i); return;
  case LLVMAlloca: lower_alloca (l, i); return;
  case LLVMCall: lower_call (l, i); return;
  case LLVMICmp: lower_icmp (l, i); return;
  case LLVMFCmp: lower_fcmp (l, i); return;
  case LLVMSelect: lower_select (l, i); return;
  case LLVMFNeg:
  case LLVMFAdd:
  case LLVMFSub:
  case LLVMFMul:
  case LLVMFDiv:
  case LLVMFRem: lower_float (l, i); return;
  default: break;
  }
  if (op >= LLVMAdd && op <= LLVMXor)
    lower_binary (l, i);
  else if ((op >= LLVMTrunc && op <= LLVMBitCast) || op == LLVMAddrSpaceCast)
    lower_cast (l, i);
  else
    lower_other (l, i);
}

/* A type that has no layout cannot be worked with, whatever the instruction is. */
static bool type_fits (Lower *l, LLVMValueRef i) {
  const Layout *layout = value_layout (l, i);
  return layout->ok && layout->flat;
}

static void lower_block (Lower *l, uint32_t number) {
  l->at = number;
  l->cached.len = 0;
  LLVMBasicBlockRef block = l->blocks.data[number].llvm;
  for (LLVMValueRef i = LLVMGetFirstInstruction (block); i; i = LLVMGetNextInstruction (i)) {
    l->place = place_of (l->d, i);
    if (type_fits (l, i))
      lower_instruction (l, i);
    else
      lower_unsupported (l, i, "type");
  }
  l->blocks.data[number].filled = true;
}

typedef struct Walk {
  LLVMBasicBlockRef block;
  unsigned next;
} Walk;

/* Blocks in postorder, without recursion. */
static void walk_blocks (Lower *l, LLVMBasicBlockRef *post, uint32_t *n) {
  Mem *mem = l->d->mem;
  VEC (Walk) stack = {0};
  Walk first = {LLVMGetEntryBasicBlock (l->function), 0};
  VEC_PUSH (mem, &stack, first);
  *table_put (mem, &l->block_ids, (uintptr_t)first.block) = 0;
  while (stack.len) {
    Walk *w = &VEC_LAST (&stack);
    LLVMValueRef end = LLVMGetBasicBlockTerminator (w->block);
    if (w->next == LLVMGetNumSuccessors (end)) {
      post[(*n)++] = w->block;
      stack.len--;
      continue;
    }
    Walk next = {LLVMGetSuccessor (end, w->next++), 0};
    if (table_find (&l->block_ids, (uintptr_t)next.block))
      continue;
    *table_put (mem, &l->block_ids, (uintptr_t)next.block) = 0;
    VEC_PUSH (mem, &stack, next);
  }
  VEC_FREE (mem, &stack);
}

static void add_pred (Lower *l, uint32_t block, uint32_t pred) {
  WordVec *preds = &l->blocks.data[block].preds;
  if (preds->len && VEC_LAST (preds) == pred)
    return;
  VEC_PUSH (l->d->mem, preds, pred);
}

static void link_blocks (Lower *l) {
  for (uint32_t b = 0; b < l->blocks.len; b++) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator (l->blocks.data[b].llvm);
    unsigned n = LLVMGetNumSuccessors (end);
    for (unsigned i = 0; i < n; i++)
      add_pred (l, block_id (l, LLVMGetSuccessor (end, i)), b);
  }
}

static void mark_loops (Lower *l) {
  for (uint32_t b = 0; b < l->blocks.len; b++) {
    const WordVec *preds = &l->blocks.data[b].preds;
    uint32_t last = preds->len ? VEC_LAST (preds) : 0;
    for (uint32_t k = b; last >= b && k <= last; k++)
      l->blocks.data[k].loop = preds->len > 0;
  }
}

static void collect_blocks (Lower *l) {
  LLVMBasicBlockRef *post = ARENA_ARRAY (&l->arena, LLVMBasicBlockRef, LLVMCountBasicBlocks (l->function));
  uint32_t n = 0;
  walk_blocks (l, post, &n);
  for (uint32_t i = 0; i < n; i++) {
    Block b = {0};
    b.llvm = post[n - 1 - i];
    *table_put (l->d->mem, &l->block_ids, (uintptr_t)b.llvm) = i;
    VEC_PUSH (l->d->mem, &l->blocks, b);
  }
  l->nllvm = n;
  link_blocks (l);
  mark_loops (l);
}

static void define_arguments (Lower *l) {
  for (LLVMValueRef p = LLVMGetFirstParam (l->function); p; p = LLVMGetNextParam (p))
    value_define (l, p);
  l->nargs = l->nregs;
}

static bool calls_twice (Lower *l) {
  LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
  for (size_t b = 0; b < l->blocks.len; b++)
    for (LLVMValueRef i = LLVMGetFirstInstruction (l->blocks.data[b].llvm); i;
         i = LLVMGetNextInstruction (i)) {
      if (LLVMGetInstructionOpcode (i) != LLVMCall)
        continue;
      LLVMValueRef callee = constant_symbol (LLVMGetCalledValue (i));
      if (LLVMGetCallSiteEnumAttribute (i, at, l->d->twice_kind) ||
          (callee && LLVMGetValueKind (callee) == LLVMFunctionValueKind &&
           LLVMGetEnumAttributeAtIndex (callee, at, l->d->twice_kind)))
        return true;
    }
  return false;
}

static void lower_init (Lower *l, Decoder *d, LLVMValueRef value, FuncId id) {
  l->d = d;
  l->arena.mem = d->mem;
  l->function = value;
  l->id = id;
  l->name = d->functions.data[id].name;
  l->optimised = d->optimised || !d->functions.data[id].debug;
}

static void lower_fini (Lower *l) {
  Mem *mem = l->d->mem;
  for (size_t b = 0; b < l->blocks.len; b++) {
    VEC_FREE (mem, &l->blocks.data[b].code);
    VEC_FREE (mem, &l->blocks.data[b].preds);
    VEC_FREE (mem, &l->blocks.data[b].phis);
  }
  VEC_FREE (mem, &l->blocks);
  table_free (mem, &l->block_ids);
  table_free (mem, &l->values);
  table_free (mem, &l->vars);
  table_free (mem, &l->defs);
  table_free (mem, &l->hoisted);
  VEC_FREE (mem, &l->cached);
  VEC_FREE (mem, &l->entry);
  VEC_FREE (mem, &l->copies);
  VEC_FREE (mem, &l->calls);
  VEC_FREE (mem, &l->switches);
  arena_fini (&l->arena);
}

/* What is loaded at the start comes before all else. */
static void prepend_entry (Lower *l) {
  if (!l->entry.len)
    return;
  IrVec *code = &l->blocks.data[0].code;
  size_t n = l->entry.len;
  VEC_RESERVE (l->d->mem, code, code->len + n);
  memmove (code->data + n, code->data, code->len * sizeof *code->data);
  memcpy (code->data, l->entry.data, n * sizeof *code->data);
  code->len += n;
}

void lower_function (Decoder *d, LLVMValueRef value, FuncId id) {
  Lower l = {0};
  lower_init (&l, d, value, id);
  collect_blocks (&l);
  define_arguments (&l);
  l.twice = calls_twice (&l);
  if (!l.twice)
    ssa_promote (&l);
  ssa_phis (&l);
  for (uint32_t b = 0; b < l.nllvm; b++)
    lower_block (&l, b);
  ssa_finish (&l);
  prepend_entry (&l);
  copies_place (&l);
  layout_blocks (&l);
  regalloc (&l);
  emit_function (&l);
  lower_fini (&l);
}
