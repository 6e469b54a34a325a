/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/arithmetic.h -- integer instructions on any operands; private to vm */
#ifndef SDE_VM_ARITHMETIC_H
#define SDE_VM_ARITHMETIC_H

#include "vm/exec.h"

/* How an instruction uses its fields: op.def. */
typedef enum OpFormat {
  FORMAT_RRR,
  FORMAT_RRI,
  FORMAT_RI,
  FORMAT_RR,
  FORMAT_CAST,
  FORMAT_SEL,
  FORMAT_MEM,
  FORMAT_MEMX,
  FORMAT_MEMG,
  FORMAT_BRR,
  FORMAT_BRI,
  FORMAT_BR,
  FORMAT_JMP,
  FORMAT_TAB,
  FORMAT_CALL,
  FORMAT_X
} OpFormat;

Flow exec_arithmetic (Vm *vm, State *state, const Insn *insn, OpFormat format, ExprKind kind);
/* The 1-bit expression of a comparison or of a comparing branch. */
Expr arithmetic_compare (ExprPool *pool, Op op, Expr x, Expr y);

#endif
