/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/floating.c -- floating point: concrete and exact, or the path stops
 *
 * Values are bits: 32, 64 or 80.  Arithmetic is the host's in the type itself,
 * which on x86-64 is what the native program computes.  Conversions go through
 * long double, which holds every float, double and 64-bit integer exactly, so that
 * there is one rounding.  Out-of-range conversions to integers give what x86-64
 * instructions give.
 */
#include "vm/exec.h"

#include <math.h>
#include <string.h>

static unsigned float_width (FloatType type) { return type == FLOAT_32 ? 32 : type == FLOAT_64 ? 64 : 80; }

static Flow stop_symbolic (Vm *vm, State *state) {
  return exec_stop (vm, state, STOP_UNSUPPORTED, "floating-point arithmetic on a symbolic value");
}

/* --- bits to numbers and back --- */

static bool known (const Vm *vm, Slot s) { return !s.expr || expr_is_const (vm->pool, s.expr); }

static float to_float (Slot s) {
  uint32_t bits = (uint32_t)s.bits;
  float f;
  memcpy (&f, &bits, sizeof f);
  return f;
}

static double to_double (Slot s) {
  double d;
  memcpy (&d, &s.bits, sizeof d);
  return d;
}

static long double to_extended (const Vm *vm, Slot s) {
  long double x = 0;
  memcpy (&x, expr_limbs (vm->pool, s.expr), 10);
  return x;
}

static long double to_any (const Vm *vm, Slot s, FloatType type) {
  return type == FLOAT_32   ? (long double)to_float (s)
         : type == FLOAT_64 ? (long double)to_double (s)
                            : to_extended (vm, s);
}

static Slot from_float (float f) {
  uint32_t bits;
  memcpy (&bits, &f, sizeof bits);
  return slot_bits (bits);
}

static Slot from_double (double d) {
  uint64_t bits;
  memcpy (&bits, &d, sizeof bits);
  return slot_bits (bits);
}

static Slot from_extended (Vm *vm, long double x) {
  uint64_t limbs[2] = {0, 0};
  memcpy (limbs, &x, 10);
  return (Slot){0, expr_const_wide (vm->pool, 80, limbs), 0};
}

static Slot from_any (Vm *vm, long double x, FloatType type) {
  return type == FLOAT_32   ? from_float ((float)x)
         : type == FLOAT_64 ? from_double ((double)x)
                            : from_extended (vm, x);
}

/* --- arithmetic --- */

#define ARITHMETIC(Type, name, rem)                                                                          \
  static Type name (FloatOp op, Type x, Type y) {                                                            \
    switch (op) {                                                                                            \
    case FOP_ADD: return x + y;                                                                              \
    case FOP_SUB: return x - y;                                                                              \
    case FOP_MUL: return x * y;                                                                              \
    case FOP_DIV: return x / y;                                                                              \
    default: return rem (x, y);                                                                              \
    }                                                                                                        \
  }
ARITHMETIC (float, compute_float, fmodf)
ARITHMETIC (double, compute_double, fmod)
ARITHMETIC (long double, compute_extended, fmodl)
#undef ARITHMETIC

static Slot float_binary (Vm *vm, FloatOp op, FloatType type, Slot x, Slot y) {
  switch (type) {
  case FLOAT_32: return from_float (compute_float (op, to_float (x), to_float (y)));
  case FLOAT_64: return from_double (compute_double (op, to_double (x), to_double (y)));
  default: return from_extended (vm, compute_extended (op, to_extended (vm, x), to_extended (vm, y)));
  }
}

static Flow exec_fbin (Vm *vm, State *state, const Insn *insn) {
  FloatType type = (FloatType)insn->y;
  Slot x = exec_slot (vm, state, insn->b, float_width (type)),
       y = exec_slot (vm, state, insn->c, float_width (type));
  if (!known (vm, x) || !known (vm, y))
    return stop_symbolic (vm, state);
  exec_set (state, insn->a, float_binary (vm, (FloatOp)insn->x, type, x, y));
  return exec_next (state);
}

/* --- comparison: LLVM's predicate is a set of outcomes: 1 equal, 2 greater, 4 less, 8 unordered --- */

static Flow exec_fcmp (Vm *vm, State *state, const Insn *insn) {
  FloatType type = (FloatType)insn->y;
  Slot a = exec_slot (vm, state, insn->b, float_width (type)),
       b = exec_slot (vm, state, insn->c, float_width (type));
  if (!known (vm, a) || !known (vm, b))
    return stop_symbolic (vm, state);
  long double x = to_any (vm, a, type), y = to_any (vm, b, type);
  unsigned outcome = x == y ? 1 : x > y ? 2 : x < y ? 4 : 8;
  exec_set (state, insn->a, slot_bits ((insn->x & outcome) != 0));
  return exec_next (state);
}

