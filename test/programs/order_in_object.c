/* SPDX-License-Identifier: GPL-2.0-only */
/* Ordering pointers into one object, its end included, is no weakening.
 * TEST: paths 8
 */
#include <klee/klee.h>

int main (void) {
  int array[8];
  unsigned char n;
  klee_make_symbolic (&n, 1, "n");
  klee_assume (n < 8);
  int *end = array + n, *p = array;
  for (; p < end; p++)
    *p = 0;
  klee_assert (p <= array + 8 && array + 8 > p);
  return p - array == n ? 0 : 1;
}
