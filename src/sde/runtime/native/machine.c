/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/native/machine.c -- what the runtime asks of the machine, for bitcode that runs natively
 *
 * A node's bitcode brings its own C library (runtime/rt.h).  Compiled natively, with every symbol of it but main made
 * local, it finds here the functions that are the VM's elsewhere.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "feed.h"

#include <sde/node.h>

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__sde_malloc (size_t size, size_t align, int kind);
void __sde_free (void *p);
size_t __sde_object_size (const void *p);
void __sde_write (int fd, const void *p, size_t n);
long __sde_format_double (char *buf, size_t cap, const char *spec, long double v);
int __sde_parse_double (const char *s, size_t n, int kind, void *out);
uint64_t __sde_random (void);
_Noreturn void __sde_exit (int status);
_Noreturn void __sde_abort (void);

/* --- memory: the size and the start of the block stand before each object --- */

typedef struct Before {
  size_t size;
  void *block;
} Before;

/* A run that explores allocations that fail has an answer for each. */
static int refused (int kind) {
  if (kind || !feed_on () || !(feed_next_is (ANSWER_ALLOWED) || feed_next_is (ANSWER_REFUSED)))
    return 0;
  return feed_answer ("malloc", 1u << ANSWER_ALLOWED | 1u << ANSWER_REFUSED)->kind == ANSWER_REFUSED;
}

void *__sde_malloc (size_t size, size_t align, int kind) {
  size_t step = align < 16 ? 16 : align;
  if (refused (kind) || size > PTRDIFF_MAX - 2 * step - sizeof (Before))
    return NULL;
  char *block = malloc (size + 2 * step + sizeof (Before));
  if (!block)
    return NULL;
  uintptr_t at = ((uintptr_t)block + sizeof (Before) + step - 1) & ~(step - 1);
  ((Before *)at)[-1] = (Before){size, block};
  return (void *)at;
}

void __sde_free (void *p) { free (((Before *)p)[-1].block); }
size_t __sde_object_size (const void *p) { return ((const Before *)p)[-1].size; }

/* --- output and numbers --- */

void __sde_write (int fd, const void *p, size_t n) {
  for (const char *at = p; n;) {
    ssize_t done = write (fd, at, n);
    if (done <= 0)
      return;
    at += done;
    n -= (size_t)done;
  }
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
long __sde_format_double (char *buf, size_t cap, const char *spec, long double v) {
  return snprintf (buf, cap, spec, v);
}
#pragma GCC diagnostic pop

static size_t parse (const char *text, int kind, void *out) {
  char *end;
  union {
    float f;
    double d;
    long double l;
  } x = {0};
  size_t size = kind == 0 ? sizeof x.f : kind == 1 ? sizeof x.d : 10;
  if (kind == 0)
    x.f = strtof (text, &end);
  else if (kind == 1)
    x.d = strtod (text, &end);
  else
    x.l = strtold (text, &end);
  if (end != text)
    memcpy (out, &x, size);
  return (size_t)(end - text);
}

int __sde_parse_double (const char *s, size_t n, int kind, void *out) {
  char *text = strndup (s, n);
  int used = text ? (int)parse (text, kind, out) : 0;
  free (text);
  return used;
}

/* --- ends --- */

uint64_t __sde_random (void) { return sde_random (); }

void __sde_exit (int status) {
  fflush (NULL);
  _exit (status);
}

void __sde_abort (void) { abort (); }
