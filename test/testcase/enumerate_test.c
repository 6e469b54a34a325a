/* SPDX-License-Identifier: GPL-2.0-only */
/* testcase/enumerate_test.c -- streams of scenarios and covering sets, against the mapping's own enumeration
 *
 * A scenario can happen iff some assignment of values below 4 meets all that its members demand; of networks without
 * such symbols, always.
 */
#include "testcase/brute.h"

#include "testcase/covering.h"
#include "testcase/enumerate.h"

enum { MOST_SCENARIOS = 3000, ITEMS = 40 };

typedef struct Tally {
  unsigned networks, scenarios, infeasible, cases, items, never;
} Tally;

/* Invented items: a state covers what the hash of its path says. */
static void covers (void *data, StateId s, IdVec *out, Mem *mem) {
  const Scenarios *from = data;
  uint64_t path = from->state (from->data, s).path;
  for (unsigned i = 0; i < 3; i++)
    VEC_PUSH (mem, out, (uint32_t)(hash_pair (path, i) % ITEMS));
}

static void covered_by (const Scenarios *from, const StateId *members, bool *items) {
  Mem mem;
  IdVec list = {0};
  mem_init (&mem, "items", NULL);
  for (NodeId n = 0; n < from->nodes; n++)
    covers ((void *)from, members[n], &list, &mem);
  for (size_t i = 0; i < list.len; i++)
    items[list.data[i]] = true;
  VEC_FREE (&mem, &list);
  mem_fini (&mem);
}

static void check_stream (const Net *net, const Scenarios *from, bool *reached, Tally *tally) {
  Mem mem;
  MapWalk *walk;
  const StateId *members;
  StreamItem item;
  Given given;
  uint64_t infeasible = 0;
  mem_init (&mem, "test", NULL);
  Stream *stream = stream_new (&mem, from);
  assert_true (status_ok (map_walk_new (net->map, NULL, 0, &walk)));
  while ((members = map_walk_next (walk))) {
    assert_true (given_symbols (&given, from, members));
    if (!given_least (&given, from, members)) {
      infeasible++;
      continue;
    }
    assert_true (stream_next (stream, &item));
    assert_false (item.unknown);
    assert_memory_equal (item.members, members, from->nodes * sizeof *members);
    assert_int_equal (item.dstate, map_walk_dstate (walk));
    TestCase *test = case_new (&mem, from, item.members, item.cond);
    assert_int_equal (test->inputs.len ? test->inputs.data[0].bytes[0] : 0, given.n ? given.bytes[0] : 0);
    case_free (test);
    covered_by (from, members, reached);
    tally->scenarios++;
  }
  assert_false (stream_next (stream, &item));
  assert_int_equal (stream_infeasible (stream), infeasible);
  tally->infeasible += (unsigned)infeasible;
  map_walk_free (walk);
  stream_free (stream);
  mem_fini (&mem);
}

static void check_covering (const Scenarios *from, const bool *reached, Tally *tally) {
  Mem mem;
  Given given;
  bool items[ITEMS] = {false};
  mem_init (&mem, "test", NULL);
  CoverAsk ask = {.from = from, .mem = &mem, .items = ITEMS, .covers = covers, .data = (void *)from};
  Covering covering = case_covering (&ask);
  for (size_t i = 0; i < covering.cases.len; i++) {
    const TestCase *c = covering.cases.data[i];
    assert_true (given_symbols (&given, from, c->members));
    assert_true (given_least (&given, from, c->members));
    assert_true (c->cost.weight <= from->budget);
    covered_by (from, c->members, items);
  }
  unsigned n = 0;
  for (unsigned i = 0; i < ITEMS; i++) {
    assert_int_equal (items[i], reached[i]);
    n += reached[i];
  }
  assert_int_equal (covering.reached, n);
  assert_int_equal (covering.unknown, 0);
  tally->cases += (unsigned)covering.cases.len;
  tally->items += n;
  tally->never += covering.never;
  covering_free (&ask, &covering);
  mem_fini (&mem);
}

