/* SPDX-License-Identifier: GPL-2.0-only */
/* testcase/simplest.c -- the simplest scenario in which something happens */
#include "testcase/simplest.h"

#include "base/table.h"
#include "testcase/least.h"

#include <stdlib.h>

/* The states that are wanted, at the node that is asked about. */
typedef struct Wanted {
  const Scenarios *from;
  Table states;
  NodeId node;
} Wanted;

static bool is_allowed (void *data, StateId s) {
  const Wanted *w = data;
  return w->from->state (w->from->data, s).node != w->node || table_find (&w->states, s);
}

static int by_number (const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static void sort_unique (IdVec *v) {
  size_t kept = 0;
  if (v->len > 1)
    qsort (v->data, v->len, sizeof *v->data, by_number);
  for (size_t i = 0; i < v->len; i++)
    if (!i || v->data[i] != v->data[i - 1])
      v->data[kept++] = v->data[i];
  v->len = kept;
}

/* Where the wanted states of the node are; all dstates, when that is sooner said. */
static void dstates_of (const SimplestAsk *ask, const Wanted *w, IdVec *out) {
  const Scenarios *from = ask->from;
  IdVec all = {0};
  from->dstates (from->data, STATE_NONE, &all, ask->mem);
  for (size_t i = 0; i < ask->len && out->len <= all.len; i++)
    if (from->state (from->data, ask->states[i]).node == w->node)
      from->dstates (from->data, ask->states[i], out, ask->mem);
  if (out->len > all.len) {
    VEC_FREE (ask->mem, out);
    *out = all;
    return;
  }
  VEC_FREE (ask->mem, &all);
  sort_unique (out);
}

static bool is_simpler (Mem *mem, const Scenarios *from, const JointAnswer *a, const JointAnswer *b) {
  int order = b->found == JOINT_FOUND ? joint_cost_compare (a->cost, b->cost) : -1;
  if (order)
    return order < 0;
  NodeId *nodes = mem_new (mem, from->nodes * sizeof *nodes);
  JointTaste taste = least_taste (from);
  uint64_t steps = 0;
  for (NodeId n = 0; n < from->nodes; n++)
    nodes[n] = n;
  order = taste.compare (taste.data, &(JointChoice){nodes, from->nodes, a->members, a->cond},
                         &(JointChoice){nodes, from->nodes, b->members, b->cond}, &steps);
  mem_free (mem, nodes, from->nodes * sizeof *nodes);
  return order < 0;
}

/* The simplest one with a wanted state at this node takes the place of best, if it is simpler. */
static void ask_node (const SimplestAsk *ask, Wanted *w, NodeId node, JointAnswer *best) {
  const Scenarios *from = ask->from;
  JointTaste taste = least_taste (from);
  IdVec dstates = {0};
  w->node = node;
  dstates_of (ask, w, &dstates);
  JointAsk joint = {.from = from,
                    .mem = ask->mem,
                    .dstates = dstates.data,
                    .ndstates = dstates.len,
                    .allowed = is_allowed,
                    .data = w,
                    .taste = &taste,
                    .steps = ask->steps ? ask->steps : SIMPLEST_STEPS};
  JointAnswer answer = joint_search (&joint);
  answer.cut |= best->cut;
  if (answer.found == JOINT_FOUND ? is_simpler (ask->mem, from, &answer, best)
                                  : answer.found == JOINT_UNKNOWN && best->found == JOINT_NONE) {
    JointAnswer old = *best;
    *best = answer;
    answer = old;
  }
  best->cut |= answer.cut;
  joint_forget (&joint, &answer);
  VEC_FREE (ask->mem, &dstates);
}

SimplestAnswer case_simplest (const SimplestAsk *ask) {
  const Scenarios *from = ask->from;
  Wanted w = {.from = from};
  JointAnswer best = {.found = JOINT_NONE};
  bool *asked = mem_zero (ask->mem, from->nodes);
  for (size_t i = 0; i < ask->len; i++)
    *table_put (ask->mem, &w.states, ask->states[i]) = 1;
  for (size_t i = 0; i < ask->len; i++) {
    NodeId node = from->state (from->data, ask->states[i]).node;
    if (!asked[node])
      ask_node (ask, &w, node, &best);
    asked[node] = true;
  }
  SimplestAnswer answer = {best.found, best.cut, NULL};
  if (best.found == JOINT_FOUND)
    answer.test = case_new (ask->mem, from, best.members, best.cond);
  joint_forget (&(JointAsk){.from = from, .mem = ask->mem}, &best);
  mem_free (ask->mem, asked, from->nodes);
  table_free (ask->mem, &w.states);
  return answer;
}
