/* SPDX-License-Identifier: GPL-2.0-only */
/* Blocks moved over themselves, up and down, whole pages and odd pieces; sparse and dense switches.
 * TEST: levels -O0 -O2
 * TEST: native
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 5000 };

static unsigned sum (const unsigned char *p) {
  unsigned h = 17;
  for (int i = 0; i < SIZE; i++)
    h = h * 31 + p[i];
  return h;
}

static void fill (unsigned char *p) {
  for (int i = 0; i < SIZE; i++)
    p[i] = (unsigned char)(i * 7 + i / 256);
}

static int sparse (long x) {
  switch (x) {
  case -7000000000: return 1;
  case 0: return 2;
  case 12: return 3;
  case 4096: return 4;
  case 9000000000: return 5;
  default: return 0;
  }
}

static int dense (int x) {
  switch (x) {
  case 10: return 1;
  case 11: return 2;
  case 12: return 3;
  case 13: return 5;
  case 14: return 8;
  case 16: return 13;
  default: return 0;
  }
}

int main (void) {
  static const int shifts[] = {1, 63, 64, 65, 128, 129, 1000, 2048};
  unsigned char *p = malloc (SIZE);
  for (unsigned i = 0; i < sizeof shifts / sizeof *shifts; i++) {
    size_t n = (size_t)(SIZE - shifts[i]);
    fill (p);
    memmove (p + shifts[i], p, n);
    printf ("%08x ", sum (p));
    fill (p);
    memmove (p, p + shifts[i], n);
    printf ("%08x ", sum (p));
    fill (p);
    memmove (p + 3, p + shifts[i] + 3, n - 7);
    memset (p + 100, (int)i, 300);
    printf ("%08x\n", sum (p));
  }
  static const long values[] = {-7000000000, -1, 0, 1, 12, 13, 4095, 4096, 9000000000, 9000000001};
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++)
    printf ("%d", sparse (values[i]));
  for (int x = 8; x < 18; x++)
    printf (" %d", dense (x));
  puts ("");
  free (p);
  return 0;
}
