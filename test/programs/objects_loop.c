/* SPDX-License-Identifier: GPL-2.0-only */
/* The bound counts the objects of one access: a loop that makes many accesses does not reach it.
 * TEST: options --max-objects=3
 * TEST: paths 64
 */
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main (void) {
  uintptr_t two[2];
  unsigned char n[6];
  for (int i = 0; i < 2; i++) {
    two[i] = (uintptr_t)malloc (4);
    *(int *)two[i] = i;
  }
  klee_make_symbolic (n, sizeof n, "n");
  for (int i = 0; i < 6; i++) {
    uintptr_t address = (((0 - (uintptr_t)(n[i] & 1)) & (two[0] ^ two[1])) ^ two[0]);
    klee_assert (*(int *)address == (n[i] & 1));
  }
  return 0;
}
