/* SPDX-License-Identifier: GPL-2.0-only */
/* Variable arguments of every class, copies of lists, structures by value.
 * TEST: native
 * TEST: levels -O0 -O1 -O2
 */
#include <stdarg.h>
#include <stdio.h>

struct big {
  long a[5];
};
struct small {
  int x;
  short y;
};
struct mixed {
  double d;
  int i;
};

static long total (int n, ...) {
  va_list ap, again;
  long sum = 0;
  va_start (ap, n);
  va_copy (again, ap);
  for (int i = 0; i < n; i++)
    sum += va_arg (ap, int);
  for (int i = 0; i < n; i++)
    sum += 100 * va_arg (again, int);
  va_end (again);
  va_end (ap);
  return sum;
}

static void all (const char *what, ...) {
  va_list ap;
  va_start (ap, what);
  for (; *what; what++)
    switch (*what) {
    case 'i': printf ("%d ", va_arg (ap, int)); break;
    case 'l': printf ("%ld ", va_arg (ap, long)); break;
    case 'd': printf ("%.3f ", va_arg (ap, double)); break;
    case 'D': printf ("%.3Lf ", va_arg (ap, long double)); break;
    case 's': printf ("%s ", va_arg (ap, char *)); break;
    case 'b': {
      struct big b = va_arg (ap, struct big);
      printf ("{%ld %ld} ", b.a[0], b.a[4]);
      break;
    }
    case 'm': {
      struct small m = va_arg (ap, struct small);
      printf ("{%d %d} ", m.x, m.y);
      break;
    }
    case 'x': {
      struct mixed m = va_arg (ap, struct mixed);
      printf ("{%.1f %d} ", m.d, m.i);
      break;
    }
    }
  va_end (ap);
  puts ("");
}

int main (void) {
  struct big b = {{1, 2, 3, 4, 5}};
  struct small s = {-7, 9};
  struct mixed m = {2.5, 11};
  printf ("%ld\n", total (3, 1, 2, 3));
  printf ("%ld\n", total (9, 1, 2, 3, 4, 5, 6, 7, 8, 9));
  all ("ildDsbmx", 1, 2L, 3.25, 4.125L, "five", b, s, m);
  all ("Dibdlx", 1.5L, 2, b, 3.0, 4L, m);
  return 0;
}
