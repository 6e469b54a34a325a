/* SPDX-License-Identifier: GPL-2.0-only */
/* map/exhaustive_test.c -- all short sequences of events on three nodes, every algorithm against COB
 *
 * Each family has a header, a beginning that every sequence starts with, an
 * alphabet of events and a length up to which all sequences are tried.  Since
 * every beginning of a sequence is a sequence as well, comparing at its end
 * compares after every event.  LONG=1 tries longer ones.
 */
#include "support/fixture.h"

#include "map/compare.h"

typedef struct Family {
  const char *header;
  const char *start;    /* events before every sequence */
  const char *alphabet; /* one event a line */
  const char *finish;   /* events after every sequence; compared before and after */
  unsigned length, slow_length, long_length;
} Family;

static size_t count_lines (const char *text) {
  size_t n = 0;
  for (; *text; text++)
    n += *text == '\n';
  return n;
}

static Script *read_family (Mem *mem, const Family *f, Text *text) {
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

static void try_one (Search *s, size_t n) {
  Text why = {0};
  size_t m = s->start + n;
  bool differ = sequence_differs (s->mem, s->script, s->events, m, false, &why);
  for (size_t i = 0; i < s->finish; i++)
    s->events[m + i] = s->start + s->alphabet + i;
  if (!differ && s->finish)
    differ = sequence_differs (s->mem, s->script, s->events, m += s->finish, false, &why);
  text_free (s->mem, &why);
  s->tried++;
  if (differ) {
    sequence_shrink (s->mem, s->script, s->text, s->events, m);
    fail_msg ("the algorithms differ");
  }
}

static void try_all (Search *s, size_t n, size_t left) {
  if (n)
    try_one (s, n);
  for (size_t e = 0; left && e < s->alphabet; e++) {
    s->events[s->start + n] = s->start + e;
    try_all (s, n + 1, left - 1);
  }
}

static void try_family (Mem *mem, const Family *f) {
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
  try_all (&s, 0, wanted && *wanted == '1' ? f->long_length : SLOW ? f->slow_length : f->length);
  print_message ("%zu sequences\n", s.tried);
  script_free (script);
  text_free (mem, &text);
}

/* Before the first branch a send by the states with a does nothing and a tick only shifts time, and turning the nodes
 * round maps header and alphabet onto themselves.  So all sequences of five events are those that begin with a branch
 * of node 1 and go on with up to four. */

static void branch_send_react (void **state) {
  static const char header[] = "nodes 3\n"
                               "on 1 x : branch r\non 1 x : send r -> 2 y\n"
                               "on 2 x : branch r\non 2 x : send r -> 3 y\n"
                               "on 3 x : branch r\non 3 x : send r -> 1 y\n";
  static const char alphabet[] = "branch 1 a\nbranch 2 a\nbranch 3 a\n"
                                 "send 1 a -> 2 x\nsend 1 a -> 3 x\nsend 2 a -> 1 x\n"
                                 "send 2 a -> 3 x\nsend 3 a -> 1 x\nsend 3 a -> 2 x\ntick\n";
  try_family (&fixture (state)->mem, &(Family){header, "branch 1 a\n", alphabet, "", 4, 3, 5});
  try_family (&fixture (state)->mem, &(Family){header, "", alphabet, "", 2, 2, 5});
}

static void merged_frames (void **state) {
  static const char header[] = "nodes 3\non 2 x : branch r\non 3 y : send -> 2 x after 0\n";
  static const char alphabet[] = "branch 1 a\nbranch 2 b\nbranch 3 c\n"
                                 "send 1 * -> 2 x\nsend 1 a -> 2 x\nsend 1 !a -> 2 y\nsend 1 * -> 3,2 y\n"
                                 "send 2 <x -> 3 y\nsend 3 c -> 2 x\ntick\n";
  try_family (&fixture (state)->mem, &(Family){header, "branch 1 a\n", alphabet, "tick\n", 3, 2, 5});
}

static void delays_halts_broadcasts (void **state) {
  static const char header[] =
      "nodes 3\non 2 x : send -> 3 y after 0\non 3 x : timer * after 1 : send -> 1 y\n";
  static const char alphabet[] =
      "branch 1 a\nbranch 2 b\nbranch 3 c\n"
      "send 1 a -> 2 x after 0\nsend 1 a -> 2 x after 2\nsend 1 * -> 2,3 x\n"
      "send 1 !a -> 2@0,3@2 x\nsend 2 b -> 1,3 x\nsend 2 * -> 3 y after 2\n"
      "send 3 c -> 1 x after 0\nsend 3 <x -> 2 z\ntimer 1 a after 1 : branch d\n"
      "timer 2 * after 1 : send b -> 3 z\nhalt 1 a\nhalt 2 b\nhalt 3 *\ntick\ntick 2\n";
  static const char start[] = "branch 1 a\nbranch 2 b\n";
  try_family (&fixture (state)->mem, &(Family){header, start, alphabet, "tick\ntick 2\n", 3, 2, 4});
  try_family (&fixture (state)->mem, &(Family){header, "", alphabet, "tick\ntick 2\n", 2, 1, 4});
}

static void constraints (void **state) {
  static const char header[] = "nodes 3\nsymbol 1 p\nsymbol 2 q\nsymbol 3 r\non 3 y : test p\n";
  static const char start[] = "send 1 * -> 2 x(p)\nsend 2 * -> 3 x(q)\ntick\n";
  static const char alphabet[] =
      "branch 1 a\ntest 1 p\ntest 2 p\ntest 2 q\ntest 2 p+q\ntest 3 q\ntest 3 q+r\n"
      "send 1 * -> 2 x(p)\nsend 1 a -> 3 y(p)\nsend 2 * -> 1 x(p,q)\nsend 2 * -> 3 y(p)\n"
      "send 2 * -> 3 z(q)\nsend 3 * -> 2 y(r)\nsend 3 * -> 1 z(q)\nsend 1 * -> 2 h\ntick\n";
  try_family (&fixture (state)->mem, &(Family){header, start, alphabet, "tick\n", 3, 2, 4});
}

static void failures_links_budgets (void **state) {
  static const char header1[] = "nodes 3\nbudget 1\nlink 1-2\nsymbol 1 p\non 2 x : fail e\n";
  static const char header2[] = "nodes 3\nbudget 2\nlink 1-2\nlink 2-3\nsymbol 1 p\non 2 x : fail e\n";
  static const char header3[] = "nodes 3\nlink 1-2\nlink 1-3\nsymbol 1 p\non 2 x : branch e\n";
  static const char start[] = "fail 1 d\n";
  static const char alphabet[] = "fail 1 d\nfail 2 d\nfail 3 d\nbranch 1 a\ntest 1 p\ntest 2 p\n"
                                 "send 1 d -> 2 x\nsend 1 * -> 2 y(p)\nsend 1 !d -> 3 x\nsend 2 d -> 1 x\n"
                                 "send 2 * -> 3 y\nsend 3 d -> 2 x\nsend 3 * -> 1 y\nhalt 2 d\ntick\n";
  try_family (&fixture (state)->mem, &(Family){header1, start, alphabet, "tick\n", 3, 2, 4});
  try_family (&fixture (state)->mem, &(Family){header2, start, alphabet, "tick\n", 3, 2, 4});
  try_family (&fixture (state)->mem, &(Family){header3, "branch 1 a\n", alphabet, "tick\n", 3, 2, 4});
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (branch_send_react), FIXTURE_TEST (merged_frames),
                                     FIXTURE_TEST (delays_halts_broadcasts), FIXTURE_TEST (constraints),
                                     FIXTURE_TEST (failures_links_budgets)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
