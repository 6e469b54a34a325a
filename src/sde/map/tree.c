/* SPDX-License-Identifier: GPL-2.0-only */
/* map/tree.c -- dstates, the tree of their splits, and the holders of a group
 *
 * Invariant: every live dstate that holds group g is reached from an origin of
 * g: it is the origin's dstate, or descends from a child of it that is newer
 * than the origin's.
 */
#include "map/sds_impl.h"

uint32_t dstate_new (Mapping *map) {
  Sds *sds = map->u.sds;
  if (!sds->dstates.len)
    VEC_PUSH_TIGHT (&map->mem, &sds->dstates, (Dstate){0});
  VEC_PUSH_TIGHT (&map->mem, &sds->dstates, (Dstate){0});
  sds->live_dstates++;
  return (uint32_t)sds->dstates.len - 1;
}

uint32_t dstate_split (Mapping *map, uint32_t d) {
  Sds *sds = map->u.sds;
  uint32_t child = dstate_new (map);
  Dstate *parent = sds_dstate_at (sds, d);
  sds_dstate_at (sds, child)->root = parent->root;
  sds_dstate_at (sds, child)->sibling = parent->newest;
  parent->newest = child;
  nodemap_retain (sds, parent->root);
  map->stats.splits++;
  return child;
}

void dstate_remove (Mapping *map, uint32_t d) {
  Sds *sds = map->u.sds;
  nodemap_release (map, sds_dstate_at (sds, d)->root);
  sds_dstate_at (sds, d)->root = 0;
  sds->live_dstates--;
}

uint32_t dstate_get (const Sds *sds, uint32_t d, NodeId n) {
  return nodemap_get (sds, sds_dstate_at (sds, d)->root, n);
}

void dstate_set (Mapping *map, uint32_t d, NodeId n, uint32_t g) {
  Sds *sds = map->u.sds;
  if (dstate_get (sds, d, n) == g)
    return;
  uint32_t root = nodemap_set (map, sds_dstate_at (sds, d)->root, n, g);
  sds_dstate_at (sds, d)->root = root;
  group_add_origin (map, g, (Origin){d, sds_dstate_at (sds, d)->newest});
}

uint64_t dstate_least (const Sds *sds, uint32_t d) {
  return sds->radix.data[sds_dstate_at (sds, d)->root].least;
}

/* ---- holders ---- */

HolderWalk holders_begin (Sds *sds, uint32_t g) {
  sds->stack.len = sds->found.len = 0;
  if (!++sds->walks) {
    for (size_t i = 0; i < sds->dstates.len; i++)
      sds->dstates.data[i].seen = 0;
    sds->walks = 1;
  }
  return (HolderWalk){.group = g};
}

static void holders_push (Mapping *map, uint32_t d, uint32_t end) {
  Sds *sds = map->u.sds;
  for (uint32_t c = sds_dstate_at (sds, d)->newest; c != end; c = sds_dstate_at (sds, c)->sibling)
    VEC_PUSH (&map->mem, &sds->stack, c);
}

/* The next dstate that may hold the group; 0 at the end. */
static uint32_t holders_step (Mapping *map, HolderWalk *w) {
  Sds *sds = map->u.sds;
  if (sds->stack.len) {
    uint32_t d = VEC_POP (&sds->stack);
    holders_push (map, d, 0);
    return d;
  }
  Group *g = sds_group_at (sds, w->group);
  if (w->origin == g->n_origins)
    return 0;
  Origin o = group_origins (g)[w->origin++];
  holders_push (map, o.dstate, o.child);
  return o.dstate;
}

bool holders_dense (const HolderWalk *w) {
#ifdef SDE_HARD
  return w->visited <= w->found;
#else
  return w->visited <= 4 * w->found + 8;
#endif
}

/* Walks that find little for what they visit get shorter. */
static void holders_end (Mapping *map, const HolderWalk *w) {
  if (!holders_dense (w))
    group_set_origins (map, w->group, &map->u.sds->found);
}

uint32_t holders_next (Mapping *map, HolderWalk *w) {
  Sds *sds = map->u.sds;
  NodeId node = sds_group_at (sds, w->group)->node;
  for (uint32_t d; (d = holders_step (map, w));) {
    Dstate *dstate = sds_dstate_at (sds, d);
    w->visited++;
    if (dstate->seen == sds->walks)
      continue;
    dstate->seen = sds->walks;
    if (dstate->root && nodemap_get (sds, dstate->root, node) == w->group) {
      w->found++;
      VEC_PUSH (&map->mem, &sds->found, d);
      return d;
    }
  }
  holders_end (map, w);
  return 0;
}

void holders_list (Mapping *map, uint32_t g, IdVec *out, Mem *mem) {
  HolderWalk w = holders_begin (map->u.sds, g);
  size_t from = out->len;
  for (uint32_t d; (d = holders_next (map, &w));)
    VEC_PUSH (mem, out, d);
  states_sort (out->data + from, out->len - from);
}
