/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/constant.c -- constants as numbers
 *
 * Addresses of functions, labels and globals are known before anything here
 * runs, so a constant expression is arithmetic on 64-bit numbers.  Integers
 * above 64 bits and floating point are read limb by limb through LLVM's own
 * folding (its getters truncate without a word).
 */
#include "base/bits.h"
#include "base/hash.h"
#include "prog/address.h"
#include "prog/decode_impl.h"

#include <string.h>

#define WIDTH_MAX (1u << 16)
#define LIMBS_MAX (WIDTH_MAX / 64)

Operand constant_wide (Decoder *d, uint32_t width, const uint64_t *limbs) {
  if (width <= 64)
    return operand_imm (limbs[0], width);
  uint32_t n = (width + 63) / 64;
  uint64_t key = hash_pair (hash_bytes (limbs, n * sizeof *limbs), width);
  uint64_t *known = table_find (&d->wide_ids, key);
  if (known && d->wide.data[*known].width == width &&
      !memcmp (d->wide.data[*known].limbs, limbs, n * sizeof *limbs))
    return (Operand){OPERAND_WIDE, width, *known};
  WideConst w = {width, arena_copy (d->keep, limbs, n * sizeof *limbs)};
  *table_put (d->mem, &d->wide_ids, key) = d->wide.len;
  VEC_PUSH (d->mem, &d->wide, w);
  return (Operand){OPERAND_WIDE, width, d->wide.len - 1};
}

Operand constant_zero (Decoder *d, uint32_t width) {
  uint64_t zero[LIMBS_MAX] = {0};
  return width <= 64 ? operand_imm (0, width) : constant_wide (d, width, zero);
}

LLVMValueRef constant_symbol (LLVMValueRef value) {
  for (int depth = 0; depth < 64; depth++)
    switch (LLVMGetValueKind (value)) {
    case LLVMFunctionValueKind:
    case LLVMGlobalVariableValueKind: return value;
    case LLVMGlobalAliasValueKind: value = LLVMAliasGetAliasee (value); break;
    case LLVMConstantExprValueKind:
      if (LLVMGetConstOpcode (value) != LLVMBitCast && LLVMGetConstOpcode (value) != LLVMAddrSpaceCast)
        return NULL;
      value = LLVMGetOperand (value, 0);
      break;
    default: return NULL;
    }
  return NULL;
}

uint64_t constant_label (Decoder *d, LLVMBasicBlockRef block) {
  uint64_t *place = table_put (d->mem, &d->addresses, (uintptr_t)block);
  if (!*place)
    *place = FUNCTION_BASE + FUNCTION_STEP * (d->functions.len + d->nlabels++);
  return *place;
}

/* An integer constant of any width, limb by limb. */
static Operand wide_integer (Decoder *d, LLVMValueRef value, uint32_t width) {
  uint64_t limbs[LIMBS_MAX] = {0};
  LLVMTypeRef type = LLVMTypeOf (value), word = LLVMInt64TypeInContext (d->context);
  for (uint32_t i = 0; i * 64 < width && width <= WIDTH_MAX; i++) {
    LLVMValueRef by = LLVMConstInt (type, i * 64, 0);
    LLVMValueRef part = LLVMBuildTrunc (d->builder, LLVMBuildLShr (d->builder, value, by, ""), word, "");
    limbs[i] = LLVMConstIntGetZExtValue (part);
  }
  if (width % 64)
    limbs[width / 64] &= bits_mask (width % 64);
  return constant_wide (d, width, limbs);
}

static bool integer_operand (Decoder *d, LLVMValueRef value, Operand *out) {
  uint32_t width = LLVMGetIntTypeWidth (LLVMTypeOf (value));
  if (width > WIDTH_MAX)
    return false;
  *out = width <= 64 ? operand_imm (LLVMConstIntGetZExtValue (value), width) : wide_integer (d, value, width);
  return true;
}

