/* SPDX-License-Identifier: GPL-2.0-only */
/* Structures by value, unions, variable-length arrays, computed goto, atomics, recursion, statics, constructors.
 * TEST: native
 * TEST: levels -O0 -O1 -O2
 */
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct pair {
  int64_t a, b;
};
struct odd {
  char c[3];
};
struct large {
  int v[20];
};
struct nested {
  struct pair p;
  struct odd o;
  double d[2];
};
union view {
  uint32_t u;
  uint8_t b[4];
  float f;
};

__attribute__ ((constructor)) static void before (void) { puts ("before main"); }

static struct pair swap (struct pair p) { return (struct pair){p.b, p.a}; }
static struct odd next (struct odd o) {
  o.c[0]++;
  o.c[2] = 'z';
  return o;
}
static struct large fill (struct large l, int by) {
  for (int i = 0; i < 20; i++)
    l.v[i] += i * by;
  return l;
}
static struct nested deep (struct nested n) {
  n.p = swap (n.p);
  n.d[1] = n.d[0] * 2;
  return n;
}

static int vla (int n) {
  int a[n], sum = 0;
  for (int i = 0; i < n; i++)
    a[i] = i * i;
  for (int i = 0; i < n; i++)
    sum += a[i];
  return sum;
}

static int jump (const char *code) {
  static void *const labels[] = {&&inc, &&dbl, &&end};
  int x = 1;
  goto *labels[*code++ - '0'];
inc:
  x++;
  goto *labels[*code++ - '0'];
dbl:
  x *= 2;
  goto *labels[*code++ - '0'];
end:
  return x;
}

static unsigned ackermann (unsigned m, unsigned n) {
  return !m ? n + 1 : !n ? ackermann (m - 1, 1) : ackermann (m - 1, ackermann (m, n - 1));
}

static int counter (void) {
  static int n = 10;
  return n++;
}

int main (int argc, char **argv) {
  struct pair p = swap ((struct pair){1, -2});
  struct odd o = next ((struct odd){"abc"});
  struct large l = fill ((struct large){{1, 2, 3}}, 3);
  struct nested n = deep ((struct nested){{5, 6}, {"xyz"}, {1.25, 0}});
  printf ("%lld %lld %c%c%c %d %d\n", (long long)p.a, (long long)p.b, o.c[0], o.c[1], o.c[2], l.v[2],
          l.v[19]);
  printf ("%lld %lld %.2f %.2f %d\n", (long long)n.p.a, (long long)n.p.b, n.d[0], n.d[1],
          argc > 0 && argv[0] != NULL);
  union view v = {.f = -1.5f};
  printf ("%08x %02x %02x\n", v.u, v.b[0], v.b[3]);
  printf ("%d %d %u %d %d\n", vla (10), jump ("00110002"), ackermann (2, 6), counter (), counter ());
  _Atomic int at = 5;
  atomic_fetch_add (&at, 3);
  int expected = 8, ok = atomic_compare_exchange_strong (&at, &expected, 20);
  printf ("%d %d %d\n", ok, at, atomic_exchange (&at, 1));
  int64_t x = INT64_MIN / 3;
  uint8_t small = 250;
  small += 10;
  printf ("%lld %u %d %d %d\n", (long long)x, small, -7 / 2, -7 % 2, (int)(int8_t)200);
  printf ("%d %d %d %d\n", __builtin_popcount (0xf0f0), __builtin_clz (1), __builtin_ctz (64),
          __builtin_bswap32 (0x01020304) == 0x04030201);
  int matrix[3][4];
  memset (matrix, 0, sizeof matrix);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++)
      matrix[i][j] = i * 10 + j;
  int (*row)[4] = matrix + 1;
  printf ("%d %d %d\n", (*row)[2], row[1][3], *(*(matrix + 2) + 1));
  return EXIT_SUCCESS;
}
