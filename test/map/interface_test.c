/* SPDX-License-Identifier: GPL-2.0-only */
/* map/interface_test.c -- the mapping's operations and questions one by one, and its answers to bad input */
#include "support/fixture.h"

#include "map/mapping.h"

#include <string.h>

/* ---- a client that knows nothing but numbers ---- */

typedef struct Client {
  StateId next;
  MapAnswer answer[4096];
  unsigned asked[4096];
  bool dead[4096];
  StateId origin[4096];
} Client;

static StateId mock_fork (void *data, StateId s) {
  Client *c = data;
  c->answer[c->next] = c->answer[s];
  c->origin[c->next] = s;
  return c->next++;
}

static MapAnswer mock_accept (void *data, StateId t) {
  Client *c = data;
  c->asked[t]++;
  return c->answer[t];
}

static void mock_dead (void *data, StateId s) { ((Client *)data)->dead[s] = true; }

static Client *client_new (void) {
  Client *c = calloc (1, sizeof *c);
  assert_non_null (c);
  return c;
}

static void good (Status st) {
  if (!status_ok (st))
    fail_msg ("%s", st.text);
}

static void bad (Status st, const char *part) {
  assert_false (status_ok (st));
  if (!strstr (st.text, part))
    fail_msg ("'%s' does not speak of '%s'", st.text, part);
  status_free (st);
}

static Mapping *start (Mem *mem, MapAlgorithm algorithm, Client *c, unsigned nodes, int budget) {
  Mapping *map = map_new (mem, algorithm, &(MapClient){mock_fork, mock_accept, mock_dead, c});
  if (budget >= 0)
    good (map_set_budget (map, (unsigned)budget));
  for (unsigned n = 0; n < nodes; n++) {
    good (map_add_node (map, c->next));
    good (map_set_hash (map, c->next, 1000003 + n));
    c->next++;
  }
  return map;
}

static StateId branch (Mapping *map, Client *c, StateId s, unsigned weight) {
  StateId child = c->next++;
  c->answer[child] = c->answer[s];
  good (map_branch (map, s, child, weight));
  return child;
}

static void arrive (Mapping *map, StateId sender, NodeId dest, StateVec *out) {
  out->len = 0;
  good (map_arrive (map, &(MapCondition){map_node (map, sender), &sender, 1}, 1, dest, out));
  good (map_check (map));
}

static void assert_count (Mem *mem, const Mapping *map, const char *want) {
  Text text = {0};
  map_count (map, &text, mem);
  assert_string_equal (text_c (mem, &text), want);
  text_free (mem, &text);
}

/* ---- tests ---- */

static void bad_input_changes_nothing (void **state) {
  Mem *mem = &fixture (state)->mem;
  for (int a = MAP_COB; a <= MAP_SDS; a++) {
    Client *c = client_new ();
    Mapping *map = start (mem, (MapAlgorithm)a, c, 3, -1);
    StateId child = branch (map, c, 1, 0), foreign = 2, ghost = 77;
    uint64_t digest = map_digest (map);
    MapStats stats = map_stats (map);
    StateVec out = {0};
    bad (map_branch (map, ghost, 500, 0), "state 77 is unknown");
    bad (map_branch (map, 1, child, 0), "exists already");
    bad (map_branch (map, 1, STATE_NONE, 0), "not a state's number");
    bad (map_add_node (map, 0), "exists already");
    bad (map_halt (map, ghost), "unknown");
    bad (map_set_hash (map, ghost, 5), "unknown");
    bad (map_set_budget (map, 1), "before the first node");
    bad (map_arrive (map, &(MapCondition){1, &ghost, 1}, 1, 2, &out), "state 77 is unknown");
    bad (map_arrive (map, &(MapCondition){1, &foreign, 1}, 1, 0, &out),
         "state 2 is of node 2, not of node 1");
    bad (map_arrive (map, &(MapCondition){1, &child, 1}, 1, 1, &out), "from itself");
    bad (map_arrive (map, &(MapCondition){1, NULL, 0}, 1, 2, &out), "no states");
    bad (map_arrive (map, &(MapCondition){9, &child, 1}, 1, 2, &out), "node 9 is unknown");
    bad (map_arrive (map, &(MapCondition){1, &child, 1}, 1, 9, &out), "node 9 is unknown");
    bad (map_arrive (map, NULL, 0, 2, &out), "conditions");
    MapCondition twice[] = {{1, &child, 1}, {1, &child, 1}};
    bad (map_arrive (map, twice, 2, 2, &out), "two conditions on node 1");
    bad (map_peers (map, ghost, 1, &out), "unknown");
    bad (map_peers (map, 1, 9, &out), "node 9 is unknown");
    MapWalk *walk = NULL;
    bad (map_walk_new (map, &ghost, 1, &walk), "unknown");
    MapStats now = map_stats (map);
    assert_int_equal (out.len, 0);
    assert_memory_equal (&stats, &now, sizeof stats);
    assert_true (digest == map_digest (map));
    good (map_check (map));
    map_free (map);
    free (c);
  }
}

