/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/printf.c -- the printf family
 *
 * A call formats into a buffer of its frame and writes it at the end, so that a
 * printf is one output of the VM unless the text is long.
 */
#include "rt.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER = 512 };

int vdprintf (int fd, const char *restrict format, va_list ap) {
  char buf[BUFFER];
  Sink sink = {buf, buf, buf + BUFFER, 0, fd, 0};
  if (fd != 1 && fd != 2) {
    errno = EBADF;
    return -1;
  }
  return __sde_format (&sink, format, ap);
}

int vfprintf (FILE *restrict file, const char *restrict format, va_list ap) {
  return vdprintf (file->_fileno, format, ap);
}

int vprintf (const char *restrict format, va_list ap) { return vdprintf (1, format, ap); }

/* A sink of cap bytes at out, counting on when they are full. */
static Sink memory_sink (char *out, size_t cap) {
  uintptr_t room = UINTPTR_MAX - (uintptr_t)out;
  return (Sink){out, out, (char *)((uintptr_t)out + (cap < room ? cap : room)), 0, -1, 0};
}

int vsnprintf (char *restrict out, size_t cap, const char *restrict format, va_list ap) {
  Sink sink = memory_sink (out, cap ? cap - 1 : 0);
  int n = __sde_format (&sink, format, ap);
  if (cap)
    *sink.at = 0;
  return n;
}

int vsprintf (char *restrict out, const char *restrict format, va_list ap) {
  Sink sink = memory_sink (out, SIZE_MAX);
  int n = __sde_format (&sink, format, ap);
  *sink.at = 0;
  return n;
}

int vasprintf (char **restrict out, const char *restrict format, va_list ap) {
  va_list again;
  va_copy (again, ap);
  int n = vsnprintf (NULL, 0, format, ap);
  char *text = n < 0 ? NULL : malloc ((size_t)n + 1);
  if (text)
    vsnprintf (text, (size_t)n + 1, format, again);
  va_end (again);
  *out = text;
  return text ? n : -1;
}

/* The forms with arguments, each over its v form. */
#define FORWARD(call)                                                                                        \
  va_list ap;                                                                                                \
  va_start (ap, format);                                                                                     \
  int n = call;                                                                                              \
  va_end (ap);                                                                                               \
  return n

int printf (const char *restrict format, ...) { FORWARD (vdprintf (1, format, ap)); }
int fprintf (FILE *restrict file, const char *restrict format, ...) { FORWARD (vfprintf (file, format, ap)); }
int dprintf (int fd, const char *restrict format, ...) { FORWARD (vdprintf (fd, format, ap)); }
int sprintf (char *restrict out, const char *restrict format, ...) { FORWARD (vsprintf (out, format, ap)); }

int snprintf (char *restrict out, size_t cap, const char *restrict format, ...) {
  FORWARD (vsnprintf (out, cap, format, ap));
}

int asprintf (char **restrict out, const char *restrict format, ...) {
  FORWARD (vasprintf (out, format, ap));
}

/* What _FORTIFY_SOURCE calls.  room is what the compiler knows of the buffer: a
 * text that is longer first runs into the VM's own check of the object. */
int __vsprintf_chk (char *restrict out, int flag, size_t room, const char *restrict format, va_list ap);
int __vsprintf_chk (char *restrict out, int flag, size_t room, const char *restrict format, va_list ap) {
  (void)flag;
  int n = vsprintf (out, format, ap);
  if (n >= 0 && (size_t)n >= room)
    __sde_terminate ("buffer overflow detected");
  return n;
}

int __sprintf_chk (char *restrict out, int flag, size_t room, const char *restrict format, ...);
int __sprintf_chk (char *restrict out, int flag, size_t room, const char *restrict format, ...) {
  FORWARD (__vsprintf_chk (out, flag, room, format, ap));
}

int __vsnprintf_chk (char *restrict out, size_t cap, int flag, size_t room, const char *restrict format,
                     va_list ap);
int __vsnprintf_chk (char *restrict out, size_t cap, int flag, size_t room, const char *restrict format,
                     va_list ap) {
  (void)flag;
  int n = vsnprintf (out, cap, format, ap);
  if (cap > room)
    __sde_terminate ("buffer overflow detected");
  return n;
}

int __snprintf_chk (char *restrict out, size_t cap, int flag, size_t room, const char *restrict format, ...);
int __snprintf_chk (char *restrict out, size_t cap, int flag, size_t room, const char *restrict format, ...) {
  FORWARD (__vsnprintf_chk (out, cap, flag, room, format, ap));
}

/* The others differ from the plain functions by a flag alone. */
int __vfprintf_chk (FILE *restrict file, int flag, const char *restrict format, va_list ap);
int __vfprintf_chk (FILE *restrict file, int flag, const char *restrict format, va_list ap) {
  (void)flag;
  return vfprintf (file, format, ap);
}

int __fprintf_chk (FILE *restrict file, int flag, const char *restrict format, ...);
int __fprintf_chk (FILE *restrict file, int flag, const char *restrict format, ...) {
  FORWARD (__vfprintf_chk (file, flag, format, ap));
}

int __vdprintf_chk (int fd, int flag, const char *restrict format, va_list ap);
int __vdprintf_chk (int fd, int flag, const char *restrict format, va_list ap) {
  (void)flag;
  return vdprintf (fd, format, ap);
}

int __dprintf_chk (int fd, int flag, const char *restrict format, ...);
int __dprintf_chk (int fd, int flag, const char *restrict format, ...) {
  FORWARD (__vdprintf_chk (fd, flag, format, ap));
}

int __vprintf_chk (int flag, const char *restrict format, va_list ap);
int __vprintf_chk (int flag, const char *restrict format, va_list ap) {
  return __vdprintf_chk (1, flag, format, ap);
}

int __printf_chk (int flag, const char *restrict format, ...);
int __printf_chk (int flag, const char *restrict format, ...) {
  FORWARD (__vdprintf_chk (1, flag, format, ap));
}

int __vasprintf_chk (char **restrict out, int flag, const char *restrict format, va_list ap);
int __vasprintf_chk (char **restrict out, int flag, const char *restrict format, va_list ap) {
  (void)flag;
  return vasprintf (out, format, ap);
}

int __asprintf_chk (char **restrict out, int flag, const char *restrict format, ...);
int __asprintf_chk (char **restrict out, int flag, const char *restrict format, ...) {
  FORWARD (__vasprintf_chk (out, flag, format, ap));
}
