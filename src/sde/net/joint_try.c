/* SPDX-License-Identifier: GPL-2.0-only */
/* net/joint_try.c -- the choice within a part: one member for each node, such that what they demand holds together
 *
 * Members that demand the same of shared symbols are one class.  Nodes are chosen in an order in which each shares
 * symbols with those before, few classes first; classes by cost.  A step is left out where what it costs, with the
 * least that is to come, is no better than what is known.
 *
 * As long as nothing is found, a node of which no class fits to those chosen goes to the front, once, and the choice
 * begins anew: so the nodes that contradict each other come together, before others that have no part in it are
 * tried in all combinations.
 */
#include "base/hash.h"
#include "net/joint_impl.h"

#include <stdlib.h>
#include <string.h>

/* ---- classes ---- */

static bool is_shared (Joint *j, Expr e) {
  size_t n;
  const SymId *syms = expr_support (j->pool, e, &n);
  return n && j->symbols.data[symbol_root (j, syms[0])].shared;
}

static JointClass class_of (Joint *j, uint32_t member, uint64_t *key) {
  JointTry *try = &j->try;
  const JointMember *m = &j->members.data[member];
  JointClass c = {member, (uint32_t)try->shared.len, 0};
  *key = m->inputs;
  for (uint32_t i = 0; i < m->len; i++) {
    Expr e = j->constraints.data[m->first + i];
    if (!is_shared (j, e))
      continue;
    VEC_PUSH (j->mem, &try->shared, e);
    *key = hash_pair (*key, e);
  }
  c.len = (uint32_t)try->shared.len - c.first;
  return c;
}

static bool class_same (const Joint *j, const JointClass *a, const JointClass *b) {
  if (a->len != b->len || j->members.data[a->member].inputs != j->members.data[b->member].inputs)
    return false;
  for (uint32_t i = 0; i < a->len; i++)
    if (j->try.shared.data[a->first + i] != j->try.shared.data[b->first + i])
      return false;
  return true;
}

static void class_add (Joint *j, NodeId node, Table *index, uint32_t member) {
  JointTry *try = &j->try;
  uint64_t key;
  JointClass c = class_of (j, member, &key);
  uint64_t *known = table_find (index, key);
  if (!known || !class_same (j, &try->classes.data[*known], &c)) {
    *table_put (j->mem, index, key) = try->classes.len;
    VEC_PUSH (j->mem, &try->classes, c);
    return;
  }
  JointClass *old = &try->classes.data[*known];
  try->shared.len = c.first;
  if (member_compare (j, node, member, old->member) < 0)
    old->member = member;
}

static int by_cost (const void *x, const void *y, void *data) {
  const JointClass *a = x, *b = y;
  const Joint *j = data;
  int order = joint_cost_compare (j->members.data[a->member].cost, j->members.data[b->member].cost);
  return order ? order : (a->first > b->first) - (a->first < b->first);
}

static void classes_make (Joint *j, const JointPart *part) {
  JointTry *try = &j->try;
  try->classes.len = try->shared.len = try->first.len = 0;
  for (size_t i = 0; i < part->nodes.len; i++) {
    const JointGroup *g = &j->groups.data[part->groups.data[i]];
    size_t first = try->classes.len;
    Table index = {0};
    for (uint32_t k = 0; k < g->len; k++)
      class_add (j, part->nodes.data[i], &index, j->order.data[g->first + k]);
    table_free (j->mem, &index);
    qsort_r (try->classes.data + first, try->classes.len - first, sizeof (JointClass), by_cost, j);
    VEC_PUSH (j->mem, &try->first, (uint32_t)first);
  }
  VEC_PUSH (j->mem, &try->first, (uint32_t)try->classes.len);
}

/* ---- the order of choosing ---- */

static bool is_reached (Joint *j, const JointGroup *g) {
  for (uint32_t i = 0; i < g->nties; i++) {
    const JointSymbol *root = &j->symbols.data[symbol_root (j, j->ties.data[g->ties + i].sym)];
    if (root->shared && root->reached)
      return true;
  }
  return false;
}

