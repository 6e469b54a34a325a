/* SPDX-License-Identifier: GPL-2.0-only */
/* map/family.h -- all short sequences of events of one kind
 *
 * A family has a header, a beginning that every sequence starts with, an
 * alphabet of events and a length up to which all sequences are tried.  Since
 * every beginning of a sequence is a sequence as well, comparing at its end
 * compares after every event.  LONG=1 tries longer ones.
 */
#ifndef SDE_TEST_MAP_FAMILY_H
#define SDE_TEST_MAP_FAMILY_H

#include "support/fixture.h"

#include "map/compare.h"

typedef struct Family {
  const char *header;
  const char *start;    /* events before every sequence */
  const char *alphabet; /* one event a line */
  const char *finish;   /* events after every sequence; compared before and after each */
  unsigned length, slow_length, long_length;
} Family;

static inline size_t count_lines (const char *text) {
  size_t n = 0;
  for (; *text; text++)
    n += *text == '\n';
  return n;
}

static inline Script *read_family (Mem *mem, const Family *f, Text *text) {
  Script *script;
  text_printf (mem, text, "%s#events\n%s%s%s", f->header, f->start, f->alphabet, f->finish);
  Status st = script_read (mem, "family", text_c (mem, text), text->len, &script);
  if (!status_ok (st))
    fail_msg ("%s", st.text);
  return script;
}

typedef struct Search {
  Mem *mem;
  const Script *script;
  const char *text;
  size_t start, alphabet, finish; /* numbers of events */
  size_t events[64];
  size_t tried;
} Search;

static inline void try_one (Search *s, size_t n) {
  Text why = {0};
  size_t m = s->start + n;
  for (size_t i = 0; i < s->finish; i++)
    s->events[m + i] = s->start + s->alphabet + i;
  bool differ = sequence_differs (s->mem, s->script, s->events, m + s->finish, m, &why);
  text_free (s->mem, &why);
  s->tried++;
  if (differ) {
    sequence_shrink (s->mem, s->script, s->text, s->events, m + s->finish);
    fail_msg ("the algorithms differ");
  }
}

static inline void try_all (Search *s, size_t n, size_t left) {
  if (n)
    try_one (s, n);
  for (size_t e = 0; left && e < s->alphabet; e++) {
    s->events[s->start + n] = s->start + e;
    try_all (s, n + 1, left - 1);
  }
}

static inline void try_family (Mem *mem, const Family *f) {
  Text text = {0};
  Script *script = read_family (mem, f, &text);
  Search s = {.mem = mem,
              .script = script,
              .text = text_c (mem, &text),
              .start = count_lines (f->start),
              .alphabet = count_lines (f->alphabet),
              .finish = count_lines (f->finish)};
  for (size_t i = 0; i < s.start; i++)
    s.events[i] = i;
  const char *wanted = getenv ("LONG");
  bool longer = wanted && *wanted == '1';
  if (SLOW)
    try_all (&s, 0, longer ? f->length : f->slow_length);
  else
    try_all (&s, 0, longer ? f->long_length : f->length);
  print_message ("%zu sequences\n", s.tried);
  script_free (script);
  text_free (mem, &text);
}

#endif
