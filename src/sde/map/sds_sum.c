/* SPDX-License-Identifier: GPL-2.0-only */
/* map/sds_sum.c -- sums over all dstates, each shared radix node and group looked at once
 *
 * A pass keeps one value for each radix node and group it has met, by number.
 */
#include "map/sds_impl.h"

typedef struct Pass {
  const Mapping *map;
  const Sds *sds;
  const Eval *e;
  Mem mem;
  uint64_t *nodes, *groups; /* a polynomial for each */
  uint8_t *node_done, *group_done;
  double *node_members;
} Pass;

static void pass_group (Pass *p, uint32_t g, uint64_t *out) {
  Group *group = sds_group_at (p->sds, g);
  map_group_poly (p->map, p->e, group_members (group), group->len, out);
  p->group_done[g] = 1;
}

static const uint64_t *pass_child (Pass *p, uint32_t x, unsigned level);

static void pass_node (Pass *p, uint32_t x, unsigned level, uint64_t *out) {
  poly_one (p->e, out);
  for (unsigned i = 0; i < RADIX_FAN; i++) {
    uint32_t child = p->sds->radix.data[x].child[i];
    if (child)
      poly_mul (p->e, out, pass_child (p, child, level));
  }
  p->node_done[x] = 1;
}

/* The polynomial of what stands at a child of a radix node of this level. */
static const uint64_t *pass_child (Pass *p, uint32_t x, unsigned level) {
  uint64_t *out = (level ? p->nodes : p->groups) + (size_t)x * p->e->terms;
  if (level && !p->node_done[x])
    pass_node (p, x, level - 1, out);
  else if (!level && !p->group_done[x])
    pass_group (p, x, out);
  return out;
}

void sds_sum (const Mapping *map, const Eval *e, uint64_t *total) {
  const Sds *sds = map->u.sds;
  Pass p = {.map = map, .sds = sds, .e = e};
  size_t nodes = sds->radix.len, groups = sds->groups.len;
  mem_init (&p.mem, "pass", NULL);
  p.nodes = mem_new (&p.mem, nodes * e->terms * sizeof *p.nodes);
  p.groups = mem_new (&p.mem, groups * e->terms * sizeof *p.groups);
  p.node_done = mem_zero (&p.mem, nodes);
  p.group_done = mem_zero (&p.mem, groups);
  for (uint32_t d = 1; d < sds->dstates.len; d++)
    if (sds_dstate_at (sds, d)->root)
      poly_add (e, total, pass_child (&p, sds_dstate_at (sds, d)->root, sds->depth));
  mem_free (&p.mem, p.nodes, nodes * e->terms * sizeof *p.nodes);
  mem_free (&p.mem, p.groups, groups * e->terms * sizeof *p.groups);
  mem_free (&p.mem, p.node_done, nodes);
  mem_free (&p.mem, p.group_done, groups);
}

/* ---- memberships ---- */

static double members_node (Pass *p, uint32_t x, unsigned level) {
  if (p->node_done[x])
    return p->node_members[x];
  double sum = 0;
  for (unsigned i = 0; i < RADIX_FAN; i++) {
    uint32_t child = p->sds->radix.data[x].child[i];
    if (child)
      sum += level ? members_node (p, child, level - 1) : (double)sds_group_at (p->sds, child)->len;
  }
  p->node_done[x] = 1;
  return p->node_members[x] = sum;
}

/* A sum of whole numbers, exact up to 2^53. */
uint64_t sds_memberships (const Mapping *map) {
  const Sds *sds = map->u.sds;
  Pass p = {.map = map, .sds = sds};
  size_t nodes = sds->radix.len;
  double sum = 0;
  mem_init (&p.mem, "pass", NULL);
  p.node_members = mem_new (&p.mem, nodes * sizeof *p.node_members);
  p.node_done = mem_zero (&p.mem, nodes);
  for (uint32_t d = 1; d < sds->dstates.len; d++)
    if (sds_dstate_at (sds, d)->root)
      sum += members_node (&p, sds_dstate_at (sds, d)->root, sds->depth - 1);
  mem_free (&p.mem, p.node_members, nodes * sizeof *p.node_members);
  mem_free (&p.mem, p.node_done, nodes);
  return (uint64_t)sum;
}
