/* SPDX-License-Identifier: GPL-2.0-only */
/* A function called as if it returned another type.
 * TEST: error bad-call 14
 * TEST: unconfirmed bad-call
 */
#include <klee/klee.h>

static long wide (long x) { return x; }

int main (void) {
  long x;
  klee_make_symbolic (&x, sizeof x, "x");
  int (*volatile narrow) (long) = (int (*) (long))wide;
  return narrow (x) == 5;
}
