/* SPDX-License-Identifier: GPL-2.0-only */
/* sort.c -- concrete work: heap sort of an array, again and again */
#include <stdint.h>
#include <stdio.h>

enum { SIZE = 2048, ROUNDS = 300 };

static uint32_t a[SIZE];

static void sift (uint32_t *v, int i, int n) {
  uint32_t x = v[i];
  for (int child; (child = 2 * i + 1) < n; i = child) {
    if (child + 1 < n && v[child + 1] > v[child])
      child++;
    if (v[child] <= x)
      break;
    v[i] = v[child];
  }
  v[i] = x;
}

static void sort (uint32_t *v, int n) {
  for (int i = n / 2; i-- > 0;)
    sift (v, i, n);
  while (n > 1) {
    uint32_t top = v[0];
    v[0] = v[--n];
    v[n] = top;
    sift (v, 0, n);
  }
}

int main (void) {
  uint32_t seed = 1, sum = 0;
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < SIZE; i++)
      a[i] = seed = seed * 1664525u + 1013904223u;
    sort (a, SIZE);
    sum = sum * 31 + a[SIZE / 2];
  }
  printf ("%08x\n", sum);
  return 0;
}
