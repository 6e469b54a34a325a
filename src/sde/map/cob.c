/* SPDX-License-Identifier: GPL-2.0-only */
/* map/cob.c -- copy on branch: one state per node and scenario
 *
 * The oracle of the other algorithms, so it does everything by looking at scenarios
 * one by one.
 *
 * Invariants: a live scenario has one live state of each node; a live state is
 * a member of exactly one scenario, its home.
 */
#include "map/mapping_impl.h"

typedef struct Scenario {
  StateId *member; /* one for each node; NULL when the scenario has gone */
  size_t nodes;
} Scenario;

typedef struct Cob {
  VEC (Scenario) list;
  size_t live;
} Cob;

void cob_init (Mapping *map) { map->u.cob = MEM_NEW (&map->mem, Cob); }

static void cob_release (Mapping *map, Scenario *sc) {
  mem_free (&map->mem, sc->member, sc->nodes * sizeof *sc->member);
  sc->member = NULL;
}

static void cob_fini (Mapping *map) {
  Cob *cob = map->u.cob;
  for (size_t i = 0; i < cob->list.len; i++)
    if (cob->list.data[i].member)
      cob_release (map, &cob->list.data[i]);
  VEC_FREE (&map->mem, &cob->list);
  MEM_FREE (&map->mem, cob);
}

static Scenario *cob_new_scenario (Mapping *map, size_t nodes) {
  Cob *cob = map->u.cob;
  Scenario sc = {mem_zero (&map->mem, nodes * sizeof (StateId)), nodes};
  VEC_PUSH (&map->mem, &cob->list, sc);
  cob->live++;
  return &VEC_LAST (&cob->list);
}

static void cob_place (Mapping *map, size_t scenario, StateId s) {
  map->u.cob->list.data[scenario].member[map_node (map, s)] = s;
  map_state (map, s)->home = (uint32_t)scenario;
}

static void cob_widen (Mapping *map, Scenario *sc) {
  size_t old = sc->nodes;
  sc->nodes = map_nodes (map);
  sc->member = mem_resize (&map->mem, sc->member, old * sizeof *sc->member, sc->nodes * sizeof *sc->member);
}

static void cob_add_node (Mapping *map, StateId first) {
  Cob *cob = map->u.cob;
  if (!cob->list.len)
    cob_new_scenario (map, 0);
  bool placed = false;
  for (size_t i = 0; i < cob->list.len; i++)
    if (cob->list.data[i].member || !cob->list.data[i].nodes) {
      cob_widen (map, &cob->list.data[i]);
      cob_place (map, i, placed ? map_fork (map, first, &map->stats.forks_peer) : first);
      placed = true;
    }
}

static void cob_branch (Mapping *map, StateId s, StateId child) {
  Cob *cob = map->u.cob;
  size_t from = map_state (map, s)->home, to = cob->list.len, nodes = map_nodes (map);
  cob_new_scenario (map, nodes);
  for (NodeId n = 0; n < nodes; n++) {
    StateId member = cob->list.data[from].member[n];
    cob_place (map, to, member == s ? child : map_fork (map, member, &map->stats.forks_peer));
  }
}

static bool cob_meets (const Mapping *map, const Scenario *sc, const Arrival *a, uint32_t mark) {
  for (size_t i = 0; i < a->n; i++)
    if (map_state (map, sc->member[a->conditions[i].node])->mark != mark)
      return false;
  return true;
}

static void cob_remove (Mapping *map, Scenario *sc) {
  for (size_t n = 0; n < sc->nodes; n++)
    map_kill (map, sc->member[n]);
  cob_release (map, sc);
  map->u.cob->live--;
}

static void cob_deliver (Mapping *map, Scenario *sc, const Arrival *a) {
  StateId t = sc->member[a->dest];
  MapAnswer answer = map_halted (map, t) ? MAP_IGNORE : map->client.accept (map->client.data, t);
  if (answer == MAP_RECEIVE)
    VEC_PUSH (&map->mem, &map->receivers, t);
  else if (answer == MAP_CONTRADICT)
    cob_remove (map, sc);
}

/* The scenarios concerned are those of the first condition's states: each is in one. */
static void cob_arrive (Mapping *map, const Arrival *a) {
  Cob *cob = map->u.cob;
  uint32_t mark = map_marks (map, 1);
  for (size_t i = 0; i < a->n; i++)
    for (size_t j = 0; j < a->conditions[i].len; j++)
      map_state (map, a->conditions[i].states[j])->mark = mark;
  for (size_t j = 0; j < a->conditions[0].len; j++) {
    MapState *sender = map_state (map, a->conditions[0].states[j]);
    Scenario *sc = &cob->list.data[sender->home];
    if (!cob_meets (map, sc, a, mark))
      continue;
    sender->mark = 0; /* listed twice, it has still sent once */
    cob_deliver (map, sc, a);
  }
}

static void cob_dstates (const Mapping *map, StateId s, IdVec *out, Mem *mem) {
  const Cob *cob = map->u.cob;
  if (s != STATE_NONE)
    VEC_PUSH (mem, out, map_state (map, s)->home);
  else
    for (size_t i = 0; i < cob->list.len; i++)
      if (cob->list.data[i].member)
        VEC_PUSH (mem, out, (uint32_t)i);
}

static const StateId *cob_group (const Mapping *map, uint32_t scenario, NodeId n, size_t *len) {
  *len = 1;
  return &map->u.cob->list.data[scenario].member[n];
}

static uint64_t cob_least (const Mapping *map, uint32_t scenario, NodeId except) {
  const Scenario *sc = &map->u.cob->list.data[scenario];
  uint64_t sum = 0;
  for (NodeId n = 0; n < sc->nodes; n++)
    sum += n == except ? 0 : map_weight (map, sc->member[n]);
  return sum;
}

static bool cob_bears (const Mapping *map, StateId s, uint64_t weight) {
  return cob_least (map, map_state (map, s)->home, map_node (map, s)) + weight <= map->budget;
}

static void cob_sum (const Mapping *map, const Eval *e, uint64_t *total) {
  const Cob *cob = map->u.cob;
  for (size_t i = 0; i < cob->list.len; i++) {
    const Scenario *sc = &cob->list.data[i];
    if (!sc->member)
      continue;
    uint64_t product = 1;
    for (size_t n = 0; n < sc->nodes; n++)
      product = field_mul (e->field, product, e->hashed ? map_state (map, sc->member[n])->hash : 1);
    uint64_t *term = &total[map->has_budget ? cob_least (map, (uint32_t)i, NODE_NONE) : 0];
    *term = field_add (e->field, *term, product);
  }
}

static void cob_stats (const Mapping *map, MapStats *stats) {
  stats->dstates = map->u.cob->live;
  stats->groups = stats->memberships = stats->group_members = map->u.cob->live * map_nodes (map);
}

static Status cob_check (const Mapping *map) {
  const Cob *cob = map->u.cob;
  for (size_t i = 0; i < cob->list.len; i++)
    for (NodeId n = 0; cob->list.data[i].member && n < map_nodes (map); n++) {
      StateId s = cob->list.data[i].member[n];
      if (!map_alive (map, s) || map_node (map, s) != n || map_state (map, s)->home != i)
        return status_fail ("scenario %zu: member %u of node %u does not belong there", i, s, n);
    }
  return STATUS_OK;
}

const MapOps map_cob_ops = {cob_fini, cob_add_node, cob_branch, cob_arrive, cob_dstates, cob_group};
const MapSums map_cob_sums = {cob_least, cob_bears, cob_sum, NULL, cob_stats, cob_check};
