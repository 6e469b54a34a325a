/* SPDX-License-Identifier: GPL-2.0-only */
/* Ordering pointers to different objects is noted, once for each place; within one object it is not.
 * TEST: paths 1
 * TEST: exhaustive no
 * TEST: weakened pointer-order
 */
#include <stdlib.h>

static int before (const char *p, const char *q) { return p < q; }

int main (void) {
  char *p = malloc (4), *q = malloc (4), *large = malloc (3 << 20);
  int n = 0;
  char array[8];
  for (char *c = array; c < array + sizeof array; c++)
    *c = 1;
  for (char *c = large; c <= large + (3 << 20) - 4096; c += 4096)
    *c = 1;
  for (int i = 0; i < 5; i++)
    n += before (p, q) + before (q, p);
  return n == 5 ? 0 : 1;
}
