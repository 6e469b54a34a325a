/* SPDX-License-Identifier: GPL-2.0-only */
/* More sizes than the bound: the first ones are followed, all others are one counted state.
 * TEST: options --max-values=5
 * TEST: paths 6
 * TEST: exhaustive no
 * TEST: weakened incomplete
 */
#include <klee/klee.h>
#include <stdlib.h>

int main (void) {
  unsigned char n;
  klee_make_symbolic (&n, sizeof n, "n");
  char *p = malloc (n);
  if (n)
    p[n - 1] = 1;
  free (p);
  return 0;
}
