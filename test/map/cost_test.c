/* SPDX-License-Identifier: GPL-2.0-only */
/* map/cost_test.c -- what SDS may cost, as far as it can be counted rather than timed
 *
 * The same local traffic in networks of different size must split and fork the
 * same and take nearly the same bytes; groups must follow the states, not the
 * memberships that virtual states would need.
 */
#include "support/fixture.h"

#include "map/mapping.h"

typedef struct Net {
  Mem *mem;
  Mapping *map;
  VEC (NodeId) node;  /* of each state */
  StateVec recent[4]; /* states of the four nodes that act */
  NodeId first;
} Net;

static void net_know (Net *net, StateId s, NodeId node) {
  VEC_PUSH (net->mem, &net->node, node);
  if (node >= net->first && node < net->first + 4)
    VEC_PUSH (net->mem, &net->recent[node - net->first], s);
}

static StateId net_fork (void *data, StateId s) {
  Net *net = data;
  StateId copy = (StateId)net->node.len;
  net_know (net, copy, net->node.data[s]);
  return copy;
}
static MapAnswer net_accept (void *data, StateId t) {
  (void)data, (void)t;
  return MAP_RECEIVE;
}
static void net_dead (void *data, StateId s) { (void)data, (void)s; }

static Net net_new (Mem *mem, unsigned nodes) { return (Net){.mem = mem, .first = nodes / 16 * 8}; }

static void net_start (Net *net, MapAlgorithm algorithm, unsigned nodes) {
  net->map = map_new (net->mem, algorithm, &(MapClient){net_fork, net_accept, net_dead, net});
  for (NodeId n = 0; n < nodes; n++) {
    net_know (net, n, n);
    assert_true (status_ok (map_add_node (net->map, n)));
  }
}

static void net_free (Net *net) {
  map_free (net->map);
  VEC_FREE (net->mem, &net->node);
  for (int i = 0; i < 4; i++)
    VEC_FREE (net->mem, &net->recent[i]);
}

/* A recent state of one of four neighbours branches; the child sends to the next one. */
static void net_step (Net *net, Rng *rng, StateVec *out) {
  NodeId at = 1 + (NodeId)rng_below (rng, 2), to = rng_below (rng, 8) ? 3 - at : (at == 1 ? 0 : 3);
  const StateVec *recent = &net->recent[at];
  size_t window = recent->len < 16 ? recent->len : 16;
  StateId s = recent->data[recent->len - 1 - rng_below (rng, window)], child = net_fork (net, s);
  assert_true (status_ok (map_branch (net->map, s, child, 0)));
  out->len = 0;
  MapCondition senders = {net->first + at, &child, 1};
  assert_true (status_ok (map_arrive (net->map, &senders, 1, net->first + to, out)));
}

static MapStats traffic (Mem *mem, unsigned nodes, unsigned steps, size_t *grown) {
  Net net = net_new (mem, nodes);
  Rng rng = rng_seed (5);
  StateVec out = {0};
  net_start (&net, MAP_SDS, nodes);
  size_t before = (size_t)map_stats (net.map).bytes;
  for (unsigned i = 0; i < steps; i++)
    net_step (&net, &rng, &out);
  MapStats stats = map_stats (net.map);
  *grown += (size_t)stats.bytes - before;
  VEC_FREE (mem, &out);
  net_free (&net);
  return stats;
}

static void local_traffic_costs_the_same (void **state) {
  Mem *mem = &fixture (state)->mem;
  size_t small = 0, large = 0;
  for (unsigned i = 0; i < 8; i++) {
    unsigned steps = 500 * (8 + i);
    MapStats a = traffic (mem, 100, steps, &small), b = traffic (mem, 10000, steps, &large);
    assert_int_equal (a.splits, b.splits);
    assert_int_equal (a.dstates, b.dstates);
    assert_int_equal (a.forks_target, b.forks_target);
    assert_int_equal (a.forks_bystander + b.forks_bystander, 0);
    assert_int_equal (a.groups - 100, b.groups - 10000);
  }
  print_message ("bytes: %zu with 100 nodes, %zu with 10000\n", small, large);
  assert_true ((double)large <= 1.5 * (double)small);
}

static void groups_follow_the_states (void **state) {
  size_t grown = 0;
  MapStats stats = traffic (&fixture (state)->mem, 1000, 5000, &grown);
  assert_true (stats.dstates > 4000);
  assert_true (stats.groups <= stats.states_alive);
  assert_true (stats.group_members <= 2 * stats.states_alive);
  assert_true (stats.memberships > 100 * stats.states_alive);
  assert_true (grown < 1000 * stats.states_alive);
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (local_traffic_costs_the_same),
                                     FIXTURE_TEST (groups_follow_the_states)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