/* Node 0 branches, one of the two sends to node 1; node 2 looks on. */
static void only_targets_are_forked (void **state) {
  Mem *mem = &fixture (state)->mem;
  static const uint64_t states[] = {6, 6, 5};
  for (int a = MAP_COB; a <= MAP_SDS; a++) {
    Client *c = client_new ();
    Mapping *map = start (mem, (MapAlgorithm)a, c, 3, -1);
    StateVec out = {0};
    StateId child = branch (map, c, 0, 0);
    arrive (map, child, 1, &out);
    assert_int_equal (out.len, 1);
    assert_int_equal (map_stats (map).states_alive, states[a]);
    assert_int_equal (map_stats (map).dstates, 2);
    assert_count (mem, map, "2");
    StateId receiver = out.data[0];
    out.len = 0;
    good (map_peers (map, receiver, 0, &out));
    assert_int_equal (out.len, 1);
    assert_int_equal (out.data[0], child);
    VEC_FREE (mem, &out);
    map_free (map);
    free (c);
  }
}

static void halted_states_are_not_asked (void **state) {
  Mem *mem = &fixture (state)->mem;
  for (int a = MAP_COB; a <= MAP_SDS; a++) {
    Client *c = client_new ();
    Mapping *map = start (mem, (MapAlgorithm)a, c, 2, -1);
    StateVec out = {0};
    good (map_halt (map, 1));
    arrive (map, 0, 1, &out);
    assert_int_equal (out.len, 0);
    assert_int_equal (c->asked[1], 0);
    assert_true (map_alive (map, 1));
    map_free (map);
    free (c);
  }
}

static void targets_are_asked_once (void **state) {
  Mem *mem = &fixture (state)->mem;
  Client *c = client_new ();
  Mapping *map = start (mem, MAP_SDS, c, 4, -1);
  StateVec out = {0};
  StateId sender = branch (map, c, 0, 0);
  arrive (map, sender, 1, &out); /* two dstates that share nodes 2 and 3 */
  StateId other = branch (map, c, 2, 0);
  memset (c->asked, 0, sizeof c->asked);
  arrive (map, other, 3, &out);
  assert_int_equal (out.len, 1);
  assert_int_equal (c->asked[3], 1);
  assert_int_equal (map_stats (map).dstates, 4);
  assert_int_equal (map_stats (map).forks_target, 2);
  VEC_FREE (mem, &out);
  map_free (map);
  free (c);
}

/* The only scenarios of the failed state of node 2 go with a contradiction elsewhere. */
static void budget_dooms_a_bystander (void **state) {
  Mem *mem = &fixture (state)->mem;
  for (int a = MAP_COB; a <= MAP_SDS; a++) {
    Client *c = client_new ();
    Mapping *map = start (mem, (MapAlgorithm)a, c, 3, 1);
    StateVec out = {0}, senders = {0};
    StateId failed = branch (map, c, 0, 1), u = branch (map, c, 2, 1);
    (void)u;
    for (StateId s = 0; s < c->next; s++) {
      c->answer[s] = MAP_CONTRADICT;
      if (map_alive (map, s) && map_node (map, s) == 0 && !map_weight (map, s))
        VEC_PUSH (mem, &senders, s);
    }
    assert_count (mem, map, "3");
    assert_false (map_bears (map, failed, 2));
    bad (map_branch (map, failed, 900, 2), "bears the weight");
    good (map_arrive (map, &(MapCondition){0, senders.data, senders.len}, 1, 1, &out));
    good (map_check (map));
    assert_int_equal (out.len, 0);
    assert_count (mem, map, "1");
    assert_int_equal (map_stats (map).states_alive, 3);
    assert_false (c->dead[failed]);
    VEC_FREE (mem, &senders);
    map_free (map);
    free (c);
  }
}

