/* SPDX-License-Identifier: GPL-2.0-only */
/* net/joint_group.c -- what the states of a group demand, looked at once for each group of a search */
#include "base/hash.h"
#include "net/joint_impl.h"

/* ---- members ---- */

static void collect (void *data, Expr constraint) {
  Joint *j = data;
  VEC_PUSH (j->mem, &j->constraints, constraint);
}

/* A condition that went through an unknown answer may have no solution at all. */
static bool member_possible (Joint *j, StateId s) {
  Cond *cond = cond_new (j->solver);
  Answer answer = joint_demand (j->ask->from, s, &cond);
  cond_unref (j->solver, cond);
  j->unknown |= answer == ANSWER_UNKNOWN;
  return answer == ANSWER_YES;
}

static uint64_t inputs_hash (Joint *j, StateId s) {
  const JointTaste *taste = j->ask->taste;
  ScenarioInputs inputs = {0};
  uint64_t h = 0;
  if (taste)
    taste->symbols (taste->data, s, &inputs, j->mem);
  for (size_t i = 0; i < inputs.len; i++)
    h = hash_pair (h, inputs.data[i] + 1);
  VEC_FREE (j->mem, &inputs);
  return h;
}

/* The place of a state in members; PLACE_NONE: it can be none. */
static uint32_t member_look (Joint *j, StateId s) {
  uint64_t *known = table_find (&j->member_at, s);
  if (known)
    return (uint32_t)*known;
  ScenarioState state = j->ask->from->state (j->ask->from->data, s);
  JointMember m = {
      .state = s, .cost = {state.weight, state.decisions}, .first = (uint32_t)j->constraints.len};
  uint32_t place = PLACE_NONE;
  if (!state.cond || !cond_unsure (state.cond) || member_possible (j, s)) {
    if (state.cond)
      cond_each (state.cond, collect, j);
    m.len = (uint32_t)j->constraints.len - m.first;
    m.inputs = inputs_hash (j, s);
    place = (uint32_t)j->members.len;
    VEC_PUSH (j->mem, &j->members, m);
  }
  *table_put (j->mem, &j->member_at, s) = place;
  return place;
}

static int own_compare (Joint *j, NodeId node, uint32_t a, uint32_t b) {
  StateId *members[2] = {mem_zero (j->mem, j->nodes * sizeof (StateId)),
                         mem_zero (j->mem, j->nodes * sizeof (StateId))};
  JointChoice choice[2];
  uint32_t places[2] = {a, b};
  for (int i = 0; i < 2; i++) {
    members[i][node] = j->members.data[places[i]].state;
    choice[i] = (JointChoice){&node, 1, members[i], joint_of (j, &node, 1, members[i])};
  }
  int order = choice[0].cond && choice[1].cond
                  ? j->ask->taste->compare (j->ask->taste->data, &choice[0], &choice[1], &j->steps)
                  : 0;
  for (int i = 0; i < 2; i++) {
    cond_unref (j->solver, choice[i].cond);
    mem_free (j->mem, members[i], j->nodes * sizeof (StateId));
  }
  return order;
}

int member_compare (Joint *j, NodeId node, uint32_t a, uint32_t b) {
  int order = joint_cost_compare (j->members.data[a].cost, j->members.data[b].cost);
  if (order || !j->ask->taste || j->cut)
    return order;
  return own_compare (j, node, a, b);
}

/* ---- symbols that a group knows ---- */

typedef struct Knowing {
  Joint *j;
  VEC (SymId) list;
  Table seen;
} Knowing;

static void know (Knowing *k, SymId sym) {
  JointSymbol *s = symbol_at (k->j, sym);
  if (s->epoch == k->j->epoch)
    return;
  *s = (JointSymbol){.epoch = k->j->epoch, .parent = sym};
  VEC_PUSH (k->j->mem, &k->list, sym);
}

