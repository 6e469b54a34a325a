/* SPDX-License-Identifier: GPL-2.0-only */
/* Reads and writes at places that the input chooses, one of them outside.
 * PARTITION: levels -O0
 */
#include <klee/klee.h>
#include <stdio.h>

static unsigned char squares[10];

int main (void) {
  unsigned char at;
  int history[4] = {1, 2, 3, 4};
  klee_make_symbolic (&at, sizeof at, "at");
  for (unsigned i = 0; i < sizeof squares; i++)
    squares[i] = (unsigned char)(i * i);
  history[at & 3] = at;
  if (at < 100)
    squares[at / 9] += 1;
  if (squares[(at & 15) % 10] == 25)
    puts ("square of five");
  printf ("%d %d\n", history[0] + history[1] + history[2] + history[3] > 150, squares[2]);
  return 0;
}
