/* SPDX-License-Identifier: GPL-2.0-only */
/* malloc and memset of a symbolic size: one path for each size.
 * TEST: paths 8
 */
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main (void) {
  unsigned char n;
  klee_make_symbolic (&n, sizeof n, "n");
  klee_assume (n < 8);
  char *p = malloc (n);
  memset (p, 'x', n);
  free (p);
  return 0;
}
