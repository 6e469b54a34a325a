/* SPDX-License-Identifier: GPL-2.0-only */
/* Structures passed by value from an address that input chooses, as fixed and as variable argument.
 * TEST: paths 4
 */
#include <klee/klee.h>
#include <stdarg.h>

struct wide {
  long a, b, c, d;
};
static struct wide table[4] = {{0, 0, 0, 0}, {1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}};

static long fixed (struct wide x) { return x.a + x.d; }

static long variable (int n, ...) {
  va_list list;
  va_start (list, n);
  struct wide x = va_arg (list, struct wide);
  va_end (list);
  return x.b + x.c;
}

int main (void) {
  unsigned i;
  klee_make_symbolic (&i, sizeof i, "i");
  klee_assume (i < 4);
  klee_assert (fixed (table[i]) == 2 * (long)i);
  klee_assert (variable (1, table[i]) == 2 * (long)i);
  return 0;
}
