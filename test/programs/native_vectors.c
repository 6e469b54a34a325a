/* SPDX-License-Identifier: GPL-2.0-only */
/* Vector types of clang, and loops that -O2 turns into vectors.
 * TEST: native
 * TEST: levels -O0 -O1 -O2
 */
#include <stdint.h>
#include <stdio.h>

typedef int v4 __attribute__ ((vector_size (16)));
typedef float f4 __attribute__ ((vector_size (16)));
typedef uint8_t b16 __attribute__ ((vector_size (16)));

static int sum (const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * 3;
  return s;
}

static void blend (uint8_t *restrict to, const uint8_t *restrict from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = (uint8_t)(from[i] > 100 ? from[i] - 100 : from[i] * 2);
}

int main (void) {
  volatile int k = 3;
  v4 a = {1, 2, 3, 4}, b = {k, k, -k, 0}, c = a * b + (a > b);
  f4 f = {1.5f, 2.5f, (float)k, 0.25f}, g = f * f - 1.0f;
  b16 bytes = (b16)c;
  v4 shuffled = __builtin_shufflevector (a, b, 0, 4, 3, 7);
  c[k] += 100;
  printf ("%d %d %d %d | %g %g %g %g | %u %u | %d %d %d %d\n", c[0], c[1], c[2], c[3], g[0], g[1], g[2], g[3],
          bytes[0], bytes[9], shuffled[0], shuffled[1], shuffled[2], shuffled[3]);
  int data[100];
  uint8_t from[100], to[100];
  for (int i = 0; i < 100; i++) {
    data[i] = i * i - 50 * i;
    from[i] = (uint8_t)(i * 7);
  }
  blend (to, from, 100);
  unsigned hash = 0;
  for (int i = 0; i < 100; i++)
    hash = hash * 31 + to[i];
  printf ("%d %u\n", sum (data, 100), hash);
  return 0;
}
