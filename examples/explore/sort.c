/* SPDX-License-Identifier: GPL-2.0-only */
/* sort.c -- insertion sort of N symbolic bytes: a path for each order, N factorial */
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 6
#endif

static void sort (unsigned char *a, int n) {
  for (int i = 1; i < n; i++) {
    unsigned char x = a[i];
    int j = i;
    for (; j > 0 && a[j - 1] > x; j--)
      a[j] = a[j - 1];
    a[j] = x;
  }
}

int main (void) {
  unsigned char a[N];
  int sorted = 1;
  klee_make_symbolic (a, sizeof a, "a");
  sort (a, N);
  for (int i = 1; i < N; i++)
    sorted &= a[i - 1] <= a[i];
  assert (sorted);
  return 0;
}
