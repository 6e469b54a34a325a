/* SPDX-License-Identifier: GPL-2.0-only */
/* Code that the program promises never to reach.
 * TEST: error unreachable 15
 * TEST: paths 3
 */
#include <klee/klee.h>

static int sign (int x) {
  if (x < 0)
    return -1;
  if (x > 0)
    return 1;
  if (x != 0)
    return 2;
  __builtin_unreachable ();
}

int main (void) {
  signed char c;
  klee_make_symbolic (&c, sizeof c, "c");
  return sign (c) == 2;
}
