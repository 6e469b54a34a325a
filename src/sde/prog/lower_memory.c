/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/lower_memory.c -- addresses, loads, stores, stack objects, atomics
 *
 * An address is base + index * scale + offset as long as possible; a GEP that
 * only loads, stores and further GEPs use is never computed on its own but
 * becomes part of them.  Constant addresses go into the instruction.  Atomic
 * operations are plain ones: a node has one thread.
 */
#include "base/bits.h"
#include "prog/lower_impl.h"

Address address_of (Lower *l, LLVMValueRef pointer) {
  Value *v = value_of (l, pointer);
  if (v->address)
    return *v->address;
  Address at = {v->n ? v->ops[0] : operand_imm (0, 64), {0, 0, 0}, 0, 0};
  if (at.base.kind == OPERAND_IMM) {
    at.off = (int64_t)at.base.value;
    at.base.value = 0;
  }
  return at;
}

static bool is_constant (const Address *at) { return at->base.kind == OPERAND_IMM && !at->scale; }

/* Bring the parts of an address into the ranges of an instruction: a base that is not constant unless
 * all is, and an offset of 32 bits. */
static void settle (Lower *l, Address *at) {
  if (is_constant (at))
    return;
  if (at->base.kind == OPERAND_IMM) {
    at->base = operand_imm (at->base.value + (uint64_t)at->off, 64);
    at->base = operand_reg (operand_in_reg (l, at->base), 64);
    at->off = 0;
  }
  if (at->off < INT32_MIN || at->off > INT32_MAX) {
    at->base = arith (l, LLVMAdd, 64, at->base, operand_imm ((uint64_t)at->off, 64));
    at->off = 0;
  }
}

Operand address_value (Lower *l, Address at) {
  if (is_constant (&at))
    return operand_imm (at.base.value + (uint64_t)at.off, 64);
  if (!at.scale)
    return at.off ? arith (l, LLVMAdd, 64, at.base, operand_imm ((uint64_t)at.off, 64)) : at.base;
  settle (l, &at);
  Reg b = operand_in_reg (l, at.base), c = operand_in_reg (l, at.index);
  Ir *ir = ir_emit (l, OP_GEP);
  ir->a = reg_new (l);
  ir->b = b;
  ir->c = c;
  ir->off = (int32_t)at.off;
  ir->scale = at.scale;
  return operand_reg (ir->a, 64);
}

static void add_index (Lower *l, Address *at, Operand index, uint64_t size) {
  if (!size)
    return;
  if (index.kind == OPERAND_IMM) {
    at->off = (int64_t)((uint64_t)at->off + (uint64_t)bits_signed (index.value, index.width) * size);
    return;
  }
  if (index.width != 64)
    index = cast_to (l, index.width > 64 ? WIDE_EXTRACT : WIDE_SEXT, index, 64);
  if (at->scale) {
    Operand base = address_value (l, *at);
    *at = (Address){base, {0, 0, 0}, 0, 0};
  }
  if (size > UINT32_MAX) {
    index = arith (l, LLVMMul, 64, index, operand_imm (size, 64));
    size = 1;
  }
  at->index = operand_reg (operand_in_reg (l, index), 64);
  at->scale = (uint32_t)size;
}

/* One index of a GEP; type becomes the type that it leads to. */
static void gep_index (Lower *l, Address *at, LLVMTypeRef *type, Operand index, bool first) {
  if (!first && LLVMGetTypeKind (*type) == LLVMStructTypeKind) {
    unsigned member = (unsigned)index.value;
    at->off = (int64_t)((uint64_t)at->off + layout_member (l->d, *type, member));
    *type = LLVMStructGetTypeAtIndex (*type, member);
    return;
  }
  if (!first)
    *type = LLVMGetElementType (*type);
  const Layout *element = layout_of (l->d, *type);
  add_index (l, at, index, element->size);
}

