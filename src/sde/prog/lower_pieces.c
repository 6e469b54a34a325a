/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/lower_pieces.c -- parts of aggregates and vectors
 *
 * A value is a list of operands, so inserting, extracting and shuffling with
 * constant places are new lists and cost nothing at run time.  Vector elements
 * at places known only at run time are chosen by comparing with each place.
 */
#include "prog/lower_impl.h"

#include <string.h>

/* First leaf and number of leaves of the part that indices lead to. */
static void part_of (Lower *l, LLVMValueRef i, LLVMTypeRef type, uint32_t *first, uint32_t *n) {
  const unsigned *indices = LLVMGetIndices (i);
  unsigned depth = LLVMGetNumIndices (i);
  *first = 0;
  for (unsigned k = 0; k < depth; k++) {
    if (LLVMGetTypeKind (type) == LLVMStructTypeKind) {
      for (unsigned m = 0; m < indices[k]; m++)
        *first += layout_flat (l->d, LLVMStructGetTypeAtIndex (type, m))->nleaves;
      type = LLVMStructGetTypeAtIndex (type, indices[k]);
    } else {
      type = LLVMGetElementType (type);
      *first += indices[k] * layout_flat (l->d, type)->nleaves;
    }
  }
  *n = layout_flat (l->d, type)->nleaves;
}

static void extract_value (Lower *l, LLVMValueRef i) {
  LLVMValueRef whole = LLVMGetOperand (i, 0);
  uint32_t first, n;
  part_of (l, i, LLVMTypeOf (whole), &first, &n);
  Operand *out = operands_new (l, n);
  memcpy (out, value_ops (l, whole) + first, n * sizeof *out);
  value_set (l, i, out, n);
}

static void insert_value (Lower *l, LLVMValueRef i) {
  LLVMValueRef whole = LLVMGetOperand (i, 0);
  uint32_t first, n, all = value_layout (l, i)->nleaves;
  part_of (l, i, LLVMTypeOf (whole), &first, &n);
  Operand *out = operands_new (l, all);
  memcpy (out, value_ops (l, whole), all * sizeof *out);
  memcpy (out + first, value_ops (l, LLVMGetOperand (i, 1)), n * sizeof *out);
  value_set (l, i, out, all);
}

static void extract_element (Lower *l, LLVMValueRef i) {
  LLVMValueRef vector = LLVMGetOperand (i, 0);
  const Operand *x = value_ops (l, vector);
  uint32_t n = value_layout (l, vector)->nleaves;
  Operand at = value_scalar (l, LLVMGetOperand (i, 1));
  bool pointer = value_layout (l, i)->leaves[0].kind == LEAF_POINTER;
  if (at.kind == OPERAND_IMM) {
    value_set_one (l, i, at.value < n ? x[at.value] : (Operand){OPERAND_UNDEF, x[0].width, 0});
    return;
  }
  Operand out = x[0];
  for (uint32_t k = 1; k < n; k++)
    out = select_on (l, compare (l, LLVMIntEQ, at.width, at, operand_imm (k, at.width)), x[k], out, pointer);
  value_set_one (l, i, out);
}

static void insert_element (Lower *l, LLVMValueRef i) {
  const Operand *x = value_ops (l, LLVMGetOperand (i, 0));
  const Layout *layout = value_layout (l, i);
  Operand value = value_scalar (l, LLVMGetOperand (i, 1)), at = value_scalar (l, LLVMGetOperand (i, 2));
  Operand *out = operands_new (l, layout->nleaves);
  for (uint32_t k = 0; k < layout->nleaves; k++) {
    bool pointer = layout->leaves[k].kind == LEAF_POINTER;
    if (at.kind == OPERAND_IMM)
      out[k] = at.value == k ? value : x[k];
    else
      out[k] = select_on (l, compare (l, LLVMIntEQ, at.width, at, operand_imm (k, at.width)), value, x[k],
                          pointer);
  }
  value_set (l, i, out, layout->nleaves);
}

static void shuffle (Lower *l, LLVMValueRef i) {
  const Operand *x = value_ops (l, LLVMGetOperand (i, 0)), *y = value_ops (l, LLVMGetOperand (i, 1));
  uint32_t from = value_layout (l, LLVMGetOperand (i, 0))->nleaves;
  const Layout *layout = value_layout (l, i);
  Operand *out = operands_new (l, layout->nleaves);
  for (uint32_t k = 0; k < layout->nleaves; k++) {
    int m = LLVMGetMaskValue (i, k);
    if (m < 0 || (uint32_t)m >= 2 * from)
      out[k] = (Operand){OPERAND_UNDEF, layout->leaves[k].width, 0};
    else
      out[k] = (uint32_t)m < from ? x[m] : y[(uint32_t)m - from];
  }
  value_set (l, i, out, layout->nleaves);
}

void lower_pieces (Lower *l, LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode (i)) {
  case LLVMExtractValue: extract_value (l, i); return;
  case LLVMInsertValue: insert_value (l, i); return;
  case LLVMExtractElement: extract_element (l, i); return;
  case LLVMInsertElement: insert_element (l, i); return;
  default: shuffle (l, i); return;
  }
}