static bool float_operand (Decoder *d, LLVMValueRef value, Operand *out) {
  uint32_t width = layout_flat (d, LLVMTypeOf (value))->leaves[0].width;
  LLVMValueRef bits = LLVMConstBitCast (value, LLVMIntTypeInContext (d->context, width));
  return LLVMGetValueKind (bits) == LLVMConstantIntValueKind && integer_operand (d, bits, out);
}

/* A number of at most 64 bits, as constant expressions need it. */
static bool number (Decoder *d, LLVMValueRef value, uint64_t *out, uint32_t *width) {
  Operand o;
  if (!constant_scalar (d, value, &o) || o.kind == OPERAND_WIDE)
    return false;
  *out = o.kind == OPERAND_UNDEF ? 0 : o.value;
  *width = o.width;
  return true;
}

static bool gep_step (Decoder *d, LLVMTypeRef *type, LLVMValueRef index, bool first, uint64_t *at) {
  uint64_t i;
  uint32_t width;
  if (!number (d, index, &i, &width))
    return false;
  if (!first && LLVMGetTypeKind (*type) == LLVMStructTypeKind) {
    *at += layout_member (d, *type, (unsigned)i);
    *type = LLVMStructGetTypeAtIndex (*type, (unsigned)i);
    return true;
  }
  if (!first)
    *type = LLVMGetElementType (*type);
  const Layout *l = layout_of (d, *type);
  *at += (uint64_t)bits_signed (i, width) * l->size;
  return l->ok;
}

static bool gep_number (Decoder *d, LLVMValueRef value, uint64_t *at) {
  uint32_t width;
  if (!number (d, LLVMGetOperand (value, 0), at, &width))
    return false;
  LLVMTypeRef type = LLVMGetGEPSourceElementType (value);
  int n = LLVMGetNumOperands (value);
  for (int i = 1; i < n; i++)
    if (!gep_step (d, &type, LLVMGetOperand (value, (unsigned)i), i == 1, at))
      return false;
  return true;
}

static bool divide (LLVMOpcode op, uint64_t a, uint64_t b, uint32_t width, uint64_t *out) {
  int64_t sa = bits_signed (a, width), sb = bits_signed (b, width);
  if (!b || (sa == INT64_MIN && sb == -1))
    return false;
  switch (op) {
  case LLVMUDiv: *out = a / b; return true;
  case LLVMURem: *out = a % b; return true;
  case LLVMSDiv: *out = (uint64_t)(sa / sb); return true;
  case LLVMSRem: *out = (uint64_t)(sa % sb); return true;
  default: return false;
  }
}

static bool binary_number (LLVMOpcode op, uint64_t a, uint64_t b, uint32_t width, uint64_t *out) {
  switch (op) {
  case LLVMAdd: *out = a + b; return true;
  case LLVMSub: *out = a - b; return true;
  case LLVMMul: *out = a * b; return true;
  case LLVMAnd: *out = a & b; return true;
  case LLVMOr: *out = a | b; return true;
  case LLVMXor: *out = a ^ b; return true;
  case LLVMShl: *out = b < width ? a << b : 0; return b < width;
  case LLVMLShr: *out = b < width ? a >> b : 0; return b < width;
  case LLVMAShr: *out = b < width ? (uint64_t)(bits_signed (a, width) >> b) : 0; return b < width;
  default: return divide (op, a, b, width, out);
  }
}

static bool compare_number (LLVMIntPredicate p, uint64_t a, uint64_t b, uint32_t width) {
  int64_t sa = bits_signed (a, width), sb = bits_signed (b, width);
  switch (p) {
  case LLVMIntEQ: return a == b;
  case LLVMIntNE: return a != b;
  case LLVMIntUGT: return a > b;
  case LLVMIntUGE: return a >= b;
  case LLVMIntULT: return a < b;
  case LLVMIntULE: return a <= b;
  case LLVMIntSGT: return sa > sb;
  case LLVMIntSGE: return sa >= sb;
  case LLVMIntSLT: return sa < sb;
  default: return sa <= sb;
  }
}

