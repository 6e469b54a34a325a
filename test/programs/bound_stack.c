/* SPDX-License-Identifier: GPL-2.0-only */
/* Local variables and structures passed by value share the bound on the stack's bytes.
 * TEST: options --max-stack=150k
 * TEST: error stack-overflow 19
 * TEST: error stack-overflow 23
 * TEST: unconfirmed stack-overflow
 * TEST: paths 3
 */
#include <klee/klee.h>

struct large {
  char bytes[40000];
};

static struct large global;

static int once (struct large x) { return x.bytes[0]; }

static int twice (struct large x) { return once (x); }

static int locals (unsigned n) {
  char more[80000];
  more[n] = 1;
  return more[n];
}

int main (void) {
  unsigned n;
  klee_make_symbolic (&n, sizeof n, "n");
  return n == 7 ? locals (n) : n == 8 ? twice (global) : once (global);
}
