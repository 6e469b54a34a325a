/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/lower_arith.c -- integer arithmetic, comparisons, casts, choices
 *
 * Widths of 32 and 64 bits have opcodes of their own where it matters, others
 * up to 64 bits share one, and everything wider goes through the .._W opcodes.
 * A constant on the right becomes part of the instruction.  A comparison whose
 * only use is the branch at the end of its block is put off and merged with it.
 */
#include "base/bits.h"
#include "prog/lower_impl.h"

typedef struct BinaryRow {
  uint16_t first; /* the _32 opcode, or the _N one when there is only that */
  bool three;     /* has _32, _64 and _N */
  bool swaps;
  uint8_t wide;
} BinaryRow;

static BinaryRow binary_row (LLVMOpcode op) {
  switch (op) {
  case LLVMAdd: return (BinaryRow){OP_ADD_32, true, true, WIDE_ADD};
  case LLVMSub: return (BinaryRow){OP_SUB_32, true, false, WIDE_SUB};
  case LLVMMul: return (BinaryRow){OP_MUL_32, true, true, WIDE_MUL};
  case LLVMShl: return (BinaryRow){OP_SHL_32, true, false, WIDE_SHL};
  case LLVMAShr: return (BinaryRow){OP_ASHR_32, true, false, WIDE_ASHR};
  case LLVMSDiv: return (BinaryRow){OP_SDIV_32, true, false, WIDE_SDIV};
  case LLVMSRem: return (BinaryRow){OP_SREM_32, true, false, WIDE_SREM};
  case LLVMLShr: return (BinaryRow){OP_LSHR_N, false, false, WIDE_LSHR};
  case LLVMUDiv: return (BinaryRow){OP_UDIV_N, false, false, WIDE_UDIV};
  case LLVMURem: return (BinaryRow){OP_UREM_N, false, false, WIDE_UREM};
  case LLVMAnd: return (BinaryRow){OP_AND_N, false, true, WIDE_AND};
  case LLVMOr: return (BinaryRow){OP_OR_N, false, true, WIDE_OR};
  default: return (BinaryRow){OP_XOR_N, false, true, WIDE_XOR};
  }
}

/* The variant of an opcode family for a width. */
static unsigned variant (unsigned first, bool three, bool immediate, uint32_t width) {
  unsigned step = !three ? 0 : width == 32 ? 0 : width == 64 ? 1 : 2;
  return first + step + (immediate ? (three ? 3 : 1) : 0);
}

static void binary_wide (Lower *l, WideKind kind, uint32_t width, Reg to, Operand x, Operand y) {
  Reg b = operand_in_reg (l, x), c = operand_in_reg (l, y);
  Ir *ir = ir_emit (l, OP_BIN_W);
  ir->a = to;
  ir->b = b;
  ir->c = c;
  ir->x = kind;
  ir->y = width;
}

void arith_into (Lower *l, LLVMOpcode op, uint32_t width, Reg to, Operand x, Operand y) {
  BinaryRow row = binary_row (op);
  if (width > 64) {
    binary_wide (l, row.wide, width, to, x, y);
    return;
  }
  if (row.swaps && x.kind == OPERAND_IMM && y.kind != OPERAND_IMM) {
    Operand z = x;
    x = y;
    y = z;
  }
  bool immediate = y.kind == OPERAND_IMM;
  Reg b = operand_in_reg (l, x), c = immediate ? width : operand_in_reg (l, y);
  Ir *ir = ir_emit (l, variant (row.first, row.three, immediate, width));
  ir->a = to;
  ir->b = b;
  ir->c = c;
  ir->imm = immediate ? y.value : width;
}

Operand arith (Lower *l, LLVMOpcode op, uint32_t width, Operand x, Operand y) {
  bool neutral = op == LLVMAdd || op == LLVMSub || op == LLVMOr || op == LLVMXor;
  if (neutral && y.kind == OPERAND_IMM && !y.value)
    return x;
  Reg to = reg_new (l);
  arith_into (l, op, width, to, x, y);
  return operand_reg (to, width);
}

