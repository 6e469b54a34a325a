/* SPDX-License-Identifier: GPL-2.0-only */
/* net/view.c -- states as they stand now, for a recorder */
#include "net/net_view.h"

#include "net/net_impl.h"

size_t net_view_states (const Net *net) { return net->states.len; }
uint32_t net_view_node (const Net *net, StateId s) { return net_number (net_state (net, s)->node); }
const SdeNetworkOptions *net_view_options (const Net *net) { return &net->options; }
ExprPool *net_view_pool (const Net *net) { return net->pool; }
const Expr *net_view_exprs (const Net *net) { return net->told; }
uint32_t net_view_program (const Net *net, uint32_t node) { return net->nodes.data[node + 1].vm; }
Vm *net_view_vm (const Net *net, size_t i) { return net->vms.data[i]; }
const char *net_view_name (const Net *net, uint32_t node) { return net->nodes.data[node + 1].name; }

SdeFailureKind net_view_failure (const Net *net, size_t i) {
  return i < net->failures.len ? net->failures.data[i].spec.kind : SDE_FAILURE_MAYBE;
}

void net_view_now (const Net *net, int64_t *time, uint32_t *round) {
  *time = net->now.time;
  *round = net->now.round;
}

static const char *halted_name (const State *vm) {
  if (vm->stop == STOP_NONE)
    return "crashed";
  return stop_class (vm->stop) == STOP_CLASS_END ? "exited" : "stopped";
}

static const char *status_name (const Net *net, const NodeState *ns) {
  if (ns->vm && ns->status == NODE_HALTED)
    return halted_name (ns->vm);
  if (net->done && net->limit && ns->vm)
    return "cut";
  return ns->status == NODE_OFF ? "off" : "waiting";
}

static unsigned named_decisions (const NodeState *ns, unsigned *taken) {
  unsigned n = 0;
  *taken = 0;
  for (const Decision *d = ns->decisions; d; d = d->before, n++)
    *taken += d->outcome != 0;
  return n;
}

bool net_view (const Net *net, StateId s, NetView *out) {
  const NodeState *ns = net_state (net, s);
  if (!ns)
    return false;
  unsigned taken, named = named_decisions (ns, &taken);
  *out = (NetView){.node = net_number (ns->node),
                   .status = status_name (net, ns),
                   .vm = ns->vm ? net_vm (net, ns) : NULL,
                   .state = ns->vm,
                   .path = ns->vm ? ns->vm->path : ns->path,
                   .weight = taken,
                   .decisions = named + (ns->vm ? ns->vm->depth : 0),
                   .failed = ns->failed};
  return true;
}
