/* SPDX-License-Identifier: GPL-2.0-only */
/* net/joint.h -- a scenario whose conditions hold together
 *
 * States branch on their own condition alone, so nodes that test a shared symbol are mapped in combinations that cannot
 * happen.  A search looks, dstate by dstate, for members that agree.  Nodes that share no symbol, even through others,
 * cannot contradict each other: the nodes fall into parts, each of which is solved by itself, those of one node
 * without a question to the solver.  Within a part, states that demand the same of shared symbols stand for each
 * other, and the choice goes node by node, cheapest first, back where the next one contradicts those chosen.
 *
 * The result is the scenario with the fewest failures, then the fewest decisions, then by JointTaste if there is one,
 * unless the first one is good enough.  A search gives up after a number of steps: what it has found until then
 * is told, and that it was cut short.
 */
#ifndef SDE_NET_JOINT_H
#define SDE_NET_JOINT_H

#include "net/scenarios.h"

/* Failures, then decisions. */
typedef struct JointCost {
  uint64_t weight, decisions;
} JointCost;

static inline int joint_cost_compare (JointCost a, JointCost b) {
  if (a.weight != b.weight)
    return a.weight < b.weight ? -1 : 1;
  return (a.decisions > b.decisions) - (a.decisions < b.decisions);
}

/* Members of some nodes, ascending, and what holds of their symbols. */
typedef struct JointChoice {
  const NodeId *nodes;
  size_t len;
  const StateId *members; /* by node: members[nodes[i]] */
  Cond *cond;
} JointChoice;

/* What is better among equal costs.  It must be the same order for a part as for the whole: node by node. */
typedef struct JointTaste {
  /* Appends the symbols that the taste looks at in a state. */
  void (*symbols) (void *data, StateId s, ScenarioInputs *out, Mem *mem);
  /* Less than 0: a is better.  Adds to *steps what it cost. */
  int (*compare) (void *data, const JointChoice *a, const JointChoice *b, uint64_t *steps);
  void *data;
} JointTaste;

typedef struct JointAsk {
  const Scenarios *from;
  Mem *mem;
  /* Where to look, ascending; NULL: in all dstates. */
  const uint32_t *dstates;
  size_t ndstates;
  /* Which states may be members; NULL: all. */
  bool (*allowed) (void *data, StateId s);
  void *data;
  const Cond *first; /* what else must hold; NULL: nothing */
  bool any;          /* the first one found is good enough */
  const JointTaste *taste;
  uint64_t steps; /* 0: JOINT_STEPS */
} JointAsk;

enum { JOINT_STEPS = 20000 };

typedef enum JointFound { JOINT_NONE, JOINT_FOUND, JOINT_UNKNOWN } JointFound;

typedef struct JointAnswer {
  JointFound found; /* UNKNOWN: none was found, but the solver could not decide, or the steps were used up */
  bool cut;         /* not all was looked at */
  uint32_t dstate;
  JointCost cost;
  StateId *members; /* by node */
  Cond *cond;       /* of all members, and the first one */
  size_t nodes;
} JointAnswer;

/* The answer is to be given back with joint_forget. */
JointAnswer joint_search (const JointAsk *ask);
void joint_forget (const JointAsk *ask, JointAnswer *answer);

/* *cond, whose reference is replaced, and all that the state demands.  ANSWER_NO, ANSWER_UNKNOWN: *cond is of no use,
 * but still to be given back. */
Answer joint_demand (const Scenarios *from, StateId s, Cond **cond);

#endif
