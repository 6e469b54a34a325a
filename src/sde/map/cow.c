/* SPDX-License-Identifier: GPL-2.0-only */
/* map/cow.c -- copy on write: every state is in exactly one dstate
 *
 * A dstate in which only some of the senders' node have sent is split; the
 * states of all other nodes are copied, so that each part has its own.
 *
 * Invariants: a live state is in exactly one group, that of its node in its
 * home; every state of a dstate counts there (those that a budget excludes are
 * removed when it is split or loses states).
 */
#include "map/mapping_impl.h"

typedef struct CowDstate {
  StateVec *groups; /* one for each node; NULL when the dstate has gone */
  size_t nodes;
} CowDstate;

typedef struct Cow {
  VEC (CowDstate) list;
  size_t live;
} Cow;

void cow_init (Mapping *map) { map->u.cow = MEM_NEW (&map->mem, Cow); }

static CowDstate *cow_at (const Mapping *map, size_t d) { return &map->u.cow->list.data[d]; }

static void cow_release (Mapping *map, CowDstate *d) {
  for (size_t n = 0; n < d->nodes; n++)
    VEC_FREE (&map->mem, &d->groups[n]);
  mem_free (&map->mem, d->groups, d->nodes * sizeof *d->groups);
  d->groups = NULL;
}

static void cow_fini (Mapping *map) {
  Cow *cow = map->u.cow;
  for (size_t i = 0; i < cow->list.len; i++)
    if (cow->list.data[i].groups)
      cow_release (map, &cow->list.data[i]);
  VEC_FREE (&map->mem, &cow->list);
  MEM_FREE (&map->mem, cow);
}

static size_t cow_new_dstate (Mapping *map, size_t nodes) {
  Cow *cow = map->u.cow;
  CowDstate d = {mem_zero (&map->mem, nodes * sizeof (StateVec)), nodes};
  VEC_PUSH (&map->mem, &cow->list, d);
  cow->live++;
  return cow->list.len - 1;
}

static void cow_place (Mapping *map, size_t d, StateId s) {
  VEC_PUSH (&map->mem, &cow_at (map, d)->groups[map_node (map, s)], s);
  map_state (map, s)->home = (uint32_t)d;
}

static void cow_widen (Mapping *map, CowDstate *d) {
  size_t nodes = map_nodes (map);
  d->groups = mem_resize (&map->mem, d->groups, d->nodes * sizeof *d->groups, nodes * sizeof *d->groups);
  while (d->nodes < nodes)
    d->groups[d->nodes++] = (StateVec){0};
}

static void cow_add_node (Mapping *map, StateId first) {
  Cow *cow = map->u.cow;
  if (!cow->list.len)
    cow_new_dstate (map, 0);
  bool placed = false;
  for (size_t i = 0; i < cow->list.len; i++)
    if (cow->list.data[i].groups || !cow->list.data[i].nodes) {
      cow_widen (map, &cow->list.data[i]);
      cow_place (map, i, placed ? map_fork (map, first, &map->stats.forks_bystander) : first);
      placed = true;
    }
}

static void cow_branch (Mapping *map, StateId s, StateId child) {
  cow_place (map, map_state (map, s)->home, child);
}

/* ---- weights ---- */

static uint64_t cow_group_least (const Mapping *map, const StateVec *group) {
  uint64_t least = UINT32_MAX;
  for (size_t i = 0; i < group->len; i++)
    least = map_weight (map, group->data[i]) < least ? map_weight (map, group->data[i]) : least;
  return least;
}

static uint64_t cow_least (const Mapping *map, uint32_t dstate, NodeId except) {
  const CowDstate *d = cow_at (map, dstate);
  uint64_t sum = 0;
  for (NodeId n = 0; n < d->nodes; n++)
    sum += n == except ? 0 : cow_group_least (map, &d->groups[n]);
  return sum;
}

static bool cow_bears (const Mapping *map, StateId s, uint64_t weight) {
  return cow_least (map, map_state (map, s)->home, map_node (map, s)) + weight <= map->budget;
}

/* Removes the states that a budget excludes; an empty group empties the dstate.  Returns whether any are left. */
static bool cow_prune (Mapping *map, size_t dstate) {
  CowDstate *d = cow_at (map, dstate);
  uint64_t least = map->has_budget ? cow_least (map, (uint32_t)dstate, NODE_NONE) : 0;
  bool empty = least > map->budget;
  for (size_t n = 0; n < d->nodes; n++) {
    uint64_t own = map->has_budget ? cow_group_least (map, &d->groups[n]) : 0;
    size_t kept = 0;
    for (size_t i = 0; i < d->groups[n].len; i++) {
      StateId s = d->groups[n].data[i];
      if (!empty && (!map->has_budget || least - own + map_weight (map, s) <= map->budget))
        d->groups[n].data[kept++] = s;
      else
        map_kill (map, s);
    }
    d->groups[n].len = kept;
  }
  return !empty;
}

