/* SPDX-License-Identifier: GPL-2.0-only */
/* TEST: error out-of-bounds 13
 * TEST: levels -O0
 */
#include <klee/klee.h>
#include <stdlib.h>

int main (void) {
  unsigned char n;
  klee_make_symbolic (&n, sizeof n, "n");
  char *p = malloc (16);
  for (unsigned i = 0; i <= n % 17; i++)
    p[i] = (char)i;
  free (p);
  return 0;
}
