/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/lower_intrinsic.c -- functions that LLVM itself defines
 *
 * One table names them all; a name matches up to its type suffix.  Functions of
 * scalars work on vectors lane by lane.
 */
#include "prog/lower_impl.h"

#include <string.h>

typedef struct Row {
  const char *name;
  bool (*lower) (Lower *l, LLVMValueRef i, unsigned which);
  unsigned which;
} Row;

static Operand argument (Lower *l, LLVMValueRef i, unsigned k) {
  return value_scalar (l, LLVMGetArgOperand (i, k));
}

Operand int_fun (Lower *l, IntFun fun, uint32_t width, Operand x, Operand y, Operand z) {
  Reg b = operand_in_reg (l, x);
  Reg c = y.width ? operand_in_reg (l, y) : REG_NONE, d = z.width ? operand_in_reg (l, z) : REG_NONE;
  Ir *ir = ir_emit (l, OP_IFUN);
  ir->a = reg_new (l);
  ir->b = b;
  ir->c = c;
  ir->d = d;
  ir->x = fun;
  ir->y = width;
  return operand_reg (ir->a, width);
}

static Operand float_fun (Lower *l, FloatFun fun, FloatType type, Operand x, Operand y) {
  Reg b = operand_in_reg (l, x), c = y.width ? operand_in_reg (l, y) : REG_NONE;
  Ir *ir = ir_emit (l, OP_FUN);
  ir->a = reg_new (l);
  ir->b = b;
  ir->c = c;
  ir->d = REG_NONE;
  ir->x = fun;
  ir->y = type;
  return operand_reg (ir->a, x.width);
}

static Operand float_binary (Lower *l, FloatOp op, FloatType type, Operand x, Operand y) {
  Reg b = operand_in_reg (l, x), c = operand_in_reg (l, y);
  Ir *ir = ir_emit (l, OP_FBIN);
  ir->a = reg_new (l);
  ir->b = b;
  ir->c = c;
  ir->x = op;
  ir->y = type;
  return operand_reg (ir->a, x.width);
}

static bool vanish (Lower *l, LLVMValueRef i, unsigned which) {
  (void)which;
  if (value_layout (l, i)->nleaves)
    value_set_one (l, i, operand_imm (0, 64));
  return true;
}

static bool lifetime_start (Lower *l, LLVMValueRef i, unsigned which) {
  (void)which;
  uint32_t var;
  unsigned n = LLVMGetNumArgOperands (i);
  LLVMValueRef pointer = LLVMGetArgOperand (i, n - 1);
  if (ssa_variable (l, pointer, &var)) {
    Operand none = {OPERAND_UNDEF, l->var_width[var], 0};
    ssa_write (l, var, l->at, operand_reg (operand_in_reg (l, none), none.width));
  }
  return true;
}

static bool first_argument (Lower *l, LLVMValueRef i, unsigned which) {
  (void)which;
  LLVMValueRef x = LLVMGetArgOperand (i, 0);
  uint32_t n = value_layout (l, i)->nleaves;
  Operand *out = operands_new (l, n);
  memcpy (out, value_ops (l, x), n * sizeof *out);
  value_set (l, i, out, n);
  return true;
}

static bool constant_result (Lower *l, LLVMValueRef i, unsigned which) {
  value_set_one (l, i, operand_imm (which, value_layout (l, i)->leaves[0].width));
  return true;
}

static bool object_size (Lower *l, LLVMValueRef i, unsigned which) {
  (void)which;
  Operand least = argument (l, i, 1);
  value_set_one (l, i, operand_imm (least.value ? 0 : UINT64_MAX, value_layout (l, i)->leaves[0].width));
  return true;
}

static bool memory (Lower *l, LLVMValueRef i, unsigned op) {
  Reg to = operand_in_reg (l, argument (l, i, 0)), from = operand_in_reg (l, argument (l, i, 1));
  Reg n = operand_in_reg (l, cast_to (l, WIDE_ZEXT, argument (l, i, 2), 64));
  Ir *ir = ir_emit (l, op);
  ir->a = to;
  ir->b = from;
  ir->c = n;
  ir->x = op == OP_MEMCPY;
  return true;
}

/* IntFuns of one to three operands, lane by lane. */
static bool int_lanes (Lower *l, LLVMValueRef i, unsigned fun) {
  uint32_t n = value_layout (l, i)->nleaves;
  bool two = fun >= IFUN_SMAX, three = fun == IFUN_FSHL || fun == IFUN_FSHR;
  const Operand *x = value_ops (l, LLVMGetArgOperand (i, 0));
  const Operand *y = two ? value_ops (l, LLVMGetArgOperand (i, 1)) : NULL;
  const Operand *z = three ? value_ops (l, LLVMGetArgOperand (i, 2)) : NULL;
  Operand *out = operands_new (l, n);
  for (uint32_t k = 0; k < n; k++)
    out[k] = int_fun (l, fun, x[k].width, x[k], y ? y[k] : no_operand (), z ? z[k] : no_operand ());
  value_set (l, i, out, n);
  return true;
}

