/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/programs/adversary.c -- a node that means harm, within a budget (lib/sde/adversary.bc)
 *
 * Everything that it may do it asks for with sde_maybe, so that there are scenarios
 * with and without.  Its arguments are NAME=NUMBER; the table below lists them, README.md
 * explains them.
 */
#include "../rt.h"

#include <klee/klee.h>
#include <sde/node.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FRAME = 65535 };

/* ARGUMENT (name, value when it is not given, greatest value) */
#define ARGUMENTS                                                                                            \
  ARGUMENT (forge, 0, INT64_MAX)                                                                             \
  ARGUMENT (size, 64, MAX_FRAME)                                                                             \
  ARGUMENT (every, 0, INT64_MAX)                                                                             \
  ARGUMENT (start, 0, INT64_MAX)                                                                             \
  ARGUMENT (end, INT64_MAX, INT64_MAX)                                                                       \
  ARGUMENT (replay, 0, INT64_MAX)                                                                            \
  ARGUMENT (delay, 0, INT64_MAX)                                                                             \
  ARGUMENT (alter, 0, INT64_MAX)                                                                             \
  ARGUMENT (offset, 0, MAX_FRAME)                                                                            \
  ARGUMENT (length, MAX_FRAME, MAX_FRAME)                                                                    \
  ARGUMENT (withhold, 0, INT64_MAX)                                                                          \
  ARGUMENT (relay, 0, 1)

static struct {
#define ARGUMENT(name, value, max) int64_t name;
  ARGUMENTS
#undef ARGUMENT
} plan = {
#define ARGUMENT(name, value, max) .name = value,
    ARGUMENTS
#undef ARGUMENT
};

/* --- arguments --- */

static void wrong (const char *argument) {
  static char text[200];
  snprintf (text, sizeof text, "the adversary does not understand the argument \"%.100s\"", argument);
  klee_report_error (__FILE__, __LINE__, text, "user");
}

static bool number_of (const char *text, int64_t max, int64_t *out) {
  char *rest;
  if (*text < '0' || *text > '9')
    return false;
  *out = strtoll (text, &rest, 10);
  return !*rest && *out <= max;
}

static bool is_name (const char *argument, const char *name) {
  size_t n = strlen (name);
  return !strncmp (argument, name, n) && argument[n] == '=';
}

static bool take_argument (const char *argument) {
#define ARGUMENT(name, value, max)                                                                           \
  if (is_name (argument, #name))                                                                             \
    return number_of (argument + sizeof #name, max, &plan.name);
  ARGUMENTS
#undef ARGUMENT
  return false;
}

/* --- doing it --- */

/* What is said by the adversary goes to all its interfaces; what it passes on, not back where it was heard, unless it has
 * only that one. */
static void say (const void *frame, size_t size, int not_at) {
  int n = (int)sde_interfaces ();
  for (int i = 0; i < n; i++)
    if (i != not_at || n == 1)
      sde_send (i, frame, size);
}

static bool chance (int64_t *left, const char *name) {
  if (!*left || !sde_maybe (name))
    return false;
  --*left;
  return true;
}

static void forge (void) {
  char *frame = __sde_malloc ((size_t)plan.size, 16, 1);
  klee_make_symbolic (frame, (size_t)plan.size, "forged");
  say (frame, (size_t)plan.size, -1);
  __sde_free (frame);
}

/* Makes the part of the frame symbolic that it has; false: it has none of it. */
static bool alter (char *frame, size_t size) {
  size_t from = (size_t)plan.offset, n = (size_t)plan.length;
  if (from >= size || !n)
    return false;
  klee_make_symbolic (frame + from, n < size - from ? n : size - from, "altered");
  return true;
}

/* --- frames that are said once more, in the order of their times --- */

typedef struct Later {
  struct Later *next;
  int64_t time;
  int heard_at;
  size_t size;
  char frame[];
} Later;

static Later *first, *last;

static void say_later (const char *frame, size_t size, int heard_at) {
  Later *l = __sde_malloc (sizeof *l + size, 16, 1);
  int64_t now = sde_now ();
  l->next = NULL;
  l->time = plan.delay < SDE_FOREVER - now ? now + plan.delay : SDE_FOREVER;
  l->heard_at = heard_at;
  l->size = size;
  memcpy (l->frame, frame, size);
  if (first)
    last->next = l;
  else
    first = l;
  last = l;
}

static void say_due (void) {
  while (first && first->time <= sde_now ()) {
    Later *l = first;
    first = l->next;
    say (l->frame, l->size, plan.relay ? l->heard_at : -1);
    __sde_free (l);
  }
}

/* --- the days of an adversary --- */

static void hear (char *frame, size_t size) {
  int at = sde_received_at ();
  bool withheld = plan.relay && chance (&plan.withhold, "withhold");
  if (chance (&plan.replay, "replay"))
    say_later (frame, size, at);
  bool altered = !withheld && chance (&plan.alter, "alter") && alter (frame, size);
  if (altered || (plan.relay && !withheld))
    say (frame, size, plan.relay ? at : -1);
}

static int64_t next_forgery = SDE_FOREVER;

static void forge_due (void) {
  while (plan.forge && next_forgery <= sde_now () && next_forgery < plan.end) {
    if (chance (&plan.forge, "forge"))
      forge ();
    next_forgery =
        plan.every && plan.every < SDE_FOREVER - next_forgery ? next_forgery + plan.every : SDE_FOREVER;
  }
}

static int64_t next_time (void) {
  int64_t next = plan.forge && next_forgery < plan.end ? next_forgery : SDE_FOREVER;
  return first && first->time < next ? first->time : next;
}

int main (int argc, char **argv) {
  char *frame = __sde_malloc (MAX_FRAME, 16, 1);
  for (int i = 1; i < argc; i++)
    if (!take_argument (argv[i]))
      wrong (argv[i]);
  next_forgery = plan.start;
  for (;;) {
    say_due ();
    forge_due ();
    bool listens = plan.relay || plan.replay || plan.alter;
    int64_t next = next_time ();
    if (!listens && next == SDE_FOREVER)
      return 0;
    long n = sde_receive (SDE_ANY, frame, MAX_FRAME, next);
    if (n > 0)
      hear (frame, (size_t)n);
  }
}
