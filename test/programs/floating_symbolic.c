/* SPDX-License-Identifier: GPL-2.0-only */
/* Moving and storing symbolic floating-point bits is fine; arithmetic on them stops the path.
 * TEST: exhaustive no
 * TEST: weakened unsupported
 * TEST: unconfirmed unsupported
 * TEST: paths 2
 */
#include <klee/klee.h>
#include <string.h>

int main (void) {
  double d, copy;
  unsigned char c;
  klee_make_symbolic (&d, sizeof d, "d");
  klee_make_symbolic (&c, sizeof c, "c");
  copy = -d;
  memcpy (&d, &copy, sizeof d);
  if (c == 1)
    return d + 1.0 > 2.0;
  return 0;
}
