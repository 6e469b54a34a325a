/* SPDX-License-Identifier: GPL-2.0-only */
/* A switch with ranges, falling through, dense and sparse, and one inside a loop.
 * PARTITION: levels -O0 -O1 -O2
 */
#include <klee/klee.h>
#include <stdio.h>

static int token (int c) {
  switch (c) {
  case '0' ... '9': return 1;
  case 'a' ... 'f':
  case 'A' ... 'F': return 2;
  case ' ':
  case '\t': return 3;
  case 0: return 4;
  case 200: puts ("two hundred"); /* falls through */
  case 201: return 5;
  default: return 0;
  }
}

int main (void) {
  unsigned char text[2];
  klee_make_symbolic (text, sizeof text, "text");
  int state = 0;
  for (int i = 0; i < 2; i++)
    switch (state * 10 + token (text[i])) {
    case 1: state = 1; break;
    case 2: state = 2; break;
    case 11:
    case 12: state = 3; break;
    case 22: state = 4; break;
    case 25: puts ("odd"); break;
    }
  printf ("%d\n", state);
  return state;
}
