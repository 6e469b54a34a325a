/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/native/node.c -- sde/node.h for a program that runs natively: alone, or with what its node was answered in a
 * recorded scenario (feed.h)
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "feed.h"

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

/* --- frames --- */

/* As in the engine: looks at clock or queue since the program last waited. */
static unsigned looks;
static int64_t now;
static int received_at = -1;

#define BIT(kind) (1u << ANSWER_##kind)

static const FeedAnswer *answer (const char *function, unsigned kinds) {
  const FeedAnswer *a = feed_answer (function, kinds);
  if (a->time > now)
    looks = 0;
  if (a->kind != ANSWER_SENT && a->kind != ANSWER_MAYBE)
    now = a->time;
  return a;
}

static void boot (const char *function) {
  static int booted;
  if (!feed_on ())
    needs_network (function);
  if (!booted)
    answer (function, BIT (BOOT));
  booted = 1;
}

int sde_send (int iface, const void *frame, size_t size) {
  (void)iface, (void)frame, (void)size;
  boot ("sde_send");
  return (int)answer ("sde_send", BIT (SENT))->value;
}

long sde_receive (int iface, void *buffer, size_t room, int64_t deadline) {
  (void)iface;
  boot ("sde_receive");
  if (deadline > now)
    looks = 0;
  const FeedAnswer *a = answer ("sde_receive", BIT (RECEIVED) | BIT (NOTHING));
  if (a->kind == ANSWER_NOTHING) {
    looks++;
    return -1;
  }
  memcpy (buffer, a->bytes, a->size < room ? a->size : room);
  received_at = (int)a->value;
  looks = 0;
  return (long)a->size;
}

int sde_received_at (void) { return boot ("sde_received_at"), received_at; }

/* --- time --- */

void sde_sleep (int64_t nanoseconds) {
  (void)nanoseconds;
  boot ("sde_sleep");
  answer ("sde_sleep", BIT (SLEPT));
  looks = 0;
}

void sde_sleep_until (int64_t time) {
  (void)time;
  boot ("sde_sleep_until");
  answer ("sde_sleep_until", BIT (SLEPT));
  looks = 0;
}

/* Alone: since the first call. */
static int64_t now_alone (void) {
  static struct timespec start;
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  if (!start.tv_sec && !start.tv_nsec)
    start = t;
  return (t.tv_sec - start.tv_sec) * SDE_S + t.tv_nsec - start.tv_nsec;
}

int64_t sde_now (void) {
  if (!feed_on ())
    return now_alone ();
  boot ("sde_now");
  if (feed_head ()->looks && ++looks > feed_head ()->looks) {
    answer ("sde_now", BIT (POLLED));
    looks = 0;
  }
  return now;
}

/* --- who and where --- */

unsigned sde_node_id (void) { return boot ("sde_node_id"), feed_head ()->node; }
unsigned sde_interfaces (void) { return boot ("sde_interfaces"), feed_head ()->interfaces; }
unsigned sde_nodes (void) { return boot ("sde_nodes"), feed_head ()->nodes; }

/* --- what works alone as well --- */

uint64_t sde_random (void) {
  static uint64_t state;
  if (feed_on ())
    return feed_random ();
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
  if (!feed_on ())
    return 0;
  boot ("sde_maybe");
  return (int)answer ("sde_maybe", BIT (MAYBE))->value;
}

void *sde_persistent (const char *name, size_t size) { return kept_memory (name, size); }
