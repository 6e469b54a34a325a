/* SPDX-License-Identifier: GPL-2.0-only */
/* Tables read at a byte of input: constant ones, which the engine remembers, also after the byte was narrowed; and ones
 * that change between two reads.
 * TEST: error out-of-bounds 31
 * TEST: paths 4
 */
#include <assert.h>
#include <klee/klee.h>

static const unsigned short squares[16] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225};
static const signed char odd[256] = {[1] = 1, [3] = 3, [5] = 5, [7] = 7, [255] = -1};
static unsigned char changing[16];

int main (void) {
  unsigned char n, m;
  klee_make_symbolic (&n, sizeof n, "n");
  klee_make_symbolic (&m, sizeof m, "m");
  klee_assume (m < 16);
  klee_assert (squares[m] == m * m && squares[m] == m * m && squares[15 - m] == (15 - m) * (15 - m));
  changing[m] = 1;
  klee_assert (changing[m] == 1);
  changing[m] = 2;
  klee_assert (changing[m] == 2 && changing[m ^ 1] == 0);
  int class = odd[n];
  if (class > 0) {
    klee_assert ((n & 1) && n < 8 && odd[n] == n);
    return 0;
  }
  if (class < 0)
    return n == 255 ? 0 : 1;
  return squares[n] == 4; /* n is anything else */
}
