/* SPDX-License-Identifier: GPL-2.0-only */
/* klee_set_forking (0): branches, switches and sizes follow one value, and that is counted.
 * TEST: paths 2
 * TEST: exhaustive no
 * TEST: weakened forking-off
 */
#include <klee/klee.h>
#include <stdlib.h>

int main (void) {
  unsigned char x, y, n, s;
  klee_make_symbolic (&x, 1, "x");
  klee_make_symbolic (&y, 1, "y");
  klee_make_symbolic (&n, 1, "n");
  klee_make_symbolic (&s, 1, "s");
  int sum = 0;
  klee_set_forking (0);
  if (x > 5)
    sum++;
  switch (s) {
  case 1: sum++; break;
  case 2: sum += 2; break;
  default: break;
  }
  free (malloc (n));
  klee_set_forking (1);
  if (y > 5)
    sum++;
  return 0;
}