static bool is_vector (LLVMValueRef value) {
  return LLVMGetTypeKind (LLVMTypeOf (value)) == LLVMVectorTypeKind;
}

/* The address that lane k of a GEP computes (a scalar one has one lane). */
static Address gep_address (Lower *l, LLVMValueRef gep, uint32_t lane) {
  LLVMValueRef base = LLVMGetOperand (gep, 0);
  Address at = {{0, 0, 0}, {0, 0, 0}, 0, 0};
  if (is_vector (base))
    at.base = operand_reg (operand_in_reg (l, value_ops (l, base)[lane]), 64);
  else
    at = address_of (l, base);
  LLVMTypeRef type = LLVMGetGEPSourceElementType (gep);
  int n = LLVMGetNumOperands (gep);
  for (int i = 1; i < n; i++) {
    LLVMValueRef index = LLVMGetOperand (gep, (unsigned)i);
    gep_index (l, &at, &type, value_ops (l, index)[is_vector (index) ? lane : 0], i == 1);
  }
  return at;
}

static bool is_address_use (LLVMValueRef user, LLVMValueRef value) {
  switch (LLVMGetInstructionOpcode (user)) {
  case LLVMLoad: return true;
  case LLVMStore: return LLVMGetOperand (user, 0) != value;
  case LLVMGetElementPtr: return LLVMGetOperand (user, 0) == value && !is_vector (user);
  case LLVMBitCast: return used_only_by (user, is_address_use);
  default: return false;
  }
}

/* A type without a size anywhere on the way makes the whole GEP unknown. */
static bool gep_sized (Lower *l, LLVMValueRef gep) {
  return layout_of (l->d, LLVMGetGEPSourceElementType (gep))->ok;
}

void lower_gep (Lower *l, LLVMValueRef i) {
  if (!gep_sized (l, i)) {
    lower_unsupported (l, i, "type");
    return;
  }
  uint32_t n = value_layout (l, i)->nleaves;
  if (is_vector (i)) {
    Operand *out = operands_new (l, n);
    for (uint32_t k = 0; k < n; k++)
      out[k] = address_value (l, gep_address (l, i, k));
    value_set (l, i, out, n);
    return;
  }
  Address at = gep_address (l, i, 0);
  if (is_constant (&at) || !used_only_by (i, is_address_use)) {
    value_set_one (l, i, address_value (l, at));
    return;
  }
  Address *kept = ARENA_NEW (&l->arena, Address);
  *kept = at;
  value_set (l, i, NULL, 0);
  value_of (l, i)->address = kept;
}

static unsigned size_step (uint32_t bits) {
  return bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : bits == 64 ? 3 : 4;
}

/* Load or store (op = the _8 opcodes) of a whole number of bytes. */
static Ir *access (Lower *l, Address at, uint32_t bits, bool store, Reg value) {
  settle (l, &at);
  unsigned step = size_step (bits);
  if (at.scale && step == 4)
    at = (Address){address_value (l, at), {0, 0, 0}, 0, 0};
  Reg b = is_constant (&at) ? 0 : operand_in_reg (l, at.base);
  Reg c = at.scale ? operand_in_reg (l, at.index) : 0;
  Ir *ir;
  if (is_constant (&at)) {
    ir = ir_emit (l, (store ? OP_STOREG_8 : OP_LOADG_8) + step);
    ir->imm = at.base.value + (uint64_t)at.off;
    ir->c = bits;
  } else {
    ir = ir_emit (l,
                  (at.scale ? (store ? OP_STOREX_8 : OP_LOADX_8) : (store ? OP_STORE_8 : OP_LOAD_8)) + step);
    ir->b = b;
    ir->c = c;
    ir->off = (int32_t)at.off;
    ir->scale = at.scale ? at.scale : bits;
  }
  ir->a = value;
  return ir;
}

Operand load_scalar (Lower *l, Address at, uint32_t width) {
  uint32_t bits = width_memory (width);
  Reg to = reg_new (l);
  access (l, at, bits, false, to);
  return cast_to (l, WIDE_EXTRACT, operand_reg (to, bits), width);
}

