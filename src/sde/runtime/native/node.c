/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/native/node.c -- sde/node.h for a program that runs natively: alone, without a network */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <sde/node.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What a program alone cannot do is said, never guessed. */
static _Noreturn void needs_network (const char *function) {
  fflush (NULL);
  fprintf (stderr, "sde: %s: a node runs only in a network: use sde run\n", function);
  _Exit (99);
}

int sde_send (int iface, const void *frame, size_t size) {
  (void)iface, (void)frame, (void)size;
  needs_network ("sde_send");
}

long sde_receive (int iface, void *buffer, size_t room, int64_t deadline) {
  (void)iface, (void)buffer, (void)room, (void)deadline;
  needs_network ("sde_receive");
}

int sde_received_at (void) { needs_network ("sde_received_at"); }

void sde_sleep (int64_t nanoseconds) {
  (void)nanoseconds;
  needs_network ("sde_sleep");
}

void sde_sleep_until (int64_t time) {
  (void)time;
  needs_network ("sde_sleep_until");
}

unsigned sde_node_id (void) { needs_network ("sde_node_id"); }
unsigned sde_interfaces (void) { needs_network ("sde_interfaces"); }
unsigned sde_nodes (void) { needs_network ("sde_nodes"); }

/* --- what works alone --- */

/* Since the first call. */
int64_t sde_now (void) {
  static struct timespec start;
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  if (!start.tv_sec && !start.tv_nsec)
    start = now;
  return (now.tv_sec - start.tv_sec) * SDE_S + now.tv_nsec - start.tv_nsec;
}

uint64_t sde_random (void) {
  static uint64_t state;
  uint64_t x = state += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

void sde_log (const char *format, ...) {
  va_list ap;
  va_start (ap, format);
  vfprintf (stderr, format, ap);
  va_end (ap);
  fputc ('\n', stderr);
}

void sde_assert_fail (const char *condition, const char *file, unsigned line, const char *function) {
  fflush (NULL);
  fprintf (stderr, "%s:%u: %s: assertion \"%s\" failed\n", file, line, function, condition);
  abort ();
}

void sde_publish (const char *name, const void *variable, size_t size) {
  (void)name, (void)variable, (void)size;
}

int sde_maybe (const char *name) {
  (void)name;
  return 0;
}

typedef struct Kept {
  struct Kept *before;
  const char *name;
  size_t size;
  max_align_t bytes[];
} Kept;

void *sde_persistent (const char *name, size_t size) {
  static Kept *all;
  for (Kept *k = all; k; k = k->before)
    if (k->size == size && !strcmp (k->name, name))
      return k->bytes;
  Kept *k = calloc (1, sizeof *k + size);
  if (!k)
    return NULL;
  k->before = all;
  k->name = strdup (name);
  k->size = size;
  all = k;
  return k->bytes;
}
