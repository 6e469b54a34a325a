/* SPDX-License-Identifier: GPL-2.0-only */
/* An assertion that fails for one input.
 * TEST: levels -O0 -O1 -O2
 * TEST: error assert 14
 * TEST: paths 2
 */
#include <assert.h>
#include <klee/klee.h>

int main (void) {
  unsigned x;
  klee_make_symbolic (&x, sizeof x, "x");
  if (x == 123456789)
    assert (x != 123456789);
  return 0;
}
