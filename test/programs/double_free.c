/* SPDX-License-Identifier: GPL-2.0-only */
/* TEST: error double-free 14
 * TEST: paths 2
 */
#include <klee/klee.h>
#include <stdlib.h>

int main (void) {
  unsigned char c;
  klee_make_symbolic (&c, sizeof c, "c");
  char *p = malloc (4);
  free (p);
  if (c > 200)
    free (p);
  return 0;
}
