/* SPDX-License-Identifier: GPL-2.0-only */
/* TEST: error overshift 10
 * TEST: paths 2
 */
#include <klee/klee.h>

int main (void) {
  unsigned char n;
  klee_make_symbolic (&n, sizeof n, "n");
  unsigned x = 1u << n;
  return x == 0;
}
