/* SPDX-License-Identifier: GPL-2.0-only */
/* net/joint.c -- a scenario whose conditions hold together: dstate by dstate */
#include "net/joint_impl.h"

/* ---- conditions ---- */

typedef struct Demanding {
  Solver *solver;
  Cond **cond;
  Answer answer;
} Demanding;

static void demand (void *data, Expr constraint) {
  Demanding *d = data;
  if (d->answer != ANSWER_NO) {
    Answer answer = solver_assume (d->solver, d->cond, constraint);
    if (answer != ANSWER_YES)
      d->answer = answer;
  }
}

Answer joint_demand (const Scenarios *from, StateId s, Cond **cond) {
  Demanding d = {from->solver, cond, ANSWER_YES};
  const Cond *own = from->state (from->data, s).cond;
  if (own)
    cond_each (own, demand, &d);
  return d.answer;
}

Cond *joint_of (Joint *j, const NodeId *nodes, size_t len, const StateId *members) {
  Cond *cond = j->ask->first ? cond_ref ((Cond *)j->ask->first) : cond_new (j->solver);
  Answer answer = ANSWER_YES;
  for (size_t i = 0; i < len && answer == ANSWER_YES; i++)
    answer = joint_demand (j->ask->from, members[nodes[i]], &cond);
  j->unknown |= answer == ANSWER_UNKNOWN;
  if (answer == ANSWER_YES)
    return cond;
  cond_unref (j->solver, cond);
  return NULL;
}

/* ---- dstates ---- */

/* Looks at the groups of a dstate; false: it has no scenario that could be better than the best. */
static bool dstate_enter (Joint *j, uint32_t dstate, const JointAnswer *best) {
  JointCost least = {0, 0};
  j->at.len = 0;
  for (NodeId n = 0; n < j->nodes; n++) {
    uint32_t g = group_look (j, dstate, n);
    if (!j->groups.data[g].len)
      return false;
    least = cost_sum (least, j->groups.data[g].least);
    VEC_PUSH (j->mem, &j->at, g);
  }
  if (least.weight > j->ask->from->budget)
    return false;
  int order = best->found == JOINT_FOUND ? joint_cost_compare (least, best->cost) : -1;
  return order < 0 || (!order && j->ask->taste);
}

static bool is_better (Joint *j, const NodeId *nodes, JointCost cost, Cond *cond, const JointAnswer *best) {
  int order = best->found == JOINT_FOUND ? joint_cost_compare (cost, best->cost) : -1;
  const JointTaste *taste = j->ask->taste;
  if (order || !taste)
    return order < 0;
  JointChoice a = {nodes, j->nodes, j->members_of.data, cond},
              b = {nodes, j->nodes, best->members, best->cond};
  return taste->compare (taste->data, &a, &b, &j->steps) < 0;
}

static void dstate_search (Joint *j, const NodeId *nodes, uint32_t dstate, JointAnswer *best) {
  JointCost cost;
  if (!dstate_enter (j, dstate, best) || !parts_choose (j, &cost) || cost.weight > j->ask->from->budget)
    return;
  if (best->found == JOINT_FOUND && joint_cost_compare (cost, best->cost) > 0)
    return;
  Cond *cond = joint_of (j, nodes, j->nodes, j->members_of.data);
  if (cond && is_better (j, nodes, cost, cond, best)) {
    cond_unref (j->solver, best->cond);
    best->cond = cond_ref (cond);
    best->found = JOINT_FOUND;
    best->dstate = dstate;
    best->cost = cost;
    for (size_t i = 0; i < j->nodes; i++)
      best->members[i] = j->members_of.data[i];
  }
  cond_unref (j->solver, cond);
}

static void search (Joint *j, const NodeId *nodes, const uint32_t *dstates, size_t n, JointAnswer *best) {
  for (size_t i = 0; i < n && !j->cut && !(best->found == JOINT_FOUND && j->ask->any); i++)
    if (joint_step (j))
      dstate_search (j, nodes, dstates[i], best);
  if (best->found != JOINT_FOUND && (j->unknown || j->cut))
    best->found = JOINT_UNKNOWN;
  best->cut = j->cut;
}

JointAnswer joint_search (const JointAsk *ask) {
  const Scenarios *from = ask->from;
  Joint j = {.ask = ask, .mem = ask->mem, .solver = from->solver, .pool = solver_pool (from->solver)};
  JointAnswer best = {.nodes = from->nodes, .members = mem_zero (ask->mem, from->nodes * sizeof (StateId))};
  IdVec all = {0};
  NodeId *nodes = mem_new (ask->mem, from->nodes * sizeof *nodes);
  for (NodeId n = 0; n < from->nodes; n++)
    nodes[n] = n;
  j.nodes = from->nodes;
  j.limit = ask->steps ? ask->steps : JOINT_STEPS;
  j.any = ask->any && from->budget == UINT64_MAX;
  VEC_RESERVE (ask->mem, &j.members_of, j.nodes);
  if (!ask->dstates)
    from->dstates (from->data, STATE_NONE, &all, ask->mem);
  search (&j, nodes, ask->dstates ? ask->dstates : all.data, ask->dstates ? ask->ndstates : all.len, &best);
  mem_free (ask->mem, nodes, from->nodes * sizeof *nodes);
  VEC_FREE (ask->mem, &all);
  VEC_FREE (ask->mem, &j.members_of);
  groups_free (&j);
  parts_free (&j);
  try_free (&j);
  return best;
}

void joint_forget (const JointAsk *ask, JointAnswer *answer) {
  cond_unref (ask->from->solver, answer->cond);
  mem_free (ask->mem, answer->members, answer->nodes * sizeof *answer->members);
  *answer = (JointAnswer){0};
}
