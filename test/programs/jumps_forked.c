/* SPDX-License-Identifier: GPL-2.0-only */
/* Paths that part deep in a recursion leave it in three ways, over frames that they share.
 * TEST: paths 3
 */
#include <assert.h>
#include <klee/klee.h>
#include <setjmp.h>

static jmp_buf outer, inner;

static int down (int n, const unsigned char *x) {
  volatile int kept = n;
  if (n == 0) {
    if (x[0] & 1)
      longjmp (outer, 1);
    if (x[1] & 1)
      longjmp (inner, 2);
    return 5;
  }
  int result = down (n - 1, x);
  assert (kept == n);
  return result;
}

int main (void) {
  unsigned char x[2];
  volatile int got = 0;
  klee_make_symbolic (x, sizeof x, "x");
  if (setjmp (outer))
    got = 1;
  else if (setjmp (inner))
    got = 2;
  else
    got = down (5, x);
  assert (got == ((x[0] & 1) ? 1 : (x[1] & 1) ? 2 : 5));
  return 0;
}
