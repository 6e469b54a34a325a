/* SPDX-License-Identifier: GPL-2.0-only */
/* net/scenarios.h -- what a search over scenarios must know, wherever they are kept
 *
 * A scenario is one state of each node, all from one dstate.  Scenarios tells which states the groups of a dstate
 * have, and of a state what it demands of symbolic inputs, what it has decided and which inputs it has made.  The same
 * searches go over a network that runs (net_scenarios) and over a recorded one.
 *
 * Node 0 is the environment, as in the mapping.  Numbers of states and dstates are those of the source; what functions
 * return stays valid, and the same question has the same answer, until the source changes.
 */
#ifndef SDE_NET_SCENARIOS_H
#define SDE_NET_SCENARIOS_H

#include "map/mapping.h"
#include "solve/solver.h"

/* The states of one node in a dstate, in the source's order. */
typedef struct ScenarioGroup {
  uint64_t key; /* equal keys: the same group */
  const StateId *states;
  size_t len;
} ScenarioGroup;

typedef struct ScenarioState {
  NodeId node;
  uint32_t weight;    /* failures that it has taken */
  uint32_t decisions; /* of its path, named ones and branches */
  uint64_t path;      /* the hash of its path that names scenarios */
  const Cond *cond;   /* NULL: nothing is demanded */
} ScenarioState;

/* A named decision; the name stays valid like everything else. */
typedef struct ScenarioDecision {
  const char *name;
  uint32_t outcome;
} ScenarioDecision;
typedef VEC (ScenarioDecision) ScenarioDecisions;
typedef VEC (ArrayId) ScenarioInputs;

typedef struct Scenarios {
  size_t nodes;    /* the environment included */
  uint64_t budget; /* failures in a scenario; UINT64_MAX: any number */
  Solver *solver;  /* of the conditions */
  /* Appends dstates by number, ascending: those that hold s, or all for STATE_NONE. */
  void (*dstates) (void *data, StateId s, IdVec *out, Mem *mem);
  ScenarioGroup (*group) (void *data, uint32_t dstate, NodeId node);
  ScenarioState (*state) (void *data, StateId s);
  /* Both appended oldest first. */
  void (*decisions) (void *data, StateId s, ScenarioDecisions *out, Mem *mem);
  void (*inputs) (void *data, StateId s, ScenarioInputs *out, Mem *mem);
  void *data;
} Scenarios;

typedef struct Net Net;
/* Those of a network between two rounds, or at its end. */
Scenarios net_scenarios (Net *net);

#endif
