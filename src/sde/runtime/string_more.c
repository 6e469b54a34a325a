/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/string_more.c -- copies on the heap, tokens, messages, versions */
#include "rt.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *strdup (const char *s) {
  size_t n = strlen (s) + 1;
  char *copy = malloc (n);
  return copy ? memcpy (copy, s, n) : NULL;
}

char *strndup (const char *s, size_t max) {
  size_t n = 0;
  while (n < max && s[n])
    n++;
  char *copy = malloc (n + 1);
  if (!copy)
    return NULL;
  memcpy (copy, s, n);
  copy[n] = 0;
  return copy;
}

char *__strdup (const char *s) { return strdup (s); }
char *__strndup (const char *s, size_t n) { return strndup (s, n); }

char *__strtok_r (char *restrict s, const char *restrict delimiters, char **restrict rest) {
  if (!s)
    s = *rest;
  s += strspn (s, delimiters);
  if (!*s) {
    *rest = s;
    return NULL;
  }
  char *end = s + strcspn (s, delimiters);
  if (*end)
    *end++ = 0;
  *rest = end;
  return s;
}

char *strtok_r (char *restrict s, const char *restrict delimiters, char **restrict rest) {
  return __strtok_r (s, delimiters, rest);
}

char *strtok (char *restrict s, const char *restrict delimiters) {
  static char *rest;
  return __strtok_r (s, delimiters, &rest);
}

char *strsep (char **restrict rest, const char *restrict delimiters) {
  char *s = *rest;
  if (!s)
    return NULL;
  char *end = s + strcspn (s, delimiters);
  *rest = *end ? end + 1 : NULL;
  *end = 0;
  return s;
}

static int digit (char c) { return (unsigned char)c - '0' < 10u; }

/* Where the run of digits that holds position i of s begins. */
static size_t digits_begin (const char *s, size_t i) {
  while (i && digit (s[i - 1]))
    i--;
  return i;
}

/* Two runs of digits that do not begin with 0, the same before i: the longer is
 * greater, then the first difference counts. */
static int compare_whole (const char *a, const char *b, size_t i) {
  int order = (unsigned char)a[i] - (unsigned char)b[i];
  for (;; i++) {
    if (!digit (a[i]))
      return digit (b[i]) ? -1 : order;
    if (!digit (b[i]))
      return 1;
  }
}

/* Two fractional runs that begin at start with a zero and first differ at i.
 * More leading zeros make a smaller part. */
static int compare_fraction (const char *a, const char *b, size_t start, size_t i) {
  size_t zeros = start;
  while (zeros < i && a[zeros] == '0')
    zeros++;
  if (zeros == i && digit (a[i]) != digit (b[i]))
    return digit (a[i]) ? -1 : 1;
  return (unsigned char)a[i] - (unsigned char)b[i];
}

int strverscmp (const char *a, const char *b) {
  size_t i = 0;
  for (; a[i] == b[i]; i++)
    if (!a[i])
      return 0;
  size_t start = digits_begin (a, i);
  if (start == i && !(digit (a[i]) && digit (b[i])))
    return (unsigned char)a[i] - (unsigned char)b[i];
  if (a[start] == '0' || b[start] == '0')
    return compare_fraction (a, b, start, i);
  return compare_whole (a, b, i);
}

static const char *const messages[] = {
#define ERRNO(number, text) [number] = text,
#include "errno.def"
#undef ERRNO
};

static const char *message_of (int number) {
  size_t i = (size_t)(unsigned)number;
  return i < sizeof messages / sizeof *messages ? messages[i] : NULL;
}

/* The text is constant for known numbers, otherwise it is formatted into buf. */
static char *describe (int number, char *buf, size_t cap) {
  const char *text = message_of (number);
  if (text)
    return (char *)(uintptr_t)text;
  snprintf (buf, cap, "Unknown error %d", number);
  return buf;
}

char *strerror (int number) {
  static char buf[40];
  return describe (number, buf, sizeof buf);
}

/* The GNU form, which may return constant text instead of buf. */
char *strerror_r (int number, char *buf, size_t cap) { return describe (number, buf, cap); }

/* The POSIX form. */
int __xpg_strerror_r (int number, char *buf, size_t cap) {
  char unknown[40];
  const char *text = describe (number, unknown, sizeof unknown);
  size_t n = strlen (text);
  if (cap)
    snprintf (buf, cap, "%s", text);
  if (n >= cap)
    return ERANGE;
  return message_of (number) ? 0 : EINVAL;
}

char *strsignal (int number) {
  static char buf[40];
  snprintf (buf, sizeof buf, "Signal %d", number);
  return buf;
}
