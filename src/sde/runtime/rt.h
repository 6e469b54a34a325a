/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/rt.h -- what the files of the runtime share
 *
 * The runtime is the C library that node programs see.  It is compiled to
 * bitcode and linked into them, so the VM executes it like the rest of the
 * program: a symbolic byte may reach any of it.  The headers are glibc's; the
 * runtime defines what they refer to, for the C locale.
 *
 * Whatever cannot be written in C is a function of the VM, declared here or in
 * klee/klee.h.  Nothing else may stay undefined (test/runtime/closed.sh).
 *
 * A program may define a library name itself, and its definition then wins in
 * the link.  So files here call each other by reserved names or by names of ISO
 * C, and code is written for few forks: no branch where arithmetic will do, and
 * 32-bit arithmetic where the value has 32 bits.
 */
#ifndef SDE_RUNTIME_RT_H
#define SDE_RUNTIME_RT_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#ifndef __NO_CTYPE
#define __NO_CTYPE 1
#endif
#ifndef __NO_INLINE__
#define __NO_INLINE__ 1
#endif

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* A new object of size bytes at a multiple of align.  Kind 0 is the heap; 1 is the runtime's own, which a run that tries
 * what happens without memory leaves alone. */
void *__sde_malloc (size_t size, size_t align, int kind);
/* Ends the object that starts at p; anything else is a bug of the program. */
void __sde_free (void *p);
/* The size of the live heap object that starts at p. */
size_t __sde_object_size (const void *p);
/* Output: 1 is standard output, 2 standard error. */
void __sde_write (int fd, const void *p, size_t n);
/* Formats a concrete v by one specification with L, such as "%+12.3Le".  Like
 * snprintf: returns the length of the whole text. */
long __sde_format_double (char *buf, size_t cap, const char *spec, long double v);
/* Parses concrete text.  kind 0 float, 1 double, 2 long double.  Returns the
 * bytes consumed; with 0, *out is untouched. */
int __sde_parse_double (const char *s, size_t n, int kind, void *out);
_Noreturn void __sde_exit (int status);
_Noreturn void __sde_abort (void);

/* What read, write and close do with descriptors that are not standard streams; NULL while there are none. */
typedef struct FdOps {
  ssize_t (*read) (int fd, void *p, size_t n);
  ssize_t (*write) (int fd, const void *p, size_t n);
  int (*close) (int fd);
} FdOps;
extern const FdOps *__sde_fd_ops;

/* One call of a printf function: text goes to the room between at and end;
 * when that is full it is written to fd, or with fd -1 only counted. */
typedef struct Sink {
  char *start;
  char *at;
  char *end;
  size_t total;
  int fd;
  int error; /* errno at the call, for %m */
} Sink;

void __sde_sink_put (Sink *sink, const char *p, size_t n);
void __sde_sink_pad (Sink *sink, char c, long n);
/* Formats into the sink.  Returns the number of bytes, or -1 with errno. */
int __sde_format (Sink *sink, const char *format, va_list ap);
/* Says "*** what ***: terminated" and aborts. */
_Noreturn void __sde_terminate (const char *what);

#endif