static void cow_settle (Mapping *map, size_t dstate) {
  bool empty = false;
  for (size_t n = 0; n < map_nodes (map); n++)
    empty |= !cow_at (map, dstate)->groups[n].len;
  if (empty)
    for (size_t n = 0; n < map_nodes (map); n++) {
      StateVec *group = &cow_at (map, dstate)->groups[n];
      while (group->len)
        map_kill (map, VEC_POP (group));
    }
  else if (!map->has_budget || cow_prune (map, dstate))
    return;
  cow_release (map, cow_at (map, dstate));
  map->u.cow->live--;
}

/* ---- arrival ---- */

/* The least weight of the marked, or the other, states of a group; UINT32_MAX when there are none. */
static uint64_t cow_part_least (const Mapping *map, const StateVec *group, uint32_t mark, bool marked) {
  uint64_t least = UINT32_MAX;
  for (size_t i = 0; i < group->len; i++) {
    const MapState *s = map_state (map, group->data[i]);
    if ((s->mark == mark) == marked && s->weight < least)
      least = s->weight;
  }
  return least;
}

/* The answer of state t, kept in its mark: first + answer. */
static MapAnswer cow_answer (Mapping *map, StateId t, uint32_t first) {
  uint32_t mark = map_state (map, t)->mark;
  if (mark >= first && mark < first + 3)
    return (MapAnswer)(mark - first);
  MapAnswer answer = map_halted (map, t) ? MAP_IGNORE : map->client.accept (map->client.data, t);
  map_state (map, t)->mark = first + (uint32_t)answer;
  return answer;
}

/* Does the frame concern the dstate whose least weight with the frame would be base? */
static bool cow_wants (Mapping *map, const CowDstate *d, NodeId dest, uint32_t answers, uint64_t base) {
  const StateVec *group = &d->groups[dest];
  uint64_t own = cow_group_least (map, group);
  bool wants = false;
  for (size_t i = 0; i < group->len; i++)
    if (base - own + map_weight (map, group->data[i]) <= map->budget)
      wants |= cow_answer (map, group->data[i], answers) != MAP_IGNORE;
  return wants;
}

/* The part of d that fulfils the first i conditions but not condition i leaves for a new dstate, where copies of
 * the states of all other nodes join it. */
static void cow_part (Mapping *map, size_t d, const Arrival *a, size_t i, uint32_t mark) {
  size_t part = cow_new_dstate (map, map_nodes (map));
  NodeId node = a->conditions[i].node;
  map->stats.splits++;
  for (NodeId n = 0; n < map_nodes (map); n++) {
    StateVec *from = &cow_at (map, d)->groups[n];
    size_t kept = 0, len = from->len;
    for (size_t j = 0; j < len; j++) {
      StateId s = from->data[j];
      if (n != node) {
        uint32_t own_mark = map_state (map, s)->mark;
        StateId copy =
            map_fork (map, s, n == a->dest ? &map->stats.forks_target : &map->stats.forks_bystander);
        map_state (map, copy)->mark = own_mark;
        cow_place (map, part, copy);
        from->data[kept++] = s;
      } else if (map_state (map, s)->mark == mark)
        from->data[kept++] = s;
      else
        cow_place (map, part, s);
    }
    from->len = kept;
  }
  cow_settle (map, part);
}

/* Removes from d the states that fail condition i, none of which counts there. */
static void cow_drop (Mapping *map, size_t d, NodeId node, uint32_t mark) {
  StateVec *group = &cow_at (map, d)->groups[node];
  size_t kept = 0;
  for (size_t j = 0; j < group->len; j++)
    if (map_state (map, group->data[j])->mark == mark)
      group->data[kept++] = group->data[j];
    else
      map_kill (map, group->data[j]);
  group->len = kept;
}

static void cow_deliver (Mapping *map, size_t d, const Arrival *a, uint32_t answers) {
  StateVec *group = &cow_at (map, d)->groups[a->dest];
  size_t kept = 0;
  for (size_t j = 0; j < group->len; j++) {
    StateId t = group->data[j];
    if (cow_answer (map, t, answers) == MAP_CONTRADICT)
      map_kill (map, t);
    else
      group->data[kept++] = t;
  }
  group->len = kept;
  cow_settle (map, d);
  if (!cow_at (map, d)->groups)
    return;
  group = &cow_at (map, d)->groups[a->dest];
  for (size_t j = 0; j < group->len; j++)
    if (cow_answer (map, group->data[j], answers) == MAP_RECEIVE)
      VEC_PUSH (&map->mem, &map->receivers, group->data[j]);
}