static LLVMOpcode overflow_op (unsigned fun) {
  switch (fun) {
  case IFUN_UADD_OVERFLOW:
  case IFUN_SADD_OVERFLOW: return LLVMAdd;
  case IFUN_USUB_OVERFLOW:
  case IFUN_SSUB_OVERFLOW: return LLVMSub;
  default: return LLVMMul;
  }
}

/* The values of all lanes, then the overflow bits of all lanes. */
static bool with_overflow (Lower *l, LLVMValueRef i, unsigned fun) {
  uint32_t n = value_layout (l, i)->nleaves / 2;
  const Operand *x = value_ops (l, LLVMGetArgOperand (i, 0)), *y = value_ops (l, LLVMGetArgOperand (i, 1));
  Operand *out = operands_new (l, 2 * n);
  for (uint32_t k = 0; k < n; k++) {
    out[k] = arith (l, overflow_op (fun), x[k].width, x[k], y[k]);
    out[n + k] = int_fun (l, fun, x[k].width, x[k], y[k], no_operand ());
    out[n + k].width = 1;
  }
  value_set (l, i, out, 2 * n);
  return true;
}

static bool is_real (const Layout *layout) {
  for (uint32_t k = 0; k < layout->nleaves; k++)
    if (layout->leaves[k].kind != LEAF_FLOAT)
      return false;
  return true;
}

static bool float_lanes (Lower *l, LLVMValueRef i, unsigned fun) {
  const Layout *layout = value_layout (l, i);
  if (!is_real (layout))
    return false;
  bool two = fun == FFUN_COPYSIGN || fun == FFUN_MIN || fun == FFUN_MAX;
  const Operand *x = value_ops (l, LLVMGetArgOperand (i, 0));
  const Operand *y = two ? value_ops (l, LLVMGetArgOperand (i, 1)) : NULL;
  Operand *out = operands_new (l, layout->nleaves);
  for (uint32_t k = 0; k < layout->nleaves; k++)
    out[k] = float_fun (l, fun, layout->leaves[k].ftype, x[k], y ? y[k] : no_operand ());
  value_set (l, i, out, layout->nleaves);
  return true;
}

static bool is_fpclass (Lower *l, LLVMValueRef i, unsigned which) {
  (void)which;
  LLVMValueRef value = LLVMGetArgOperand (i, 0);
  const Layout *layout = value_layout (l, value);
  if (!is_real (layout) || !layout->scalar)
    return false;
  Reg b = operand_in_reg (l, value_scalar (l, value));
  Operand mask = argument (l, i, 1);
  Ir *ir = ir_emit (l, OP_FUN);
  ir->a = reg_new (l);
  ir->b = b;
  ir->c = (Reg)mask.value;
  ir->d = REG_NONE;
  ir->x = FFUN_IS_FPCLASS;
  ir->y = layout->leaves[0].ftype;
  value_set_one (l, i, operand_reg (ir->a, 1));
  return true;
}

/* x86-64 without FMA multiplies and adds with two roundings. */
static bool fmuladd (Lower *l, LLVMValueRef i, unsigned which) {
  (void)which;
  const Layout *layout = value_layout (l, i);
  if (!is_real (layout))
    return false;
  const Operand *x = value_ops (l, LLVMGetArgOperand (i, 0)), *y = value_ops (l, LLVMGetArgOperand (i, 1));
  const Operand *z = value_ops (l, LLVMGetArgOperand (i, 2));
  Operand *out = operands_new (l, layout->nleaves);
  for (uint32_t k = 0; k < layout->nleaves; k++) {
    FloatType type = layout->leaves[k].ftype;
    out[k] = float_binary (l, FOP_ADD, type, float_binary (l, FOP_MUL, type, x[k], y[k]), z[k]);
  }
  value_set (l, i, out, layout->nleaves);
  return true;
}

static bool reduce_arith (Lower *l, LLVMValueRef i, unsigned op) {
  LLVMValueRef vector = LLVMGetArgOperand (i, 0);
  uint32_t n = value_layout (l, vector)->nleaves;
  const Operand *x = value_ops (l, vector);
  Operand all = x[0];
  for (uint32_t k = 1; k < n; k++)
    all = arith (l, op, all.width, all, x[k]);
  value_set_one (l, i, all);
  return true;
}

static bool reduce_fun (Lower *l, LLVMValueRef i, unsigned fun) {
  LLVMValueRef vector = LLVMGetArgOperand (i, 0);
  uint32_t n = value_layout (l, vector)->nleaves;
  const Operand *x = value_ops (l, vector);
  Operand all = x[0];
  for (uint32_t k = 1; k < n; k++)
    all = int_fun (l, fun, all.width, all, x[k], no_operand ());
  value_set_one (l, i, all);
  return true;
}

static bool reduce_float (Lower *l, LLVMValueRef i, unsigned op) {
  LLVMValueRef vector = LLVMGetArgOperand (i, 1);
  const Layout *layout = value_layout (l, vector);
  if (!is_real (layout))
    return false;
  const Operand *x = value_ops (l, vector);
  Operand all = argument (l, i, 0);
  for (uint32_t k = 0; k < layout->nleaves; k++)
    all = float_binary (l, op, layout->leaves[k].ftype, all, x[k]);
  value_set_one (l, i, all);
  return true;
}