static bool expression_binary (Decoder *d, LLVMValueRef value, uint64_t *out) {
  uint64_t a, b;
  uint32_t width, ignored;
  if (!number (d, LLVMGetOperand (value, 0), &a, &width) ||
      !number (d, LLVMGetOperand (value, 1), &b, &ignored))
    return false;
  if (LLVMGetConstOpcode (value) == LLVMICmp) {
    *out = compare_number (LLVMGetICmpPredicate (value), a, b, width);
    return true;
  }
  return binary_number (LLVMGetConstOpcode (value), a, b, width, out);
}

static bool expression_select (Decoder *d, LLVMValueRef value, Operand *out) {
  uint64_t condition;
  uint32_t width;
  return number (d, LLVMGetOperand (value, 0), &condition, &width) &&
         constant_scalar (d, LLVMGetOperand (value, condition & 1 ? 1 : 2), out);
}

static bool expression (Decoder *d, LLVMValueRef value, uint32_t width, Operand *out) {
  uint64_t x = 0;
  uint32_t from;
  bool ok;
  switch (LLVMGetConstOpcode (value)) {
  case LLVMBitCast:
  case LLVMAddrSpaceCast: return constant_scalar (d, LLVMGetOperand (value, 0), out) && out->width == width;
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMPtrToInt:
  case LLVMIntToPtr: ok = number (d, LLVMGetOperand (value, 0), &x, &from); break;
  case LLVMSExt:
    ok = number (d, LLVMGetOperand (value, 0), &x, &from) && width <= 64;
    x = ok ? (uint64_t)bits_signed (x, from) : 0;
    break;
  case LLVMGetElementPtr: ok = gep_number (d, value, &x); break;
  case LLVMSelect: return expression_select (d, value, out);
  default: ok = LLVMGetNumOperands (value) == 2 && expression_binary (d, value, &x); break;
  }
  uint64_t limbs[LIMBS_MAX] = {x};
  *out = width <= 64 ? operand_imm (x, width) : constant_wide (d, width, limbs);
  return ok;
}

static bool address_operand (Decoder *d, LLVMValueRef value, Operand *out) {
  uint64_t *address = table_find (&d->addresses, (uintptr_t)value);
  if (!address)
    return false;
  *out = operand_imm (*address, 64);
  return true;
}

static bool block_address (Decoder *d, LLVMValueRef value, Operand *out) {
  LLVMBasicBlockRef block = LLVMValueAsBasicBlock (LLVMGetOperand (value, 1));
  *out = operand_imm (constant_label (d, block), 64);
  return true;
}

bool constant_scalar (Decoder *d, LLVMValueRef value, Operand *out) {
  const Layout *l = layout_flat (d, LLVMTypeOf (value));
  if (!l->ok || l->nleaves != 1)
    return false;
  uint32_t width = l->leaves[0].width;
  switch (LLVMGetValueKind (value)) {
  case LLVMConstantIntValueKind: return integer_operand (d, value, out);
  case LLVMConstantFPValueKind: return float_operand (d, value, out);
  case LLVMConstantPointerNullValueKind:
  case LLVMConstantAggregateZeroValueKind: *out = constant_zero (d, width); return true;
  case LLVMUndefValueValueKind:
  case LLVMPoisonValueValueKind: *out = (Operand){OPERAND_UNDEF, width, 0}; return true;
  case LLVMFunctionValueKind:
  case LLVMGlobalVariableValueKind: return address_operand (d, value, out);
  case LLVMGlobalAliasValueKind: return constant_scalar (d, LLVMAliasGetAliasee (value), out);
  case LLVMBlockAddressValueKind: return block_address (d, value, out);
  case LLVMConstantExprValueKind: return expression (d, value, width, out);
  default: return false;
  }
}

