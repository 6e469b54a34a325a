/* SPDX-License-Identifier: GPL-2.0-only */
/* Free of the middle of a block and of a local variable.
 * TEST: error invalid-free 15
 * TEST: error invalid-free 17
 * TEST: paths 3
 */
#include <klee/klee.h>
#include <stdlib.h>

int main (void) {
  unsigned char c, local[4];
  klee_make_symbolic (&c, sizeof c, "c");
  char *p = malloc (4);
  if (c == 1)
    free (p + 1);
  if (c == 2)
    free (local);
  free (p);
  return 0;
}
