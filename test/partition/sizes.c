/* SPDX-License-Identifier: GPL-2.0-only */
/* A size that depends on the input: malloc, memset, memcpy, realloc. */
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main (void) {
  unsigned char c;
  klee_make_symbolic (&c, sizeof c, "c");
  size_t n = (c & 7) + 1;
  unsigned char *p = malloc (n);
  memset (p, c, n);
  p = realloc (p, n + 2);
  memcpy (p + n, "!", 2);
  size_t sum = 0;
  for (size_t i = 0; p[i] != '!' && i < n; i++)
    sum += p[i];
  printf ("%zu %zu\n", n, sum);
  if (c == 0xa5)
    p[n + 2] = 0;
  free (p);
  return 0;
}
