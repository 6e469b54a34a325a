/* SPDX-License-Identifier: GPL-2.0-only */
/* map/random_test.c -- long random sequences on up to 8 nodes, every algorithm against COB
 *
 * A failing sequence is shrunk to one from which no event can be left out, and
 * printed with its seed.
 */
#include "support/fixture.h"

#include "map/compare.h"

enum { EVENTS = 40, SCENARIOS = 300 };

typedef struct Maker {
  Mem *mem;
  Rng *rng;
  Text text;
  unsigned nodes, symbols, links;
  bool budget;
} Maker;

static unsigned draw (Maker *m, unsigned n) { return (unsigned)rng_below (m->rng, n); }

static unsigned draw_node (Maker *m) { return 1 + draw (m, m->nodes); }

static unsigned draw_other (Maker *m, unsigned node) {
  unsigned other = 1 + draw (m, m->nodes - 1);
  return other < node ? other : other + 1;
}

#define ADD(...) text_printf (m->mem, &m->text, __VA_ARGS__)

static void make_guard (Maker *m) {
  static const char *const guards[] = {"*", "*", "a", "!a", "b", "a&!b", "<x", "!<x", "a&<y", "!b&!<y"};
  ADD ("%s", guards[draw (m, sizeof guards / sizeof *guards)]);
}

static void make_content (Maker *m) {
  ADD (" %c", 'x' + (char)draw (m, 3));
  if (m->symbols && draw (m, 2))
    ADD ("(s%u)", 1 + draw (m, m->symbols));
}

static void make_send (Maker *m, unsigned node) {
  unsigned first = draw_other (m, node), second = draw_other (m, node);
  make_guard (m);
  ADD (" -> %u", first);
  if (!draw (m, 4) && second != first)
    ADD (draw (m, 2) ? ",%u" : ",%u@2", second);
  make_content (m);
  if (draw (m, 3) == 0)
    ADD (" after %u", draw (m, 4));
}

/* What a state of the node does, written without the node unless that is asked for. */
static void make_action (Maker *m, unsigned node, bool written) {
  unsigned kind = draw (m, 12);
  const char *name = draw (m, 2) ? "a" : "b";
  if (kind >= 11 && draw (m, 3))
    kind = 5;
  static const char *const words[] = {"branch", "branch", "fail", "test", "send",  "send",
                                      "send",   "send",   "send", "send", "timer", "halt"};
  if (kind == 3 && !m->symbols)
    kind = 0;
  ADD ("%s ", words[kind]);
  if (written)
    ADD ("%u ", node);
  if (kind < 3)
    ADD ("%s if !%s", name, draw (m, 2) ? "<z" : "b");
  else if (kind == 3)
    ADD ("s%u%s", 1 + draw (m, m->symbols), "");
  else if (kind < 10)
    make_send (m, node);
  else if (kind == 10) {
    make_guard (m);
    ADD (" after %u : send ", 1 + draw (m, 2));
    make_send (m, node);
  } else
    make_guard (m);
  ADD ("\n");
}

static void make_header (Maker *m) {
  ADD ("nodes %u\n", m->nodes);
  for (unsigned s = 1; s <= m->symbols; s++)
    for (unsigned i = 0; i < 2; i++)
      ADD ("symbol %u s%u\n", draw_node (m), s);
  for (unsigned i = 0; i < m->links; i++) {
    unsigned node = draw_node (m);
    ADD ("link %u-%u\n", node, draw_other (m, node));
  }
  if (m->budget)
    ADD ("budget %u\n", draw (m, 4));
  for (unsigned i = draw (m, 4); i-- > 0;) {
    unsigned node = draw_node (m);
    ADD ("on %u %c : ", node, 'x' + (char)draw (m, 3));
    make_action (m, node, false);
  }
}

static void make_events (Maker *m) {
  ADD ("#events\n");
  for (unsigned i = 0; i < EVENTS; i++)
    if (draw (m, 4) == 0)
      ADD ("tick\n");
    else
      make_action (m, draw_node (m), true);
}

/* How many events COB can do before there are too many scenarios. */
static size_t length_that_fits (Mem *mem, const Script *script) {
  Run *run = run_new (mem, script, MAP_COB, false);
  size_t n = 0;
  bool good = true;
  while (good && n < script->events.len) {
    Status st = run_event (run, script->events.data[n]);
    good = status_ok (st) && map_stats (run_mapping (run)).dstates <= SCENARIOS;
    n += good;
    status_free (st);
  }
  run_free (run);
  return n;
}

static bool try_script (Mem *mem, const Script *script, const char *text) {
  size_t events[EVENTS], n = length_that_fits (mem, script);
  Text why = {0};
  for (size_t i = 0; i < n; i++)
    events[i] = i;
  bool differ = n && sequence_differs (mem, script, events, n, true, &why);
  text_free (mem, &why);
  if (differ)
    sequence_shrink (mem, script, text, events, n);
  return differ;
}

static void try_round (Mem *mem, uint64_t seed, unsigned round, Maker maker) {
  Rng rng = rng_seed (hash_pair (seed, round));
  Maker *m = &maker;
  m->mem = mem;
  m->rng = &rng;
  m->nodes = 2 + draw (m, 7);
  make_header (m);
  make_events (m);
  Script *script;
  const char *text = text_c (mem, &m->text);
  Status st = script_read (mem, "random", text, m->text.len, &script);
  if (!status_ok (st))
    fail_msg ("%s\n%s", st.text, text);
  bool differ = try_script (mem, script, text);
  script_free (script);
  text_free (mem, &m->text);
  if (differ)
    fail_msg ("the algorithms differ: SDE_SEED=%llu, round %u", (unsigned long long)seed, round);
}

static void try_many (Fixture *f, unsigned rounds, Maker maker) {
  for (unsigned i = 0; i < fixture_rounds (rounds); i++)
    try_round (&f->mem, f->seed, i, maker);
}

static void plain (void **state) { try_many (fixture (state), 100, (Maker){0}); }
static void contradictions (void **state) { try_many (fixture (state), 150, (Maker){.symbols = 2}); }
static void links (void **state) { try_many (fixture (state), 100, (Maker){.links = 2}); }
static void budgets (void **state) { try_many (fixture (state), 150, (Maker){.budget = true}); }
static void everything (void **state) {
  try_many (fixture (state), 150, (Maker){.symbols = 3, .links = 2, .budget = true});
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (plain), FIXTURE_TEST (contradictions),
                                     FIXTURE_TEST (links), FIXTURE_TEST (budgets), FIXTURE_TEST (everything)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
