/* SPDX-License-Identifier: GPL-2.0-only */
/* map/walk.c -- scenarios one by one, and the peers of a state
 *
 * Invariant of a walk inside a dstate: choice[n] is the place in pool of the
 * member of node n, and the members of nodes 0..n-1 together with the least
 * weights of the others are within the budget.
 */
#include "map/mapping_impl.h"

struct MapWalk {
  Mem mem;
  Mem *parent;
  const Mapping *map;
  StateVec given; /* for each node the state wanted there, or STATE_NONE */
  IdVec dstates;  /* those left to visit */
  size_t at;      /* the next of them */
  StateVec pool;  /* the groups of the current dstate, sorted, one after the other */
  IdVec start;    /* where the group of node n begins; one more at the end */
  IdVec choice;   /* place in pool */
  StateVec scenario;
  VEC (uint64_t) rest; /* least weight of the groups n, n+1, ... */
  bool inside;
};

Status map_walk_new (const Mapping *map, const StateId *given, size_t n, MapWalk **out) {
  for (size_t i = 0; i < n; i++)
    if (!map_alive (map, given[i]))
      return status_fail ("state %u is unknown to the mapping or in no scenario any more", given[i]);
  MapWalk *walk = MEM_NEW (map->mem.parent, MapWalk);
  mem_init (&walk->mem, "walk", map->mem.parent);
  walk->parent = map->mem.parent;
  walk->map = map;
  bool clash = false;
  for (NodeId node = 0; node < map_nodes (map); node++)
    VEC_PUSH (&walk->mem, &walk->given, STATE_NONE);
  for (size_t i = 0; i < n; i++) {
    StateId *place = &walk->given.data[map_node (map, given[i])];
    clash |= *place != STATE_NONE && *place != given[i];
    *place = given[i];
  }
  if (!clash && map_nodes (map))
    map_dstates (map, n ? given[0] : STATE_NONE, &walk->dstates, &walk->mem);
  *out = walk;
  return STATUS_OK;
}

void map_walk_free (MapWalk *walk) {
  if (!walk)
    return;
  VEC_FREE (&walk->mem, &walk->given);
  VEC_FREE (&walk->mem, &walk->dstates);
  VEC_FREE (&walk->mem, &walk->pool);
  VEC_FREE (&walk->mem, &walk->start);
  VEC_FREE (&walk->mem, &walk->choice);
  VEC_FREE (&walk->mem, &walk->scenario);
  VEC_FREE (&walk->mem, &walk->rest);
  MEM_FREE (walk->parent, walk);
}

static uint64_t walk_weight (const MapWalk *walk, StateId s) {
  return walk->map->has_budget ? map_weight (walk->map, s) : 0;
}

/* Takes the group of node n, or the state wanted there, into the pool; the least weight of it. */
static uint64_t walk_take (MapWalk *walk, uint32_t dstate, NodeId n) {
  size_t len, from = walk->pool.len;
  const StateId *group = map_group (walk->map, dstate, n, &len);
  StateId wanted = walk->given.data[n];
  uint64_t least = UINT32_MAX;
  for (size_t i = 0; i < len; i++)
    if (wanted == STATE_NONE || wanted == group[i]) {
      VEC_PUSH (&walk->mem, &walk->pool, group[i]);
      least = walk_weight (walk, group[i]) < least ? walk_weight (walk, group[i]) : least;
    }
  states_sort (walk->pool.data + from, walk->pool.len - from);
  return least;
}

static bool walk_enter (MapWalk *walk, uint32_t dstate) {
  size_t nodes = map_nodes (walk->map);
  walk->pool.len = walk->start.len = walk->choice.len = walk->scenario.len = walk->rest.len = 0;
  bool empty = false;
  for (NodeId n = 0; n < nodes; n++) {
    VEC_PUSH (&walk->mem, &walk->start, (uint32_t)walk->pool.len);
    VEC_PUSH (&walk->mem, &walk->choice, (uint32_t)walk->pool.len);
    VEC_PUSH (&walk->mem, &walk->rest, walk_take (walk, dstate, n));
    VEC_PUSH (&walk->mem, &walk->scenario, STATE_NONE);
    empty |= walk->start.data[n] == walk->pool.len;
  }
  VEC_PUSH (&walk->mem, &walk->start, (uint32_t)walk->pool.len);
  for (size_t n = nodes - 1; n-- > 0;)
    walk->rest.data[n] += walk->rest.data[n + 1];
  return !empty && walk->rest.data[0] <= walk->map->budget;
}

