/* SPDX-License-Identifier: GPL-2.0-only */
/* branches.c -- N branches, each on a byte of its own: 2 to the N paths */
#include <klee/klee.h>

#ifndef N
#define N 16
#endif

int main (void) {
  unsigned char b[N];
  int count = 0;
  klee_make_symbolic (b, sizeof b, "b");
  for (int i = 0; i < N; i++)
    if (b[i] > 100)
      count++;
  return count;
}
