/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/math.c -- the functions of math.h that are exact
 *
 * Rounding, remainders, scaling and classification have one right answer and
 * are made of bits and exact operations.  Square roots are instructions of the
 * VM.  What is only approximated by a libm (sin, exp, pow ...) is not here: a
 * path that calls it stops and says so.
 */
#include "rt.h"
#include <errno.h>
#include <math.h>
#include <string.h>

#undef isnan
#undef isinf
#undef finite
#undef signbit
#undef fpclassify

/* A number as sign, biased exponent and the bits below the binary point.  For
 * long double the leading 1 is a bit of the mantissa; it is left out here. */
typedef struct Parts {
  int negative;
  int exponent;
  uint64_t fraction;
} Parts;

static Parts partsf (float x) {
  uint32_t b;
  memcpy (&b, &x, sizeof b);
  return (Parts){(int)(b >> 31), (int)(b >> 23 & 255), b & 0x7fffff};
}

static Parts parts (double x) {
  uint64_t b;
  memcpy (&b, &x, sizeof b);
  return (Parts){(int)(b >> 63), (int)(b >> 52 & 2047), b & 0xfffffffffffffull};
}

static Parts partsl (long double x) {
  uint64_t mantissa;
  uint16_t top;
  memcpy (&mantissa, &x, sizeof mantissa);
  memcpy (&top, (const char *)&x + 8, sizeof top);
  return (Parts){top >> 15, top & 32767, mantissa << 1 >> 1};
}

static float with_bitsf (float x, uint32_t keep, uint32_t set) {
  uint32_t b;
  memcpy (&b, &x, sizeof b);
  b = (b & keep) | set;
  memcpy (&x, &b, sizeof b);
  return x;
}

static double with_bits (double x, uint64_t keep, uint64_t set) {
  uint64_t b;
  memcpy (&b, &x, sizeof b);
  b = (b & keep) | set;
  memcpy (&x, &b, sizeof b);
  return x;
}

float truncf (float x) {
  int e = partsf (x).exponent - 127;
  return e >= 23 ? x : with_bitsf (x, e < 0 ? 1u << 31 : ~(0x7fffffu >> e), 0);
}

double trunc (double x) {
  int e = parts (x).exponent - 1023;
  return e >= 52 ? x : with_bits (x, e < 0 ? 1ull << 63 : ~(0xfffffffffffffull >> e), 0);
}

long double truncl (long double x) {
  int e = partsl (x).exponent - 16383;
  if (e >= 63)
    return x;
  if (e < 0)
    return copysignl (0, x);
  uint64_t mantissa;
  memcpy (&mantissa, &x, sizeof mantissa);
  mantissa &= ~(0x7fffffffffffffffull >> e);
  memcpy (&x, &mantissa, sizeof mantissa);
  return x;
}

float fabsf (float x) { return with_bitsf (x, 0x7fffffff, 0); }
double fabs (double x) { return with_bits (x, ~0ull >> 1, 0); }

static long double with_sign (long double x, int negative) {
  uint16_t top;
  memcpy (&top, (char *)&x + 8, sizeof top);
  top = (uint16_t)((top & 32767) | (negative << 15));
  memcpy ((char *)&x + 8, &top, sizeof top);
  return x;
}

long double fabsl (long double x) { return with_sign (x, 0); }

float copysignf (float x, float y) { return with_bitsf (x, 0x7fffffff, (uint32_t)partsf (y).negative << 31); }
double copysign (double x, double y) { return with_bits (x, ~0ull >> 1, (uint64_t)parts (y).negative << 63); }
long double copysignl (long double x, long double y) { return with_sign (x, partsl (y).negative); }

/* Square roots, which the hardware rounds right. */
float __sde_sqrtf (float x) __asm__("llvm.sqrt.f32");
double __sde_sqrt (double x) __asm__("llvm.sqrt.f64");
long double __sde_sqrtl (long double x) __asm__("llvm.sqrt.f80");

/* The functions that are the same for all types; s is the type's suffix. */
#define FOR_TYPE(type, s)                                                                                    \
  type floor##s (type x) {                                                                                   \
    type t = trunc##s (x);                                                                                   \
    return x < t ? t - 1 : t;                                                                                \
  }                                                                                                          \
  type ceil##s (type x) {                                                                                    \
    type t = trunc##s (x);                                                                                   \
    return x > t ? t + 1 : t;                                                                                \
  }                                                                                                          \
  type round##s (type x) {                                                                                   \
    type t = trunc##s (x);                                                                                   \
    return fabs##s (x - t) >= (type)0.5 ? t + copysign##s (1, x) : t;                                        \
  }                                                                                                          \
  static int odd##s (type t) { return trunc##s (t / 2) * 2 != t; }                                           \
  type rint##s (type x) {                                                                                    \
    type t = trunc##s (x), rest = fabs##s (x - t);                                                           \
    return rest > (type)0.5 || (rest == (type)0.5 && odd##s (t)) ? t + copysign##s (1, x) : t;               \
  }                                                                                                          \
  type nearbyint##s (type x) { return rint##s (x); }                                                         \
  long lround##s (type x) { return (long)round##s (x); }                                                     \
  long long llround##s (type x) { return (long long)round##s (x); }                                          \
  long lrint##s (type x) { return (long)rint##s (x); }                                                       \
  long long llrint##s (type x) { return (long long)rint##s (x); }                                            \
  type fmin##s (type a, type b) { return a != a ? b : b != b ? a : a < b ? a : b; }                          \
  type fmax##s (type a, type b) { return a != a ? b : b != b ? a : a > b ? a : b; }                          \
  type fdim##s (type a, type b) { return a != a || b != b ? a + b : a > b ? a - b : 0; }                     \
  type modf##s (type x, type *whole) {                                                                       \
    *whole = trunc##s (x);                                                                                   \
    return copysign##s (fabs##s (x) > __LDBL_MAX__ || x == *whole ? 0 : x - *whole, x);                      \
  }                                                                                                          \
  type sqrt##s (type x) {                                                                                    \
    if (x < 0)                                                                                               \
      errno = EDOM;                                                                                          \
    return __sde_sqrt##s (x);                                                                                \
  }

