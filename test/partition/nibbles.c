/* SPDX-License-Identifier: GPL-2.0-only */
/* The middle of three numbers cut out of one byte.
 * PARTITION: levels -O0 -O1 -O2
 * PARTITION: paths 6
 */
#include <klee/klee.h>
#include <stdio.h>

static int middle (int x, int y, int z) {
  if (y < z) {
    if (x < y)
      return y;
    if (x < z)
      return x;
    return z;
  }
  if (x < z)
    return z;
  if (x < y)
    return x;
  return y;
}

int main (void) {
  unsigned char c;
  klee_make_symbolic (&c, sizeof c, "c");
  putchar ('0' + middle (c & 3, c >> 2 & 3, c >> 4 & 3));
  return 0;
}