static bool is_small (const SdeNetwork *network) {
  char *count = sde_network_scenarios (network);
  bool small = strlen (count) < 5 && strtoul (count, NULL, 10) <= MOST_SCENARIOS;
  sde_free (count);
  return small;
}

static void check (void *data, SdeNetwork *network) {
  Scenarios from = net_scenarios (network->net);
  bool reached[ITEMS] = {false};
  Tally *tally = data;
  if (!is_small (network))
    return;
  tally->networks++;
  check_stream (network->net, &from, reached, tally);
  check_covering (&from, reached, tally);
}

static void try_many (void **state, unsigned rounds, const Flavour *flavour, const char *name) {
  uint64_t seed = fixture_seed ();
  Tally tally = {0};
  static const char *const algorithms[] = {"sds", "cow", "cob"};
  for (unsigned i = 0; i < fixture_rounds (SLOW ? rounds / 4 : rounds); i++) {
    Rng rng = rng_seed (hash_pair (seed, hash_pair (hash_bytes (name, strlen (name)), i)));
    Case c = make_case (&rng, flavour);
    Assignment symbols;
    if (flavour->known && !values_symbols (&c, &symbols))
      continue;
    Plan p = case_plan (&c);
    Outcome o = plan_run_inspect (*state, &p, &(Way){algorithms[i % 3], false, 0}, check, &tally);
    outcome_free (&o);
  }
  print_message ("%s: %u networks, %u scenarios, %u infeasible; %u cases for %u items, %u never reached\n",
                 name, tally.networks, tally.scenarios, tally.infeasible, tally.cases, tally.items,
                 tally.never);
  assert_true (tally.scenarios > tally.networks);
}

static void values (void **state) {
  try_many (state, 150, &(Flavour){.actions = "sssssSrrrrrrrzgm====<<<<aaaaxxw", .known = true}, "values");
}

static void values_and_failures (void **state) {
  try_many (state, 200,
            &(Flavour){.actions = "sssssSrrrrrrrzzgm====<<<<aaaaxxkqw",
                       .failures = 2,
                       .kinds = "dulxotpam",
                       .budget = true,
                       .known = true},
            "values and failures");
}

static void failures (void **state) {
  try_many (state, 150,
            &(Flavour){.actions = "sssSrrrrrzzq=gaatpkwhL",
                       .traffic = true,
                       .failures = 3,
                       .kinds = "dulxroam",
                       .budget = true},
            "failures");
}

/* Eight nodes of 2^11 states each: 2^88 scenarios, the first ones at once. */
static void many (void **state) {
  Plan p = plan (8);
  for (unsigned i = 0; i < 8; i++)
    p.nodes[i].code = "int main (void) { unsigned char x[11]; klee_make_symbolic (x, 11, \"x\"); int n = 0;\n"
                      "  for (int i = 0; i < 11; i++) if (x[i] > 9) n++;\n"
                      "  return n; }";
  SdeLoop *loop;
  must (sde_loop_new (&p.options, &loop));
  plan_build (*state, &p, sde_loop_network (loop));
  must (sde_loop_run (loop));
  char *count = sde_network_scenarios (sde_loop_network (loop));
  assert_true (strlen (count) > 25);
  sde_free (count);
  Mem mem;
  StreamItem item;
  mem_init (&mem, "test", NULL);
  Scenarios from = net_scenarios (sde_loop_network (loop)->net);
  Stream *stream = stream_new (&mem, &from);
  for (unsigned i = 0; i < 1000; i++)
    assert_true (stream_next (stream, &item));
  assert_int_equal (stream_infeasible (stream), 0);
  stream_free (stream);
  mem_fini (&mem);
  sde_loop_free (loop);
}

int main (void) {
  const struct CMUnitTest tests[] = {LAB_TEST (values), LAB_TEST (values_and_failures), LAB_TEST (failures),
                                     LAB_TEST (many)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
