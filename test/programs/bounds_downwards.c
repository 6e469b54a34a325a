/* SPDX-License-Identifier: GPL-2.0-only */
/* An index that counts from 1: the constant part of the address lies before the array, behind another object.
 * TEST: error out-of-bounds 20
 * TEST: paths 2
 */
#include <klee/klee.h>
#include <stdlib.h>

int main (void) {
  size_t i;
  char local[10];
  for (int k = 0; k < 10; k++)
    local[k] = (char)k;
  klee_make_symbolic (&i, sizeof i, "i");
  klee_assume ((i >= 1) & (i <= 10));
  char *before = malloc (3), *heap = calloc (9, 1);
  before[0] = 1;
  klee_assert (local[i - 1] == (char)(i - 1));
  heap[0] = before[0];
  heap[i - 1] = 2; /* nine bytes, ten indices */
  return 0;
}
