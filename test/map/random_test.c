/* SPDX-License-Identifier: GPL-2.0-only */
/* map/random_test.c -- long random sequences on up to 8 nodes, every algorithm against COB
 *
 * A failing sequence is shrunk to one from which no event can be left out, and
 * printed with its seed.
 */
#include "support/fixture.h"

#include "map/compare.h"
#include "map/make.h"

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
  bool differ = n && sequence_differs (mem, script, events, n, 0, &why);
  text_free (mem, &why);
  if (differ)
    sequence_shrink (mem, script, text, events, n);
  return differ;
}

static void try_round (Mem *mem, uint64_t seed, unsigned round, Maker m) {
  Script *script = make_script (mem, seed, round, &m);
  bool differ = try_script (mem, script, m.text.data);
  script_free (script);
  text_free (mem, &m.text);
  if (differ)
    fail_msg ("the algorithms differ: SDE_SEED=%llu, round %u", (unsigned long long)seed, round);
}

static void try_many (Fixture *f, unsigned rounds, Maker maker) {
  for (unsigned i = 0; i < fixture_rounds (SLOW ? rounds / 4 : rounds); i++)
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
