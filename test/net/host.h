/* SPDX-License-Identifier: GPL-2.0-only */
/* net/host.h -- a host that orders the events of one time by chance
 *
 * Whatever it shuffles, the result must be that of the plain loop.  Behind every round it
 * checks the invariants of the network (net/check.h).
 */
#ifndef SDE_TEST_NET_HOST_H
#define SDE_TEST_NET_HOST_H

#include "net/check.h"
#include "net/plan.h"

#include "base/rng.h"

enum { HOST_EVENTS = 200000 };

/* A wake-up (delivery 0) or the end of a frame's way. */
typedef struct HostEvent {
  int64_t time;
  uint64_t delivery;
} HostEvent;

typedef struct Host {
  const Plan *plan;
  SdeNetwork *network;
  int64_t now;
  Rng rng;
  const char *broken; /* an invariant that did not hold */
  size_t n;
  HostEvent *events; /* in no order */
} Host;

static inline int64_t host_now (void *data) { return ((Host *)data)->now; }

static inline void host_push (Host *host, int64_t time, uint64_t delivery) {
  assert_true (host->n < HOST_EVENTS);
  host->events[host->n++] = (HostEvent){time, delivery};
}

static inline void host_wake (void *data, int64_t time) {
  Host *host = data;
  assert_true (time >= host->now);
  host_push (host, time, 0);
}

static inline bool host_loses (const Host *host, const PlanLink *link, const SdeTransmission *t) {
  SdeDraw draw = {.seed = host->plan->options.seed,
                  .from_node = link->from,
                  .from_iface = link->from_iface,
                  .to_node = link->to,
                  .to_iface = link->to_iface,
                  .time = host->now,
                  .ordinal = t->ordinal};
  return (double)(sde_draw (&draw) >> 11) * 0x1p-53 < link->loss;
}

static inline void host_transmit (void *data, const SdeTransmission *t) {
  Host *host = data;
  for (size_t i = 0; i < host->plan->nlinks; i++) {
    const PlanLink *link = &host->plan->links[i];
    if (link->from != t->node || link->from_iface != t->iface)
      continue;
    int64_t time = host->now + t->delay + link->delay;
    uint64_t delivery = sde_network_announce (host->network, t->number, link->to, link->to_iface, time);
    assert_true (delivery != 0);
    if (host_loses (host, link, t))
      sde_network_lose (host->network, delivery);
    else
      host_push (host, time, delivery);
  }
}

static inline int64_t host_next (const Host *host) {
  int64_t next = SDE_TIME_MAX;
  for (size_t i = 0; i < host->n; i++)
    if (host->events[i].time < next)
      next = host->events[i].time;
  return next;
}

/* Takes one of the events of this time by chance; false: there is none. */
static inline bool host_pick (Host *host, HostEvent *out) {
  size_t due = 0, found = 0;
  for (size_t i = 0; i < host->n; i++)
    if (host->events[i].time == host->now && rng_below (&host->rng, ++due) == 0)
      found = i;
  if (!due)
    return false;
  *out = host->events[found];
  host->events[found] = host->events[--host->n];
  return true;
}

static inline bool host_round (Host *host) {
  HostEvent event;
  while (host_pick (host, &event))
    if (event.delivery)
      sde_network_arrive (host->network, event.delivery);
    else
      sde_network_wake (host->network);
  bool more = sde_network_flush (host->network);
  if (!host->broken)
    host->broken = check_network (host->network);
  return more;
}

/* Runs a network that has been built to its end. */
static inline void host_run (Host *host) {
  int64_t end = host->plan->options.end;
  must (sde_network_start (host->network));
  while (host->n && !(end && host_next (host) > end)) {
    host->now = host_next (host);
    if (!host_round (host))
      break;
  }
  sde_network_finish (host->network);
}

static inline void host_new (Host *host, const Plan *plan, const SdeNetworkOptions *options, uint64_t seed) {
  *host = (Host){.plan = plan, .rng = rng_seed (seed)};
  host->events = malloc (HOST_EVENTS * sizeof *host->events);
  assert_non_null (host->events);
  must (sde_network_new (options, &(SdeHost){host_now, host_wake, host_transmit, host}, &host->network));
}

static inline void host_free (Host *host) {
  sde_network_free (host->network);
  free (host->events);
}

#endif
