/* SPDX-License-Identifier: GPL-2.0-only */
/* map/mapping.c -- the registry of states, and the checks before each operation
 *
 * Invariants: alive[n] is the number of live states of node n; a state that was
 * ever known stays known, so that no number is used twice.
 */
#include "map/mapping_impl.h"

#include <stdlib.h>
#include <string.h>

static const struct {
  const MapOps *ops;
  const MapSums *sums;
  void (*init) (Mapping *map);
} algorithms[] = {{&map_cob_ops, &map_cob_sums, cob_init},
                  {&map_cow_ops, &map_cow_sums, cow_init},
                  {&map_sds_ops, &map_sds_sums, sds_init}};

Mapping *map_new (Mem *parent, MapAlgorithm algorithm, const MapClient *client) {
  Mapping *map = MEM_NEW (parent, Mapping);
  mem_init (&map->mem, "map", parent);
  map->algorithm = algorithm;
  map->ops = algorithms[algorithm].ops;
  map->sums = algorithms[algorithm].sums;
  map->client = *client;
  map->budget = UINT32_MAX;
  map->next_mark = 1;
  algorithms[algorithm].init (map);
  return map;
}

void map_free (Mapping *map) {
  if (!map)
    return;
  Mem *parent = map->mem.parent;
  map->ops->fini (map);
  VEC_FREE (&map->mem, &map->states);
  VEC_FREE (&map->mem, &map->alive);
  VEC_FREE (&map->mem, &map->receivers);
  mem_fini (&map->mem);
  MEM_FREE (parent, map);
}

/* ---- registry ---- */

void *map_grow (Mem *mem, void *data, size_t *cap, size_t size) {
  size_t want = *cap + *cap / 4 + 4;
  data = mem_resize (mem, data, *cap * size, want * size);
  *cap = want;
  return data;
}

static void map_register (Mapping *map, StateId s, MapState state) {
  while (map->states.len <= s)
    VEC_PUSH_TIGHT (&map->mem, &map->states, (MapState){0});
  map->states.data[s] = state;
  map->alive.data[state.node]++;
  map->stats.states++;
  map->stats.states_alive++;
}

static bool map_known (const Mapping *map, StateId s) {
  return s < map->states.len && (map_state (map, s)->flags & STATE_KNOWN);
}

StateId map_fork (Mapping *map, StateId s, uint64_t *cause) {
  StateId copy = map->client.fork (map->client.data, s);
  if (map_known (map, copy))
    panic ("the client gave a copy the number of another state");
  MapState state = *map_state (map, s);
  state.mark = 0;
  state.home = state.slot = state.more = 0;
  map_register (map, copy, state);
  ++*cause;
  return copy;
}

void map_kill (Mapping *map, StateId s) {
  MapState *state = map_state (map, s);
  invariant (state->flags & STATE_ALIVE);
  state->flags = (uint16_t)(state->flags & ~STATE_ALIVE);
  map->alive.data[state->node]--;
  map->stats.states_alive--;
  map->stats.deaths++;
  map->client.dead (map->client.data, s);
}

uint32_t map_marks (Mapping *map, uint32_t n) {
  if (map->next_mark > UINT32_MAX / 2) {
    for (size_t s = 0; s < map->states.len; s++)
      map->states.data[s].mark = 0;
    map->next_mark = 1;
  }
  uint32_t first = map->next_mark;
  map->next_mark += n;
  return first;
}

static int states_compare (const void *a, const void *b) {
  StateId x = *(const StateId *)a, y = *(const StateId *)b;
  return (x > y) - (x < y);
}

void states_sort (StateId *data, size_t len) {
  if (len > 1)
    qsort (data, len, sizeof *data, states_compare);
}

/* ---- operations ---- */

static Status map_want (const Mapping *map, StateId s) {
  if (!map_known (map, s))
    return status_fail ("state %u is unknown to the mapping", s);
  if (!map_alive (map, s))
    return status_fail ("state %u is in no scenario any more", s);
  return STATUS_OK;
}

static Status map_want_new (const Mapping *map, StateId s) {
  if (s == STATE_NONE)
    return status_fail ("%u is not a state's number", s);
  if (map_known (map, s))
    return status_fail ("state %u exists already", s);
  return STATUS_OK;
}

Status map_set_budget (Mapping *map, unsigned k) {
  if (map->alive.len)
    return status_fail ("a budget must be set before the first node is added");
  if (k > MAP_MAX_BUDGET)
    return status_fail ("a budget of %u is more than %d", k, MAP_MAX_BUDGET);
  map->budget = k;
  map->has_budget = true;
  return STATUS_OK;
}

Status map_add_node (Mapping *map, StateId first) {
  Status st = map_want_new (map, first);
  if (!status_ok (st))
    return st;
  NodeId node = (NodeId)map->alive.len;
  VEC_PUSH (&map->mem, &map->alive, 0);
  map_register (map, first, (MapState){.hash = 1, .node = node, .flags = STATE_KNOWN | STATE_ALIVE});
  map->ops->add_node (map, first);
  return STATUS_OK;
}

bool map_bears (const Mapping *map, StateId s, unsigned weight) {
  return map_alive (map, s) && (!map->has_budget || map->sums->bears (map, s, weight));
}