/* An optimiser computes shifts before it is known whether they are wanted, since shifting too far is
 * harmless as long as nobody looks.  So in optimised code the amount is taken modulo the width. */
static Operand shift_amount (Lower *l, LLVMOpcode op, Operand y) {
  bool shift = op == LLVMShl || op == LLVMLShr || op == LLVMAShr;
  bool power = y.width <= 64 && !(y.width & (y.width - 1));
  if (!shift || !power || !l->optimised || y.kind == OPERAND_IMM)
    return y;
  return arith (l, LLVMAnd, y.width, y, operand_imm (y.width - 1, y.width));
}

void lower_binary (Lower *l, LLVMValueRef i) {
  const Operand *x = value_ops (l, LLVMGetOperand (i, 0)), *y = value_ops (l, LLVMGetOperand (i, 1));
  LLVMOpcode op = LLVMGetInstructionOpcode (i);
  uint32_t n = value_layout (l, i)->nleaves;
  Operand *out = operands_new (l, n);
  for (uint32_t k = 0; k < n; k++)
    out[k] = arith (l, op, x[k].width, x[k], shift_amount (l, op, y[k]));
  value_set (l, i, out, n);
}

/* The predicate with its sides exchanged. */
static LLVMIntPredicate mirrored (LLVMIntPredicate p) {
  switch (p) {
  case LLVMIntUGT: return LLVMIntULT;
  case LLVMIntUGE: return LLVMIntULE;
  case LLVMIntULT: return LLVMIntUGT;
  case LLVMIntULE: return LLVMIntUGE;
  case LLVMIntSGT: return LLVMIntSLT;
  case LLVMIntSGE: return LLVMIntSLE;
  case LLVMIntSLT: return LLVMIntSGT;
  case LLVMIntSLE: return LLVMIntSGE;
  default: return p;
  }
}

static bool is_greater (LLVMIntPredicate p) {
  return p == LLVMIntUGT || p == LLVMIntUGE || p == LLVMIntSGT || p == LLVMIntSGE;
}

/* Constants go to the right; without one, greater is less from the other side. */
static LLVMIntPredicate order_sides (LLVMIntPredicate p, Operand *x, Operand *y) {
  bool swap = x->kind == OPERAND_IMM ? y->kind != OPERAND_IMM : is_greater (p) && y->kind != OPERAND_IMM;
  if (!swap)
    return p;
  Operand z = *x;
  *x = *y;
  *y = z;
  return mirrored (p);
}

static Operand compare_wide (Lower *l, LLVMIntPredicate p, uint32_t width, Operand x, Operand y) {
  if (is_greater (p)) {
    Operand z = x;
    x = y;
    y = z;
    p = mirrored (p);
  }
  CmpPred pred = p == LLVMIntEQ    ? CMP_EQ
                 : p == LLVMIntNE  ? CMP_NE
                 : p == LLVMIntULT ? CMP_ULT
                 : p == LLVMIntULE ? CMP_ULE
                 : p == LLVMIntSLT ? CMP_SLT
                                   : CMP_SLE;
  Reg b = operand_in_reg (l, x), c = operand_in_reg (l, y);
  Ir *ir = ir_emit (l, OP_CMP_W);
  ir->a = reg_new (l);
  ir->b = b;
  ir->c = c;
  ir->x = pred;
  ir->y = width;
  return operand_reg (ir->a, 1);
}

static unsigned signed_step (uint32_t width) { return width == 32 ? 0 : width == 64 ? 1 : 2; }

static unsigned compare_op (LLVMIntPredicate p, uint32_t width, bool immediate) {
  switch (p) {
  case LLVMIntEQ: return OP_EQ_N + immediate;
  case LLVMIntNE: return OP_NE_N + immediate;
  case LLVMIntULT: return OP_ULT_N + immediate;
  case LLVMIntULE: return OP_ULE_N + immediate;
  case LLVMIntUGT: return OP_UGTI_N;
  case LLVMIntUGE: return OP_UGEI_N;
  case LLVMIntSLT: return variant (OP_SLT_32, true, immediate, width);
  case LLVMIntSLE: return variant (OP_SLE_32, true, immediate, width);
  case LLVMIntSGT: return OP_SGTI_32 + signed_step (width);
  default: return OP_SGEI_32 + signed_step (width);
  }
}

