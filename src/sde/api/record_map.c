/* SPDX-License-Identifier: GPL-2.0-only */
/* api/record_map.c -- the dstates at the end of a run: groups once, and where a dstate has another one than most
 *
 * Groups are told apart by where their states stand.
 */
#include "api/record_impl.h"

typedef struct Groups {
  Recorder *r;
  const Mapping *map;
  NodeId nodes;
  IdVec dstates;
  Table number;              /* pointer of a group to its number, from 1 */
  VEC (uint32_t) dstates_of; /* by number - 1: how many have it */
  IdVec usual;               /* by node: number of the group that most have */
} Groups;

static uint32_t group_number (const Groups *g, uint32_t dstate, NodeId n) {
  size_t len;
  return (uint32_t)*table_find (&g->number, (uintptr_t)map_group (g->map, dstate, n, &len));
}

static void group_rows (Groups *g, NodeId n, uint64_t number, const StateId *states, size_t len) {
  ROW (g->r, rec_group, field_int ((int64_t)number), field_int ((int64_t)n - 1), field_int ((int64_t)len));
  for (size_t i = 0; i < len; i++)
    ROW (g->r, rec_member, field_int ((int64_t)number), field_int (states[i]));
}

static void group_count (Groups *g, uint32_t dstate, NodeId n) {
  size_t len;
  const StateId *states = map_group (g->map, dstate, n, &len);
  uint64_t *number = table_put (&g->r->mem, &g->number, (uintptr_t)states);
  if (!*number) {
    VEC_PUSH (&g->r->mem, &g->dstates_of, 0);
    *number = g->dstates_of.len;
    group_rows (g, n, *number, states, len);
  }
  uint32_t count = ++g->dstates_of.data[*number - 1], *usual = &g->usual.data[n];
  if (!*usual || count > g->dstates_of.data[*usual - 1])
    *usual = (uint32_t)*number;
}

static void groups_all (Groups *g) {
  for (NodeId n = 0; n < g->nodes; n++)
    VEC_PUSH (&g->r->mem, &g->usual, 0);
  for (size_t d = 0; d < g->dstates.len; d++)
    for (NodeId n = 0; n < g->nodes; n++)
      group_count (g, g->dstates.data[d], n);
  for (NodeId n = 0; n < g->nodes; n++)
    ROW (g->r, rec_usual, field_int ((int64_t)n - 1), field_int (g->usual.data[n]));
}

static void dstate_rows (Groups *g, uint32_t dstate) {
  Text count = {0};
  map_count_dstate (g->map, dstate, &count, &g->r->mem);
  ROW (g->r, rec_dstate, field_int (dstate), field_text (text_c (&g->r->mem, &count)));
  text_free (&g->r->mem, &count);
  for (NodeId n = 0; n < g->nodes; n++) {
    uint32_t number = group_number (g, dstate, n);
    if (number != g->usual.data[n])
      ROW (g->r, rec_unusual, field_int (dstate), field_int ((int64_t)n - 1), field_int (number));
  }
}

void record_dstates (Recorder *r) {
  const Mapping *map = net_mapping (r->net);
  Groups g = {.r = r, .map = map, .nodes = (NodeId)map_nodes (map)};
  map_dstates (map, STATE_NONE, &g.dstates, &r->mem);
  groups_all (&g);
  for (size_t d = 0; d < g.dstates.len; d++)
    dstate_rows (&g, g.dstates.data[d]);
  table_free (&r->mem, &g.number);
  VEC_FREE (&r->mem, &g.dstates_of);
  VEC_FREE (&r->mem, &g.usual);
  VEC_FREE (&r->mem, &g.dstates);
}
