/* SPDX-License-Identifier: GPL-2.0-only */
/* Numbers of 128 bits and of odd widths, rotations, signed shifts.
 * PARTITION: levels -O0 -O1 -O2
 */
#include <klee/klee.h>
#include <stdio.h>

struct bits {
  unsigned a : 3;
  signed b : 5;
  unsigned long c : 37;
};

int main (void) {
  unsigned char x, y;
  klee_make_symbolic (&x, sizeof x, "x");
  klee_make_symbolic (&y, sizeof y, "y");
  unsigned __int128 product = ((unsigned __int128)x << 90) * y;
  struct bits bits;
  bits.a = x;
  bits.b = y;
  bits.c = (unsigned long)x << 30;
  if (product >> 100 == 7)
    puts ("seven");
  if (bits.b < -10)
    puts (bits.a == 5 ? "five" : "low");
  unsigned rotated = (unsigned)x << 28 | x >> 4;
  if ((int)rotated < 0 && (bits.c >> 36))
    puts ("negative");
  return bits.b + 16;
}
