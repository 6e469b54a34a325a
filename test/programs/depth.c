/* SPDX-License-Identifier: GPL-2.0-only */
/* More decisions than allowed: counted, not a clean end.
 * TEST: exhaustive no
 * TEST: weakened depth
 * TEST: options --max-depth=2
 * TEST: unconfirmed depth
 */
#include <klee/klee.h>

int main (void) {
  unsigned char b[3];
  int n = 0;
  klee_make_symbolic (b, sizeof b, "b");
  for (int i = 0; i < 3; i++)
    if (b[i] > 100)
      n++;
  return n > 3;
}
