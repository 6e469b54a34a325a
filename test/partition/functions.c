/* SPDX-License-Identifier: GPL-2.0-only */
/* A call through a table, an address that depends on the input, a table that is too short. */
#include <klee/klee.h>
#include <stdio.h>

static int add (int x) { return x + 3; }
static int twice (int x) { return 2 * x; }
static int mirror (int x) { return -x; }
static int (*const table[4]) (int) = {add, twice, mirror, add};

int main (void) {
  unsigned char code;
  klee_make_symbolic (&code, sizeof code, "code");
  unsigned op = code >> 5;
  if (op == 7)
    return 9;
  int result = table[op](code & 31);
  if (result > 40)
    puts ("large");
  printf ("%d\n", result);
  return result < 0;
}
