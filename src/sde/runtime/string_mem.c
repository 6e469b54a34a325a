/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/string_mem.c -- the mem* functions of string.h
 *
 * memcpy, memmove and memset are functions of the VM.  The others are plain
 * byte loops: each byte read is checked, and a symbolic byte forks only where
 * the result depends on it.
 */
#include "rt.h"
#include <string.h>
#include <strings.h>
#include <unistd.h>

int memcmp (const void *a, const void *b, size_t n) {
  const unsigned char *p = a, *q = b;
  for (; n; n--, p++, q++)
    if (*p != *q)
      return *p - *q;
  return 0;
}

int bcmp (const void *a, const void *b, size_t n) {
  const unsigned char *p = a, *q = b;
  for (; n; n--, p++, q++)
    if (*p != *q)
      return 1;
  return 0;
}

void *memchr (const void *s, int c, size_t n) {
  const unsigned char *p = s;
  for (; n; n--, p++)
    if (*p == (unsigned char)c)
      return (void *)(uintptr_t)p;
  return NULL;
}

void *memrchr (const void *s, int c, size_t n) {
  const unsigned char *p = s;
  while (n--)
    if (p[n] == (unsigned char)c)
      return (void *)(uintptr_t)(p + n);
  return NULL;
}

void *rawmemchr (const void *s, int c) {
  const unsigned char *p = s;
  while (*p != (unsigned char)c)
    p++;
  return (void *)(uintptr_t)p;
}

void *memccpy (void *restrict to, const void *restrict from, int c, size_t n) {
  unsigned char *d = to;
  const unsigned char *s = from;
  for (; n; n--, s++)
    if ((*d++ = *s) == (unsigned char)c)
      return d;
  return NULL;
}

void *mempcpy (void *restrict to, const void *restrict from, size_t n) {
  memcpy (to, from, n);
  return (char *)to + n;
}

void *__mempcpy (void *restrict to, const void *restrict from, size_t n) {
  memcpy (to, from, n);
  return (char *)to + n;
}

void *memmem (const void *hay, size_t hay_n, const void *needle, size_t n) {
  const char *h = hay;
  for (; hay_n >= n; h++, hay_n--)
    if (!memcmp (h, needle, n))
      return (void *)(uintptr_t)h;
  return NULL;
}

void bcopy (const void *from, void *to, size_t n) { memmove (to, from, n); }
void bzero (void *s, size_t n) { memset (s, 0, n); }
void explicit_bzero (void *s, size_t n) { memset (s, 0, n); }

void *memfrob (void *s, size_t n) {
  unsigned char *p = s;
  for (size_t i = 0; i < n; i++)
    p[i] ^= 42;
  return s;
}

void swab (const void *restrict from, void *restrict to, ssize_t n) {
  const char *s = from;
  char *d = to;
  for (; n > 1; n -= 2, s += 2, d += 2) {
    char first = s[0];
    d[0] = s[1];
    d[1] = first;
  }
}

int ffs (int x) { return x ? __builtin_ctz ((unsigned)x) + 1 : 0; }
int ffsl (long x) { return x ? __builtin_ctzl ((unsigned long)x) + 1 : 0; }
int ffsll (long long x) { return x ? __builtin_ctzll ((unsigned long long)x) + 1 : 0; }
