/* SPDX-License-Identifier: GPL-2.0-only */
/* More open calls than the bound are a stack overflow; fewer are not.
 * TEST: options --max-frames=50
 * TEST: error stack-overflow 13
 * TEST: unconfirmed stack-overflow
 * TEST: paths 2
 */
#include <klee/klee.h>

static int down (int n) {
  if (n == 0)
    return 0;
  return 1 + down (n - 1);
}

int main (void) { return down (klee_int ("n") > 5 ? 60 : 40) ? 0 : 1; }
