/* SPDX-License-Identifier: GPL-2.0-only */
/* map/check.c -- does the mapping keep its promises?
 *
 * I2 holds by construction once every group of a live dstate is made of live
 * states of its node and none is empty.  I3 is checked pair by pair: two dstates
 * share a scenario iff their groups meet at every node, within the budget.
 */
#include "map/mapping_impl.h"

enum { CHECK_PAIRS = 128 }; /* dstates up to which all pairs are compared */

static Status check_dstate (const Mapping *map, uint32_t d) {
  uint64_t sum = 0;
  for (NodeId n = 0; n < map_nodes (map); n++) {
    size_t len;
    const StateId *group = map_group (map, d, n, &len);
    uint64_t least = UINT32_MAX;
    for (size_t i = 0; i < len; i++) {
      if (!map_alive (map, group[i]) || map_node (map, group[i]) != n)
        return status_fail ("dstate %u holds state %u at node %u, where it does not belong", d, group[i], n);
      least = map_weight (map, group[i]) < least ? map_weight (map, group[i]) : least;
    }
    if (!len)
      return status_fail ("dstate %u has no state of node %u", d, n);
    sum += least;
  }
  if (sum != map->sums->least (map, d, NODE_NONE))
    return status_fail ("dstate %u has a wrong least weight", d);
  return sum > map->budget ? status_fail ("dstate %u has no scenario within the budget", d) : STATUS_OK;
}

/* The least weight of a state that both dstates have at node n; UINT32_MAX when there is none. */
static uint64_t check_common (const Mapping *map, uint32_t a, uint32_t b, NodeId n) {
  size_t la, lb;
  const StateId *ga = map_group (map, a, n, &la), *gb = map_group (map, b, n, &lb);
  uint64_t least = UINT32_MAX;
  for (size_t i = 0; i < la; i++)
    for (size_t j = 0; j < lb; j++)
      if (ga[i] == gb[j] && map_weight (map, ga[i]) < least)
        least = map_weight (map, ga[i]);
  return least;
}

static Status check_pair (const Mapping *map, uint32_t a, uint32_t b) {
  uint64_t sum = 0;
  for (NodeId n = 0; n < map_nodes (map); n++) {
    uint64_t least = check_common (map, a, b, n);
    if (least == UINT32_MAX)
      return STATUS_OK;
    sum += least;
  }
  return sum <= map->budget ? status_fail ("dstates %u and %u hold a scenario both", a, b) : STATUS_OK;
}

static Status check_all (const Mapping *map, const IdVec *list) {
  Status st = STATUS_OK;
  for (size_t i = 0; i < list->len && status_ok (st); i++) {
    st = check_dstate (map, list->data[i]);
    for (size_t j = 0; list->len <= CHECK_PAIRS && j < i && status_ok (st); j++)
      st = check_pair (map, list->data[i], list->data[j]);
  }
  return st;
}

static Status check_states (const Mapping *map) {
  size_t alive = 0;
  for (StateId s = 0; s < map->states.len; s++) {
    if (!map_alive (map, s))
      continue;
    alive++;
    MapWalk *walk;
    Status st = map_walk_new (map, &s, 1, &walk);
    if (!status_ok (st))
      return st;
    bool found = map_walk_next (walk) != NULL;
    map_walk_free (walk);
    if (!found)
      return status_fail ("state %u is alive and in no scenario", s);
  }
  return alive == map->stats.states_alive ? STATUS_OK : status_fail ("live states are miscounted");
}

Status map_check (const Mapping *map) {
  Mem mem;
  mem_init (&mem, "check", NULL);
  IdVec list = {0};
  map->ops->dstates (map, STATE_NONE, &list, &mem);
  Status st = check_all (map, &list);
  VEC_FREE (&mem, &list);
  if (status_ok (st))
    st = check_states (map);
  return status_ok (st) ? map->sums->check (map) : st;
}
