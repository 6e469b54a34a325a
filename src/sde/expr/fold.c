/* SPDX-License-Identifier: GPL-2.0-only */
/* expr/fold.c -- the definition of each operator on numbers of at most 64 bits */
#include "expr/number.h"

static uint64_t fold_divide (ExprKind kind, uint64_t a, uint64_t b, uint64_t mask) {
  if (!b)
    return kind == EXPR_UDIV ? mask : a;
  return kind == EXPR_UDIV ? a / b : a % b;
}

static uint64_t fold_signed_divide (ExprKind kind, unsigned width, uint64_t a, uint64_t b) {
  bool sa = a >> (width - 1) & 1, sb = b >> (width - 1) & 1, quotient = kind == EXPR_SDIV;
  uint64_t mask = bits_mask (width);
  uint64_t r = fold_divide (quotient ? EXPR_UDIV : EXPR_UREM, sa ? -a & mask : a, sb ? -b & mask : b, mask);
  return (quotient ? sa != sb : sa) ? -r : r;
}

static uint64_t fold_shift (ExprKind kind, unsigned width, uint64_t a, uint64_t b) {
  if (kind == EXPR_ASHR)
    return (uint64_t)(bits_signed (a, width) >> (b < width ? b : width - 1));
  if (b >= width)
    return 0;
  return kind == EXPR_SHL ? a << b : a >> b;
}

uint64_t expr_fold (ExprKind kind, unsigned width, uint64_t a, uint64_t b) {
  uint64_t mask = bits_mask (width), r = 0;
  switch (kind) {
  case EXPR_NOT: r = ~a; break;
  case EXPR_AND: r = a & b; break;
  case EXPR_OR: r = a | b; break;
  case EXPR_XOR: r = a ^ b; break;
  case EXPR_ADD: r = a + b; break;
  case EXPR_SUB: r = a - b; break;
  case EXPR_MUL: r = a * b; break;
  case EXPR_UDIV:
  case EXPR_UREM: r = fold_divide (kind, a, b, mask); break;
  case EXPR_SDIV:
  case EXPR_SREM: r = fold_signed_divide (kind, width, a, b); break;
  case EXPR_SHL:
  case EXPR_LSHR:
  case EXPR_ASHR: r = fold_shift (kind, width, a, b); break;
  case EXPR_EQ: return a == b;
  case EXPR_ULT: return a < b;
  case EXPR_SLT: return bits_signed (a, width) < bits_signed (b, width);
  default: panic ("no operator of one or two numbers");
  }
  return r & mask;
}

uint64_t num_small (ExprKind kind, unsigned width, unsigned offset, unsigned wa, unsigned wb,
                    const uint64_t v[3]) {
  switch (kind) {
  case EXPR_ITE: return v[0] ? v[1] : v[2];
  case EXPR_CONCAT: return v[0] << wb | v[1];
  case EXPR_EXTRACT: return v[0] >> offset & bits_mask (width);
  case EXPR_ZEXT: return v[0];
  case EXPR_SEXT: return (uint64_t)bits_signed (v[0], wa) & bits_mask (width);
  default: return expr_fold (kind, wa, v[0], v[1]);
  }
}