Status map_branch (Mapping *map, StateId s, StateId child, unsigned weight) {
  Status st = map_want (map, s);
  if (status_ok (st))
    st = map_want_new (map, child);
  if (!status_ok (st))
    return st;
  if (!map->has_budget)
    weight = 0;
  if (weight < map_weight (map, s))
    return status_fail ("state %u weighs %u, its child %u cannot weigh less", s, map_weight (map, s), child);
  if (weight > MAP_MAX_BUDGET || (weight > map_weight (map, s) && !map_bears (map, s, weight)))
    return status_fail ("no scenario of state %u bears the weight %u", s, weight);
  MapState state = *map_state (map, s);
  state.weight = (uint16_t)weight;
  state.mark = state.home = state.slot = state.more = 0;
  map_register (map, child, state);
  map->stats.forks_branch++;
  map->ops->branch (map, s, child);
  return STATUS_OK;
}

static Status map_want_condition (const Mapping *map, const MapCondition *c, NodeId dest) {
  if (c->node >= map->alive.len)
    return status_fail ("node %u is unknown to the mapping", c->node);
  if (c->node == dest)
    return status_fail ("a frame cannot arrive at node %u from itself", dest);
  if (!c->len)
    return status_fail ("the condition on node %u has no states", c->node);
  for (size_t i = 0; i < c->len; i++) {
    Status st = map_want (map, c->states[i]);
    if (!status_ok (st))
      return st;
    if (map_node (map, c->states[i]) != c->node)
      return status_fail ("state %u is of node %u, not of node %u", c->states[i],
                          map_node (map, c->states[i]), c->node);
  }
  return STATUS_OK;
}

static Status map_want_arrival (const Mapping *map, const MapCondition *c, size_t n, NodeId dest) {
  if (dest >= map->alive.len)
    return status_fail ("node %u is unknown to the mapping", dest);
  if (!n || n > MAP_MAX_CONDITIONS)
    return status_fail ("an arrival has 1 to %d conditions, not %zu", MAP_MAX_CONDITIONS, n);
  for (size_t i = 0; i < n; i++) {
    Status st = map_want_condition (map, &c[i], dest);
    if (!status_ok (st))
      return st;
    for (size_t j = 0; j < i; j++)
      if (c[j].node == c[i].node)
        return status_fail ("two conditions on node %u", c[i].node);
  }
  return STATUS_OK;
}

Status map_arrive (Mapping *map, const MapCondition *conditions, size_t n, NodeId dest, StateVec *out) {
  Status st = map_want_arrival (map, conditions, n, dest);
  if (!status_ok (st))
    return st;
  map->stats.arrivals++;
  map->receivers.len = 0;
  map->ops->arrive (map, &(Arrival){conditions, n, dest});
  states_sort (map->receivers.data, map->receivers.len);
  for (size_t i = 0; i < map->receivers.len; i++)
    VEC_PUSH (map->mem.parent, out, map->receivers.data[i]);
  return STATUS_OK;
}

Status map_halt (Mapping *map, StateId s) {
  Status st = map_want (map, s);
  if (status_ok (st))
    map_state (map, s)->flags |= STATE_HALTED;
  return st;
}

Status map_set_hash (Mapping *map, StateId s, uint64_t hash) {
  Status st = map_want (map, s);
  if (status_ok (st)) {
    hash %= FIELD_DIGEST.p;
    map_state (map, s)->hash = hash ? hash : 1;
  }
  return st;
}

/* ---- questions ---- */

Status map_algorithm_of (const char *name, MapAlgorithm *out) {
  static const char *const names[] = {"cob", "cow", "sds"};
  for (int i = 0; i < 3; i++)
    if (!strcmp (name ? name : "sds", names[i])) {
      *out = (MapAlgorithm)i;
      return STATUS_OK;
    }
  return status_fail ("there is no algorithm '%s': it is cob, cow or sds", name);
}

MapAlgorithm map_algorithm (const Mapping *map) { return map->algorithm; }
size_t map_nodes (const Mapping *map) { return map->alive.len; }
bool map_alive (const Mapping *map, StateId s) {
  return map_known (map, s) && (map_state (map, s)->flags & STATE_ALIVE);
}
bool map_halted (const Mapping *map, StateId s) {
  return map_known (map, s) && (map_state (map, s)->flags & STATE_HALTED);
}
NodeId map_node (const Mapping *map, StateId s) { return map_state (map, s)->node; }
unsigned map_weight (const Mapping *map, StateId s) { return map_state (map, s)->weight; }
size_t map_states (const Mapping *map, NodeId n) { return n < map->alive.len ? map->alive.data[n] : 0; }

void map_dstates (const Mapping *map, StateId s, IdVec *out, Mem *mem) {
  if (s == STATE_NONE || map_alive (map, s))
    map->ops->dstates (map, s, out, mem);
}

const StateId *map_group (const Mapping *map, uint32_t dstate, NodeId n, size_t *len) {
  return map->ops->group (map, dstate, n, len);
}

MapStats map_stats (const Mapping *map) {
  MapStats stats = map->stats;
  map->sums->stats (map, &stats);
  stats.bytes = map->mem.live;
  return stats;
}
