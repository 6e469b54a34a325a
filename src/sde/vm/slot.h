/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/slot.h -- a register's or a value's 16 bytes
 *
 * Up to 64 bits: bits holds the value zero-extended and expr is EXPR_NONE, or
 * expr is the symbolic value of exactly that width and bits means nothing.
 * Above 64 bits: expr is always a handle, of a constant when the value is concrete.
 * expr == EXPR_UNINIT: nobody has written it yet, spare is its width; exec_slot makes it a symbol.
 */
#ifndef SDE_VM_SLOT_H
#define SDE_VM_SLOT_H

#include "expr/expr.h"

typedef struct Slot {
  uint64_t bits;
  Expr expr;
  uint32_t spare;
} Slot;

static inline Slot slot_bits (uint64_t bits) { return (Slot){bits, EXPR_NONE, 0}; }
/* The slot of an expression: concrete when it is a number of at most 64 bits. */
static inline Slot slot_expr (const ExprPool *pool, Expr e) {
  if (expr_is_const (pool, e) && expr_width (pool, e) <= 64)
    return slot_bits (expr_value (pool, e));
  return (Slot){0, e, 0};
}

#endif
