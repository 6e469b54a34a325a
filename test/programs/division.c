/* SPDX-License-Identifier: GPL-2.0-only */
/* Division by zero, and the one quotient that does not fit.
 * TEST: error division-by-zero 12
 * TEST: error division-overflow 12
 * TEST: paths 4
 */
#include <klee/klee.h>

int main (void) {
  int x[2];
  klee_make_symbolic (x, sizeof x, "x");
  int quotient = x[0] / x[1];
  return quotient == 17 ? 0 : 0 * quotient;
}
