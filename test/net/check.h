/* SPDX-License-Identifier: GPL-2.0-only */
/* net/check.h -- the invariants N1 to N4 of net/net_impl.h, and those of the mapping, walked
 *
 * Each function returns NULL, or the text of what does not hold.
 */
#ifndef SDE_TEST_NET_CHECK_H
#define SDE_TEST_NET_CHECK_H

#include "support/fixture.h"

#include "api/network_impl.h"
#include "net/net_impl.h"

#define HOLDS(condition)                                                                                     \
  do {                                                                                                       \
    if (!(condition))                                                                                        \
      return #condition;                                                                                     \
  } while (0)

static inline bool listed (const uint32_t *list, size_t n, uint32_t x) {
  for (size_t i = 0; i < n; i++)
    if (list[i] == x)
      return true;
  return false;
}

/* N1 */
static inline const char *check_states (const Net *net) {
  size_t found = 0, alive = 0, halted = 0;
  const struct NetCounts *c = &net->counts;
  HOLDS (!net->started || net->failed ||
         c->states == net->nodes.len - 1 + c->forks_branch + c->forks_failure + c->forks_mapping);
  for (StateId s = 0; s < net->states.len; s++) {
    const NodeState *ns = net_state (net, s);
    HOLDS ((ns != NULL) == map_alive (net->map, s));
    if (!ns)
      continue;
    found++;
    halted += ns->status == NODE_HALTED;
    HOLDS (map_node (net->map, s) == ns->node);
    HOLDS (map_weight (net->map, s) == (net->options.budget < 0 || net->options.choose ? 0 : ns->weight));
    HOLDS (map_halted (net->map, s) == (ns->status == NODE_HALTED));
    HOLDS (ns->status != NODE_RUNNING || net->limit);
  }
  for (NodeId n = 0; n < net->nodes.len; n++)
    alive += map_states (net->map, n);
  HOLDS (found == alive);
  HOLDS (halted == net->halted);
  return NULL;
}

/* N2 */
static inline const char *check_senders (const Net *net) {
  for (StateId s = 0; s < net->states.len; s++) {
    const NodeState *ns = net_state (net, s);
    for (size_t i = 0; ns && i < ns->out.len; i++) {
      const Transmission *tx = &net->transmissions.data[ns->out.data[i]];
      HOLDS (tx->number && tx->node == ns->node);
      HOLDS (listed (tx->senders.data, tx->senders.len, s));
    }
  }
  for (uint32_t t = 0; t < net->transmissions.len; t++) {
    const Transmission *tx = &net->transmissions.data[t];
    for (size_t i = 0; tx->number && i < tx->senders.len; i++) {
      const NodeState *ns = net_state (net, tx->senders.data[i]);
      HOLDS (!ns || listed (ns->out.data, ns->out.len, t));
    }
  }
  return NULL;
}

/* N3 */
static inline const char *check_transmissions (const Net *net) {
  size_t unused = 0;
  for (uint32_t t = 0; t < net->transmissions.len; t++) {
    const Transmission *tx = &net->transmissions.data[t];
    uint32_t pending = 0;
    for (size_t i = 0; i < tx->deliveries.len; i++) {
      const Delivery *d = &net->deliveries.data[tx->deliveries.data[i]];
      HOLDS (d->transmission == t);
      pending += d->pending;
    }
    HOLDS (pending == tx->pending);
    HOLDS (!tx->number == !pending);
    unused += !tx->number;
  }
  HOLDS (unused == net->free_transmissions.len);
  return NULL;
}

static inline bool wakes_later (const Net *net, Instant at) {
  if (!net->began || at.time != net->now.time)
    return !net->began || at.time > net->now.time;
  return at.round > net->now.round;
}

/* N4 */
static inline const char *check_wakes (const Net *net) {
  for (StateId s = 0; s < net->states.len && !net->limit; s++) {
    const NodeState *ns = net_state (net, s);
    bool found = false;
    if (!ns || ns->node == ENVIRONMENT || ns->status == NODE_HALTED)
      continue;
    for (size_t i = 0; i < net->heap.len; i++)
      found |= net->heap.data[i].state == s && instant_same (net->heap.data[i].at, ns->wake);
    HOLDS (ns->wakes || ns->status == NODE_WAITING);
    HOLDS (ns->wakes || (ns->deadline.time == FOREVER && !ns->later.len));
    HOLDS (!ns->wakes || (found && wakes_later (net, ns->wake)));
  }
  return NULL;
}

static inline const char *check_network (const SdeNetwork *network) {
  const Net *net = network->net;
  const char *why = check_states (net);
  why = why ? why : check_senders (net);
  why = why ? why : check_transmissions (net);
  why = why ? why : check_wakes (net);
  if (why)
    return why;
  HOLDS (net->running.len == 0 || net->limit);
  Status st = map_check (net->map);
  bool fine = status_ok (st);
  status_free (st);
  return fine ? NULL : "the mapping";
}

/* How many states of a node have the path of another state of it. */
static inline size_t check_twins (const SdeNetwork *network) {
  const Net *net = network->net;
  size_t twins = 0;
  for (StateId s = 0; s < net->states.len; s++)
    for (StateId t = 0; t < s && net_state (net, s); t++) {
      const NodeState *a = net_state (net, s), *b = net_state (net, t);
      if (!b || a->node != b->node)
        continue;
      Hash128 p = a->vm ? a->vm->path : a->path, q = b->vm ? b->vm->path : b->path;
      twins += p.lo == q.lo && p.hi == q.hi;
    }
  return twins;
}

#endif
