/* SPDX-License-Identifier: GPL-2.0-only */
/* map/script_test.c -- malformed event scripts are refused with the line named */
#include "support/fixture.h"

#include "map/run.h"

#include <string.h>

static const struct {
  const char *text, *error;
} wrong[] = {
    {"", "no line says how many nodes"},
    {"nodes 0\n", "t:1: a network needs at least one node"},
    {"nodes x\n", "t:1: not a number: 'x'"},
    {"nodes 99999999999999999999\n", "t:1: not a number"},
    {"nodes 3\nnodes 3\n", "t:2: the number of nodes is given twice"},
    {"nodes 3\n\n# comment\nbrunch 1 a\n", "t:4: unknown line 'brunch'"},
    {"nodes 3\nbranch 4 a\n", "t:2: no such node: '4'"},
    {"nodes 3\nbranch 0 a\n", "t:2: no such node: '0'"},
    {"nodes 3\nbranch 1\n", "t:2: missing 'decision'"},
    {"nodes 3\nbranch 1 a if\n", "t:2: missing 'guard'"},
    {"nodes 3\nbranch 1 a if b&\n", "t:2: not a name"},
    {"nodes 3\nbranch 1 a unless b\n", "t:2: too much on this line: 'unless'"},
    {"nodes 3\nsend 1 * -> 1 x\n", "t:2: a node cannot send to itself: '1'"},
    {"nodes 3\nsend 1 * 2 x\n", "t:2: expected '->'"},
    {"nodes 3\nsend 1 * -> 2,, x\n", "t:2: number out of range"},
    {"nodes 3\nsend 1 * -> 2\n", "t:2: missing 'content'"},
    {"nodes 3\nsend 1 * -> 2 x(p)\n", "t:2: no node knows a symbol of 'p'"},
    {"nodes 3\nsymbol 1 p\nsend 1 * -> 2 x(p\n", "t:3: malformed symbols in 'x(p'"},
    {"nodes 3\nsymbol 1 p\nsend 1 * -> 2 x()\n", "t:3: malformed symbols"},
    {"nodes 3\nsend 1 * -> 2 x after -1\n", "t:2: not a number: '-1'"},
    {"nodes 3\ntest 1 p\n", "t:2: no node knows a symbol of 'p'"},
    {"nodes 3\ntimer 1 * after 0 : branch a\n", "t:2: a timer's delay must be above '0'"},
    {"nodes 3\ntimer 1 * after 1 branch a\n", "t:2: expected ':'"},
    {"nodes 3\ntimer 1 * after 1 : tick\n", "t:2: not something that a state does"},
    {"nodes 3\non 1 x branch a\n", "t:2: expected ':'"},
    {"nodes 3\non 1 x : explode\n", "t:2: unknown action 'explode'"},
    {"nodes 3\nlink 1-1\n", "t:2: not a link"},
    {"nodes 3\nlink 12\n", "t:2: not a link"},
    {"nodes 3\nbudget many\n", "t:2: not a number: 'many'"},
    {"nodes 3\nbudget 256\n", "t:2: number out of range: '256'"},
    {"nodes 3\nexpect digest 1\n", "t:2: an expectation before the first mark"},
    {"nodes 3\nmark\n", "t:2: missing 'name'"},
    {"nodes 3\nmark m\nexpect xyz states 1\n", "t:3: unknown algorithm 'xyz'"},
    {"nodes 3\nmark m\nexpect sds stats 1\n", "t:3: unknown figure 'stats'"},
    {"nodes 3\ntick 1 2\n", "t:2: too much on this line: '2'"},
};

static void malformed_scripts (void **state) {
  Mem *mem = &fixture (state)->mem;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    Script *script;
    Status st = script_read (mem, "t", wrong[i].text, strlen (wrong[i].text), &script);
    if (status_ok (st))
      fail_msg ("accepted: %s", wrong[i].text);
    if (!strstr (st.text, wrong[i].error))
      fail_msg ("'%s' instead of '%s'", st.text, wrong[i].error);
    status_free (st);
  }
}

static void binary_is_refused (void **state) {
  Script *script;
  Status st = script_read (&fixture (state)->mem, "t", "nodes 3\0", 8, &script);
  assert_false (status_ok (st));
  status_free (st);
}

/* Damaged copies of a long script: read or refused, never worse. */
static void damaged_scripts (void **state) {
  static const char text[] = "nodes 3\nsymbol 1 p q\nlink 1-2\nbudget 2\non 2 x : branch d\n"
                             "on 3 y : send !d&<x -> 1@0,2 z(p,q) after 3\nfail 1 a if !b\ntest 1 p+q\n"
                             "timer 2 * after 2 : halt *\nsend 1 a -> 2,3@2 x(p)\ntick 2\nmark m\n"
                             "expect sds+merge states 5 dstates 2 scenarios 2 nodes 2 2 1\nexpect digest 5\n";
  Fixture *f = fixture (state);
  for (unsigned i = 0; i < fixture_rounds (3000); i++) {
    char copy[sizeof text];
    memcpy (copy, text, sizeof text);
    for (unsigned j = 0; j < 1 + i % 3; j++)
      copy[rng_below (&f->rng, sizeof text - 1)] = (char)rng_below (&f->rng, 128);
    Script *script;
    Status st = script_read (&f->mem, "t", copy, sizeof text - 1, &script);
    if (status_ok (st))
      script_free (script);
    status_free (st);
  }
}

/* Runs a script that must fail. */
static void fails_with (Mem *mem, const char *text, size_t limit, const char *error) {
  Script *script;
  Status st = script_read (mem, "t", text, strlen (text), &script);
  assert_true (status_ok (st));
  Run *run = run_new (mem, script, MAP_SDS, true);
  size_t mark;
  run_set_limit (run, limit);
  st = run_to_mark (run, &mark);
  assert_false (status_ok (st));
  if (!strstr (st.text, error))
    fail_msg ("'%s' instead of '%s'", st.text, error);
  status_free (st);
  run_free (run);
  script_free (script);
}

static void endless_scripts_end (void **state) {
  Mem *mem = &fixture (state)->mem;
  fails_with (mem,
              "nodes 2\non 1 x : send -> 2 x after 0\non 2 x : send -> 1 x after 0\nsend 1 * -> 2 x\ntick\n",
              100000, "t:5: more than 1000 rounds");
  fails_with (mem,
              "nodes 2\non 1 x : branch a\non 1 x : send a -> 2 x after 0\non 2 x : branch b\n"
              "on 2 x : send -> 1 x after 0\nsend 1 * -> 2 x\ntick\n",
              1000, "t:7: more than 1000 states");
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (malformed_scripts), FIXTURE_TEST (binary_is_refused),
                                     FIXTURE_TEST (damaged_scripts), FIXTURE_TEST (endless_scripts_end)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