void store_scalar (Lower *l, Address at, Operand value) {
  uint32_t bits = width_memory (value.width);
  value = cast_to (l, WIDE_ZEXT, value, bits);
  access (l, at, bits, true, operand_in_reg (l, value));
}

/* Several accesses share the computation of the address. */
static Address shared (Lower *l, Address at, uint32_t n) {
  if (n > 2 && at.scale)
    at = (Address){address_value (l, at), {0, 0, 0}, 0, 0};
  return at;
}

void load_leaves (Lower *l, Address at, const Layout *layout, Operand *out) {
  uint32_t n = layout->nleaves;
  if (layout->packed) {
    Operand all = load_scalar (l, at, n * layout->leaves[0].width);
    bits_split (l, all, layout->leaves, n, out);
    return;
  }
  at = shared (l, at, n);
  for (uint32_t k = 0; k < n; k++) {
    Address part = at;
    part.off += (int64_t)layout->leaves[k].offset;
    out[k] = load_scalar (l, part, layout->leaves[k].width);
  }
}

void store_leaves (Lower *l, Address at, const Layout *layout, const Operand *in) {
  uint32_t n = layout->nleaves;
  if (layout->packed) {
    Operand all;
    bits_join (l, in, n, &all);
    store_scalar (l, at, all);
    return;
  }
  at = shared (l, at, n);
  for (uint32_t k = 0; k < n; k++) {
    Address part = at;
    part.off += (int64_t)layout->leaves[k].offset;
    store_scalar (l, part, in[k]);
  }
}

void lower_load (Lower *l, LLVMValueRef i) {
  LLVMValueRef pointer = LLVMGetOperand (i, 0);
  uint32_t var;
  if (ssa_variable (l, pointer, &var)) {
    value_set_one (l, i, ssa_read (l, var, l->at));
    return;
  }
  const Layout *layout = value_layout (l, i);
  Operand *out = operands_new (l, layout->nleaves);
  load_leaves (l, address_of (l, pointer), layout, out);
  value_set (l, i, out, layout->nleaves);
}

void lower_store (Lower *l, LLVMValueRef i) {
  LLVMValueRef value = LLVMGetOperand (i, 0), pointer = LLVMGetOperand (i, 1);
  const Layout *layout = value_layout (l, value);
  if (!layout->ok || !layout->flat) {
    lower_unsupported (l, i, "type");
    return;
  }
  uint32_t var;
  const Operand *in = value_ops (l, value);
  if (ssa_variable (l, pointer, &var))
    ssa_write (l, var, l->at, in[0]);
  else
    store_leaves (l, address_of (l, pointer), layout, in);
}

static uint32_t log2_of (uint64_t align) {
  uint32_t n = 0;
  while (n < 30 && 1ull << n < align)
    n++;
  return n;
}

void lower_alloca (Lower *l, LLVMValueRef i) {
  uint32_t var;
  if (ssa_variable (l, i, &var))
    return;
  const Layout *layout = layout_of (l->d, LLVMGetAllocatedType (i));
  if (!layout->ok) {
    lower_unsupported (l, i, "type");
    return;
  }
  Operand count = cast_to (l, WIDE_ZEXT, value_scalar (l, LLVMGetOperand (i, 0)), 64);
  uint32_t align = log2_of (LLVMGetAlignment (i));
  Reg to = (Reg)value_define (l, i)[0].value;
  if (count.kind == OPERAND_IMM) {
    Ir *ir = ir_emit (l, OP_ALLOCA);
    ir->a = to;
    ir->b = align;
    if (__builtin_mul_overflow (count.value, layout->size, &ir->imm))
      ir->imm = UINT64_MAX;
    return;
  }
  Reg n = operand_in_reg (l, count);
  Ir *ir = ir_emit (l, OP_ALLOCA_V);
  ir->a = to;
  ir->b = n;
  ir->c = align;
  ir->imm = layout->size;
}

