/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/intfun.c -- LLVM's integer functions: counting bits, swapping bytes, saturating, overflow
 *
 * Each has one definition over expressions, which serves any width, symbolic or
 * not.  The frequent ones have a fast concrete form up to 64 bits; tests compare
 * both.
 */
#include "vm/exec.h"

typedef struct Triple {
  Expr x, y, z;
  unsigned width;
} Triple;

static Expr number (Vm *vm, unsigned width, uint64_t n) { return expr_const (vm->pool, width, n); }
static Expr bit (Vm *vm, Expr x, unsigned i) { return expr_extract (vm->pool, x, i, 1); }
static Expr less (Vm *vm, ExprKind kind, Expr x, Expr y) { return expr_binary (vm->pool, kind, x, y); }

static Expr sum_bits (Vm *vm, const Triple *t) {
  Expr sum = number (vm, t->width, 0);
  for (unsigned i = 0; i < t->width; i++)
    sum =
        expr_binary (vm->pool, EXPR_ADD, sum, expr_extend (vm->pool, EXPR_ZEXT, bit (vm, t->x, i), t->width));
  return sum;
}

/* Zeros before the first one, seen from the top or from the bottom. */
static Expr count_zeros (Vm *vm, const Triple *t, bool from_top) {
  Expr n = number (vm, t->width, t->width);
  for (unsigned i = t->width; i-- > 0;) {
    unsigned place = from_top ? t->width - 1 - i : i;
    n = expr_ite (vm->pool, bit (vm, t->x, place), number (vm, t->width, i), n);
  }
  return n;
}

static Expr reverse (Vm *vm, const Triple *t, unsigned step) {
  Expr e = expr_extract (vm->pool, t->x, 0, step);
  for (unsigned i = step; i < t->width; i += step)
    e = expr_binary (vm->pool, EXPR_CONCAT, e, expr_extract (vm->pool, t->x, i, step));
  return e;
}

static Expr choose_less (Vm *vm, const Triple *t, ExprKind kind, bool least) {
  Expr x_less = less (vm, kind, t->x, t->y);
  return least ? expr_ite (vm->pool, x_less, t->x, t->y) : expr_ite (vm->pool, x_less, t->y, t->x);
}

static Expr absolute (Vm *vm, const Triple *t) {
  Expr zero = number (vm, t->width, 0);
  Expr negative = less (vm, EXPR_SLT, t->x, zero);
  return expr_ite (vm->pool, negative, expr_binary (vm->pool, EXPR_SUB, zero, t->x), t->x);
}

static Expr funnel (Vm *vm, const Triple *t, bool left) {
  unsigned w = t->width;
  Expr both = expr_binary (vm->pool, EXPR_CONCAT, t->x, t->y);
  Expr amount = expr_binary (vm->pool, EXPR_UREM, t->z, number (vm, w, w));
  amount = expr_extend (vm->pool, EXPR_ZEXT, amount, 2 * w);
  Expr moved = expr_binary (vm->pool, left ? EXPR_SHL : EXPR_LSHR, both, amount);
  return expr_extract (vm->pool, moved, left ? w : 0, w);
}

/* x op y computed in enough bits, and whether it fits into the width. */
static Expr overflows (Vm *vm, const Triple *t, ExprKind kind, bool is_signed) {
  unsigned wide = 2 * t->width + 1;
  ExprKind extend = is_signed ? EXPR_SEXT : EXPR_ZEXT;
  Expr x = expr_extend (vm->pool, extend, t->x, wide), y = expr_extend (vm->pool, extend, t->y, wide);
  Expr exact = expr_binary (vm->pool, kind, x, y);
  Expr cut = expr_extend (vm->pool, extend, expr_extract (vm->pool, exact, 0, t->width), wide);
  return expr_not (vm->pool, expr_eq (vm->pool, exact, cut));
}

static Expr saturate (Vm *vm, const Triple *t, ExprKind kind, bool is_signed) {
  Expr plain = expr_binary (vm->pool, kind, t->x, t->y);
  Expr zero = number (vm, t->width, 0), ones = expr_not (vm->pool, zero);
  Expr limit = kind == EXPR_ADD ? ones : zero;
  if (is_signed) {
    Expr top =
        expr_binary (vm->pool, EXPR_SHL, number (vm, t->width, 1), number (vm, t->width, t->width - 1));
    limit = expr_ite (vm->pool, less (vm, EXPR_SLT, t->x, zero), top, expr_not (vm->pool, top));
  }
  return expr_ite (vm->pool, overflows (vm, t, kind, is_signed), limit, plain);
}

