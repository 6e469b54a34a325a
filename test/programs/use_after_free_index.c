/* SPDX-License-Identifier: GPL-2.0-only */
/* A freed block is read at a symbolic index, near its end and close to the next block.
 * TEST: error use-after-free 15
 */
#include <klee/klee.h>
#include <stdlib.h>

int main (void) {
  unsigned char i;
  klee_make_symbolic (&i, sizeof i, "i");
  char *block = malloc (1 << 19), *next = malloc (1000);
  block[0] = 1;
  next[0] = 1;
  free (block);
  return block[(1 << 19) - 300 + i] == next[0];
}
