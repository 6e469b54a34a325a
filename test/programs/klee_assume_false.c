/* SPDX-License-Identifier: GPL-2.0-only */
/* klee_assume of what cannot hold is an error of the user's, as in KLEE.
 * TEST: error invalid-assume 13
 * TEST: unconfirmed invalid-assume
 * TEST: paths 2
 */
#include <klee/klee.h>

int main (void) {
  int x = klee_int ("x");
  klee_assume (x > 4);
  if (x > 6)
    klee_assume (x < 5);
  return 0;
}
