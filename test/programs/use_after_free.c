/* SPDX-License-Identifier: GPL-2.0-only */
/* TEST: error use-after-free 16
 * TEST: paths 2
 */
#include <klee/klee.h>
#include <stdlib.h>

int main (void) {
  unsigned char c;
  klee_make_symbolic (&c, sizeof c, "c");
  int *p = malloc (sizeof *p);
  *p = 7;
  if (c == 'x')
    free (p);
  int v = 0;
  v = *p;
  if (c != 'x')
    free (p);
  return v;
}
