/* SPDX-License-Identifier: GPL-2.0-only */
/* net/scenario.c -- one scenario of a state of the network whose conditions hold together */
#include "net/joint.h"
#include "net/net_impl.h"

typedef struct Wanted {
  const Net *net;
  StateId state;
} Wanted;

static bool is_wanted (void *data, StateId s) {
  const Wanted *w = data;
  return s == w->state || net_state (w->net, s)->node != net_state (w->net, w->state)->node;
}

ScenarioFound scenario_find (Net *net, StateId s, StateId *members, Cond **joint) {
  Scenarios from = net_scenarios (net);
  Wanted wanted = {net, s};
  IdVec dstates = {0};
  map_dstates (net->map, s, &dstates, &net->mem);
  JointAsk ask = {.from = &from,
                  .mem = &net->mem,
                  .dstates = dstates.data,
                  .ndstates = dstates.len,
                  .allowed = s == STATE_NONE ? NULL : is_wanted,
                  .data = &wanted,
                  .any = true};
  JointAnswer answer = joint_search (&ask);
  for (size_t n = 0; n < net->nodes.len; n++)
    members[n] = answer.members[n];
  *joint = answer.found == JOINT_FOUND ? cond_ref (answer.cond) : NULL;
  ScenarioFound found = answer.found == JOINT_FOUND  ? SCENARIO_FOUND
                        : answer.found == JOINT_NONE ? SCENARIO_NONE
                                                     : SCENARIO_UNKNOWN;
  joint_forget (&ask, &answer);
  VEC_FREE (&net->mem, &dstates);
  return found;
}