static void reach (Joint *j, const JointGroup *g) {
  for (uint32_t i = 0; i < g->nties; i++)
    j->symbols.data[symbol_root (j, j->ties.data[g->ties + i].sym)].reached = true;
}

/* The place of the next node: one that is not placed yet. */
static uint32_t next_place (Joint *j, const JointPart *part, const bool *placed) {
  const uint32_t *first = j->try.first.data;
  uint32_t best = PLACE_NONE;
  bool best_reached = false;
  for (uint32_t i = 0; i < part->nodes.len; i++) {
    if (placed[i])
      continue;
    bool reached = is_reached (j, &j->groups.data[part->groups.data[i]]);
    bool fewer = best == PLACE_NONE || first[i + 1] - first[i] < first[best + 1] - first[best];
    if (best == PLACE_NONE || (reached && !best_reached) || (reached == best_reached && fewer)) {
      best = i;
      best_reached = reached;
    }
  }
  return best;
}

static JointCost class_cost (const Joint *j, uint32_t class) {
  return j->members.data[j->try.classes.data[class].member].cost;
}

static void rest_make (Joint *j) {
  JointTry *try = &j->try;
  size_t n = try->path.len;
  VEC_RESERVE (j->mem, &try->rest, n + 1);
  try->rest.data[n] = (JointCost){0, 0};
  for (size_t i = n; i--;)
    try->rest.data[i] = cost_sum (try->rest.data[i + 1], class_cost (j, try->first.data[try->path.data[i]]));
}

static void path_make (Joint *j, const JointPart *part) {
  JointTry *try = &j->try;
  size_t n = part->nodes.len;
  bool *placed = mem_zero (j->mem, n);
  try->path.len = try->promoted.len = 0;
  for (size_t i = 0; i < n; i++) {
    uint32_t place = next_place (j, part, placed);
    placed[place] = true;
    reach (j, &j->groups.data[part->groups.data[place]]);
    VEC_PUSH (j->mem, &try->path, place);
    VEC_PUSH (j->mem, &try->promoted, 0);
  }
  mem_free (j->mem, placed, n);
  rest_make (j);
}

static void path_promote (Joint *j, uint32_t step) {
  uint32_t *path = j->try.path.data, place = path[step];
  j->try.promoted.data[place] = 1;
  memmove (path + 1, path, step * sizeof *path);
  path[0] = place;
  rest_make (j);
}

/* ---- choosing ---- */

/* Adds what the class demands to *cond; false: it contradicts, or nobody knows. */
static bool class_demand (Joint *j, const JointClass *c, Cond **cond) {
  JointTry *try = &j->try;
  for (uint32_t i = 0; i < c->len; i++) {
    Expr e = try->shared.data[c->first + i];
    if (table_find (&try->demanded, e))
      continue;
    Answer answer = solver_assume (j->solver, cond, e);
    j->unknown |= answer == ANSWER_UNKNOWN;
    if (answer != ANSWER_YES)
      return false;
    *table_put (j->mem, &try->demanded, e) = 1;
    VEC_PUSH (j->mem, &try->undo, e);
  }
  return true;
}

static void undo_to (Joint *j, size_t len) {
  JointTry *try = &j->try;
  while (try->undo.len > len)
    table_remove (&try->demanded, VEC_POP (&try->undo));
}

static JointChoice choice_of (Joint *j, const JointPart *part, const StateId *members) {
  return (JointChoice){part->nodes.data, part->nodes.len, members,
                       joint_of (j, part->nodes.data, part->nodes.len, members)};
}

static bool tastes_better (Joint *j, const JointPart *part) {
  const JointTaste *taste = j->ask->taste;
  JointChoice a = choice_of (j, part, j->try.chosen.data), b = choice_of (j, part, j->try.best.data);
  bool better = a.cond && (!b.cond || taste->compare (taste->data, &a, &b, &j->steps) < 0);
  cond_unref (j->solver, a.cond);
  cond_unref (j->solver, b.cond);
  return better;
}