/* --- functions --- */

/* Sign operations work on the bits, so that they serve symbolic values and keep NaNs. */
static Flow exec_sign (Vm *vm, State *state, const Insn *insn, FloatFun fun, unsigned width) {
  Expr x = exec_expr (vm, state, insn->b, width);
  Expr sign = expr_extract (vm->pool, x, width - 1, 1), rest = expr_extract (vm->pool, x, 0, width - 1);
  if (fun == FFUN_NEG)
    sign = expr_not (vm->pool, sign);
  else if (fun == FFUN_ABS)
    sign = expr_const (vm->pool, 1, 0);
  else
    sign = expr_extract (vm->pool, exec_expr (vm, state, insn->c, width), width - 1, 1);
  exec_set (state, insn->a, slot_expr (vm->pool, expr_binary (vm->pool, EXPR_CONCAT, sign, rest)));
  return exec_next (state);
}

#define FUNCTIONS(Type, name, suffix)                                                                        \
  static Type name (FloatFun fun, Type x, Type y) {                                                          \
    switch (fun) {                                                                                           \
    case FFUN_SQRT: return sqrt##suffix (x);                                                                 \
    case FFUN_FLOOR: return floor##suffix (x);                                                               \
    case FFUN_CEIL: return ceil##suffix (x);                                                                 \
    case FFUN_TRUNC: return trunc##suffix (x);                                                               \
    case FFUN_RINT:                                                                                          \
    case FFUN_ROUNDEVEN: return rint##suffix (x);                                                            \
    case FFUN_ROUND: return round##suffix (x);                                                               \
    case FFUN_MIN: return fmin##suffix (x, y);                                                               \
    default: return fmax##suffix (x, y);                                                                     \
    }                                                                                                        \
  }
FUNCTIONS (float, function_float, f)
FUNCTIONS (double, function_double, )
FUNCTIONS (long double, function_extended, l)
#undef FUNCTIONS

static Slot float_function (Vm *vm, FloatFun fun, FloatType type, Slot x, Slot y) {
  switch (type) {
  case FLOAT_32: return from_float (function_float (fun, to_float (x), to_float (y)));
  case FLOAT_64: return from_double (function_double (fun, to_double (x), to_double (y)));
  default: return from_extended (vm, function_extended (fun, to_extended (vm, x), to_extended (vm, y)));
  }
}

/* Bits of llvm.is.fpclass, low to high. */
static unsigned float_class (long double x, bool quiet, bool normal) {
  bool minus = signbit (x);
  if (isnan (x))
    return quiet ? 2 : 1;
  if (isinf (x))
    return minus ? 4 : 512;
  if (x == 0)
    return minus ? 32 : 64;
  if (normal)
    return minus ? 8 : 256;
  return minus ? 16 : 128;
}

static Flow exec_fpclass (Vm *vm, State *state, const Insn *insn, FloatType type, Slot s) {
  long double x = to_any (vm, s, type);
  bool quiet = type == FLOAT_32 ? s.bits >> 22 & 1 : type == FLOAT_64 ? s.bits >> 51 & 1 : true;
  bool normal = type == FLOAT_32   ? isnormal (to_float (s))
                : type == FLOAT_64 ? isnormal (to_double (s))
                                   : isnormal (x);
  exec_set (state, insn->a, slot_bits ((float_class (x, quiet, normal) & insn->c) != 0));
  return exec_next (state);
}

static Flow exec_fun (Vm *vm, State *state, const Insn *insn) {
  FloatType type = (FloatType)insn->y;
  FloatFun fun = (FloatFun)insn->x;
  unsigned width = float_width (type);
  if (fun == FFUN_NEG || fun == FFUN_ABS || fun == FFUN_COPYSIGN)
    return exec_sign (vm, state, insn, fun, width);
  bool two = fun == FFUN_MIN || fun == FFUN_MAX;
  Slot x = exec_slot (vm, state, insn->b, width), y = two ? exec_slot (vm, state, insn->c, width) : x;
  if (!known (vm, x) || !known (vm, y))
    return stop_symbolic (vm, state);
  if (fun == FFUN_IS_FPCLASS)
    return exec_fpclass (vm, state, insn, type, x);
  exec_set (state, insn->a, float_function (vm, fun, type, x, y));
  return exec_next (state);
}

/* --- conversions --- */

static int64_t to_int64 (long double x) { return x >= -0x1p63L && x < 0x1p63L ? (int64_t)x : INT64_MIN; }

