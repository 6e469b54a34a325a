/* SPDX-License-Identifier: GPL-2.0-only */
/* map/nodemap.c -- persistent maps from node to group
 *
 * Invariants: a radix node's refs is the number of dstates and radix nodes that
 * name it, a group's refs the number of radix nodes of level 0 that name it; a
 * node with one reference is changed in place, any other is copied; least is
 * kept only when there is a budget.
 */
#include "map/sds_impl.h"

uint32_t nodemap_new (Sds *sds, Mem *mem) {
  uint32_t x = sds->free_radix;
  if (x)
    sds->free_radix = sds->radix.data[x].refs;
  else {
    if (!sds->radix.len)
      VEC_PUSH_TIGHT (mem, &sds->radix, (RadixNode){.refs = 0});
    x = (uint32_t)sds->radix.len;
    VEC_PUSH_TIGHT (mem, &sds->radix, (RadixNode){.refs = 0});
  }
  sds->radix.data[x] = (RadixNode){.refs = 1};
  return x;
}

static unsigned nodemap_slot (NodeId n, unsigned level) {
  return n >> (level * RADIX_BITS) & (RADIX_FAN - 1);
}

uint32_t nodemap_get (const Sds *sds, uint32_t root, NodeId n) {
  uint32_t x = root;
  for (unsigned level = sds->depth; level-- > 0 && x;)
    x = sds->radix.data[x].child[nodemap_slot (n, level)];
  return x;
}

void nodemap_retain (Sds *sds, uint32_t root) { sds->radix.data[root].refs++; }

static void nodemap_drop_group (Mapping *map, uint32_t g) {
  Sds *sds = map->u.sds;
  if (g && !--sds_group_at (sds, g)->refs)
    VEC_PUSH (&map->mem, &sds->doubt, g);
}

static void nodemap_drop (Mapping *map, uint32_t x, unsigned level) {
  Sds *sds = map->u.sds;
  if (!x || --sds->radix.data[x].refs)
    return;
  for (unsigned i = 0; i < RADIX_FAN; i++) {
    uint32_t child = sds->radix.data[x].child[i];
    if (level)
      nodemap_drop (map, child, level - 1);
    else
      nodemap_drop_group (map, child);
  }
  sds->radix.data[x].refs = sds->free_radix;
  sds->free_radix = x;
}

void nodemap_release (Mapping *map, uint32_t root) { nodemap_drop (map, root, map->u.sds->depth - 1); }

/* x itself, or a copy of it if others name it too; takes over the reference. */
static uint32_t nodemap_own (Mapping *map, uint32_t x, unsigned level) {
  Sds *sds = map->u.sds;
  if (sds->radix.data[x].refs == 1)
    return x;
  uint32_t copy = nodemap_new (sds, &map->mem);
  sds->radix.data[x].refs--;
  sds->radix.data[copy] = sds->radix.data[x];
  sds->radix.data[copy].refs = 1;
  for (unsigned i = 0; i < RADIX_FAN; i++) {
    uint32_t child = sds->radix.data[x].child[i];
    if (child && level)
      sds->radix.data[child].refs++;
    else if (child)
      sds_group_at (sds, child)->refs++;
  }
  return copy;
}

static void nodemap_weigh (Sds *sds, uint32_t x, unsigned level) {
  RadixNode *node = &sds->radix.data[x];
  node->least = 0;
  for (unsigned i = 0; i < RADIX_FAN; i++)
    if (node->child[i])
      node->least +=
          level ? sds->radix.data[node->child[i]].least : sds_group_at (sds, node->child[i])->least;
}

static uint32_t nodemap_put (Mapping *map, uint32_t x, unsigned level, NodeId n, uint32_t g) {
  Sds *sds = map->u.sds;
  x = x ? nodemap_own (map, x, level) : nodemap_new (sds, &map->mem);
  unsigned slot = nodemap_slot (n, level);
  uint32_t child = sds->radix.data[x].child[slot];
  if (level)
    child = nodemap_put (map, child, level - 1, n, g);
  else {
    sds_group_at (sds, g)->refs++;
    nodemap_drop_group (map, child);
    child = g;
  }
  sds->radix.data[x].child[slot] = child;
  if (map->has_budget)
    nodemap_weigh (sds, x, level);
  return x;
}

uint32_t nodemap_set (Mapping *map, uint32_t root, NodeId n, uint32_t g) {
  return nodemap_put (map, root, map->u.sds->depth - 1, n, g);
}

void nodemap_deepen (Mapping *map) {
  Sds *sds = map->u.sds;
  for (uint32_t d = 1; d < sds->dstates.len; d++)
    if (sds_dstate_at (sds, d)->root) {
      uint32_t old = sds_dstate_at (sds, d)->root, root = nodemap_new (sds, &map->mem);
      sds->radix.data[root].child[0] = old;
      sds->radix.data[root].least = sds->radix.data[old].least;
      sds_dstate_at (sds, d)->root = root;
    }
  sds->depth++;
}
