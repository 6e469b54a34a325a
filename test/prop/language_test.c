/* SPDX-License-Identifier: GPL-2.0-only */
/* prop/language_test.c -- what properties may say, what is wrong with others, and any text at all */
#include "support/fixture.h"

#include "prop/ast.h"
#include "prop/prop.h"

#include <string.h>

static const char *const node_names[] = {"sender", "relay 1", "sink"};
static const uint32_t set_nodes[] = {0, 2};

static const char *name_of (const void *data, uint32_t node) {
  (void)data;
  return node_names[node];
}

static bool set_of (const void *data, size_t i, const char **name, const uint32_t **nodes, size_t *n) {
  (void)data;
  *name = i ? "nobody" : "ends";
  *nodes = set_nodes;
  *n = i ? 0 : 2;
  return i < 2;
}

static const PropNames names = {3, name_of, set_of, NULL};

/* The sentence that says what is wrong with the text, to be given back with status_free. */
static Status try_kind (Fixture *f, PropKind kind, const char *text, int64_t time) {
  ExprPool *pool = expr_pool_new (&f->mem);
  Props *props = props_new (&f->mem, pool);
  Status st = props_add (props, &names, kind, "p", text, time);
  props_free (props);
  expr_pool_free (pool);
  return st;
}

static void accepts (void **state) {
  static const char *const texts[] = {
      "sender.leader == 1",
      "0.leader == 1 && 'relay 1'.x != 0x1F",
      "count(n: n.leader == 1) <= 1",
      "all(n in (sender, 2): n.x < 10) || any(n in ends: !running(n))",
      "all(a: all(b: a == b || a.id != b.id))",
      "sum(n in nobody: n.x) == 0",
      "min(n: n.x) + 1 <= max(n: n.x) - -1",
      "published(sink.x) => signed(sink.x) >= ~3 => true",
      "sink.table[2] == 3 && all(n: sink.table[n + 1] > 0)",
      "time > 10s => stopped(sink) || crashed(0)",
      "(sender.x & 4) >> 2 << 1 | sender.x ^ 2 == 2 % 3 / 1",
      "unsigned(sender.'odd name') > 9223372036854775807",
      "sender.\"x y\"",
      "true",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    Status st = try_kind (fixture (state), PROP_ALWAYS, texts[i], 0);
    if (!status_ok (st))
      fail_msg ("%s: %s", texts[i], st.text);
  }
}

static void refuses (void **state) {
  static const struct {
    const char *text, *says;
  } cases[] = {
      {"", "it is empty"},
      {"  ", "it is empty"},
      {"sender.x = 1", "column 10: '=' means nothing here; equal is =="},
      {"sendr.x == 1", "column 1: there is no node 'sendr'; did you mean 'sender'?"},
      {"all(n in end: n.x)", "column 10: there is no node and no set of nodes 'end'; did you mean 'ends'?"},
      {"7.x == 1", "column 1: there is no node 7: they are 0 to 2"},
      {"cuont(n: n.x) == 1", "column 1: there is no function 'cuont'; did you mean count?"},
      {"sender.x ==", "column 12: a value is missing at the end"},
      {"(sender.x == 1", "column 15: ) is missing at the end"},
      {"sender.x == 1)", "column 14: an operator or the end is expected, not ')'"},
      {"sender. == 1", "column 9: the name of a variable is expected, not '=='"},
      {"sender == 1", "column 1: 'sender': a variable is missing behind the node, as in sender.x"},
      {"x == 1", "column 1: 'x': it is neither a node nor a variable of a node, as in x.x"},
      {"1 < 2 < 3", "column 7: comparisons cannot be chained: join them with &&"},
      {"sender.x[-1] == 0", "column 10: the index -1 of a byte is negative"},
      {"sender.x[sink.y] == 0", "column 10: the index of a byte must be a number"},
      {"signed(sender.x[1]) == 0", "column 8: a byte is never signed"},
      {"99999999999999999999 == 0", "column 1: the number is too large: 64 bits with a sign are possible"},
      {"10h == 0", "column 3: 'h' is no unit: ns, us, ms, s and min are"},
      {"sender.'x == 0", "column 8: the name that begins here has no end: ' is missing"},
      {"sender.x == \x01", "column 13: byte 0x01 means nothing here"},
      {"published(sender.x[1])", "column 11: published is of a variable, not of one of its bytes"},
      {"all(n: )", "column 8: a value is expected, not ')'"},
      {"all(n n.x)", "column 7: : is expected, not 'n'"},
      {"0x == 1", "column 1: digits are missing behind 0x"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Status st = try_kind (fixture (state), PROP_ALWAYS, cases[i].text, 0);
    if (status_ok (st) || strcmp (st.text, cases[i].says))
      fail_msg ("%s: %s, not: %s", cases[i].text, status_ok (st) ? "accepted" : st.text, cases[i].says);
    status_free (st);
  }
}

static void refuses_times (void **state) {
  Status st = try_kind (fixture (state), PROP_EVENTUALLY, "true", 0);
  assert_string_equal (st.text, "a property of kind eventually needs a time above 0");
  status_free (st);
  st = try_kind (fixture (state), PROP_NEVER, "true", 5);
  assert_string_equal (st.text, "a property of kind never has no time");
  status_free (st);
  st = try_kind (fixture (state), PROP_WITHIN, "time > 3", 5);
  assert_string_equal (st.text, "column 1: 'time' has no meaning in a property of kind within");
  status_free (st);
}

/* However deep and long, it ends with a sentence. */
static void ends_at_depth (void **state) {
  Fixture *f = fixture (state);
  const char parts[] = "(!-~";
  for (size_t i = 0; parts[i]; i++) {
    char text[19000];
    memset (text, parts[i], sizeof text - 1);
    text[sizeof text - 1] = '\0';
    Status st = try_kind (f, PROP_ALWAYS, text, 0);
    assert_false (status_ok (st));
    status_free (st);
  }
  char chain[12001] = "1";
  for (size_t i = 1; i < 12000; i += 2)
    memcpy (chain + i, "+1", 3);
  Status st = try_kind (f, PROP_ALWAYS, chain, 0);
  status_free (st);
}

/* Pieces of expressions in any order. */
static void any_text (void **state) {
  Fixture *f = fixture (state);
  static const char *const pieces[] = {
      "sender",     "'relay 1'", "ends", "n",        "m",   ".x",  ".'",     "[",    "]",
      "(",          ")",         "all(", "count(n:", "in",  ":",   ",",      "==",   "<=",
      "&&",         "=>",        "!",    "-",        "0x1", "17",  "3s",     "time", "running(",
      "published(", "signed(",   " ",    "\xff",     "%",   "/ 0", "min(m:", "true", "<<"};
  unsigned good = 0;
  for (unsigned round = 0; round < fixture_rounds (3000); round++) {
    char text[400] = "";
    for (uint64_t n = 1 + rng_below (&f->rng, 12); n; n--)
      strcat (text, pieces[rng_below (&f->rng, sizeof pieces / sizeof *pieces)]);
    Status st = try_kind (f, PROP_ALWAYS, text, 0);
    good += status_ok (st);
    status_free (st);
  }
  assert_true (good > 0);
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (accepts), FIXTURE_TEST (refuses),
                                     FIXTURE_TEST (refuses_times), FIXTURE_TEST (ends_at_depth),
                                     FIXTURE_TEST (any_text)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