/* Sets the members of nodes from n on, beginning with the current choice; false when there is none. */
static bool walk_fill (MapWalk *walk, size_t n) {
  size_t nodes = map_nodes (walk->map);
  uint64_t before = 0;
  for (size_t i = 0; i < n; i++)
    before += walk_weight (walk, walk->pool.data[walk->choice.data[i]]);
  while (n < nodes) {
    uint32_t c = walk->choice.data[n];
    if (c == walk->start.data[n + 1]) {
      if (!n--)
        return false;
      before -= walk_weight (walk, walk->pool.data[walk->choice.data[n]++]);
      continue;
    }
    uint64_t after = n + 1 < nodes ? walk->rest.data[n + 1] : 0, own = walk_weight (walk, walk->pool.data[c]);
    if (before + own + after > walk->map->budget) {
      walk->choice.data[n]++;
      continue;
    }
    walk->scenario.data[n] = walk->pool.data[c];
    before += own;
    if (++n < nodes)
      walk->choice.data[n] = walk->start.data[n];
  }
  return true;
}

const StateId *map_walk_next (MapWalk *walk) {
  size_t nodes = map_nodes (walk->map);
  if (walk->inside) {
    walk->choice.data[nodes - 1]++;
    walk->inside = walk_fill (walk, nodes - 1);
  }
  while (!walk->inside && walk->at < walk->dstates.len)
    walk->inside = walk_enter (walk, walk->dstates.data[walk->at++]) && walk_fill (walk, 0);
  return walk->inside ? walk->scenario.data : NULL;
}

uint32_t map_walk_dstate (const MapWalk *walk) { return walk->dstates.data[walk->at - 1]; }

/* ---- peers ---- */

/* The least weight of the dstate's group of node n. */
static uint64_t peers_least (const Mapping *map, uint32_t dstate, NodeId n) {
  return map->sums->least (map, dstate, NODE_NONE) - map->sums->least (map, dstate, n);
}

/* Appends the states of node n that share a scenario of this dstate with s. */
static void peers_in (const Mapping *map, uint32_t dstate, StateId s, NodeId n, StateVec *out) {
  uint64_t base = 0;
  if (map->has_budget)
    base = map->sums->least (map, dstate, map_node (map, s)) + map_weight (map, s) -
           peers_least (map, dstate, n);
  size_t len;
  const StateId *group = map_group (map, dstate, n, &len);
  for (size_t i = 0; i < len; i++)
    if (!map->has_budget || base + map_weight (map, group[i]) <= map->budget)
      VEC_PUSH (map->mem.parent, out, group[i]);
}

Status map_peers (const Mapping *map, StateId s, NodeId n, StateVec *out) {
  if (!map_alive (map, s))
    return status_fail ("state %u is unknown to the mapping or in no scenario any more", s);
  if (n >= map_nodes (map))
    return status_fail ("node %u is unknown to the mapping", n);
  if (n == map_node (map, s)) {
    VEC_PUSH (map->mem.parent, out, s);
    return STATUS_OK;
  }
  Mem mem;
  mem_init (&mem, "peers", NULL);
  IdVec list = {0};
  size_t from = out->len, kept = from;
  map_dstates (map, s, &list, &mem);
  for (size_t i = 0; i < list.len; i++)
    peers_in (map, list.data[i], s, n, out);
  VEC_FREE (&mem, &list);
  states_sort (out->data + from, out->len - from);
  for (size_t i = from; i < out->len; i++)
    if (i == from || out->data[i] != out->data[i - 1])
      out->data[kept++] = out->data[i];
  out->len = kept;
  return STATUS_OK;
}
