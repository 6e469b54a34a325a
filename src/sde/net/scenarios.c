/* SPDX-License-Identifier: GPL-2.0-only */
/* net/scenarios.c -- the scenarios of a network that is in memory */
#include "net/scenarios.h"

#include "net/net_impl.h"

static void live_dstates (void *data, StateId s, IdVec *out, Mem *mem) {
  const Net *net = data;
  map_dstates (net->map, s, out, mem);
}

/* Groups are known by where their states stand. */
static ScenarioGroup live_group (void *data, uint32_t dstate, NodeId node) {
  const Net *net = data;
  ScenarioGroup group;
  group.states = map_group (net->map, dstate, node, &group.len);
  group.key = (uintptr_t)group.states;
  return group;
}

static uint32_t named_decisions (const NodeState *ns) {
  uint32_t n = 0;
  for (const Decision *d = ns->decisions; d; d = d->before)
    n++;
  return n;
}

static ScenarioState live_state (void *data, StateId s) {
  const NodeState *ns = net_state (data, s);
  Hash128 path = ns->vm ? ns->vm->path : ns->path;
  return (ScenarioState){.node = ns->node,
                         .weight = ns->weight,
                         .decisions = named_decisions (ns) + (ns->vm ? ns->vm->depth : 0),
                         .path = hash_pair (path.lo, path.hi),
                         .cond = ns->vm ? ns->vm->cond : NULL};
}

static void live_decisions (void *data, StateId s, ScenarioDecisions *out, Mem *mem) {
  const NodeState *ns = net_state (data, s);
  size_t n = named_decisions (ns);
  if (!n)
    return;
  VEC_RESERVE (mem, out, out->len + n);
  out->len += n;
  ScenarioDecision *at = out->data + out->len;
  for (const Decision *d = ns->decisions; d; d = d->before)
    *--at = (ScenarioDecision){d->name, d->outcome};
}

static void live_inputs (void *data, StateId s, ScenarioInputs *out, Mem *mem) {
  const Net *net = data;
  const State *vm = net_state (net, s)->vm;
  if (!vm || !vm->inputs)
    return;
  size_t n = (size_t)vm->inputs->number + 1;
  VEC_RESERVE (mem, out, out->len + n);
  ArrayId *all = out->data + out->len;
  for (const Input *in = vm->inputs; in; in = in->before)
    all[in->number] = in->array;
  for (size_t i = 0; i < n; i++)
    if (!expr_array_info (net->pool, all[i])->uninit)
      out->data[out->len++] = all[i];
}

Scenarios net_scenarios (Net *net) {
  bool budget = net->options.budget >= 0 && !net->options.choose;
  return (Scenarios){.nodes = net->nodes.len,
                     .budget = budget ? (uint64_t)net->options.budget : UINT64_MAX,
                     .solver = net->solver,
                     .dstates = live_dstates,
                     .group = live_group,
                     .state = live_state,
                     .decisions = live_decisions,
                     .inputs = live_inputs,
                     .data = net};
}
