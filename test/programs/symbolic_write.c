/* SPDX-License-Identifier: GPL-2.0-only */
/* A write at a symbolic index, then reads: exactly one element has changed.
 * TEST: error assert 19
 */
#include <assert.h>
#include <klee/klee.h>

int main (void) {
  unsigned char i, j, a[8] = {0};
  klee_make_symbolic (&i, sizeof i, "i");
  klee_make_symbolic (&j, sizeof j, "j");
  klee_assume (i < 8);
  klee_assume (j < 8);
  a[i] = 7;
  int n = 0;
  for (int k = 0; k < 8; k++)
    n += a[k];
  assert (n == 7);
  assert (a[j] == 7 || i == 3);
  return 0;
}