static Operand float_bin (Lower *l, FloatOp op, FloatType type, Operand x, Operand y) {
  Reg b = operand_in_reg (l, x), c = operand_in_reg (l, y);
  Ir *ir = ir_emit (l, OP_FBIN);
  ir->a = reg_new (l);
  ir->b = b;
  ir->c = c;
  ir->x = op;
  ir->y = type;
  return operand_reg (ir->a, x.width);
}

static bool rmw_integer (Lower *l, LLVMAtomicRMWBinOp op, Operand old, Operand by, Operand *out) {
  uint32_t w = old.width;
  switch (op) {
  case LLVMAtomicRMWBinOpXchg: *out = by; return true;
  case LLVMAtomicRMWBinOpAdd: *out = arith (l, LLVMAdd, w, old, by); return true;
  case LLVMAtomicRMWBinOpSub: *out = arith (l, LLVMSub, w, old, by); return true;
  case LLVMAtomicRMWBinOpAnd: *out = arith (l, LLVMAnd, w, old, by); return true;
  case LLVMAtomicRMWBinOpNand: {
    Operand both = arith (l, LLVMAnd, w, old, by);
    *out = arith (l, LLVMXor, w, both, operand_imm (UINT64_MAX, w));
    return w <= 64;
  }
  case LLVMAtomicRMWBinOpOr: *out = arith (l, LLVMOr, w, old, by); return true;
  case LLVMAtomicRMWBinOpXor: *out = arith (l, LLVMXor, w, old, by); return true;
  case LLVMAtomicRMWBinOpMax: *out = int_fun (l, IFUN_SMAX, w, old, by, no_operand ()); return true;
  case LLVMAtomicRMWBinOpMin: *out = int_fun (l, IFUN_SMIN, w, old, by, no_operand ()); return true;
  case LLVMAtomicRMWBinOpUMax: *out = int_fun (l, IFUN_UMAX, w, old, by, no_operand ()); return true;
  case LLVMAtomicRMWBinOpUMin: *out = int_fun (l, IFUN_UMIN, w, old, by, no_operand ()); return true;
  default: return false;
  }
}

static void lower_rmw (Lower *l, LLVMValueRef i) {
  const Layout *layout = value_layout (l, i);
  LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp (i);
  Address at = address_of (l, LLVMGetOperand (i, 0));
  Operand by = value_scalar (l, LLVMGetOperand (i, 1));
  Operand old = load_scalar (l, at, layout->leaves[0].width), now;
  value_set_one (l, i, old);
  bool real = op == LLVMAtomicRMWBinOpFAdd || op == LLVMAtomicRMWBinOpFSub;
  if (real && layout->leaves[0].kind == LEAF_FLOAT)
    now = float_bin (l, op == LLVMAtomicRMWBinOpFAdd ? FOP_ADD : FOP_SUB, layout->leaves[0].ftype, old, by);
  else if (real || !rmw_integer (l, op, old, by, &now)) {
    lower_unsupported (l, i, "atomic operation");
    return;
  }
  store_scalar (l, at, now);
}

static void lower_cmpxchg (Lower *l, LLVMValueRef i) {
  const Layout *layout = value_layout (l, i);
  Address at = address_of (l, LLVMGetOperand (i, 0));
  Operand expected = value_scalar (l, LLVMGetOperand (i, 1)),
          wanted = value_scalar (l, LLVMGetOperand (i, 2));
  Operand *out = operands_new (l, 2);
  out[0] = load_scalar (l, at, layout->leaves[0].width);
  out[1] = compare (l, LLVMIntEQ, out[0].width, out[0], expected);
  bool pointer = layout->leaves[0].kind == LEAF_POINTER;
  store_scalar (l, at, select_on (l, out[1], wanted, out[0], pointer));
  value_set (l, i, out, 2);
}

