/* SPDX-License-Identifier: GPL-2.0-only */
/* More offsets than the bound: the path ends as incomplete, and is counted.
 * TEST: options --max-offsets=100
 * TEST: paths 1
 * TEST: exhaustive no
 * TEST: weakened incomplete
 */
#include <klee/klee.h>

int main (void) {
  static char table[256];
  unsigned char n;
  klee_make_symbolic (&n, sizeof n, "n");
  table[n] = 1;
  return 0;
}