static void cow_handle (Mapping *map, size_t d, const Arrival *a, uint32_t mark, uint32_t answers) {
  uint64_t with = cow_least (map, (uint32_t)d, NODE_NONE), without[MAP_MAX_CONDITIONS];
  for (size_t i = 0; i < a->n; i++) {
    const StateVec *group = &cow_at (map, d)->groups[a->conditions[i].node];
    uint64_t own = cow_group_least (map, group);
    without[i] = with - own + cow_part_least (map, group, mark, false);
    with = with - own + cow_part_least (map, group, mark, true);
  }
  if (with > map->budget || with >= UINT32_MAX || !cow_wants (map, cow_at (map, d), a->dest, answers, with))
    return;
  for (size_t i = 0; i < a->n; i++)
    if (without[i] <= map->budget && without[i] < UINT32_MAX)
      cow_part (map, d, a, i, mark);
    else
      cow_drop (map, d, a->conditions[i].node, mark);
  if (map->has_budget)
    cow_settle (map, d);
  cow_deliver (map, d, a, answers);
}

static void cow_arrive (Mapping *map, const Arrival *a) {
  uint32_t mark = map_marks (map, 4), answers = mark + 1;
  IdVec list = {0};
  for (size_t i = 0; i < a->n; i++)
    for (size_t j = 0; j < a->conditions[i].len; j++)
      map_state (map, a->conditions[i].states[j])->mark = mark;
  for (size_t j = 0; j < a->conditions[0].len; j++)
    VEC_PUSH (&map->mem, &list, map_state (map, a->conditions[0].states[j])->home);
  states_sort (list.data, list.len);
  for (size_t i = 0; i < list.len; i++)
    if (!i || list.data[i] != list.data[i - 1])
      cow_handle (map, list.data[i], a, mark, answers);
  VEC_FREE (&map->mem, &list);
}

/* ---- questions ---- */

static void cow_dstates (const Mapping *map, StateId s, IdVec *out, Mem *mem) {
  if (s != STATE_NONE)
    VEC_PUSH (mem, out, map_state (map, s)->home);
  else
    for (size_t i = 0; i < map->u.cow->list.len; i++)
      if (cow_at (map, i)->groups)
        VEC_PUSH (mem, out, (uint32_t)i);
}

static const StateId *cow_group (const Mapping *map, uint32_t d, NodeId n, size_t *len) {
  const StateVec *group = &cow_at (map, d)->groups[n];
  *len = group->len;
  return group->data;
}

static void cow_sum (const Mapping *map, const Eval *e, uint64_t *total) {
  uint64_t product[MAP_MAX_BUDGET + 1], sum[MAP_MAX_BUDGET + 1];
  for (size_t i = 0; i < map->u.cow->list.len; i++) {
    const CowDstate *d = cow_at (map, i);
    if (!d->groups)
      continue;
    poly_one (e, product);
    for (size_t n = 0; n < d->nodes; n++) {
      map_group_poly (map, e, d->groups[n].data, d->groups[n].len, sum);
      poly_mul (e, product, sum);
    }
    poly_add (e, total, product);
  }
}

static void cow_stats (const Mapping *map, MapStats *stats) {
  stats->dstates = map->u.cow->live;
  stats->groups = map->u.cow->live * map_nodes (map);
  stats->memberships = stats->group_members = stats->states_alive;
}

static Status cow_check (const Mapping *map) {
  for (size_t i = 0; i < map->u.cow->list.len; i++) {
    const CowDstate *d = cow_at (map, i);
    for (NodeId n = 0; d->groups && n < map_nodes (map); n++)
      for (size_t j = 0; j < d->groups[n].len; j++) {
        StateId s = d->groups[n].data[j];
        if (!map_alive (map, s) || map_node (map, s) != n || map_state (map, s)->home != i)
          return status_fail ("dstate %zu: state %u of node %u does not belong there", i, s, n);
      }
  }
  return STATUS_OK;
}

const MapOps map_cow_ops = {cow_fini, cow_add_node, cow_branch, cow_arrive, cow_dstates, cow_group};
const MapSums map_cow_sums = {cow_least, cow_bears, cow_sum, NULL, cow_stats, cow_check};