void lower_atomic (Lower *l, LLVMValueRef i) {
  if (LLVMGetInstructionOpcode (i) == LLVMAtomicRMW)
    lower_rmw (l, i);
  else
    lower_cmpxchg (l, i);
}

/* The SysV va_list with everything in the overflow area, whose pointer stands at offset 8. */
void lower_va_arg (Lower *l, LLVMValueRef i) {
  const Layout *layout = value_layout (l, i);
  Address list = address_of (l, LLVMGetOperand (i, 0));
  list.off += 8;
  Operand at = load_scalar (l, list, 64);
  if (layout->align > 8) {
    at = arith (l, LLVMAdd, 64, at, operand_imm (layout->align - 1, 64));
    at = arith (l, LLVMAnd, 64, at, operand_imm (~(uint64_t)(layout->align - 1), 64));
  }
  store_scalar (l, list, arith (l, LLVMAdd, 64, at, operand_imm (round_up (layout->size, 8), 64)));
  Operand *out = operands_new (l, layout->nleaves);
  Address from = {at, {0, 0, 0}, 0, 0};
  load_leaves (l, from, layout, out);
  value_set (l, i, out, layout->nleaves);
}

static bool float_ok (Lower *l, LLVMValueRef i, const Layout *layout) {
  for (uint32_t k = 0; k < layout->nleaves; k++)
    if (layout->leaves[k].kind != LEAF_FLOAT) {
      lower_unsupported (l, i, "floating point type");
      return false;
    }
  return true;
}

static FloatOp float_op (LLVMOpcode op) {
  switch (op) {
  case LLVMFAdd: return FOP_ADD;
  case LLVMFSub: return FOP_SUB;
  case LLVMFMul: return FOP_MUL;
  case LLVMFDiv: return FOP_DIV;
  default: return FOP_REM;
  }
}

static Operand float_neg (Lower *l, FloatType type, Operand x) {
  Reg b = operand_in_reg (l, x);
  Ir *ir = ir_emit (l, OP_FUN);
  ir->a = reg_new (l);
  ir->b = b;
  ir->c = ir->d = REG_NONE;
  ir->x = FFUN_NEG;
  ir->y = type;
  return operand_reg (ir->a, x.width);
}

void lower_float (Lower *l, LLVMValueRef i) {
  const Layout *layout = value_layout (l, i);
  if (!float_ok (l, i, layout))
    return;
  LLVMOpcode op = LLVMGetInstructionOpcode (i);
  const Operand *x = value_ops (l, LLVMGetOperand (i, 0));
  const Operand *y = op == LLVMFNeg ? NULL : value_ops (l, LLVMGetOperand (i, 1));
  Operand *out = operands_new (l, layout->nleaves);
  for (uint32_t k = 0; k < layout->nleaves; k++)
    out[k] = y ? float_bin (l, float_op (op), layout->leaves[k].ftype, x[k], y[k])
               : float_neg (l, layout->leaves[k].ftype, x[k]);
  value_set (l, i, out, layout->nleaves);
}

void lower_fcmp (Lower *l, LLVMValueRef i) {
  const Layout *from = value_layout (l, LLVMGetOperand (i, 0));
  if (!float_ok (l, i, from))
    return;
  const Operand *x = value_ops (l, LLVMGetOperand (i, 0)), *y = value_ops (l, LLVMGetOperand (i, 1));
  Operand *out = operands_new (l, from->nleaves);
  for (uint32_t k = 0; k < from->nleaves; k++) {
    Reg b = operand_in_reg (l, x[k]), c = operand_in_reg (l, y[k]);
    Ir *ir = ir_emit (l, OP_FCMP);
    ir->a = reg_new (l);
    ir->b = b;
    ir->c = c;
    ir->x = (uint32_t)LLVMGetFCmpPredicate (i);
    ir->y = from->leaves[k].ftype;
    out[k] = operand_reg (ir->a, 1);
  }
  value_set (l, i, out, from->nleaves);
}