/* Ordering pointers has instructions of its own, because it means nothing across objects. */
static bool orders_pointers (LLVMValueRef icmp) {
  LLVMIntPredicate p = LLVMGetICmpPredicate (icmp);
  return p != LLVMIntEQ && p != LLVMIntNE &&
         LLVMGetTypeKind (LLVMTypeOf (LLVMGetOperand (icmp, 0))) == LLVMPointerTypeKind;
}

static unsigned pointer_op (unsigned op) {
  switch (op) {
  case OP_ULT_N: return OP_ULT_P;
  case OP_ULE_N: return OP_ULE_P;
  case OP_BR_ULT: return OP_BR_ULT_P;
  case OP_BR_ULE: return OP_BR_ULE_P;
  default: return op;
  }
}

/* The instruction emitted last is about pointers if the icmp is. */
static void mark_pointers (Lower *l, LLVMValueRef icmp) {
  if (orders_pointers (icmp)) {
    Ir *last = &VEC_LAST (&l->blocks.data[l->at].code);
    last->op = (uint16_t)pointer_op (last->op);
  }
}

Operand compare (Lower *l, LLVMIntPredicate p, uint32_t width, Operand x, Operand y) {
  if (width > 64)
    return compare_wide (l, p, width, x, y);
  p = order_sides (p, &x, &y);
  bool immediate = y.kind == OPERAND_IMM;
  Reg b = operand_in_reg (l, x), c = immediate ? width : operand_in_reg (l, y);
  Ir *ir = ir_emit (l, compare_op (p, width, immediate));
  ir->a = reg_new (l);
  ir->b = b;
  ir->c = c;
  ir->imm = immediate ? y.value : width;
  return operand_reg (ir->a, 1);
}

Operand compare_now (Lower *l, LLVMValueRef icmp) {
  Operand x = value_scalar (l, LLVMGetOperand (icmp, 0)), y = value_scalar (l, LLVMGetOperand (icmp, 1));
  Operand out = compare (l, LLVMGetICmpPredicate (icmp), x.width, x, y);
  mark_pointers (l, icmp);
  return out;
}

static bool is_branch_of (LLVMValueRef user, LLVMValueRef value) {
  return LLVMGetInstructionOpcode (user) == LLVMBr &&
         LLVMGetInstructionParent (user) == LLVMGetInstructionParent (value);
}

void lower_icmp (Lower *l, LLVMValueRef i) {
  uint32_t n = value_layout (l, i)->nleaves;
  Operand *out = operands_new (l, n);
  value_set (l, i, out, n);
  if (value_layout (l, i)->scalar && LLVMGetFirstUse (i) && used_only_by (i, is_branch_of)) {
    value_of (l, i)->compare = i;
    return;
  }
  const Operand *x = value_ops (l, LLVMGetOperand (i, 0)), *y = value_ops (l, LLVMGetOperand (i, 1));
  for (uint32_t k = 0; k < n; k++) {
    out[k] = compare (l, LLVMGetICmpPredicate (i), x[k].width, x[k], y[k]);
    mark_pointers (l, i);
  }
}

static void branch_emit (Lower *l, unsigned op, Reg a, Reg b, uint32_t width, uint32_t t, uint32_t f) {
  Ir *ir = ir_emit (l, op);
  ir->a = a;
  ir->b = b;
  ir->c = width;
  ir->t = t;
  ir->f = f;
}

static unsigned branch_op (LLVMIntPredicate p, uint32_t width) {
  bool w64 = width == 64;
  switch (p) {
  case LLVMIntEQ: return OP_BR_EQ;
  case LLVMIntNE: return OP_BR_NE;
  case LLVMIntULT: return OP_BR_ULT;
  case LLVMIntULE: return OP_BR_ULE;
  case LLVMIntSLT: return w64 ? OP_BR_SLT_64 : OP_BR_SLT_32;
  default: return w64 ? OP_BR_SLE_64 : OP_BR_SLE_32;
  }
}