static int64_t to_int32 (long double x) { return x > -0x1p31L - 1 && x < 0x1p31L ? (int64_t)x : INT32_MIN; }

static uint64_t to_unsigned (long double x, unsigned width) {
  if (width <= 16)
    return (uint64_t)to_int32 (x);
  if (width <= 32 || x < 0x1p63L)
    return (uint64_t)to_int64 (x);
  return (uint64_t)to_int64 (x - 0x1p63L) ^ (1ull << 63);
}

static Flow exec_to_int (Vm *vm, State *state, const Insn *insn, bool is_signed) {
  FloatType type = (FloatType)insn->x;
  unsigned width = insn->y;
  Slot s = exec_slot (vm, state, insn->b, float_width (type));
  if (!known (vm, s))
    return stop_symbolic (vm, state);
  long double x = to_any (vm, s, type);
  if (width <= 64) {
    uint64_t n = !is_signed ? to_unsigned (x, width) : (uint64_t)(width <= 32 ? to_int32 (x) : to_int64 (x));
    exec_set (state, insn->a, slot_bits (n & bits_mask (width)));
    return exec_next (state);
  }
  if (width != 128 || !(x > -0x1p127L && x < (is_signed ? 0x1p127L : 0x1p128L)))
    return exec_stop (vm, state, STOP_UNSUPPORTED, "conversion of a floating-point number to %u bits", width);
  unsigned __int128 n = x < 0 ? (unsigned __int128)(__int128)x : (unsigned __int128)x;
  uint64_t limbs[2] = {(uint64_t)n, (uint64_t)(n >> 64)};
  exec_set (state, insn->a, (Slot){0, expr_const_wide (vm->pool, 128, limbs), 0});
  return exec_next (state);
}

static Slot wide_to_float (Vm *vm, unsigned __int128 n, bool is_signed, FloatType type) {
  __int128 s = (__int128)n;
  switch (type) {
  case FLOAT_32: return from_float (is_signed ? (float)s : (float)n);
  case FLOAT_64: return from_double (is_signed ? (double)s : (double)n);
  default: return from_extended (vm, is_signed ? (long double)s : (long double)n);
  }
}

static Flow exec_from_int (Vm *vm, State *state, const Insn *insn, bool is_signed) {
  unsigned width = insn->x;
  FloatType type = (FloatType)insn->y;
  Slot s = exec_slot (vm, state, insn->b, width);
  if (!known (vm, s))
    return stop_symbolic (vm, state);
  if (width <= 64) {
    long double x = is_signed ? (long double)bits_signed (s.bits, width) : (long double)s.bits;
    exec_set (state, insn->a, from_any (vm, x, type));
    return exec_next (state);
  }
  if (width > 128)
    return exec_stop (vm, state, STOP_UNSUPPORTED, "conversion of %u bits to a floating-point number", width);
  const uint64_t *limbs = expr_limbs (vm->pool, s.expr);
  unsigned __int128 n = (unsigned __int128)limbs[1] << 64 | limbs[0];
  unsigned shift = 128 - width;
  n = is_signed ? (unsigned __int128)((__int128)(n << shift) >> shift) : n;
  exec_set (state, insn->a, wide_to_float (vm, n, is_signed, type));
  return exec_next (state);
}

static Flow exec_resize (Vm *vm, State *state, const Insn *insn) {
  FloatType from = (FloatType)insn->x;
  Slot s = exec_slot (vm, state, insn->b, float_width (from));
  if (!known (vm, s))
    return stop_symbolic (vm, state);
  exec_set (state, insn->a, from_any (vm, to_any (vm, s, from), (FloatType)insn->y));
  return exec_next (state);
}

static Flow exec_fcast (Vm *vm, State *state, const Insn *insn) {
  switch ((FloatCast)insn->c) {
  case FCAST_FP_TO_SI: return exec_to_int (vm, state, insn, true);
  case FCAST_FP_TO_UI: return exec_to_int (vm, state, insn, false);
  case FCAST_SI_TO_FP: return exec_from_int (vm, state, insn, true);
  case FCAST_UI_TO_FP: return exec_from_int (vm, state, insn, false);
  default: return exec_resize (vm, state, insn);
  }
}

Flow exec_float (Vm *vm, State *state, const Insn *insn) {
  switch ((Op)insn->op) {
  case OP_FBIN: return exec_fbin (vm, state, insn);
  case OP_FCMP: return exec_fcmp (vm, state, insn);
  case OP_FUN: return exec_fun (vm, state, insn);
  default: return exec_fcast (vm, state, insn);
  }
}