static unsigned element_count (LLVMTypeRef type) {
  switch (LLVMGetTypeKind (type)) {
  case LLVMStructTypeKind: return LLVMCountStructElementTypes (type);
  case LLVMArrayTypeKind: return (unsigned)compat_array_length (type);
  case LLVMVectorTypeKind: return LLVMGetVectorSize (type);
  default: return 0;
  }
}

/* All leaves the same: zero or undefined. */
static void leaves_fill (Decoder *d, const Layout *l, bool undef, Operand *out) {
  for (uint32_t i = 0; i < l->nleaves; i++)
    out[i] = undef ? (Operand){OPERAND_UNDEF, l->leaves[i].width, 0} : constant_zero (d, l->leaves[i].width);
}

bool constant_leaves (Decoder *d, LLVMValueRef value, Operand *out) {
  LLVMTypeRef type = LLVMTypeOf (value);
  const Layout *l = layout_flat (d, type);
  if (!l->ok || !l->flat)
    return false;
  if (l->scalar)
    return constant_scalar (d, value, out);
  if (compat_is_undef (value) || LLVMIsNull (value)) {
    leaves_fill (d, l, compat_is_undef (value), out);
    return true;
  }
  unsigned n = element_count (type);
  for (unsigned i = 0; i < n; i++) {
    LLVMValueRef element = compat_element (value, i);
    if (!element || !constant_leaves (d, element, out))
      return false;
    out += layout_flat (d, LLVMTypeOf (element))->nleaves;
  }
  return true;
}

static void put_bytes (const Decoder *d, Operand o, uint8_t *out) {
  const uint64_t *limbs = o.kind == OPERAND_WIDE ? d->wide.data[o.value].limbs : &o.value;
  if (o.kind != OPERAND_UNDEF)
    memcpy (out, limbs, width_memory (o.width) / 8);
}

/* A vector of lanes that are not whole bytes: bit after bit. */
static bool packed_image (Decoder *d, LLVMValueRef value, const Layout *l, uint8_t *out) {
  Operand *lanes = ARENA_ARRAY (&d->types, Operand, l->nleaves);
  if (!l->flat || !constant_leaves (d, value, lanes))
    return false;
  uint64_t bit = 0;
  for (uint32_t i = 0; i < l->nleaves; i++)
    for (uint32_t k = 0; k < lanes[i].width; k++, bit++)
      if (lanes[i].kind == OPERAND_IMM && k < 64 && lanes[i].value >> k & 1)
        out[bit / 8] |= (uint8_t)(1u << bit % 8);
  return true;
}

static bool image_elements (Decoder *d, LLVMValueRef value, LLVMTypeRef type, uint8_t *out) {
  unsigned n = element_count (type);
  bool structure = LLVMGetTypeKind (type) == LLVMStructTypeKind;
  bool vector = LLVMGetTypeKind (type) == LLVMVectorTypeKind;
  uint64_t step = 0;
  if (!structure) {
    const Layout *e = layout_of (d, LLVMGetElementType (type));
    step = vector ? e->store : e->size;
  }
  for (unsigned i = 0; i < n; i++) {
    LLVMValueRef element = compat_element (value, i);
    if (!element || !constant_image (d, element, out + (structure ? layout_member (d, type, i) : step * i)))
      return false;
  }
  return true;
}

bool constant_image (Decoder *d, LLVMValueRef value, uint8_t *out) {
  LLVMTypeRef type = LLVMTypeOf (value);
  const Layout *l = layout_of (d, type);
  if (!l->ok)
    return false;
  if (compat_is_undef (value) || LLVMIsNull (value))
    return true;
  if (l->scalar) {
    Operand o;
    if (!constant_scalar (d, value, &o))
      return false;
    put_bytes (d, o, out);
    return true;
  }
  if (LLVMGetValueKind (value) == LLVMConstantDataArrayValueKind && LLVMIsConstantString (value)) {
    size_t n;
    const char *s = LLVMGetAsString (value, &n);
    memcpy (out, s, n);
    return true;
  }
  return l->packed ? packed_image (d, value, layout_flat (d, type), out)
                   : image_elements (d, value, type, out);
}
