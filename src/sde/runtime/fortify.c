/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/fortify.c -- what _FORTIFY_SOURCE makes of string functions
 *
 * Each does the plain operation first, so that an access outside of the object
 * is reported by the VM as what it is; what only leaves a member of a struct
 * then ends as it does natively.
 */
#include "rt.h"
#include <string.h>

static void check (size_t used, size_t room) {
  if (used > room)
    __sde_terminate ("buffer overflow detected");
}

#define COPY(name, plain)                                                                                    \
  void *name (void *restrict to, const void *restrict from, size_t n, size_t room);                          \
  void *name (void *restrict to, const void *restrict from, size_t n, size_t room) {                         \
    void *result = plain (to, from, n);                                                                      \
    check (n, room);                                                                                         \
    return result;                                                                                           \
  }

COPY (__memcpy_chk, memcpy)
COPY (__memmove_chk, memmove)
COPY (__mempcpy_chk, mempcpy)

void *__memset_chk (void *to, int c, size_t n, size_t room);
void *__memset_chk (void *to, int c, size_t n, size_t room) {
  memset (to, c, n);
  check (n, room);
  return to;
}

void __explicit_bzero_chk (void *to, size_t n, size_t room);
void __explicit_bzero_chk (void *to, size_t n, size_t room) {
  memset (to, 0, n);
  check (n, room);
}

/* The string functions: what they wrote is measured afterwards. */
char *__strcpy_chk (char *restrict to, const char *restrict from, size_t room);
char *__strcpy_chk (char *restrict to, const char *restrict from, size_t room) {
  char *end = stpcpy (to, from);
  check ((size_t)(end - to) + 1, room);
  return to;
}

char *__stpcpy_chk (char *restrict to, const char *restrict from, size_t room);
char *__stpcpy_chk (char *restrict to, const char *restrict from, size_t room) {
  char *end = stpcpy (to, from);
  check ((size_t)(end - to) + 1, room);
  return end;
}

char *__strncpy_chk (char *restrict to, const char *restrict from, size_t n, size_t room);
char *__strncpy_chk (char *restrict to, const char *restrict from, size_t n, size_t room) {
  strncpy (to, from, n);
  check (n, room);
  return to;
}

char *__stpncpy_chk (char *restrict to, const char *restrict from, size_t n, size_t room);
char *__stpncpy_chk (char *restrict to, const char *restrict from, size_t n, size_t room) {
  char *end = stpncpy (to, from, n);
  check (n, room);
  return end;
}

char *__strcat_chk (char *restrict to, const char *restrict from, size_t room);
char *__strcat_chk (char *restrict to, const char *restrict from, size_t room) {
  char *end = stpcpy (to + strlen (to), from);
  check ((size_t)(end - to) + 1, room);
  return to;
}

char *__strncat_chk (char *restrict to, const char *restrict from, size_t n, size_t room);
char *__strncat_chk (char *restrict to, const char *restrict from, size_t n, size_t room) {
  strncat (to, from, n);
  check (strlen (to) + 1, room);
  return to;
}

long __fdelt_chk (long fd);
long __fdelt_chk (long fd) {
  check ((size_t)fd + 1, 1024);
  return fd / 64;
}
