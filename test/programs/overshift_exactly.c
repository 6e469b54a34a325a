/* SPDX-License-Identifier: GPL-2.0-only */
/* A shift by one less than the width is none, by exactly the width is one.
 * TEST: error overshift 11
 * TEST: paths 2
 */
#include <klee/klee.h>

int main (void) {
  unsigned char n;
  klee_make_symbolic (&n, sizeof n, "n");
  unsigned x = 1u << ((n & 1) + 31);
  return x == 0;
}
