/* SPDX-License-Identifier: GPL-2.0-only */
/* 128-bit integers and bit-fields of odd widths.
 * TEST: native
 * TEST: levels -O0 -O1 -O2
 */
#include <stdint.h>
#include <stdio.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

static void show (const char *what, u128 x) {
  printf ("%s %016llx%016llx\n", what, (unsigned long long)(x >> 64), (unsigned long long)x);
}

struct fields {
  unsigned a : 3, b : 7, c : 22;
  signed d : 5, e : 11;
  uint64_t f : 37, g : 27;
};

int main (void) {
  volatile uint64_t one = 0x123456789abcdef1u, two = 0xfedcba9876543210u;
  u128 x = ((u128)one << 64) | two, y = (u128)one * two;
  i128 z = -(i128)y;
  show ("x", x);
  show ("y", y);
  show ("x+y", x + y);
  show ("x-y", x - y);
  show ("x*y", x * y);
  show ("x/3", x / 3);
  show ("x%1000000007", x % 1000000007u);
  show ("x/y", x / y);
  show ("z/7", (u128)(z / 7));
  show ("z%7", (u128)(z % 7));
  show ("z>>9", (u128)(z >> 9));
  show ("x<<77", x << 77);
  show ("x&y", x & y);
  printf ("%d %d %d %d\n", x < y, (i128)x < z, z < 0, x == x);
  printf ("%.6e %.6e\n", (double)x, (double)z);
  show ("from double", (u128)1.5e30);
  struct fields f = {5, 100, 4000000, -3, 900, 0x1ffffffffful, 0x7654321};
  f.a += 4;
  f.b *= 3;
  f.c -= 1;
  f.d -= 14;
  f.e ^= 0x155;
  f.f <<= 2;
  f.g = f.g * 5 + f.a;
  printf ("%u %u %u %d %d %llx %llx\n", f.a, f.b, f.c, f.d, f.e, (unsigned long long)f.f,
          (unsigned long long)f.g);
  return 0;
}
