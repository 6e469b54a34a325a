/* SPDX-License-Identifier: GPL-2.0-only */
/* A branch that looks at memory nobody wrote, but goes the same way whatever is there: no bug.
 * TEST: paths 1
 */
#include <klee/klee.h>

int main (void) {
  unsigned char c, unknown[2];
  klee_make_symbolic (&c, sizeof c, "c");
  unknown[1] = c;
  unsigned square = (unsigned)unknown[0] * unknown[0];
  if (square % 4 == 3)
    return 1;
  return unknown[1] == 7 ? 2 : 0;
}
