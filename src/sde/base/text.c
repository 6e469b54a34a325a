/* SPDX-License-Identifier: GPL-2.0-only */
/* base/text.c -- a growing string */
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void text_bytes (Mem *mem, Text *t, const void *s, size_t n) {
  VEC_RESERVE (mem, t, t->len + n);
  if (n)
    memcpy (t->data + t->len, s, n);
  t->len += n;
}

void text_add (Mem *mem, Text *t, const char *s) { text_bytes (mem, t, s, strlen (s)); }

void text_printf (Mem *mem, Text *t, const char *format, ...) {
  va_list args, again;
  va_start (args, format);
  va_copy (again, args);
  int n = vsnprintf (NULL, 0, format, args);
  va_end (args);
  if (n < 0)
    panic ("bad format");
  VEC_RESERVE (mem, t, t->len + (size_t)n + 1);
  vsnprintf (t->data + t->len, (size_t)n + 1, format, again);
  va_end (again);
  t->len += (size_t)n;
}

const char *text_c (Mem *mem, Text *t) {
  VEC_RESERVE (mem, t, t->len + 1);
  t->data[t->len] = '\0';
  return t->data;
}

void text_free (Mem *mem, Text *t) { VEC_FREE (mem, t); }
