/* SPDX-License-Identifier: GPL-2.0-only */
/* middle.c -- the middle one of three numbers
 *
 * Six paths.  With 1 for a branch taken as true they are 01, 11, 000, 001, 100, 101.
 */
#include <assert.h>
#include <klee/klee.h>

static int middle (int x, int y, int z) {
  int m = z;
  if (y < z) {
    if (x < y)
      m = y;
    else if (x < z)
      m = x;
  } else {
    if (x > y)
      m = y;
    else if (x > z)
      m = x;
  }
  return m;
}

int main (void) {
  int x, y, z;
  klee_make_symbolic (&x, sizeof x, "x");
  klee_make_symbolic (&y, sizeof y, "y");
  klee_make_symbolic (&z, sizeof z, "z");
  int m = middle (x, y, z);
  /* No short circuits: the check is one condition, and adds no path of its own. */
  int below = (x <= m) + (y <= m) + (z <= m), above = (x >= m) + (y >= m) + (z >= m);
  assert ((below >= 2) & (above >= 2));
  return 0;
}
