/* SPDX-License-Identifier: GPL-2.0-only */
/* With --silent-klee-assume a klee_assume of what cannot hold ends its path and is no bug.
 * TEST: options --silent-klee-assume
 * TEST: paths 1
 */
#include <klee/klee.h>

int main (void) {
  int x = klee_int ("x");
  klee_assume (x > 4 && x < 9);
  return 0;
}
