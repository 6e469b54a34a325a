/* SPDX-License-Identifier: GPL-2.0-only */
/* An endless loop on one side: cut by the budget, counted, not a clean end.
 * TEST: exhaustive no
 * TEST: weakened hang
 * TEST: unconfirmed hang
 * TEST: options --max-path-instructions=100000
 */
#include <klee/klee.h>

int main (void) {
  unsigned char c;
  klee_make_symbolic (&c, sizeof c, "c");
  volatile int spin = c == 77;
  while (spin)
    ;
  return 0;
}
