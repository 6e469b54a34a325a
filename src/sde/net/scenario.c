/* SPDX-License-Identifier: GPL-2.0-only */
/* net/scenario.c -- one scenario whose conditions hold together
 *
 * States branch on their own condition alone, so two nodes that test a shared symbol give combinations that cannot
 * happen.  This looks, dstate by dstate and node by node, for members that agree: a search that goes back where the
 * next member contradicts those chosen, and gives up, as unknown, after a fixed number of steps.
 */
#include "net/net_impl.h"

enum { STEPS = 20000 };

typedef struct Search {
  Net *net;
  uint32_t dstate;
  StateId given;
  StateId *members;
  uint64_t *least; /* least weight of the nodes from this one on */
  uint64_t budget;
  unsigned steps;
  bool unknown;
  Cond *joint; /* of the scenario that was found */
} Search;

typedef struct Joining {
  Net *net;
  Cond *cond;
  Answer answer;
} Joining;

static void join_constraint (void *data, Expr constraint) {
  Joining *j = data;
  if (j->answer == ANSWER_NO)
    return;
  Answer answer = solver_assume (j->net->solver, &j->cond, constraint);
  if (answer != ANSWER_YES)
    j->answer = answer;
}

/* joint and the state's own condition; NULL: they contradict. */
static Cond *join (Search *search, Cond *joint, StateId s) {
  const NodeState *ns = net_state (search->net, s);
  Joining j = {search->net, cond_ref (joint), ANSWER_YES};
  if (ns->vm)
    cond_each (ns->vm->cond, join_constraint, &j);
  if (j.answer == ANSWER_UNKNOWN)
    search->unknown = true;
  if (j.answer == ANSWER_YES)
    return j.cond;
  cond_unref (search->net->solver, j.cond);
  return NULL;
}

static bool descend (Search *search, NodeId n, Cond *joint, uint64_t weight);

static bool try_member (Search *search, NodeId n, StateId s, Cond *joint, uint64_t weight) {
  weight += net_state (search->net, s)->weight;
  if (weight + search->least[n + 1] > search->budget)
    return false;
  if (++search->steps > STEPS) {
    search->unknown = true;
    return false;
  }
  Cond *next = join (search, joint, s);
  if (!next)
    return false;
  search->members[n] = s;
  bool found = descend (search, n + 1, next, weight);
  cond_unref (search->net->solver, next);
  return found;
}

static bool descend (Search *search, NodeId n, Cond *joint, uint64_t weight) {
  if (n == search->net->nodes.len) {
    search->joint = cond_ref (joint);
    return true;
  }
  if (search->given != STATE_NONE && net_state (search->net, search->given)->node == n)
    return try_member (search, n, search->given, joint, weight);
  size_t len;
  const StateId *group = map_group (search->net->map, search->dstate, n, &len);
  for (size_t i = 0; i < len && search->steps <= STEPS; i++)
    if (try_member (search, n, group[i], joint, weight))
      return true;
  return false;
}

static uint64_t least_weight (const Search *search, NodeId n) {
  size_t len;
  const StateId *group = map_group (search->net->map, search->dstate, n, &len);
  uint64_t least = UINT32_MAX;
  if (search->given != STATE_NONE && net_state (search->net, search->given)->node == n)
    return net_state (search->net, search->given)->weight;
  for (size_t i = 0; i < len; i++)
    if (net_state (search->net, group[i])->weight < least)
      least = net_state (search->net, group[i])->weight;
  return least;
}

static bool search_dstate (Search *search, uint32_t dstate) {
  search->dstate = dstate;
  size_t n = search->net->nodes.len;
  search->least[n] = 0;
  while (n--)
    search->least[n] = search->least[n + 1] + least_weight (search, (NodeId)n);
  Cond *none = cond_new (search->net->solver);
  Cond *first = search->given == STATE_NONE ? cond_ref (none) : join (search, none, search->given);
  bool found = first && descend (search, 0, first, 0);
  cond_unref (search->net->solver, first);
  cond_unref (search->net->solver, none);
  return found;
}

ScenarioFound scenario_find (Net *net, StateId s, StateId *members, Cond **joint) {
  IdVec dstates = {0};
  size_t bytes = (net->nodes.len + 1) * sizeof (uint64_t);
  Search search = {.net = net, .given = s, .members = members, .budget = UINT64_MAX};
  search.least = mem_zero (&net->mem, bytes);
  if (net->options.budget >= 0 && !net->options.choose)
    search.budget = (uint64_t)net->options.budget;
  map_dstates (net->map, s, &dstates, &net->mem);
  bool found = false;
  for (size_t i = 0; i < dstates.len && !found && search.steps <= STEPS; i++)
    found = search_dstate (&search, dstates.data[i]);
  VEC_FREE (&net->mem, &dstates);
  mem_free (&net->mem, search.least, bytes);
  *joint = found ? search.joint : NULL;
  return found ? SCENARIO_FOUND : search.unknown ? SCENARIO_UNKNOWN : SCENARIO_NONE;
}
