/* SPDX-License-Identifier: GPL-2.0-only */
/* A table of functions at a symbolic index: one path for each function.
 * TEST: paths 4
 * TEST: levels -O0 -O1 -O2
 */
#include <klee/klee.h>

static int add (int x, int y) { return x + y; }
static int sub (int x, int y) { return x - y; }
static int mul (int x, int y) { return x * y; }
static int sel (int x, int y) { return y ? x : y; }
static int (*const table[4]) (int, int) = {add, sub, mul, sel};

int main (void) {
  unsigned char i;
  klee_make_symbolic (&i, sizeof i, "i");
  return table[i & 3](7, 5) == 99;
}
