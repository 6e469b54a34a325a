/* SPDX-License-Identifier: GPL-2.0-only */
/* base/status.c -- bad input or a bad environment, as a sentence */
#include "base/status.h"
#include "base/mem.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static char *format_text (const char *format, va_list args) {
  char *text = NULL;
  if (vasprintf (&text, format, args) < 0)
    panic ("out of memory while reporting a failure");
  return text;
}

Status status_fail (const char *format, ...) {
  va_list args;
  va_start (args, format);
  Status s = {format_text (format, args)};
  va_end (args);
  return s;
}

Status status_within (Status s, const char *format, ...) {
  if (status_ok (s))
    return s;
  va_list args;
  va_start (args, format);
  char *context = format_text (format, args);
  va_end (args);
  Status both = status_fail ("%s: %s", context, s.text);
  free (context);
  status_free (s);
  return both;
}

void status_free (Status s) { free (s.text); }