static void know_constraint (Knowing *k, Expr e) {
  Joint *j = k->j;
  if (table_find (&k->seen, e))
    return;
  *table_put (j->mem, &k->seen, e) = 1;
  size_t n;
  const SymId *syms = expr_support (j->pool, e, &n);
  for (size_t i = 0; i < n; i++) {
    know (k, syms[i]);
    symbols_tie (j, syms[0], syms[i]);
  }
}

static void know_inputs (Knowing *k, StateId s) {
  Joint *j = k->j;
  const JointTaste *taste = j->ask->taste;
  ScenarioInputs inputs = {0};
  if (taste)
    taste->symbols (taste->data, s, &inputs, j->mem);
  for (size_t i = 0; i < inputs.len; i++) {
    uint64_t *seen = table_put (j->mem, &k->seen, UINT64_C (1) << 32 | inputs.data[i]);
    const ArrayInfo *info = expr_array_info (j->pool, inputs.data[i]);
    for (uint32_t b = 0; !*seen && b < info->size; b++)
      know (k, info->first + b);
    *seen = 1;
  }
  VEC_FREE (j->mem, &inputs);
}

static void group_know (Joint *j, JointGroup *g) {
  Knowing k = {.j = j};
  j->epoch++;
  for (uint32_t i = 0; i < g->len; i++) {
    const JointMember *m = &j->members.data[j->order.data[g->first + i]];
    for (uint32_t c = 0; c < m->len; c++)
      know_constraint (&k, j->constraints.data[m->first + c]);
    know_inputs (&k, m->state);
  }
  g->ties = (uint32_t)j->ties.len;
  g->nties = (uint32_t)k.list.len;
  for (size_t i = 0; i < k.list.len; i++)
    VEC_PUSH (j->mem, &j->ties, ((JointTie){k.list.data[i], symbol_root (j, k.list.data[i])}));
  VEC_FREE (j->mem, &k.list);
  table_free (j->mem, &k.seen);
}

/* ---- groups ---- */

static void group_fill (Joint *j, JointGroup *g, const ScenarioGroup *from) {
  const JointAsk *ask = j->ask;
  g->first = (uint32_t)j->order.len;
  g->least = (JointCost){UINT32_MAX, UINT32_MAX};
  for (size_t i = 0; i < from->len; i++) {
    uint32_t place = ask->allowed && !ask->allowed (ask->data, from->states[i])
                         ? PLACE_NONE
                         : member_look (j, from->states[i]);
    if (place == PLACE_NONE)
      continue;
    VEC_PUSH (j->mem, &j->order, place);
    JointCost cost = j->members.data[place].cost;
    if (joint_cost_compare (cost, g->least) < 0)
      g->least = cost;
  }
  g->len = (uint32_t)j->order.len - g->first;
}

uint32_t group_look (Joint *j, uint32_t dstate, NodeId node) {
  const Scenarios *from = j->ask->from;
  ScenarioGroup source = from->group (from->data, dstate, node);
  uint64_t *known = table_find (&j->group_at, source.key);
  if (known)
    return (uint32_t)*known;
  JointGroup g = {.node = node, .best = PLACE_NONE};
  group_fill (j, &g, &source);
  group_know (j, &g);
  *table_put (j->mem, &j->group_at, source.key) = j->groups.len;
  VEC_PUSH (j->mem, &j->groups, g);
  return (uint32_t)j->groups.len - 1;
}

uint32_t group_best (Joint *j, uint32_t group) {
  JointGroup *g = &j->groups.data[group];
  if (g->best != PLACE_NONE)
    return g->best;
  const uint32_t *order = j->order.data + g->first;
  uint32_t best = order[0];
  for (uint32_t i = 1; i < g->len; i++)
    if (member_compare (j, g->node, order[i], best) < 0)
      best = order[i];
  return g->best = best;
}

void groups_free (Joint *j) {
  table_free (j->mem, &j->group_at);
  table_free (j->mem, &j->member_at);
  VEC_FREE (j->mem, &j->groups);
  VEC_FREE (j->mem, &j->members);
  VEC_FREE (j->mem, &j->constraints);
  VEC_FREE (j->mem, &j->order);
  VEC_FREE (j->mem, &j->ties);
}
