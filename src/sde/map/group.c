/* SPDX-License-Identifier: GPL-2.0-only */
/* map/group.c -- sets of states of one node, shared between dstates
 *
 * Invariants: a state lists each group it is in exactly once, with its place
 * among the group's members (home and slot, then the links from more on); a
 * group's least is the least weight of its members as long as a dstate holds it.
 */
#include "base/hash.h"
#include "map/sds_impl.h"

#include <string.h>

static uint64_t group_term (StateId s) { return hash_mix (s + 0x9e3779b97f4a7c15u); }

uint64_t group_key (const StateId *states, size_t len) {
  uint64_t key = 0;
  for (size_t i = 0; i < len; i++)
    key += group_term (states[i]);
  return key;
}

/* ---- a state's list of groups ---- */

static void link_add (Mapping *map, StateId s, uint32_t g, uint32_t slot) {
  Sds *sds = map->u.sds;
  MapState *state = map_state (map, s);
  if (!state->home) {
    state->home = g;
    state->slot = slot;
    return;
  }
  uint32_t x = sds->free_link;
  if (x)
    sds->free_link = sds->links.data[x].more;
  else {
    if (!sds->links.len)
      VEC_PUSH_TIGHT (&map->mem, &sds->links, (Link){0});
    x = (uint32_t)sds->links.len;
    VEC_PUSH_TIGHT (&map->mem, &sds->links, (Link){0});
  }
  sds->links.data[x] = (Link){g, slot, state->more};
  state->more = x;
}

static uint32_t *link_slot (const Mapping *map, StateId s, uint32_t g) {
  const Sds *sds = map->u.sds;
  MapState *state = map_state (map, s);
  if (state->home == g)
    return &state->slot;
  for (uint32_t x = state->more; x; x = sds->links.data[x].more)
    if (sds->links.data[x].group == g)
      return &sds->links.data[x].slot;
  return NULL;
}

static void link_remove (Mapping *map, StateId s, uint32_t g) {
  Sds *sds = map->u.sds;
  MapState *state = map_state (map, s);
  uint32_t *at = &state->more, x = state->more;
  if (state->home == g) {
    state->home = x ? sds->links.data[x].group : 0;
    state->slot = x ? sds->links.data[x].slot : 0;
  } else
    while (sds->links.data[x].group != g) {
      at = &sds->links.data[x].more;
      x = *at;
    }
  if (x) {
    *at = sds->links.data[x].more;
    sds->links.data[x].more = sds->free_link;
    sds->free_link = x;
  }
  if (!state->home)
    VEC_PUSH (&map->mem, &sds->orphans, s);
}

/* ---- members ---- */

bool group_has (const Mapping *map, uint32_t g, StateId s) { return link_slot (map, s, g) != NULL; }

static void group_grow (Mapping *map, Group *g, uint32_t want) {
  if (want <= g->cap)
    return;
  uint32_t cap = g->cap * 2 > want ? g->cap * 2 : want;
  if (g->cap > 2)
    g->members.data =
        mem_resize (&map->mem, g->members.data, g->cap * sizeof (StateId), cap * sizeof (StateId));
  else {
    StateId *data = mem_new (&map->mem, cap * sizeof (StateId));
    memcpy (data, g->members.own, sizeof g->members.own);
    g->members.data = data;
  }
  g->cap = cap;
}

void group_add (Mapping *map, uint32_t id, StateId s) {
  Group *g = sds_group_at (map->u.sds, id);
  uint16_t weight = map_state (map, s)->weight;
  group_grow (map, g, g->len + 1);
  group_members (g)[g->len] = s;
  g->key += group_term (s);
  g->least = !g->len || weight < g->least ? weight : g->least;
  g->most = weight > g->most ? weight : g->most;
  map->u.sds->group_members++;
  link_add (map, s, id, g->len++);
}

void group_remove (Mapping *map, uint32_t id, StateId s) {
  Group *g = sds_group_at (map->u.sds, id);
  StateId *members = group_members (g), last = members[g->len - 1];
  uint32_t slot = *link_slot (map, s, id);
  members[slot] = last;
  *link_slot (map, last, id) = slot;
  g->len--;
  g->key -= group_term (s);
  map->u.sds->group_members--;
  link_remove (map, s, id);
}

