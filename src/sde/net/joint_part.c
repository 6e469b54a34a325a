/* SPDX-License-Identifier: GPL-2.0-only */
/* net/joint_part.c -- the parts into which a dstate falls: nodes that share symbols, directly or through others
 *
 * Symbols are tied together by the constraints of any state of the dstate, which is coarse but the same whichever
 * states are chosen.  A part of one node needs no search, and the choice for a part of several is kept for
 * the dstates that have the same groups there.
 */
#include "base/hash.h"
#include "net/joint_impl.h"

/* ---- symbols ---- */

JointSymbol *symbol_at (Joint *j, SymId sym) {
  while (j->symbols.len <= sym)
    VEC_PUSH (j->mem, &j->symbols, (JointSymbol){0});
  return &j->symbols.data[sym];
}

SymId symbol_root (Joint *j, SymId sym) {
  JointSymbol *all = j->symbols.data;
  while (all[sym].parent != sym)
    sym = all[sym].parent = all[all[sym].parent].parent;
  return sym;
}

void symbols_tie (Joint *j, SymId a, SymId b) {
  a = symbol_root (j, a);
  b = symbol_root (j, b);
  j->symbols.data[a > b ? a : b].parent = a > b ? b : a;
}

static uint32_t part_root (Joint *j, uint32_t n) {
  uint32_t *of = j->part_of.data;
  while (of[n] != n)
    n = of[n] = of[of[n]];
  return n;
}

static void know (Joint *j, uint32_t node, SymId sym) {
  JointSymbol *s = symbol_at (j, sym);
  if (s->epoch != j->epoch) {
    *s = (JointSymbol){.epoch = j->epoch, .parent = sym, .node = node};
    return;
  }
  if (s->node == node)
    return;
  uint32_t a = part_root (j, s->node), b = part_root (j, node);
  j->part_of.data[a > b ? a : b] = a > b ? b : a;
  VEC_PUSH (j->mem, &j->several, sym);
}

static void know_group (Joint *j, NodeId node, const JointGroup *g) {
  for (uint32_t i = 0; i < g->nties; i++) {
    JointTie tie = j->ties.data[g->ties + i];
    know (j, node, tie.sym);
    know (j, node, tie.with);
    symbols_tie (j, tie.sym, tie.with);
  }
}

static void know_first (void *data, Expr constraint) {
  Joint *j = data;
  size_t n;
  const SymId *syms = expr_support (j->pool, constraint, &n);
  for (size_t i = 0; i < n; i++) {
    know (j, (uint32_t)j->nodes, syms[i]);
    symbols_tie (j, syms[0], syms[i]);
  }
}

static void symbols_look (Joint *j) {
  j->epoch++;
  j->several.len = j->part_of.len = 0;
  for (uint32_t n = 0; n <= j->nodes; n++)
    VEC_PUSH (j->mem, &j->part_of, n);
  if (j->ask->first)
    cond_each (j->ask->first, know_first, j);
  for (NodeId n = 0; n < j->nodes; n++)
    know_group (j, n, &j->groups.data[j->at.data[n]]);
  for (size_t i = 0; i < j->several.len; i++)
    j->symbols.data[symbol_root (j, j->several.data[i])].shared = true;
}

/* ---- parts ---- */

static bool part_same (const JointPart *a, const JointPart *b) {
  if (a->nodes.len != b->nodes.len)
    return false;
  for (size_t i = 0; i < a->nodes.len; i++)
    if (a->nodes.data[i] != b->nodes.data[i] || a->groups.data[i] != b->groups.data[i])
      return false;
  return true;
}

static void part_free (Joint *j, JointPart *part) {
  VEC_FREE (j->mem, &part->nodes);
  VEC_FREE (j->mem, &part->groups);
  VEC_FREE (j->mem, &part->members);
}

/* The nodes of the set. */
static JointPart part_collect (Joint *j, uint32_t root, uint64_t *key) {
  JointPart part = {0};
  *key = 0;
  for (NodeId n = 0; n < j->nodes; n++)
    if (part_root (j, n) == root) {
      VEC_PUSH (j->mem, &part.nodes, n);
      VEC_PUSH (j->mem, &part.groups, j->at.data[n]);
      *key = hash_pair (*key, (uint64_t)n << 32 | j->at.data[n]);
    }
  return part;
}

/* The part as it is kept, solved; NULL: it could not be. */
static const JointPart *part_solve (Joint *j, uint32_t root) {
  uint64_t key;
  JointPart part = part_collect (j, root, &key);
  uint64_t *known = table_find (&j->part_at, key);
  if (known && part_same (&j->parts.data[*known], &part)) {
    part_free (j, &part);
    return &j->parts.data[*known];
  }
  try_part (j, &part);
  VEC_PUSH (j->mem, &j->parts, part);
  if (!j->cut)
    *table_put (j->mem, &j->part_at, key) = j->parts.len - 1;
  return &VEC_LAST (&j->parts);
}

static bool part_take (Joint *j, uint32_t root, JointCost *cost) {
  const JointPart *part = part_solve (j, root);
  for (size_t i = 0; i < part->members.len; i++)
    j->members_of.data[part->nodes.data[i]] = part->members.data[i];
  *cost = cost_sum (*cost, part->cost);
  return part->members.len > 0;
}

static void node_take (Joint *j, NodeId node, JointCost *cost) {
  const JointMember *best = &j->members.data[group_best (j, j->at.data[node])];
  j->members_of.data[node] = best->state;
  *cost = cost_sum (*cost, best->cost);
}

/* How many nodes the set of a root has, the first condition counted as one. */
static void part_sizes (Joint *j, IdVec *sizes) {
  for (uint32_t n = 0; n <= j->nodes; n++)
    VEC_PUSH (j->mem, sizes, 0);
  for (uint32_t n = 0; n <= j->nodes; n++)
    sizes->data[part_root (j, n)]++;
}

bool parts_choose (Joint *j, JointCost *cost) {
  IdVec sizes = {0};
  bool found = true;
  *cost = (JointCost){0, 0};
  symbols_look (j);
  part_sizes (j, &sizes);
  for (uint32_t n = 0; n < j->nodes && found; n++)
    if (sizes.data[n] > 1)
      found = part_take (j, n, cost);
  for (NodeId n = 0; n < j->nodes && found; n++)
    if (sizes.data[n] == 1)
      node_take (j, n, cost);
  VEC_FREE (j->mem, &sizes);
  return found;
}

void parts_free (Joint *j) {
  for (size_t i = 0; i < j->parts.len; i++)
    part_free (j, &j->parts.data[i]);
  VEC_FREE (j->mem, &j->parts);
  VEC_FREE (j->mem, &j->symbols);
  VEC_FREE (j->mem, &j->several);
  VEC_FREE (j->mem, &j->at);
  VEC_FREE (j->mem, &j->part_of);
  table_free (j->mem, &j->part_at);
}
