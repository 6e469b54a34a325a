/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/ir.c -- which fields of an instruction are registers
 *
 * The roles follow from the format column of op.def; only the format X has them
 * listed by opcode.
 */
#include "prog/lower_impl.h"

#define ROLES_RRR (ROLE_DEF_A | ROLE_USE_B | ROLE_USE_C | ROLE_PURE)
#define ROLES_RRI (ROLE_DEF_A | ROLE_USE_B | ROLE_PURE)
#define ROLES_RI (ROLE_DEF_A | ROLE_PURE)
#define ROLES_RR (ROLE_DEF_A | ROLE_USE_B | ROLE_PURE)
#define ROLES_CAST (ROLE_DEF_A | ROLE_USE_B | ROLE_PURE)
#define ROLES_SEL (ROLE_DEF_A | ROLE_USE_B | ROLE_USE_C | ROLE_USE_D | ROLE_PURE)
#define ROLES_MEM (ROLE_USE_B)
#define ROLES_MEMX (ROLE_USE_B | ROLE_USE_C)
#define ROLES_MEMG 0
#define ROLES_BRR (ROLE_USE_A | ROLE_USE_B)
#define ROLES_BRI ROLE_USE_A
#define ROLES_BR ROLE_USE_A
#define ROLES_JMP 0
#define ROLES_TAB ROLE_USE_A
#define ROLES_CALL ROLE_DEF_A
#define ROLES_X 0

static unsigned roles_x (unsigned op) {
  switch (op) {
  case OP_UNINIT: return ROLE_DEF_A | ROLE_PURE;
  case OP_BIN_W: return ROLE_DEF_A | ROLE_USE_B | ROLE_USE_C;
  case OP_CMP_W:
  case OP_CONCAT:
  case OP_FCMP: return ROLE_DEF_A | ROLE_USE_B | ROLE_USE_C | ROLE_PURE;
  case OP_CAST_W:
  case OP_EXTRACT:
  case OP_FCAST: return ROLE_DEF_A | ROLE_USE_B | ROLE_PURE;
  case OP_ALLOCA:
  case OP_STACKSAVE: return ROLE_DEF_A;
  case OP_ALLOCA_V: return ROLE_DEF_A | ROLE_USE_B;
  case OP_STACKRESTORE:
  case OP_VA_START:
  case OP_RET: return ROLE_USE_A;
  case OP_MEMCPY:
  case OP_MEMMOVE:
  case OP_MEMSET: return ROLE_USE_A | ROLE_USE_B | ROLE_USE_C;
  case OP_VA_COPY: return ROLE_USE_A | ROLE_USE_B;
  case OP_FUN:
  case OP_IFUN: return ROLE_DEF_A | ROLE_USE_B | ROLE_USE_C | ROLE_USE_D | ROLE_PURE;
  default: return 0;
  }
}

static bool is_division (unsigned op) {
  return (op >= OP_SDIV_32 && op <= OP_SREMI_N) || (op >= OP_UDIV_N && op <= OP_UREMI_N);
}

static bool is_shift (unsigned op) {
  return (op >= OP_SHL_32 && op <= OP_ASHRI_N) || op == OP_LSHR_N || op == OP_LSHRI_N;
}

static unsigned roles_memory (unsigned op, unsigned roles) {
  bool store = (op >= OP_STORE_8 && op <= OP_STOREG_N);
  return roles | (store ? ROLE_USE_A : ROLE_DEF_A) | (op == OP_GEP ? ROLE_PURE : 0);
}

unsigned ir_roles (const Ir *ir) {
  unsigned op = ir->op;
  static const uint8_t roles[OP_COUNT] = {
#define OP(name, format, kind, effect) ROLES_##format,
#include "prog/op.def"
  };
  static const bool other[OP_COUNT] = {
#define IS_X_X 1
#define IS_X_RRR 0
#define IS_X_RRI 0
#define IS_X_RI 0
#define IS_X_RR 0
#define IS_X_CAST 0
#define IS_X_SEL 0
#define IS_X_MEM 0
#define IS_X_MEMX 0
#define IS_X_MEMG 0
#define IS_X_BRR 0
#define IS_X_BRI 0
#define IS_X_BR 0
#define IS_X_JMP 0
#define IS_X_TAB 0
#define IS_X_CALL 0
#define OP(name, format, kind, effect) IS_X_##format,
#include "prog/op.def"
  };
  if (op >= OP_COUNT)
    return 0;
  if (op == OP_FUN && ir->x == FFUN_IS_FPCLASS)
    return ROLE_DEF_A | ROLE_USE_B | ROLE_PURE;
  if (other[op])
    return roles_x (op);
  if (op >= OP_GEP && op <= OP_STOREG_N)
    return roles_memory (op, roles[op]);
  /* Dividing by zero and shifting too far are bugs even when nobody looks at the result. */
  return is_division (op) || is_shift (op) ? roles[op] & ~(unsigned)ROLE_PURE : roles[op];
}

bool ir_is_branch (unsigned op) { return op >= OP_BR && op <= OP_BR_SGEI_64; }
