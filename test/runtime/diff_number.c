/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/diff_number.c -- numbers from text, and the exact part of math.h */
#include "diff.h"

#include <inttypes.h>
#include <math.h>

RT (strtol);
RT (strtoul);
RT (strtoll);
RT (strtoull);
RT (strtoimax);
RT (strtoumax);
RT (strtod);
RT (strtof);
RT (strtold);
RT (atoi);

static char text[80];

/* Text that is often a number, often nearly one. */
static void random_text (const char *letters, size_t max) {
  static const char *const edges[] = {"9223372036854775807",
                                      "9223372036854775808",
                                      "-9223372036854775808",
                                      "-9223372036854775809",
                                      "18446744073709551615",
                                      "18446744073709551616",
                                      "0x",
                                      "0xg",
                                      "-",
                                      "+",
                                      "",
                                      " \t\n+12",
                                      "0x7fffffffffffffff",
                                      "00",
                                      "0b1",
                                      "1777777777777777777777",
                                      "2000000000000000000000",
                                      "- 1",
                                      "-0x10",
                                      "08"};
  if (diff_random (8) == 0) {
    strcpy (text, edges[diff_random (sizeof edges / sizeof *edges)]);
    return;
  }
  size_t n = (size_t)diff_random (max), at = 0, all = strlen (letters);
  if (diff_random (4) == 0)
    at += (size_t)sprintf (text, "%s", diff_random (2) ? " " : "\t -");
  for (; n; n--)
    text[at++] = letters[diff_random (all)];
  text[at] = 0;
}

