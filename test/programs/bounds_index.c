/* SPDX-License-Identifier: GPL-2.0-only */
/* A symbolic index into a local array: in bounds, one behind, far away.
 * TEST: error out-of-bounds 13
 */
#include <klee/klee.h>
#include <stdlib.h>

int main (void) {
  int table[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  unsigned i;
  klee_make_symbolic (&i, sizeof i, "i");
  klee_assume (i < 12);
  return table[i] == 5;
}
