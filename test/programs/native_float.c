/* SPDX-License-Identifier: GPL-2.0-only */
/* float, double and long double: arithmetic, comparison, conversion, printing.
 * TEST: native
 * TEST: levels -O0 -O1 -O2
 */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define SHOW(Type, x, y)                                                                                     \
  do {                                                                                                       \
    volatile Type a = (Type)(x), b = (Type)(y);                                                              \
    printf (#Type " %.20Lg %.20Lg %.20Lg %.20Lg %d%d%d%d%d\n", (long double)(a + b), (long double)(a - b),   \
            (long double)(a * b), (long double)(a / b), a<b, a <= b, a == b, a != b, a> b);                  \
  } while (0)

int main (void) {
  static const double values[] = {0.0, -0.0, 1.0, 0.1, -2.5, 1e300, 1e-300, 3.0e-320, 123456789.0, 1.0 / 3.0};
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
    double v = values[i], w = values[(i + 3) % 10];
    SHOW (float, v, w);
    SHOW (double, v, w);
    SHOW (long double, v, w);
    printf ("%f %e %g %a %5.2f|%-12.3e|%+g\n", v, v, v, v, v, v, v);
  }
  volatile double inf = INFINITY, nan = NAN;
  printf ("%f %f %d %d %d\n", inf, -inf, nan == nan, nan < inf, nan != nan);
  volatile int64_t big = INT64_MAX;
  volatile uint64_t huge = UINT64_MAX;
  volatile int32_t small = -12345;
  printf ("%a %a %a %a\n", (double)big, (double)huge, (float)huge, (double)small);
  volatile double d = 3.99e9, e = -7.9;
  printf ("%d %u %lld %llu %d\n", (int)e, (unsigned)d, (long long)d, (unsigned long long)1.2e19, (char)e);
  volatile float f = 16777217.0f;
  volatile long double l = 1.0L + LDBL_EPSILON;
  printf ("%.10f %.25Lf %a\n", f, l, (double)l);
  printf ("%.17g %.17g %.9g %.21Lg\n", strtod ("0.1", NULL), atof ("1e-400"), strtof ("3.14159", NULL),
          strtold ("2.718281828459045235", NULL));
  printf ("%.3f %.3f %.3f %.3f %.3f\n", fabs (e), floor (e), ceil (e), trunc (e), fmod (7.5, 2.0));
  return 0;
}