#define SAME_INTEGER(f)                                                                                      \
  do {                                                                                                       \
    char *x = NULL, *y = NULL;                                                                               \
    errno = rt_errno = 0;                                                                                    \
    uint64_t p = (uint64_t)f (text, &x, base), q = (uint64_t)rt_##f (text, &y, base);                        \
    CHECK (p == q && (x == y || errno == EINVAL) && (errno == rt_errno || errno == EINVAL),                  \
           "%s (\"%s\", %d): %lx %d, not %lx %d", #f, text, base, q, rt_errno, p, errno);                    \
  } while (0)

static void integers (void) {
  static const int bases[] = {0, 0, 2, 8, 10, 10, 10, 16, 36, 1, 37, -1};
  int base = bases[diff_random (12)];
  random_text (diff_random (2) ? "0123456789" : "01278xXafFzZ-+ ", 24);
  SAME_INTEGER (strtol);
  SAME_INTEGER (strtoul);
  SAME_INTEGER (strtoll);
  SAME_INTEGER (strtoull);
  SAME_INTEGER (strtoimax);
  SAME_INTEGER (strtoumax);
  CHECK (atoi (text) == rt_atoi (text), "atoi (\"%s\")", text);
}

#define SAME_FLOAT(f, type, size)                                                                            \
  do {                                                                                                       \
    char *x = NULL, *y = NULL;                                                                               \
    errno = rt_errno = 0;                                                                                    \
    type p = f (text, &x), q = rt_##f (text, &y);                                                            \
    CHECK (!memcmp (&p, &q, size) && x == y && errno == rt_errno, "%s (\"%s\"): %Lg %d %d, not %Lg %d %d",   \
           #f, text, (long double)q, (int)(y - text), rt_errno, (long double)p, (int)(x - text), errno);     \
  } while (0)

static void floats (void) {
  static const char *const edges[] = {"inf",
                                      "-INFINITY",
                                      "nan",
                                      "nan(12)",
                                      "1e999",
                                      "1e-999",
                                      "0x1.8p3",
                                      "0e99999",
                                      "1e-310",
                                      "4.9e-324",
                                      "1.7976931348623159e308",
                                      ".",
                                      ".5.",
                                      "1e",
                                      "1e+",
                                      "infi",
                                      "0x1p-1074",
                                      "0x.p1",
                                      "3.5e38",
                                      "1e-50"};
  if (diff_random (4) == 0)
    strcpy (text, edges[diff_random (sizeof edges / sizeof *edges)]);
  else
    random_text ("0123456789.eE+-x", 12);
  SAME_FLOAT (strtof, float, 4);
  SAME_FLOAT (strtod, double, 8);
  SAME_FLOAT (strtold, long double, 10);
}

#define UNARY(X) X (floor) X (ceil) X (trunc) X (round) X (rint) X (nearbyint) X (fabs) X (sqrt)
#define BINARY(X) X (fmod) X (copysign) X (fmin) X (fmax) X (fdim)
#define DECLARE(name)                                                                                        \
  RT (name);                                                                                                 \
  RT (name##f);                                                                                              \
  RT (name##l);
UNARY (DECLARE)
BINARY (DECLARE)
DECLARE (ldexp)
DECLARE (frexp)
DECLARE (modf)
int rt___isnan (double), rt___isinf (double), rt___finite (double), rt___fpclassify (double),
    rt___signbit (double);
int rt___isinff (float), rt___isinfl (long double), rt___fpclassifyf (float), rt___fpclassifyl (long double);

static long double random_value (void) {
  static const long double special[] = {0,
                                        0.5L,
                                        1,
                                        1.5L,
                                        2.5L,
                                        0.49999999999999994L,
                                        4503599627370495.5L,
                                        9007199254740993.0L,
                                        9223372036854775807.0L,
                                        1e30L,
                                        INFINITY,
                                        NAN,
                                        5e-324L,
                                        2.2250738585072014e-308L,
                                        3.6451995318824746025e-4951L,
                                        1e4000L};
  long double x = special[diff_random (sizeof special / sizeof *special)];
  if (diff_random (2))
    x = (long double)diff_random (0) / (long double)(1ull << diff_random (64));
  else if (diff_random (2))
    x = ldexpl ((long double)diff_random (0), (int)diff_random (2400) - 1200);
  return diff_random (2) ? x : -x;
}

/* Equal bits, or both not a number. */
#define EQUAL(p, q, n) (!memcmp (&p, &q, n) || (p != p && q != q))
#define ONE(f, type, size)                                                                                   \
  {                                                                                                          \
    type v = (type)x, p = f (v), q = rt_##f (v);                                                             \
    CHECK (EQUAL (p, q, size), "%s (%La): %La, not %La", #f, (long double)v, (long double)q,                 \
           (long double)p);                                                                                  \
  }
#define TWO(f, type, size)                                                                                   \
  {                                                                                                          \
    type v = (type)x, w = (type)y, p = f (v, w), q = rt_##f (v, w);                                          \
    CHECK (EQUAL (p, q, size) || (p == 0 && q == 0), "%s (%La, %La): %La, not %La", #f, (long double)v,      \
           (long double)w, (long double)q, (long double)p);                                                  \
  }
#define ONE_ALL(name) ONE (name##f, float, 4) ONE (name, double, 8) ONE (name##l, long double, 10)
#define TWO_ALL(name) TWO (name##f, float, 4) TWO (name, double, 8) TWO (name##l, long double, 10)
#define SCALED(f, type, size)                                                                                \
  {                                                                                                          \
    type v = (type)x, p = f (v, n), q = rt_##f (v, n);                                                       \
    CHECK (EQUAL (p, q, size), "%s (%La, %d): %La, not %La", #f, (long double)v, n, (long double)q,          \
           (long double)p);                                                                                  \
  }
#define SPLIT(f, type, other, size)                                                                          \
  {                                                                                                          \
    other s = 0, t = 0;                                                                                      \
    type v = (type)x, p = f (v, &s), q = rt_##f (v, &t);                                                     \
    CHECK (EQUAL (p, q, size) && (s == t || s != s || v - v != 0), "%s (%La): %La, not %La", #f,             \
           (long double)v, (long double)q, (long double)p);                                                  \
  }

static void mathematics (void) {
  long double x = random_value (), y = random_value ();
  int n = (int)diff_random (5000) - 2500;
  UNARY (ONE_ALL)
  BINARY (TWO_ALL)
  SCALED (ldexpf, float, 4)
  SCALED (ldexp, double, 8)
  SCALED (ldexpl, long double, 10)
  SPLIT (frexpf, float, int, 4)
  SPLIT (frexp, double, int, 8)
  SPLIT (frexpl, long double, int, 10)
  SPLIT (modff, float, float, 4)
  SPLIT (modf, double, double, 8)
  SPLIT (modfl, long double, long double, 10)
  double d = (double)x;
  CHECK (fpclassify (d) == rt___fpclassify (d) && fpclassify ((float)x) == rt___fpclassifyf ((float)x) &&
             fpclassify (x) == rt___fpclassifyl (x),
         "fpclassify (%La)", x);
  CHECK (!isnan (d) == !rt___isnan (d) && !isinf (d) == !rt___isinf (d) &&
             !isfinite (d) == !rt___finite (d) && !signbit (d) == !rt___signbit (d) &&
             !isinf (x) == !rt___isinfl (x),
         "classification of %La", x);
}

void diff_run (void) {
  for (unsigned i = 0; i < diff_rounds (30000); i++) {
    integers ();
    floats ();
  }
  for (unsigned i = 0; i < diff_rounds (3000); i++)
    mathematics ();
}