/* Only lanes that a constant mask chooses: others need branches that clang does not ask for without AVX. */
static bool constant_mask (const Operand *mask, uint32_t n) {
  for (uint32_t k = 0; k < n; k++)
    if (mask[k].kind != OPERAND_IMM)
      return false;
  return true;
}

static bool masked_load (Lower *l, LLVMValueRef i, unsigned which) {
  (void)which;
  const Layout *layout = value_layout (l, i);
  const Operand *mask = value_ops (l, LLVMGetArgOperand (i, 2));
  if (!constant_mask (mask, layout->nleaves) || layout->packed)
    return false;
  Address at = address_of (l, LLVMGetArgOperand (i, 0));
  const Operand *other = value_ops (l, LLVMGetArgOperand (i, 3));
  Operand *out = operands_new (l, layout->nleaves);
  for (uint32_t k = 0; k < layout->nleaves; k++) {
    Address part = at;
    part.off += (int64_t)layout->leaves[k].offset;
    out[k] = mask[k].value ? load_scalar (l, part, layout->leaves[k].width) : other[k];
  }
  value_set (l, i, out, layout->nleaves);
  return true;
}

static bool masked_store (Lower *l, LLVMValueRef i, unsigned which) {
  (void)which;
  LLVMValueRef value = LLVMGetArgOperand (i, 0);
  const Layout *layout = value_layout (l, value);
  const Operand *mask = value_ops (l, LLVMGetArgOperand (i, 3)), *in = value_ops (l, value);
  if (!constant_mask (mask, layout->nleaves) || layout->packed)
    return false;
  Address at = address_of (l, LLVMGetArgOperand (i, 1));
  for (uint32_t k = 0; k < layout->nleaves; k++) {
    Address part = at;
    part.off += (int64_t)layout->leaves[k].offset;
    if (mask[k].value)
      store_scalar (l, part, in[k]);
  }
  return true;
}

static bool load_relative (Lower *l, LLVMValueRef i, unsigned which) {
  (void)which;
  Operand base = argument (l, i, 0);
  Operand by = cast_to (l, WIDE_SEXT, argument (l, i, 1), 64);
  Address at = {arith (l, LLVMAdd, 64, base, by), {0, 0, 0}, 0, 0};
  Operand far = cast_to (l, WIDE_SEXT, load_scalar (l, at, 32), 64);
  value_set_one (l, i, arith (l, LLVMAdd, 64, base, far));
  return true;
}

static bool pointer_mask (Lower *l, LLVMValueRef i, unsigned which) {
  (void)which;
  value_set_one (l, i, arith (l, LLVMAnd, 64, argument (l, i, 0), argument (l, i, 1)));
  return value_layout (l, i)->scalar;
}

/* -1, 0 or 1 */
static bool three_way (Lower *l, LLVMValueRef i, unsigned with_sign) {
  const Layout *layout = value_layout (l, i);
  const Operand *x = value_ops (l, LLVMGetArgOperand (i, 0)), *y = value_ops (l, LLVMGetArgOperand (i, 1));
  Operand *out = operands_new (l, layout->nleaves);
  for (uint32_t k = 0; k < layout->nleaves; k++) {
    uint32_t width = layout->leaves[k].width;
    Operand more = compare (l, with_sign ? LLVMIntSGT : LLVMIntUGT, x[k].width, x[k], y[k]);
    Operand less = compare (l, with_sign ? LLVMIntSLT : LLVMIntULT, x[k].width, x[k], y[k]);
    out[k] =
        arith (l, LLVMSub, width, cast_to (l, WIDE_ZEXT, more, width), cast_to (l, WIDE_ZEXT, less, width));
  }
  value_set (l, i, out, layout->nleaves);
  return true;
}

static bool one_register (Lower *l, LLVMValueRef i, unsigned op) {
  Reg a = operand_in_reg (l, argument (l, i, 0));
  ir_emit (l, op)->a = a;
  return true;
}

static bool stack_save (Lower *l, LLVMValueRef i, unsigned op) {
  Reg a = (Reg)value_define (l, i)[0].value;
  ir_emit (l, op)->a = a;
  return true;
}

static bool va_copy_to (Lower *l, LLVMValueRef i, unsigned op) {
  Reg a = operand_in_reg (l, argument (l, i, 0)), b = operand_in_reg (l, argument (l, i, 1));
  Ir *ir = ir_emit (l, op);
  ir->a = a;
  ir->b = b;
  return true;
}

static bool stop (Lower *l, LLVMValueRef i, unsigned op) {
  (void)i;
  ir_emit (l, op);
  return true;
}

static const Row rows[] = {
#define INTRINSIC(name, lower, which) {"llvm." name, lower, which},
#include "prog/intrinsic_llvm.def"
};

bool lower_intrinsic (Lower *l, LLVMValueRef i, const char *name) {
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    size_t n = strlen (rows[k].name);
    if (!strncmp (name, rows[k].name, n) && (!name[n] || name[n] == '.'))
      return rows[k].lower (l, i, rows[k].which);
  }
  return false;
}
