/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/string_str.c -- length, copy, compare and search of strings */
#include "rt.h"
#include <stdlib.h>
#include <string.h>

#define LOSE_CONST(p) ((char *)(uintptr_t)(p))

size_t strlen (const char *s) {
  size_t n = 0;
  while (s[n])
    n++;
  return n;
}

size_t strnlen (const char *s, size_t max) {
  size_t n = 0;
  while (n < max && s[n])
    n++;
  return n;
}

char *stpcpy (char *restrict to, const char *restrict from) {
  while ((*to = *from++))
    to++;
  return to;
}

char *__stpcpy (char *restrict to, const char *restrict from) { return stpcpy (to, from); }

char *strcpy (char *restrict to, const char *restrict from) {
  char *d = to;
  while ((*d++ = *from++))
    ;
  return to;
}

char *stpncpy (char *restrict to, const char *restrict from, size_t n) {
  for (; n && *from; n--)
    *to++ = *from++;
  memset (to, 0, n);
  return to;
}

char *strncpy (char *restrict to, const char *restrict from, size_t n) {
  char *d = to;
  for (; n && *from; n--)
    *d++ = *from++;
  memset (d, 0, n);
  return to;
}

char *strcat (char *restrict to, const char *restrict from) {
  strcpy (to + strlen (to), from);
  return to;
}

char *strncat (char *restrict to, const char *restrict from, size_t n) {
  char *d = to + strlen (to);
  for (; n && *from; n--)
    *d++ = *from++;
  *d = 0;
  return to;
}

int strcmp (const char *a, const char *b) {
  for (; *a == *b; a++, b++)
    if (!*a)
      return 0;
  return (unsigned char)*a - (unsigned char)*b;
}

int strncmp (const char *a, const char *b, size_t n) {
  for (; n; n--, a++, b++) {
    if (*a != *b)
      return (unsigned char)*a - (unsigned char)*b;
    if (!*a)
      return 0;
  }
  return 0;
}

int strcoll (const char *a, const char *b) { return strcmp (a, b); }

size_t strxfrm (char *restrict to, const char *restrict from, size_t n) {
  size_t len = strlen (from);
  if (n)
    memcpy (to, from, len < n ? len + 1 : n);
  return len;
}

static int fold (char c) {
  unsigned u = (unsigned char)c;
  return (int)(u + ((unsigned)(u - 'A' < 26) << 5));
}

int strcasecmp (const char *a, const char *b) {
  for (; fold (*a) == fold (*b); a++, b++)
    if (!*a)
      return 0;
  return fold (*a) - fold (*b);
}

int strncasecmp (const char *a, const char *b, size_t n) {
  for (; n; n--, a++, b++) {
    if (fold (*a) != fold (*b))
      return fold (*a) - fold (*b);
    if (!*a)
      return 0;
  }
  return 0;
}

char *strchr (const char *s, int c) {
  for (; *s != (char)c; s++)
    if (!*s)
      return NULL;
  return LOSE_CONST (s);
}

char *strchrnul (const char *s, int c) {
  while (*s && *s != (char)c)
    s++;
  return LOSE_CONST (s);
}

char *strrchr (const char *s, int c) {
  const char *last = NULL;
  for (;; s++) {
    if (*s == (char)c)
      last = s;
    if (!*s)
      return LOSE_CONST (last);
  }
}

char *index (const char *s, int c) { return strchr (s, c); }
char *rindex (const char *s, int c) { return strrchr (s, c); }

/* Whether the string starts with all of prefix. */
static int starts (const char *s, const char *prefix) {
  for (; *prefix; s++, prefix++)
    if (*s != *prefix)
      return 0;
  return 1;
}

char *strstr (const char *s, const char *what) {
  for (;; s++) {
    if (starts (s, what))
      return LOSE_CONST (s);
    if (!*s)
      return NULL;
  }
}

char *strcasestr (const char *s, const char *what) {
  size_t n = strlen (what);
  for (;; s++) {
    if (!strncasecmp (s, what, n))
      return LOSE_CONST (s);
    if (!*s)
      return NULL;
  }
}

/* Whether c, not NUL, is in the set. */
static int member (char c, const char *set) {
  for (; *set; set++)
    if (*set == c)
      return 1;
  return 0;
}

size_t strspn (const char *s, const char *set) {
  size_t n = 0;
  while (s[n] && member (s[n], set))
    n++;
  return n;
}

size_t strcspn (const char *s, const char *set) {
  size_t n = 0;
  while (s[n] && !member (s[n], set))
    n++;
  return n;
}

char *strpbrk (const char *s, const char *set) {
  s += strcspn (s, set);
  return *s ? LOSE_CONST (s) : NULL;
}
