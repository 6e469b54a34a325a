/* SPDX-License-Identifier: GPL-2.0-only */
/* TEST: error abort 12
 * TEST: levels -O0 -O1 -O2
 */
#include <klee/klee.h>
#include <stdlib.h>

int main (void) {
  unsigned short x;
  klee_make_symbolic (&x, sizeof x, "x");
  if ((x ^ 0x5a5a) == 0x1234)
    abort ();
  return 0;
}