FOR_TYPE (float, f)
FOR_TYPE (double, )
FOR_TYPE (long double, l)

/* Classification.  max is the greatest exponent field. */
static int classify (Parts p, int max) {
  if (p.exponent == max)
    return p.fraction ? FP_NAN : FP_INFINITE;
  if (!p.exponent)
    return p.fraction ? FP_SUBNORMAL : FP_ZERO;
  return FP_NORMAL;
}

#define CLASSIFY(type, s, max)                                                                               \
  int __fpclassify##s (type x);                                                                              \
  int __fpclassify##s (type x) { return classify (parts##s (x), max); }                                      \
  int __signbit##s (type x);                                                                                 \
  int __signbit##s (type x) { return parts##s (x).negative; }                                                \
  int __isnan##s (type x);                                                                                   \
  int __isnan##s (type x) { return classify (parts##s (x), max) == FP_NAN; }                                 \
  int __isinf##s (type x);                                                                                   \
  int __isinf##s (type x) {                                                                                  \
    Parts p = parts##s (x);                                                                                  \
    return classify (p, max) == FP_INFINITE ? 1 - 2 * p.negative : 0;                                        \
  }                                                                                                          \
  int __finite##s (type x);                                                                                  \
  int __finite##s (type x) { return parts##s (x).exponent != max; }                                          \
  int isnan##s (type x) { return __isnan##s (x); }                                                           \
  int isinf##s (type x) { return __isinf##s (x); }                                                           \
  int finite##s (type x) { return __finite##s (x); }

CLASSIFY (float, f, 255)
CLASSIFY (double, , 2047)
CLASSIFY (long double, l, 32767)

/* Scaling is done in long double, which holds every float and double exactly,
 * and rounded once at the end. */

/* 2 to the n, |n| <= 16382. */
static long double power_of_two (int n) {
  long double x = 1;
  uint16_t top = (uint16_t)(16383 + n);
  memcpy ((char *)&x + 8, &top, sizeof top);
  return x;
}

static int special (long double x) { return x == 0 || partsl (x).exponent == 32767; }

long double frexpl (long double x, int *exponent) {
  *exponent = 0;
  if (special (x))
    return x;
  if (!partsl (x).exponent) {
    x *= power_of_two (64);
    *exponent = -64;
  }
  int e = partsl (x).exponent - 16382;
  *exponent += e;
  uint16_t top = (uint16_t)(16382 | partsl (x).negative << 15);
  memcpy ((char *)&x + 8, &top, sizeof top);
  return x;
}

double frexp (double x, int *exponent) { return (double)frexpl ((long double)x, exponent); }
float frexpf (float x, int *exponent) { return (float)frexpl ((long double)x, exponent); }

/* m * 2^n for m in [0.5, 1): two steps, of which only the second can round. */
static long double scale (long double m, int n) {
  return m * power_of_two (n / 2) * power_of_two (n - n / 2);
}

static long double scale_any (long double x, long n) {
  int e;
  if (special (x))
    return x;
  long double m = frexpl (x, &e);
  n = n > 70000 ? 70000 : n < -70000 ? -70000 : n;
  n += e;
  return scale (m, (int)(n > 32000 ? 32000 : n < -32000 ? -32000 : n));
}

/* A finite number that became infinite or zero is out of range. */
static long double ranged (long double x, long double result) {
  if (!special (x) && special (result))
    errno = ERANGE;
  return result;
}

#define SCALING(type, s)                                                                                     \
  type scalbln##s (type x, long n) {                                                                         \
    return (type)ranged ((long double)x, (long double)(type)scale_any ((long double)x, n));                  \
  }                                                                                                          \
  type scalbn##s (type x, int n) { return scalbln##s (x, n); }                                               \
  type ldexp##s (type x, int n) { return scalbln##s (x, n); }

SCALING (float, f)
SCALING (double, )
SCALING (long double, l)

/* Subtracts multiples of |y| from |x|, the greatest first; each difference is
 * exact. */
long double fmodl (long double x, long double y) {
  if (y == 0 || fabsl (x) > __LDBL_MAX__ || x != x || y != y) {
    if (x == x && y == y)
      errno = EDOM;
    return (x * y) / (x * y);
  }
  long double rest = fabsl (x), step = fabsl (y);
  int e, f;
  while (rest >= step) {
    frexpl (rest, &e);
    frexpl (step, &f);
    long double t = scale_any (step, e - f);
    rest -= t > rest ? scale_any (step, e - f - 1) : t;
  }
  return copysignl (rest, x);
}

double fmod (double x, double y) { return (double)fmodl ((long double)x, (long double)y); }
float fmodf (float x, float y) { return (float)fmodl ((long double)x, (long double)y); }

float nanf (const char *tag) { return (void)tag, __builtin_nanf (""); }
double nan (const char *tag) { return (void)tag, __builtin_nan (""); }
long double nanl (const char *tag) { return (void)tag, __builtin_nanl (""); }