/* A choice is complete; true: no better one is wanted. */
static bool complete (Joint *j, const JointPart *part, JointCost cost) {
  JointTry *try = &j->try;
  if (!try->found || joint_cost_compare (cost, try->cost) < 0 || tastes_better (j, part)) {
    try->found = true;
    try->cost = cost;
    for (size_t i = 0; i < part->nodes.len; i++)
      try->best.data[part->nodes.data[i]] = try->chosen.data[part->nodes.data[i]];
  }
  return j->any || (!j->ask->taste && !joint_cost_compare (cost, try->rest.data[0]));
}

/* Can something that costs at least so much be the best? */
static bool is_worth (const Joint *j, JointCost least) {
  const JointTry *try = &j->try;
  if (!try->found)
    return least.weight <= j->ask->from->budget;
  int order = joint_cost_compare (least, try->cost);
  return order < 0 || (!order && j->ask->taste);
}

static bool descend (Joint *j, const JointPart *part, size_t i, Cond *cond, JointCost cost);

/* The class at step i and all that can follow; true: that is enough.  Sets *fits if it does not contradict. */
static bool take (Joint *j, const JointPart *part, size_t i, uint32_t class, Cond *cond, JointCost cost,
                  bool *fits) {
  JointTry *try = &j->try;
  if (!joint_step (j))
    return true;
  Cond *next = cond_ref (cond);
  size_t undo = try->undo.len;
  bool enough = false;
  if (class_demand (j, &try->classes.data[class], &next)) {
    NodeId node = part->nodes.data[try->path.data[i]];
    try->chosen.data[node] = j->members.data[try->classes.data[class].member].state;
    enough = descend (j, part, i + 1, next, cost);
    *fits = true;
  }
  undo_to (j, undo);
  cond_unref (j->solver, next);
  return enough;
}

/* Chooses for step i and those behind it; true: that is enough, or the choice is to begin anew. */
static bool descend (Joint *j, const JointPart *part, size_t i, Cond *cond, JointCost cost) {
  JointTry *try = &j->try;
  if (i == try->path.len)
    return complete (j, part, cost);
  uint32_t place = try->path.data[i];
  bool fits = false;
  for (uint32_t c = try->first.data[place]; c < try->first.data[place + 1]; c++) {
    JointCost with = cost_sum (cost, class_cost (j, c));
    if (!is_worth (j, cost_sum (with, try->rest.data[i + 1])))
      return false;
    if (take (j, part, i, c, cond, with, &fits))
      return true;
  }
  if (fits || !i || try->found || try->promoted.data[place] || j->steps >= try->anew)
    return false;
  try->stuck = (uint32_t)i;
  return true;
}

/* A quarter of all steps may go into beginnings that end for another one. */
static void choose (Joint *j, const JointPart *part) {
  JointTry *try = &j->try;
  Cond *cond = j->ask->first ? cond_ref ((Cond *)j->ask->first) : cond_new (j->solver);
  try->anew = j->steps + j->limit / 4;
  try->stuck = 0;
  while (descend (j, part, 0, cond, (JointCost){0, 0}) && try->stuck) {
    path_promote (j, try->stuck);
    try->stuck = 0;
  }
  cond_unref (j->solver, cond);
}

void try_part (Joint *j, JointPart *part) {
  JointTry *try = &j->try;
  classes_make (j, part);
  path_make (j, part);
  VEC_RESERVE (j->mem, &try->chosen, j->nodes);
  VEC_RESERVE (j->mem, &try->best, j->nodes);
  try->found = false;
  choose (j, part);
  for (size_t i = 0; i < part->nodes.len && try->found; i++)
    VEC_PUSH (j->mem, &part->members, try->best.data[part->nodes.data[i]]);
  part->cost = try->cost;
}

void try_free (Joint *j) {
  JointTry *try = &j->try;
  VEC_FREE (j->mem, &try->classes);
  VEC_FREE (j->mem, &try->shared);
  VEC_FREE (j->mem, &try->first);
  VEC_FREE (j->mem, &try->path);
  VEC_FREE (j->mem, &try->promoted);
  VEC_FREE (j->mem, &try->rest);
  VEC_FREE (j->mem, &try->undo);
  VEC_FREE (j->mem, &try->chosen);
  VEC_FREE (j->mem, &try->best);
  table_free (j->mem, &try->demanded);
}