uint32_t group_new (Mapping *map, const StateId *states, size_t len) {
  Sds *sds = map->u.sds;
  uint32_t id = sds->free_group;
  if (id)
    sds->free_group = sds_group_at (sds, id)->refs;
  else {
    if (!sds->groups.len)
      VEC_PUSH_TIGHT (&map->mem, &sds->groups, (Group){0});
    id = (uint32_t)sds->groups.len;
    VEC_PUSH_TIGHT (&map->mem, &sds->groups, (Group){0});
  }
  *sds_group_at (sds, id) = (Group){.node = map_node (map, states[0]), .cap = 2, .cap_origins = 1};
  group_grow (map, sds_group_at (sds, id), (uint32_t)len);
  for (size_t i = 0; i < len; i++)
    group_add (map, id, states[i]);
  sds->live_groups++;
  VEC_PUSH (&map->mem, &sds->doubt, id);
  return id;
}

/* ---- origins ---- */

void group_add_origin (Mapping *map, uint32_t id, Origin o) {
  Group *g = sds_group_at (map->u.sds, id);
  if (g->n_origins == g->cap_origins) {
    uint32_t cap = g->cap_origins * 2;
    if (g->cap_origins > 1)
      g->origins.data =
          mem_resize (&map->mem, g->origins.data, g->cap_origins * sizeof (Origin), cap * sizeof (Origin));
    else {
      Origin *data = mem_new (&map->mem, cap * sizeof (Origin));
      data[0] = g->origins.own;
      g->origins.data = data;
    }
    g->cap_origins = cap;
  }
  group_origins (g)[g->n_origins++] = o;
}

static void group_free_origins (Mapping *map, Group *g) {
  if (g->cap_origins > 1)
    mem_free (&map->mem, g->origins.data, g->cap_origins * sizeof (Origin));
  g->n_origins = 0;
  g->cap_origins = 1;
}

void group_set_origins (Mapping *map, uint32_t g, const IdVec *dstates) {
  Sds *sds = map->u.sds;
  group_free_origins (map, sds_group_at (sds, g));
  for (size_t i = 0; i < dstates->len; i++)
    group_add_origin (map, g, (Origin){dstates->data[i], sds_dstate_at (sds, dstates->data[i])->newest});
}

/* ---- end of groups ---- */

static void group_release (Mapping *map, Group *g) {
  if (g->cap > 2)
    mem_free (&map->mem, g->members.data, g->cap * sizeof (StateId));
  group_free_origins (map, g);
  g->cap = 0;
}

static void group_free (Mapping *map, uint32_t id) {
  Sds *sds = map->u.sds;
  Group *g = sds_group_at (sds, id);
  for (uint32_t i = 0; i < g->len; i++)
    link_remove (map, group_members (g)[i], id);
  sds->group_members -= g->len;
  group_release (map, g);
  g->len = 0;
  g->refs = sds->free_group;
  sds->free_group = id;
  sds->live_groups--;
}

void groups_sweep (Mapping *map) {
  Sds *sds = map->u.sds;
  for (size_t i = 0; i < sds->doubt.len; i++) {
    Group *g = sds_group_at (sds, sds->doubt.data[i]);
    if (g->cap && !g->refs)
      group_free (map, sds->doubt.data[i]);
  }
  sds->doubt.len = 0;
}

void orphans_bury (Mapping *map) {
  Sds *sds = map->u.sds;
  states_sort (sds->orphans.data, sds->orphans.len);
  for (size_t i = 0; i < sds->orphans.len; i++)
    if (map_alive (map, sds->orphans.data[i]) && !map_state (map, sds->orphans.data[i])->home)
      map_kill (map, sds->orphans.data[i]);
  sds->orphans.len = 0;
}

void groups_fini (Mapping *map) {
  Sds *sds = map->u.sds;
  for (uint32_t i = 1; i < sds->groups.len; i++)
    if (sds_group_at (sds, i)->cap)
      group_release (map, sds_group_at (sds, i));
  VEC_FREE (&map->mem, &sds->groups);
  VEC_FREE (&map->mem, &sds->links);
}