static unsigned branch_op_small (LLVMIntPredicate p, uint32_t width) {
  bool w64 = width == 64;
  switch (p) {
  case LLVMIntEQ: return OP_BR_EQI;
  case LLVMIntNE: return OP_BR_NEI;
  case LLVMIntULT: return OP_BR_ULTI;
  case LLVMIntULE: return OP_BR_ULEI;
  case LLVMIntUGT: return OP_BR_UGTI;
  case LLVMIntUGE: return OP_BR_UGEI;
  case LLVMIntSLT: return w64 ? OP_BR_SLTI_64 : OP_BR_SLTI_32;
  case LLVMIntSLE: return w64 ? OP_BR_SLEI_64 : OP_BR_SLEI_32;
  case LLVMIntSGT: return w64 ? OP_BR_SGTI_64 : OP_BR_SGTI_32;
  default: return w64 ? OP_BR_SGEI_64 : OP_BR_SGEI_32;
  }
}

static bool is_signed (LLVMIntPredicate p) { return p >= LLVMIntSGT; }

static bool fits_small (LLVMIntPredicate p, Operand y) {
  if (y.kind != OPERAND_IMM)
    return false;
  int64_t s = bits_signed (y.value, y.width);
  return is_signed (p) ? s >= INT32_MIN && s <= INT32_MAX : y.value <= UINT32_MAX;
}

static void branch_compare (Lower *l, LLVMIntPredicate p, Operand x, Operand y, uint32_t t, uint32_t f) {
  uint32_t width = x.width;
  if (width > 64 || (is_signed (p) && width != 32 && width != 64)) {
    branch_emit (l, OP_BR, operand_in_reg (l, compare (l, p, width, x, y)), 0, 0, t, f);
    return;
  }
  p = order_sides (p, &x, &y);
  if (fits_small (p, y)) {
    branch_emit (l, branch_op_small (p, width), operand_in_reg (l, x), 0, 0, t, f);
    VEC_LAST (&l->blocks.data[l->at].code).d = (uint32_t)y.value;
    return;
  }
  if (is_greater (p)) {
    Operand z = x;
    x = y;
    y = z;
    p = mirrored (p);
  }
  Reg a = operand_in_reg (l, x), b = operand_in_reg (l, y);
  branch_emit (l, branch_op (p, width), a, b, width, t, f);
}