static Expr intfun_expr (Vm *vm, IntFun fun, const Triple *t) {
  switch (fun) {
  case IFUN_CTPOP: return sum_bits (vm, t);
  case IFUN_CTLZ: return count_zeros (vm, t, true);
  case IFUN_CTTZ: return count_zeros (vm, t, false);
  case IFUN_BSWAP: return reverse (vm, t, 8);
  case IFUN_BITREVERSE: return reverse (vm, t, 1);
  case IFUN_ABS: return absolute (vm, t);
  case IFUN_SMAX: return choose_less (vm, t, EXPR_SLT, false);
  case IFUN_SMIN: return choose_less (vm, t, EXPR_SLT, true);
  case IFUN_UMAX: return choose_less (vm, t, EXPR_ULT, false);
  case IFUN_UMIN: return choose_less (vm, t, EXPR_ULT, true);
  case IFUN_FSHL: return funnel (vm, t, true);
  case IFUN_FSHR: return funnel (vm, t, false);
  case IFUN_UADD_SAT: return saturate (vm, t, EXPR_ADD, false);
  case IFUN_USUB_SAT: return saturate (vm, t, EXPR_SUB, false);
  case IFUN_SADD_SAT: return saturate (vm, t, EXPR_ADD, true);
  case IFUN_SSUB_SAT: return saturate (vm, t, EXPR_SUB, true);
  case IFUN_UADD_OVERFLOW: return overflows (vm, t, EXPR_ADD, false);
  case IFUN_USUB_OVERFLOW: return overflows (vm, t, EXPR_SUB, false);
  case IFUN_SADD_OVERFLOW: return overflows (vm, t, EXPR_ADD, true);
  case IFUN_SSUB_OVERFLOW: return overflows (vm, t, EXPR_SUB, true);
  case IFUN_UMUL_OVERFLOW: return overflows (vm, t, EXPR_MUL, false);
  case IFUN_SMUL_OVERFLOW: return overflows (vm, t, EXPR_MUL, true);
  }
  panic ("unknown integer function");
}

/* The concrete forms; false: take the general one. */
static bool intfun_fast (IntFun fun, unsigned w, uint64_t x, uint64_t y, uint64_t z, uint64_t *out) {
  int64_t sx = bits_signed (x, w), sy = bits_signed (y, w);
  unsigned shift = (unsigned)(z % w);
  switch (fun) {
  case IFUN_CTPOP: *out = (uint64_t)__builtin_popcountll (x); return true;
  case IFUN_CTLZ: *out = x ? (uint64_t)__builtin_clzll (x) - (64 - w) : w; return true;
  case IFUN_CTTZ: *out = x ? (uint64_t)__builtin_ctzll (x) : w; return true;
  case IFUN_BSWAP: *out = __builtin_bswap64 (x) >> (64 - w); return true;
  case IFUN_ABS: *out = (sx < 0 ? 0 - x : x) & bits_mask (w); return true;
  case IFUN_SMAX: *out = sx < sy ? y : x; return true;
  case IFUN_SMIN: *out = sx < sy ? x : y; return true;
  case IFUN_UMAX: *out = x < y ? y : x; return true;
  case IFUN_UMIN: *out = x < y ? x : y; return true;
  case IFUN_FSHL: *out = (shift ? x << shift | y >> (w - shift) : x) & bits_mask (w); return true;
  case IFUN_FSHR: *out = (shift ? x << (w - shift) | y >> shift : y) & bits_mask (w); return true;
  case IFUN_UADD_OVERFLOW: *out = ((x + y) & bits_mask (w)) < x; return true;
  case IFUN_USUB_OVERFLOW: *out = x < y; return true;
  case IFUN_UMUL_OVERFLOW: *out = (unsigned __int128)x * y > bits_mask (w); return true;
  default: return false;
  }
}

static bool uses_two (IntFun fun) { return fun > IFUN_ABS; }
static bool uses_three (IntFun fun) { return fun == IFUN_FSHL || fun == IFUN_FSHR; }

Flow exec_intfun (Vm *vm, State *state, const Insn *insn) {
  IntFun fun = (IntFun)(insn->x & 0xffff);
  unsigned width = insn->y, third = insn->x >> 16;
  Slot x = exec_slot (vm, state, insn->b, width), none = {0};
  Slot y = uses_two (fun) ? exec_slot (vm, state, insn->c, width) : none;
  Slot z = uses_three (fun) ? exec_slot (vm, state, third, width) : none;
  uint64_t value;
  if (!(x.expr | y.expr | z.expr) && intfun_fast (fun, width, x.bits, y.bits, z.bits, &value)) {
    exec_set (state, insn->a, slot_bits (value));
    return exec_next (state);
  }
  Triple t = {exec_expr (vm, state, insn->b, width), 0, 0, width};
  if (uses_two (fun))
    t.y = exec_expr (vm, state, insn->c, width);
  if (uses_three (fun))
    t.z = exec_expr (vm, state, third, width);
  exec_set (state, insn->a, slot_expr (vm->pool, intfun_expr (vm, fun, &t)));
  return exec_next (state);
}
