/* SPDX-License-Identifier: GPL-2.0-only */
/* Paths that fork deep in a recursion return through frames that they share: each must find its own locals.
 * TEST: paths 64
 */
#include <klee/klee.h>

static int down (int depth, const unsigned char *bytes) {
  int local = depth;
  if (depth == 6)
    return 0;
  if (bytes[depth] & 1)
    local += 100;
  int below = down (depth + 1, bytes);
  klee_assert (local == depth + ((bytes[depth] & 1) ? 100 : 0));
  return below + (local >= 100);
}

int main (void) {
  unsigned char bytes[6];
  int expected = 0;
  klee_make_symbolic (bytes, sizeof bytes, "bytes");
  int ones = down (0, bytes);
  for (int i = 0; i < 6; i++)
    expected += bytes[i] & 1;
  klee_assert (ones == expected);
  return 0;
}
