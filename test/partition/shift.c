/* SPDX-License-Identifier: GPL-2.0-only */
/* Shifts of two widths: by the width or more is a bug, by one less is none. */
#include <klee/klee.h>
#include <stdio.h>

int main (void) {
  unsigned char c;
  klee_make_symbolic (&c, sizeof c, "c");
  if (c & 0x80)
    printf ("%d\n", (int)(0x8000000000000001u >> (c & 0x7f)) & 7);
  else
    printf ("%d\n", (int)(3u << c) < 0);
  return 0;
}
