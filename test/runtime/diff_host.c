/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/diff_host.c -- the VM's functions, for the runtime compiled natively */
#include "diff.h"

#include <malloc.h>

char diff_output[1 << 16];
size_t diff_output_len;
int diff_output_calls;
uint64_t diff_seed = 1;
static uint64_t state;

uint64_t diff_random (uint64_t below) {
  state += 0x9e3779b97f4a7c15u;
  uint64_t z = (state ^ state >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return below ? z % below : z;
}

unsigned diff_rounds (unsigned n) {
  const char *text = getenv ("LONG");
  return text && *text == '1' ? n * 20 : n;
}

void diff_fail (const char *file, int line, const char *format, ...) {
  va_list ap;
  va_start (ap, format);
  fprintf (stderr, "%s:%d: ", file, line);
  vfprintf (stderr, format, ap);
  fprintf (stderr, " (SDE_SEED=%llu)\n", (unsigned long long)diff_seed);
  va_end (ap);
  exit (1);
}

void *rt___sde_malloc (size_t size, size_t align, int kind) {
  (void)kind;
  return aligned_alloc (align, (size + align - 1) / align * align);
}

void rt___sde_free (void *p) { free (p); }
size_t rt___sde_object_size (const void *p) { return malloc_usable_size ((void *)(uintptr_t)p); }

void rt___sde_write (int fd, const void *p, size_t n) {
  (void)fd;
  CHECK (diff_output_len + n <= sizeof diff_output, "too much output");
  memcpy (diff_output + diff_output_len, p, n);
  diff_output_len += n;
  diff_output_calls++;
}

long rt___sde_format_double (char *buf, size_t cap, const char *spec, long double v) {
  CHECK (spec[0] == '%' && spec[strlen (spec) - 2] == 'L', "bad specification %s", spec);
#pragma clang diagnostic ignored "-Wformat-nonliteral"
  return snprintf (buf, cap, spec, v);
}

int rt___sde_parse_double (const char *s, size_t n, int kind, void *out) {
  int saved = errno;
  char *copy = strndup (s, n), *end;
  float f = strtof (copy, &end);
  double d = strtod (copy, &end);
  long double l = strtold (copy, &end);
  int used = (int)(end - copy);
  free (copy);
  errno = saved;
  if (used)
    memcpy (out,
            kind == 0   ? (void *)&f
            : kind == 1 ? (void *)&d
                        : (void *)&l,
            kind == 0   ? 4
            : kind == 1 ? 8
                        : 10);
  return used;
}

void rt___sde_exit (int status) { exit (status); }
void rt___sde_abort (void) { abort (); }
void *rt_memcpy (void *d, const void *s, size_t n) { return n ? memcpy (d, s, n) : d; }
void *rt_memmove (void *d, const void *s, size_t n) { return n ? memmove (d, s, n) : d; }
void *rt_memset (void *d, int c, size_t n) { return n ? memset (d, c, n) : d; }
void rt___assert_fail (const char *e, const char *f, unsigned l, const char *g) {
  diff_fail (f, (int)l, "%s: %s", g, e);
}
void rt_klee_assume (uintptr_t c) { CHECK (c, "klee_assume"); }
void rt_klee_make_symbolic (void *p, size_t n, const char *name) {
  (void)name;
  memset (p, 7, n);
}
void rt_klee_report_error (const char *f, int l, const char *m, const char *s) {
  diff_fail (f, l, "%s %s", m, s);
}
void rt_klee_silent_exit (int status) { exit (status); }
uintptr_t rt_klee_is_symbolic (uintptr_t n) { return n & 0; }

/* Node 4 of 9 that nobody sends anything to; time passes when it is slept through. */
static int64_t diff_now;
int rt_sde_send (int iface, const void *frame, size_t size) { return iface & (int)size & (frame == NULL); }
long rt_sde_receive (int iface, void *buffer, size_t room, int64_t deadline) {
  (void)iface, (void)buffer, (void)room;
  CHECK (deadline < INT64_MAX, "waiting for ever");
  diff_now = deadline > diff_now ? deadline : diff_now;
  return -1;
}
int rt_sde_received_at (void) { return -1; }
int64_t rt_sde_now (void) { return diff_now; }
void rt_sde_sleep (int64_t nanoseconds) { diff_now += nanoseconds; }
void rt_sde_sleep_until (int64_t time) { diff_now = time > diff_now ? time : diff_now; }
unsigned rt_sde_node_id (void) { return 4; }
unsigned rt_sde_interfaces (void) { return 1; }
unsigned rt_sde_nodes (void) { return 9; }

int main (void) {
  const char *text = getenv ("SDE_SEED");
  if (text)
    diff_seed = strtoull (text, NULL, 0);
  state = diff_seed * 0x2545f4914f6cdd1du;
  diff_run ();
  return 0;
}
