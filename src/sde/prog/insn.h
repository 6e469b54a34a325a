/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/insn.h -- one decoded instruction
 *
 * op.def lists the opcodes, the use of the fields by each, and their effects;
 * fuse.def those that do the work of two or three at once.  Here is the shape of
 * an instruction and the numbers that rarer ones carry.
 */
#ifndef SDE_PROG_INSN_H
#define SDE_PROG_INSN_H

#include <stdint.h>

typedef uint32_t Pc; /* index into Program.code */

typedef enum Op {
#define OP(name, format, kind, effect) OP_##name,
#include "prog/op.def"
  OP_COUNT, /* from here on only in a finished program's code */
  OP_BEFORE_FUSED = OP_COUNT - 1,
#define FUSED2(first, link, second) OP_##first##_##link##_##second
#define FUSED3(first, link, second, link2, third) OP_##first##_##link##_##second##_##link2##_##third
#define FUSE2(first, link, second) FUSED2 (first, link, second),
#define FUSE3(first, link, second, link2, third) FUSED3 (first, link, second, link2, third),
#include "prog/fuse.def"
  OP_END
} Op;

typedef struct Insn {
  uint16_t op; /* Op */
  uint16_t a;
  union {
    struct {
      uint16_t b, c;
    };
    int32_t small; /* BRI */
  };
  union {
    uint64_t imm;
    struct {
      int32_t off;
      uint32_t scale;
    };
    struct {
      Pc t, f; /* in a finished program the bytes from here to there */
    };
    struct {
      uint32_t x, y;
    };
  };
} Insn;
_Static_assert(sizeof (Insn) == 16, "an instruction takes 16 bytes");

enum { REG_MAX = UINT16_MAX / 2 }; /* registers of a function: a field holds twice the number */

/* What an opcode of a finished program does first. */
Op op_plain (unsigned op);

/* Field values of the rarer instructions. */
typedef enum CmpPred { CMP_EQ, CMP_NE, CMP_ULT, CMP_ULE, CMP_SLT, CMP_SLE } CmpPred;
typedef enum FloatType { FLOAT_32, FLOAT_64, FLOAT_80 } FloatType; /* float, double, long double */
typedef enum FloatOp { FOP_ADD, FOP_SUB, FOP_MUL, FOP_DIV, FOP_REM } FloatOp;
typedef enum FloatFun {
  FFUN_NEG,
  FFUN_ABS,
  FFUN_SQRT,
  FFUN_FLOOR,
  FFUN_CEIL,
  FFUN_TRUNC,
  FFUN_RINT, /* rint and nearbyint, to nearest even */
  FFUN_ROUND,
  FFUN_ROUNDEVEN,
  FFUN_COPYSIGN,
  FFUN_MIN,
  FFUN_MAX,
  FFUN_IS_FPCLASS /* c = mask of llvm.is.fpclass, a constant */
} FloatFun;
typedef enum FloatCast {
  FCAST_FP_TO_SI,
  FCAST_FP_TO_UI,
  FCAST_SI_TO_FP,
  FCAST_UI_TO_FP,
  FCAST_FP_TO_FP
} FloatCast;
typedef enum IntFun {
  IFUN_CTPOP,
  IFUN_CTLZ,
  IFUN_CTTZ,
  IFUN_BSWAP,
  IFUN_BITREVERSE,
  IFUN_ABS,
  IFUN_SMAX,
  IFUN_SMIN,
  IFUN_UMAX,
  IFUN_UMIN,
  IFUN_FSHL, /* third register: shift amount */
  IFUN_FSHR,
  IFUN_UADD_SAT,
  IFUN_USUB_SAT,
  IFUN_SADD_SAT,
  IFUN_SSUB_SAT,
  IFUN_UADD_OVERFLOW, /* only the overflow bit: the loader makes value and bit with two instructions */
  IFUN_USUB_OVERFLOW,
  IFUN_SADD_OVERFLOW,
  IFUN_SSUB_OVERFLOW,
  IFUN_UMUL_OVERFLOW,
  IFUN_SMUL_OVERFLOW
} IntFun;

/* What BIN_W and CAST_W build: the numbers of expr/kind.def, which the VM asserts to agree. */
typedef enum WideKind {
  WIDE_AND = 4,
  WIDE_OR,
  WIDE_XOR,
  WIDE_ADD,
  WIDE_SUB,
  WIDE_MUL,
  WIDE_UDIV,
  WIDE_SDIV,
  WIDE_UREM,
  WIDE_SREM,
  WIDE_SHL,
  WIDE_LSHR,
  WIDE_ASHR,
  WIDE_EXTRACT = 22,
  WIDE_ZEXT,
  WIDE_SEXT
} WideKind;

#endif
