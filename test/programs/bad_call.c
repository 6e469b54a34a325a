/* SPDX-License-Identifier: GPL-2.0-only */
/* A call through garbage.
 * TEST: error bad-call 15
 * TEST: unconfirmed bad-call
 */
#include <klee/klee.h>
#include <stdint.h>

int main (void) {
  unsigned char c;
  klee_make_symbolic (&c, sizeof c, "c");
  int (*f) (void) = (int (*) (void)) (uintptr_t)0x123456;
  if (c < 128)
    return 0;
  return f ();
}
