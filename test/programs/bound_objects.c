/* SPDX-License-Identifier: GPL-2.0-only */
/* An address that may be in more objects than the bound: one state for each up to it, the rest is one counted state.
 * TEST: options --max-objects=3
 * TEST: paths 4
 * TEST: exhaustive no
 * TEST: weakened incomplete
 */
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main (void) {
  uintptr_t address = 0, all[8];
  unsigned char n;
  klee_make_symbolic (&n, sizeof n, "n");
  klee_assume (n < 8);
  for (int i = 0; i < 8; i++) {
    all[i] = (uintptr_t)malloc (4);
    *(int *)all[i] = i;
  }
  for (int i = 0; i < 8; i++)
    address |= (0 - (uintptr_t)(n == i)) & all[i];
  return *(int *)address == n ? 0 : 1;
}
