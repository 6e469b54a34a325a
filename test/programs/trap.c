/* SPDX-License-Identifier: GPL-2.0-only */
/* A program that traps itself.
 * TEST: error trap 13
 * TEST: paths 2
 */
#include <klee/klee.h>

int main (void) {
  unsigned char c;
  klee_make_symbolic (&c, sizeof c, "c");
  if (c == 0xcc)
    /* the next line */
    __builtin_trap ();
  return 0;
}
