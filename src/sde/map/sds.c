/* SPDX-License-Identifier: GPL-2.0-only */
/* map/sds.c -- super dstates: a state may be in several dstates
 *
 * Only targets are forked, each at most once; bystanders never.  See sds_impl.h
 * for the structures and sds_arrive.c for the arrival of a frame.
 */
#include "map/sds_impl.h"

void sds_init (Mapping *map) {
  Sds *sds = MEM_NEW (&map->mem, Sds);
  sds->depth = 1;
  map->u.sds = sds;
}

static void sds_fini (Mapping *map) {
  Sds *sds = map->u.sds;
  groups_fini (map);
  VEC_FREE (&map->mem, &sds->radix);
  VEC_FREE (&map->mem, &sds->dstates);
  VEC_FREE (&map->mem, &sds->doubt);
  VEC_FREE (&map->mem, &sds->orphans);
  VEC_FREE (&map->mem, &sds->stack);
  VEC_FREE (&map->mem, &sds->found);
  VEC_FREE (&map->mem, &sds->cuts);
  VEC_FREE (&map->mem, &sds->takes);
  VEC_FREE (&map->mem, &sds->targets);
  VEC_FREE (&map->mem, &sds->plans);
  VEC_FREE (&map->mem, &sds->inside);
  VEC_FREE (&map->mem, &sds->scratch);
  VEC_FREE (&map->mem, &sds->fresh);
  VEC_FREE (&map->mem, &sds->holders);
  table_free (&map->mem, &sds->intern);
  MEM_FREE (&map->mem, sds);
}

static void sds_add_node (Mapping *map, StateId first) {
  Sds *sds = map->u.sds;
  NodeId n = map_node (map, first);
  if (!sds->dstates.len) {
    uint32_t d = dstate_new (map);
    sds_dstate_at (sds, d)->root = nodemap_new (sds, &map->mem);
  }
  if (n >> (sds->depth * RADIX_BITS))
    nodemap_deepen (map);
  uint32_t g = group_new (map, &first, 1);
  for (uint32_t d = 1; d < sds->dstates.len; d++)
    if (sds_dstate_at (sds, d)->root)
      dstate_set (map, d, n, g);
  groups_sweep (map);
}

static void sds_branch (Mapping *map, StateId s, StateId child) {
  const Sds *sds = map->u.sds;
  for (GroupWalk w = group_first (map, s); w.group; w = group_next (sds, w))
    group_add (map, w.group, child);
}

/* ---- questions ---- */

/* Walking does not change what the mapping holds, only how fast it is found again. */
static void sds_dstates (const Mapping *map, StateId s, IdVec *out, Mem *mem) {
  const Sds *sds = map->u.sds;
  size_t from = out->len;
  if (s == STATE_NONE) {
    for (uint32_t d = 1; d < sds->dstates.len; d++)
      if (sds_dstate_at (sds, d)->root)
        VEC_PUSH (mem, out, d);
    return;
  }
  for (GroupWalk w = group_first (map, s); w.group; w = group_next (sds, w))
    holders_list ((Mapping *)map, w.group, out, mem);
  states_sort (out->data + from, out->len - from);
}

static const StateId *sds_group (const Mapping *map, uint32_t d, NodeId n, size_t *len) {
  const Sds *sds = map->u.sds;
  Group *g = sds_group_at (sds, dstate_get (sds, d, n));
  *len = g->len;
  return group_members (g);
}

static uint64_t sds_least (const Mapping *map, uint32_t d, NodeId except) {
  const Sds *sds = map->u.sds;
  uint64_t least = dstate_least (sds, d);
  return except == NODE_NONE ? least : least - sds_group_at (sds, dstate_get (sds, d, except))->least;
}

static bool sds_bears (const Mapping *map, StateId s, uint64_t weight) {
  return sds_counts ((Mapping *)map, s, weight);
}

static void sds_stats (const Mapping *map, MapStats *stats) {
  const Sds *sds = map->u.sds;
  stats->dstates = sds->live_dstates;
  stats->groups = sds->live_groups;
  stats->group_members = sds->group_members;
  stats->memberships = sds_memberships (map);
}

/* ---- check ---- */

static Status check_links (const Mapping *map, StateId s) {
  const Sds *sds = map->u.sds;
  for (GroupWalk w = group_first (map, s); w.group; w = group_next (sds, w)) {
    Group *g = sds_group_at (sds, w.group);
    bool listed = false;
    for (uint32_t i = 0; i < g->len; i++)
      listed |= group_members (g)[i] == s;
    if (!g->cap || !g->refs || !listed || g->node != map_node (map, s))
      return status_fail ("state %u names group %u, which does not list it", s, w.group);
  }
  return STATUS_OK;
}

static Status check_group (Mapping *map, uint32_t id, Mem *mem) {
  Sds *sds = map->u.sds;
  Group *g = sds_group_at (sds, id);
  if (g->memo || !g->len || group_key (group_members (g), g->len) != g->key)
    return status_fail ("group %u is damaged", id);
  for (uint32_t i = 0; i < g->len; i++)
    if (!group_has (map, id, group_members (g)[i]))
      return status_fail ("group %u lists state %u, which does not name it", id, group_members (g)[i]);
  IdVec holders = {0};
  size_t real = 0;
  holders_list (map, id, &holders, mem);
  for (uint32_t d = 1; d < sds->dstates.len; d++)
    real += sds_dstate_at (sds, d)->root && dstate_get (sds, d, g->node) == id;
  bool found = real == holders.len && real;
  VEC_FREE (mem, &holders);
  return found ? STATUS_OK : status_fail ("group %u: a walk does not find its %zu holders", id, real);
}

static Status sds_check (const Mapping *map) {
  const Sds *sds = map->u.sds;
  Mem mem;
  mem_init (&mem, "check", NULL);
  Status st = STATUS_OK;
  for (StateId s = 0; s < map->states.len && status_ok (st); s++)
    if (map_alive (map, s))
      st = check_links (map, s);
  for (uint32_t g = 1; g < sds->groups.len && status_ok (st); g++)
    if (sds_group_at (sds, g)->cap)
      st = check_group ((Mapping *)map, g, &mem);
  return st;
}

const MapOps map_sds_ops = {sds_fini, sds_add_node, sds_branch, sds_arrive, sds_dstates, sds_group};
const MapSums map_sds_sums = {sds_least, sds_bears, sds_sum, sds_count, sds_stats, sds_check};
