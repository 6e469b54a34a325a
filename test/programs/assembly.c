/* SPDX-License-Identifier: GPL-2.0-only */
/* Inline assembly is not executed and not guessed; empty assembly means nothing.
 * TEST: exhaustive no
 * TEST: weakened unsupported
 * TEST: unconfirmed unsupported
 */
#include <klee/klee.h>

int main (void) {
  unsigned char c;
  int x = 3;
  klee_make_symbolic (&c, sizeof c, "c");
  __asm__ volatile("" ::: "memory");
  if (c == 7)
    __asm__ volatile("addl $1, %0" : "+r"(x));
  return 0;
}