/* (zext of a bit) compared with 0 is the bit: what clang -O0 makes of conditions. */
static LLVMValueRef simpler_condition (LLVMValueRef icmp, bool *negate) {
  LLVMIntPredicate p = LLVMGetICmpPredicate (icmp);
  LLVMValueRef x = LLVMGetOperand (icmp, 0), y = LLVMGetOperand (icmp, 1);
  if ((p != LLVMIntEQ && p != LLVMIntNE) || !LLVMIsNull (y) ||
      LLVMGetValueKind (x) != LLVMInstructionValueKind || LLVMGetInstructionOpcode (x) != LLVMZExt)
    return NULL;
  LLVMValueRef bit = LLVMGetOperand (x, 0);
  LLVMTypeRef type = LLVMTypeOf (bit);
  if (LLVMGetTypeKind (type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth (type) != 1)
    return NULL;
  *negate = p == LLVMIntEQ;
  return bit;
}

void branch_on (Lower *l, LLVMValueRef condition, uint32_t t, uint32_t f) {
  const Value *v = value_of (l, condition);
  if (v->compare) {
    bool negate;
    LLVMValueRef bit = simpler_condition (v->compare, &negate);
    if (bit) {
      branch_on (l, bit, negate ? f : t, negate ? t : f);
      return;
    }
    Operand x = value_scalar (l, LLVMGetOperand (v->compare, 0)),
            y = value_scalar (l, LLVMGetOperand (v->compare, 1));
    branch_compare (l, LLVMGetICmpPredicate (v->compare), x, y, t, f);
    mark_pointers (l, v->compare);
    return;
  }
  branch_emit (l, OP_BR, operand_in_reg (l, value_scalar (l, condition)), 0, 0, t, f);
}

static Operand cast_wide (Lower *l, WideKind kind, Operand x, uint32_t width) {
  Reg b = operand_in_reg (l, x);
  Ir *ir = ir_emit (l, OP_CAST_W);
  ir->a = reg_new (l);
  ir->b = b;
  ir->c = x.width;
  ir->x = kind;
  ir->y = width;
  return operand_reg (ir->a, width);
}

static Operand cast_constant (WideKind kind, Operand x, uint32_t width) {
  return operand_imm (kind == WIDE_SEXT ? (uint64_t)bits_signed (x.value, x.width) : x.value, width);
}

Operand cast_to (Lower *l, WideKind kind, Operand x, uint32_t width) {
  if (x.width == width)
    return x;
  if (x.kind == OPERAND_UNDEF)
    return (Operand){OPERAND_UNDEF, width, 0};
  if (x.width > 64 || width > 64)
    return cast_wide (l, kind, x, width);
  if (x.kind == OPERAND_IMM)
    return cast_constant (kind, x, width);
  unsigned op = kind == WIDE_EXTRACT ? OP_TRUNC : kind == WIDE_ZEXT ? OP_ZEXT : OP_SEXT;
  if (op == OP_SEXT && x.width == 32 && width == 64)
    op = OP_SEXT_32_64;
  Ir *ir = ir_emit (l, op);
  ir->a = reg_new (l);
  ir->b = (Reg)x.value;
  ir->c = x.width;
  ir->imm = width;
  return operand_reg (ir->a, width);
}

/* All operands as one number, the first one lowest. */
static Operand concat_all (Lower *l, const Operand *x, uint32_t n) {
  Operand all = x[0];
  for (uint32_t k = 1; k < n; k++) {
    Reg high = operand_in_reg (l, x[k]), low = operand_in_reg (l, all);
    Ir *ir = ir_emit (l, OP_CONCAT);
    ir->a = reg_new (l);
    ir->b = high;
    ir->c = low;
    ir->x = x[k].width;
    ir->y = all.width;
    all = operand_reg (ir->a, all.width + x[k].width);
  }
  return all;
}

static Operand extract_bits (Lower *l, Operand x, uint32_t from, uint32_t width) {
  Reg b = operand_in_reg (l, x);
  Ir *ir = ir_emit (l, OP_EXTRACT);
  ir->a = reg_new (l);
  ir->b = b;
  ir->c = width;
  ir->x = from;
  ir->y = x.width;
  return operand_reg (ir->a, width);
}

void bits_join (Lower *l, const Operand *x, uint32_t n, Operand *out) { *out = concat_all (l, x, n); }

void bits_split (Lower *l, Operand all, const Leaf *leaves, uint32_t n, Operand *out) {
  uint32_t at = 0;
  for (uint32_t k = 0; k < n; k++) {
    out[k] = n == 1 ? all : extract_bits (l, all, at, leaves[k].width);
    at += leaves[k].width;
  }
}

static bool same_leaves (const Layout *a, const Layout *b) {
  if (a->nleaves != b->nleaves)
    return false;
  for (uint32_t k = 0; k < a->nleaves; k++)
    if (a->leaves[k].width != b->leaves[k].width)
      return false;
  return true;
}

/* Bits stay, names change; only between different lanes they are put together and taken apart. */
static void lower_bitcast (Lower *l, LLVMValueRef i) {
  LLVMValueRef from = LLVMGetOperand (i, 0);
  uint32_t var;
  if (ssa_variable (l, from, &var))
    return;
  const Value *v = value_of (l, from);
  const Layout *to = value_layout (l, i);
  if (v->address) {
    value_set (l, i, NULL, 0);
    value_of (l, i)->address = v->address;
    return;
  }
  if (same_leaves (to, value_layout (l, from))) {
    value_set (l, i, v->ops, v->n);
    return;
  }
  Operand *out = operands_new (l, to->nleaves), all;
  bits_join (l, value_ops (l, from), v->n, &all);
  bits_split (l, all, to->leaves, to->nleaves, out);
  value_set (l, i, out, to->nleaves);
}

static Operand cast_float (Lower *l, FloatCast cast, Operand x, const Leaf *from, const Leaf *to) {
  Reg b = operand_in_reg (l, x);
  Ir *ir = ir_emit (l, OP_FCAST);
  ir->a = reg_new (l);
  ir->b = b;
  ir->c = cast;
  ir->x = cast == FCAST_SI_TO_FP || cast == FCAST_UI_TO_FP ? from->width : from->ftype;
  ir->y = cast == FCAST_FP_TO_SI || cast == FCAST_FP_TO_UI ? to->width : to->ftype;
  return operand_reg (ir->a, to->width);
}

static Operand cast_one (Lower *l, LLVMOpcode op, Operand x, const Leaf *from, const Leaf *to) {
  switch (op) {
  case LLVMTrunc: return cast_to (l, WIDE_EXTRACT, x, to->width);
  case LLVMSExt: return cast_to (l, WIDE_SEXT, x, to->width);
  case LLVMFPToUI: return cast_float (l, FCAST_FP_TO_UI, x, from, to);
  case LLVMFPToSI: return cast_float (l, FCAST_FP_TO_SI, x, from, to);
  case LLVMUIToFP: return cast_float (l, FCAST_UI_TO_FP, x, from, to);
  case LLVMSIToFP: return cast_float (l, FCAST_SI_TO_FP, x, from, to);
  case LLVMFPTrunc:
  case LLVMFPExt: return cast_float (l, FCAST_FP_TO_FP, x, from, to);
  default: return cast_to (l, x.width > to->width ? WIDE_EXTRACT : WIDE_ZEXT, x, to->width);
  }
}

void lower_cast (Lower *l, LLVMValueRef i) {
  LLVMOpcode op = LLVMGetInstructionOpcode (i);
  if (op == LLVMBitCast || op == LLVMAddrSpaceCast) {
    lower_bitcast (l, i);
    return;
  }
  LLVMValueRef source = LLVMGetOperand (i, 0);
  const Layout *to = value_layout (l, i), *from = value_layout (l, source);
  for (uint32_t k = 0; k < to->nleaves; k++)
    if (to->leaves[k].kind == LEAF_OTHER || from->leaves[k].kind == LEAF_OTHER) {
      lower_unsupported (l, i, "floating point type");
      return;
    }
  const Operand *x = value_ops (l, source);
  Operand *out = operands_new (l, to->nleaves);
  for (uint32_t k = 0; k < to->nleaves; k++)
    out[k] = cast_one (l, op, x[k], &from->leaves[k], &to->leaves[k]);
  value_set (l, i, out, to->nleaves);
}

Operand select_on (Lower *l, Operand condition, Operand x, Operand y, bool pointer) {
  if (condition.kind == OPERAND_IMM)
    return condition.value & 1 ? x : y;
  Reg d = operand_in_reg (l, condition), b = operand_in_reg (l, x), c = operand_in_reg (l, y);
  Ir *ir = ir_emit (l, pointer ? OP_SELECT_P : OP_SELECT);
  ir->a = reg_new (l);
  ir->b = b;
  ir->c = c;
  ir->d = d;
  ir->y = x.width;
  return operand_reg (ir->a, x.width);
}

void lower_select (Lower *l, LLVMValueRef i) {
  LLVMValueRef condition = LLVMGetOperand (i, 0);
  const Layout *layout = value_layout (l, i);
  bool lanes = LLVMGetTypeKind (LLVMTypeOf (condition)) == LLVMVectorTypeKind;
  const Operand *c = value_ops (l, condition);
  const Operand *x = value_ops (l, LLVMGetOperand (i, 1)), *y = value_ops (l, LLVMGetOperand (i, 2));
  Operand *out = operands_new (l, layout->nleaves);
  for (uint32_t k = 0; k < layout->nleaves; k++)
    out[k] = select_on (l, c[lanes ? k : 0], x[k], y[k], layout->leaves[k].kind == LEAF_POINTER);
  value_set (l, i, out, layout->nleaves);
}