static void everything_may_go (void **state) {
  Mem *mem = &fixture (state)->mem;
  for (int a = MAP_COB; a <= MAP_SDS; a++) {
    Client *c = client_new ();
    Mapping *map = start (mem, (MapAlgorithm)a, c, 3, -1);
    StateVec out = {0};
    c->answer[1] = MAP_CONTRADICT;
    arrive (map, 0, 1, &out);
    assert_int_equal (map_stats (map).states_alive, 0);
    assert_int_equal (map_stats (map).dstates, 0);
    assert_true (c->dead[0] && c->dead[1] && c->dead[2]);
    assert_count (mem, map, "0");
    bad (map_branch (map, 0, 9, 0), "no scenario any more");
    map_free (map);
    free (c);
  }
}

static void walk_is_ordered_and_restricted (void **state) {
  Mem *mem = &fixture (state)->mem;
  Client *c = client_new ();
  Mapping *map = start (mem, MAP_SDS, c, 3, -1);
  StateId a = branch (map, c, 0, 0), b = branch (map, c, 1, 0);
  static const StateId want[][3] = {{0, 1, 2}, {0, 4, 2}, {3, 1, 2}, {3, 4, 2}};
  MapWalk *walk;
  good (map_walk_new (map, NULL, 0, &walk));
  for (int i = 0; i < 4; i++)
    assert_memory_equal (map_walk_next (walk), want[i], sizeof want[i]);
  assert_null (map_walk_next (walk));
  assert_null (map_walk_next (walk));
  map_walk_free (walk);
  StateId given[] = {a, b};
  good (map_walk_new (map, given, 2, &walk));
  assert_memory_equal (map_walk_next (walk), want[3], sizeof want[3]);
  assert_null (map_walk_next (walk));
  map_walk_free (walk);
  StateId clash[] = {a, 0};
  good (map_walk_new (map, clash, 2, &walk));
  assert_null (map_walk_next (walk));
  map_walk_free (walk);
  map_free (map);
  free (c);
}

static void a_node_may_come_late (void **state) {
  Mem *mem = &fixture (state)->mem;
  for (int a = MAP_COB; a <= MAP_SDS; a++) {
    Client *c = client_new ();
    Mapping *map = start (mem, (MapAlgorithm)a, c, 9, -1);
    StateVec out = {0};
    arrive (map, branch (map, c, 0, 0), 8, &out);
    for (int i = 0; i < 100; i++)
      good (map_add_node (map, c->next++));
    good (map_check (map));
    assert_int_equal (map_nodes (map), 109);
    assert_count (mem, map, "2");
    VEC_FREE (mem, &out);
    map_free (map);
    free (c);
  }
}

/* Every node branches once: 2^nodes scenarios, whose number is a matter of arithmetic. */
static void counts_do_not_enumerate (void **state) {
  Mem *mem = &fixture (state)->mem;
  static const struct {
    unsigned nodes;
    const char *count;
  } cases[] = {{10, "1024"},
               {43, "8796093022208"},
               {61, "2305843009213693952"},
               {64, "18446744073709551616"},
               {200, "1606938044258990275541962092341162602522202993782792835301376"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (int a = MAP_COW; a <= MAP_SDS; a++) {
      Client *c = client_new ();
      Mapping *map = start (mem, (MapAlgorithm)a, c, cases[i].nodes, -1);
      for (StateId s = 0; s < cases[i].nodes; s++)
        branch (map, c, s, 0);
      assert_count (mem, map, cases[i].count);
      map_free (map);
      free (c);
    }
}

/* With a budget of k and n nodes that may fail once: the sum of the binomials up to k. */
static void counts_within_a_budget (void **state) {
  Mem *mem = &fixture (state)->mem;
  for (int a = MAP_COW; a <= MAP_SDS; a++) {
    Client *c = client_new ();
    Mapping *map = start (mem, (MapAlgorithm)a, c, 30, 3);
    for (StateId s = 0; s < 30; s++)
      branch (map, c, s, 1);
    assert_count (mem, map, "4526");
    map_free (map);
    free (c);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      FIXTURE_TEST (bad_input_changes_nothing),      FIXTURE_TEST (only_targets_are_forked),
      FIXTURE_TEST (halted_states_are_not_asked),    FIXTURE_TEST (targets_are_asked_once),
      FIXTURE_TEST (budget_dooms_a_bystander),       FIXTURE_TEST (everything_may_go),
      FIXTURE_TEST (walk_is_ordered_and_restricted), FIXTURE_TEST (a_node_may_come_late),
      FIXTURE_TEST (counts_do_not_enumerate),        FIXTURE_TEST (counts_within_a_budget)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
