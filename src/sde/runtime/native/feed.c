/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/native/feed.c -- reading a feed, and handing it out answer by answer */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "feed.h"

#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPARTED = 99, NOT_YET = 0, NONE = 1, READ = 2 };

typedef struct Item {
  char *name;
  unsigned long number; /* offset of a variable */
  unsigned char *bytes;
  size_t size;
  int taken;
} Item;

typedef struct Items {
  Item *data;
  size_t len;
} Items;

static struct {
  int state;
  FeedHead head;
  FeedAnswer *answers;
  uint64_t *randoms;
  size_t nanswers, nrandoms, at, random_at;
  Items inputs, variables;
} feed;

void feed_departs (const char *format, ...) {
  va_list ap;
  fflush (NULL);
  fputs ("sde: ", stderr);
  va_start (ap, format);
  vfprintf (stderr, format, ap);
  va_end (ap);
  fputc ('\n', stderr);
  _Exit (DEPARTED);
}

static void *more (void *data, size_t len, size_t size) {
  if (len & (len - 1))
    return data;
  data = realloc (data, (len ? 2 * len : 1) * size);
  if (!data)
    feed_departs ("no memory left for the feed");
  return data;
}

/* ---- lines ---- */

static int digit (char c) {
  return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Hexadecimal text up to a space; "-" is no bytes.  A NUL stands behind them. */
static unsigned char *take_hex (const char **at, size_t *size) {
  const char *s = *at + strspn (*at, " ");
  size_t n = strcspn (s, " \n");
  *at = s + n;
  *size = *s == '-' ? 0 : n / 2;
  unsigned char *bytes = malloc (*size + 1);
  if (!bytes)
    feed_departs ("no memory left for the feed");
  for (size_t i = 0; i < *size; i++) {
    int high = digit (s[2 * i]), low = digit (s[2 * i + 1]);
    if (high < 0 || low < 0)
      feed_departs ("the feed is damaged: '%.20s' are no bytes", s);
    bytes[i] = (unsigned char)(high << 4 | low);
  }
  bytes[*size] = 0;
  return bytes;
}

static int64_t take_number (const char **at) {
  char *end;
  errno = 0;
  int64_t n = strtoll (*at, &end, 10);
  if (end == *at || errno)
    feed_departs ("the feed is damaged: a number is missing before '%.20s'", *at);
  *at = end;
  return n;
}

static void read_item (Items *items, const char *rest) {
  Item item = {0};
  size_t n;
  item.name = (char *)take_hex (&rest, &n);
  if (items == &feed.variables)
    item.number = (unsigned long)take_number (&rest);
  item.bytes = take_hex (&rest, &item.size);
  items->data = more (items->data, items->len, sizeof item);
  items->data[items->len++] = item;
}

static void read_head (const char *rest) {
  feed.head.node = (unsigned)take_number (&rest);
  feed.head.interfaces = (unsigned)take_number (&rest);
  feed.head.nodes = (unsigned)take_number (&rest);
  feed.head.looks = (unsigned)take_number (&rest);
}

static void read_random (const char *rest) {
  feed.randoms = more (feed.randoms, feed.nrandoms, sizeof *feed.randoms);
  feed.randoms[feed.nrandoms++] = strtoull (rest, NULL, 10);
}

static void read_answer (AnswerKind kind, const char *rest) {
  FeedAnswer a = {.kind = kind};
  if (kind == ANSWER_SENT || kind == ANSWER_MAYBE)
    a.value = take_number (&rest);
  else if (kind != ANSWER_ALLOWED && kind != ANSWER_REFUSED)
    a.time = take_number (&rest);
  if (kind == ANSWER_RECEIVED) {
    a.value = take_number (&rest);
    a.bytes = take_hex (&rest, &a.size);
  }
  feed.answers = more (feed.answers, feed.nanswers, sizeof a);
  feed.answers[feed.nanswers++] = a;
}

static const char *after (const char *line, const char *word) {
  size_t n = strlen (word);
  return !strncmp (line, word, n) && (line[n] == ' ' || line[n] == '\n' || !line[n]) ? line + n : NULL;
}

static void read_line (const char *line) {
  static const char *const answers[ANSWER_KINDS] = {"boot", "received", "nothing", "slept",   "polled",
                                                    "sent", "maybe",    "allowed", "refused", "reboot"};
  const char *rest;
  if ((rest = after (line, "node")))
    read_head (rest);
  else if ((rest = after (line, "input")))
    read_item (&feed.inputs, rest);
  else if ((rest = after (line, "variable")))
    read_item (&feed.variables, rest);
  else if ((rest = after (line, "random")))
    read_random (rest);
  else
    for (int i = 0; i < ANSWER_KINDS; i++)
      if ((rest = after (line, answers[i])))
        read_answer ((AnswerKind)i, rest);
}

static void set_variables (void) {
  for (size_t i = 0; i < feed.variables.len; i++) {
    const Item *v = &feed.variables.data[i];
    char *at = dlsym (RTLD_DEFAULT, v->name);
    if (!at)
      feed_departs ("the program has no variable %s", v->name);
    memcpy (at + v->number, v->bytes, v->size);
  }
}

static void read_feed (const char *path) {
  FILE *stream = fopen (path, "r");
  char *line = NULL;
  size_t room = 0;
  if (!stream)
    feed_departs ("%s: %s", path, strerror (errno));
  if (getline (&line, &room, stream) < 0 || strcmp (line, "sde-feed 1\n"))
    feed_departs ("%s is no feed of this version", path);
  while (getline (&line, &room, stream) >= 0)
    read_line (line);
  free (line);
  fclose (stream);
  feed.at = kept_begin ();
  set_variables ();
}

int feed_on (void) {
  if (feed.state == NOT_YET) {
    const char *path = getenv ("SDE_FEED");
    feed.state = path && *path ? READ : NONE;
    if (feed.state == READ)
      read_feed (path);
  }
  return feed.state == READ;
}

/* Variables have their values when main begins. */
__attribute__ ((constructor)) static void feed_early (void) { feed_on (); }

const FeedHead *feed_head (void) { return &feed.head; }

/* ---- answers ---- */

int feed_next_is (AnswerKind kind) { return feed.at < feed.nanswers && feed.answers[feed.at].kind == kind; }

const FeedAnswer *feed_answer (const char *function, unsigned kinds) {
  if (feed.at >= feed.nanswers)
    feed_departs ("%s: the recorded run of this node ends here", function);
  const FeedAnswer *a = &feed.answers[feed.at];
  if (a->kind == ANSWER_REBOOT)
    kept_reboot (feed.at + 1);
  if (!(kinds >> a->kind & 1))
    feed_departs ("%s is called, but the recorded run did something else here (answer %zu)", function,
                  feed.at);
  feed.at++;
  return a;
}

/* "x" is an input called x, and so are "x_1", "x_2" ...: names of a node's inputs are its own. */
static int is_named (const char *given, const char *name) {
  size_t n = strlen (name);
  if (strncmp (given, name, n))
    return 0;
  return !given[n] ||
         (given[n] == '_' && given[n + 1 + strspn (given + n + 1, "0123456789")] == 0 && given[n + 1]);
}

/* Inputs of one name are handed out in the order in which they were made. */
void feed_input (const char *name, void *out, size_t size) {
  Item *next = NULL;
  for (size_t i = 0; i < feed.inputs.len && !next; i++)
    if (!feed.inputs.data[i].taken && is_named (feed.inputs.data[i].name, name))
      next = &feed.inputs.data[i];
  if (!next || next->size != size)
    feed_departs ("the recorded run has no further input \"%s\" of %zu bytes", name, size);
  next->taken = 1;
  memcpy (out, next->bytes, size);
}

uint64_t feed_random (void) {
  if (feed.random_at >= feed.nrandoms)
    feed_departs ("sde_random: the recorded run drew no further number");
  return feed.randoms[feed.random_at++];
}
