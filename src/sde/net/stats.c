/* SPDX-License-Identifier: GPL-2.0-only */
/* net/stats.c -- figures of a run */
#include "net/net_impl.h"

#include <time.h>

const Mapping *net_mapping (const Net *net) { return net->map; }
const SolverStats *net_solver_stats (const Net *net) { return solver_stats (net->solver); }
size_t net_nodes (const Net *net) { return net->nodes.len - 1; }
size_t net_interfaces (const Net *net, uint32_t node) { return net->nodes.data[node + 1].interfaces.len; }
const Program *net_program (const Net *net, size_t i) {
  return i < net->vms.len ? net->vms.data[i]->program : NULL;
}
bool net_one_scenario (const Net *net) { return net->options.choose != NULL; }
size_t net_error_count (const Net *net) { return net->errors.len; }
const NetError *net_error (const Net *net, size_t i) { return &net->errors.data[i]; }

static uint64_t weakened (const Net *net, Weak weak) {
  uint64_t n = 0;
  for (size_t i = 0; i < net->vms.len; i++)
    n += net->vms.data[i]->weak[weak];
  return n + (weak == WEAK_LIMIT ? net->counts.cut : 0);
}

bool net_weak (const Net *net, size_t i, uint64_t *count, const char **name, const char **meaning) {
  if (i == WEAK_COUNT) {
    *count = net->counts.unconfirmed;
    *name = "unconfirmed";
    *meaning = "bugs of which it is not known whether a scenario leads to them";
    return true;
  }
  if (i == WEAK_COUNT + 1) {
    *count = net->counts.late;
    *name = "late";
    *meaning = "frames that the host delivered at another time than it had announced: they were lost";
    return true;
  }
  if (i > WEAK_COUNT)
    return false;
  *count = weakened (net, (Weak)i);
  *name = weak_name ((Weak)i);
  *meaning = weak_meaning ((Weak)i);
  return true;
}

static bool is_weakened (const Net *net) {
  uint64_t count;
  const char *name, *meaning;
  for (size_t i = 0; net_weak (net, i, &count, &name, &meaning); i++)
    if (count)
      return true;
  return false;
}

static void count_states (const Net *net, SdeNetworkStats *out) {
  for (NodeId n = 1; n < net->nodes.len; n++) {
    out->states_alive += map_states (net->map, n);
  }
  out->states_ended = net->halted;
  out->states_waiting = out->states_alive - out->states_ended;
}

void net_stats (const Net *net, SdeNetworkStats *out) {
  const struct NetCounts *c = &net->counts;
  MapStats map = map_stats (net->map);
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  *out = (SdeNetworkStats){.time = net->now.time,
                           .states = c->states,
                           .environment = map_states (net->map, ENVIRONMENT),
                           .dstates = map.dstates,
                           .groups = map.groups,
                           .forks_branch = c->forks_branch,
                           .forks_failure = c->forks_failure,
                           .forks_mapping = c->forks_mapping,
                           .transmissions = c->transmissions,
                           .deliveries = c->deliveries,
                           .arrivals = c->arrivals,
                           .lost = c->lost,
                           .dropped = c->dropped,
                           .pruned = c->pruned,
                           .queries = solver_stats (net->solver)->queries,
                           .bugs = c->bugs,
                           .infeasible = c->infeasible,
                           .unconfirmed = c->unconfirmed,
                           .polls = c->polls,
                           .bytes_alive = net->mem.live,
                           .bytes_peak = net->mem.peak,
                           .seconds = (double)t.tv_sec + 1e-9 * (double)t.tv_nsec - net->started_at,
                           .finished = net->started && !net->failed && !net->limit,
                           .limit = net->limit};
  for (size_t i = 0; i < net->vms.len; i++)
    out->instructions += net->vms.data[i]->instructions;
  if (net->options.max_time > out->seconds)
    out->seconds_left = net->options.max_time - out->seconds;
  count_states (net, out);
  out->exhaustive = out->finished && !is_weakened (net);
}

void net_node_stats (const Net *net, uint32_t number, SdeNodeStats *out) {
  const Node *node = &net->nodes.data[number + 1];
  *out = (SdeNodeStats){node->name,    node->states, map_states (net->map, number + 1),
                        node->ended,   node->sent,   node->received,
                        node->dropped, node->bugs};
}

bool net_failure_stats (const Net *net, size_t i, const char **name, uint64_t *offered, uint64_t *taken) {
  size_t listed = net->failures.len;
  if (i >= listed + net->questions.len)
    return false;
  const Failure *f = i < listed ? &net->failures.data[i] : &net->questions.data[i - listed];
  *name = *f->spec.name ? f->spec.name : net_failure_name (f->spec.kind);
  *offered = f->offered;
  *taken = f->taken;
  return true;
}
