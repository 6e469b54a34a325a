/* SPDX-License-Identifier: GPL-2.0-only */
/* A limit of the run: what waits is counted as cut.
 * TEST: exhaustive no
 * TEST: weakened limit
 * TEST: options --max-paths=2
 * TEST: paths 2
 */
#include <klee/klee.h>

int main (void) {
  unsigned char b[4];
  int n = 0;
  klee_make_symbolic (b, sizeof b, "b");
  for (int i = 0; i < 4; i++)
    if (b[i] > 100)
      n++;
  return n > 4;
}
