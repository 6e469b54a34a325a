/* SPDX-License-Identifier: GPL-2.0-only */
/* net/look.c -- states as properties see them */
#include "net/net_impl.h"

#include <stdlib.h>

void net_touch (Net *net, StateId s) {
  NodeState *ns = net_state (net, s);
  if (ns->touched)
    return;
  ns->touched = true;
  VEC_PUSH (&net->mem, &net->touched, s);
}

static int by_number (const void *a, const void *b) {
  StateId x = *(const StateId *)a, y = *(const StateId *)b;
  return (x > y) - (x < y);
}

void net_touched (Net *net, StateVec *out, Mem *mem) {
  for (size_t i = 0; i < net->touched.len; i++) {
    StateId s = net->touched.data[i];
    if (!net_state (net, s))
      continue;
    net_state (net, s)->touched = false;
    VEC_PUSH (mem, out, s);
  }
  net->touched.len = 0;
  if (out->len > 1)
    qsort (out->data, out->len, sizeof *out->data, by_number);
}

static bool is_bug (StopReason stop) { return stop_class (stop) == STOP_CLASS_BUG || stop == STOP_HANG; }

/* What is known of a state of which something would happen behind the end of the run. */
static int64_t horizon_of (const Net *net, const NodeState *ns) {
  int64_t end = net->options.end ? net->options.end : net->now.time;
  return ns->wakes || ns->latest > end ? end : SDE_TIME_MAX;
}

NetLook net_look (const Net *net, StateId s) {
  const NodeState *ns = net_state (net, s);
  bool halted = ns->status == NODE_HALTED;
  NetLook look = {.node = ns->node ? ns->node - 1 : (uint32_t)net->nodes.len - 1,
                  .failed = ns->failed,
                  .horizon = horizon_of (net, ns),
                  .state = ns->vm,
                  .vm = ns->vm ? net_vm (net, ns) : NULL};
  if (!ns->vm)
    return look;
  StopReason stop = ns->vm->stop;
  look.running = ns->status == NODE_WAITING || ns->status == NODE_RUNNING;
  look.off = ns->status == NODE_OFF;
  look.stopped = halted;
  look.crashed = halted && (stop == STOP_NONE || is_bug (stop));
  look.cut = halted && stop != STOP_NONE && !is_bug (stop) && stop_class (stop) != STOP_CLASS_END;
  return look;
}

uint32_t net_local (const Net *net, StateId s) { return net_state (net, s)->local; }
void net_set_local (Net *net, StateId s, uint32_t local) { net_state (net, s)->local = local; }
ExprPool *net_pool (const Net *net) { return net->pool; }

size_t net_states (const Net *net) { return net->states.len; }
bool net_alive (const Net *net, StateId s) { return net_state (net, s) != NULL; }
bool net_started (const Net *net) { return net->started; }
int64_t net_end (const Net *net) { return net->options.end; }
int64_t net_host_time (const Net *net) { return net->host.now (net->host.data); }

int64_t net_time (const Net *net, uint32_t *round) {
  *round = net->now.round;
  return net->began ? net->now.time : -1;
}
