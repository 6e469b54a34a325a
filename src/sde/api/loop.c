/* SPDX-License-Identifier: GPL-2.0-only */
/* api/loop.c -- the plain host: an event loop with fixed links
 *
 * Invariant: the heap holds what will happen, by time and then in the order of asking.
 */
#include "api/network_impl.h"

#include <stdlib.h>

typedef struct LoopLink {
  uint32_t node, iface, to_node, to_iface;
  int64_t delay;
  double loss;
} LoopLink;

/* A wake-up (delivery 0) or the end of a frame's way. */
typedef struct LoopEvent {
  int64_t time;
  uint64_t order, delivery;
} LoopEvent;

struct SdeLoop {
  Mem mem;
  SdeNetwork *network;
  uint64_t seed;
  int64_t now, end;
  uint64_t events;
  VEC (LoopLink) links;
  VEC (LoopEvent) heap;
};

/* ---- heap ---- */

static bool before (const LoopEvent *a, const LoopEvent *b) {
  return a->time != b->time ? a->time < b->time : a->order < b->order;
}

static void swap (LoopEvent *a, LoopEvent *b) {
  LoopEvent t = *a;
  *a = *b;
  *b = t;
}

static void push (SdeLoop *loop, int64_t time, uint64_t delivery) {
  VEC_PUSH (&loop->mem, &loop->heap, ((LoopEvent){time, loop->events++, delivery}));
  LoopEvent *h = loop->heap.data;
  for (size_t i = loop->heap.len - 1; i && before (&h[i], &h[(i - 1) / 2]); i = (i - 1) / 2)
    swap (&h[i], &h[(i - 1) / 2]);
}

static LoopEvent pop (SdeLoop *loop) {
  LoopEvent *h = loop->heap.data, top = h[0];
  h[0] = VEC_POP (&loop->heap);
  for (size_t i = 0, n = loop->heap.len, least;; i = least) {
    least = i;
    for (size_t child = 2 * i + 1; child < n && child <= 2 * i + 2; child++)
      if (before (&h[child], &h[least]))
        least = child;
    if (least == i)
      return top;
    swap (&h[i], &h[least]);
  }
}

/* ---- the host ---- */

static int64_t host_now (void *data) { return ((SdeLoop *)data)->now; }
static void host_wake (void *data, int64_t time) { push (data, time, 0); }

uint64_t sde_draw (const SdeDraw *draw) {
  uint64_t h = hash_pair (draw->seed, draw->model);
  h = hash_pair (h, (uint64_t)draw->from_node << 32 | draw->from_iface);
  h = hash_pair (h, (uint64_t)draw->to_node << 32 | draw->to_iface);
  h = hash_pair (h, (uint64_t)draw->time);
  return hash_pair (h, (uint64_t)draw->ordinal << 32 | draw->index);
}

static bool is_lost (const SdeLoop *loop, const LoopLink *link, const SdeTransmission *t) {
  SdeDraw draw = {loop->seed, 0,          link->node, link->iface, link->to_node, link->to_iface,
                  loop->now,  t->ordinal, 0};
  return (double)(sde_draw (&draw) >> 11) * 0x1p-53 < link->loss;
}

static int64_t later (int64_t time, int64_t delay) {
  return delay > SDE_TIME_MAX - time ? SDE_TIME_MAX : time + delay;
}

static void host_transmit (void *data, const SdeTransmission *t) {
  SdeLoop *loop = data;
  for (size_t i = 0; i < loop->links.len; i++) {
    const LoopLink *link = &loop->links.data[i];
    if (link->node != t->node || link->iface != t->iface)
      continue;
    int64_t time = later (later (loop->now, t->delay), link->delay);
    uint64_t delivery = sde_network_announce (loop->network, t->number, link->to_node, link->to_iface, time);
    if (delivery && link->loss > 0 && is_lost (loop, link, t))
      sde_network_lose (loop->network, delivery);
    else if (delivery)
      push (loop, time, delivery);
  }
}

/* ---- life ---- */

char *sde_loop_new (const SdeNetworkOptions *options, SdeLoop **out) {
  SdeLoop *loop = calloc (1, sizeof *loop);
  *out = NULL;
  if (!loop)
    return api_message (status_fail ("no memory left for the loop"));
  mem_init (&loop->mem, "loop", NULL);
  loop->seed = options->seed;
  loop->end = options->end;
  char *message =
      sde_network_new (options, &(SdeHost){host_now, host_wake, host_transmit, loop}, &loop->network);
  if (message) {
    sde_loop_free (loop);
    return message;
  }
  *out = loop;
  return NULL;
}

void sde_loop_free (SdeLoop *loop) {
  if (!loop)
    return;
  sde_network_free (loop->network);
  VEC_FREE (&loop->mem, &loop->links);
  VEC_FREE (&loop->mem, &loop->heap);
  mem_fini (&loop->mem);
  free (loop);
}

SdeNetwork *sde_loop_network (SdeLoop *loop) { return loop->network; }

char *sde_loop_link (SdeLoop *loop, uint32_t node, uint32_t iface, uint32_t to_node, uint32_t to_iface,
                     int64_t delay, double loss) {
  if (delay < 0)
    return api_message (status_fail ("a link's delay cannot be negative"));
  if (!(loss >= 0 && loss <= 1))
    return api_message (status_fail ("a link's loss is 0 to 1"));
  if (node == to_node)
    return api_message (status_fail ("a link from node %u to itself", node));
  VEC_PUSH (&loop->mem, &loop->links, ((LoopLink){node, iface, to_node, to_iface, delay, loss}));
  return NULL;
}

static bool linked (void *data, uint32_t from, uint32_t to) {
  const SdeLoop *loop = data;
  for (size_t i = 0; i < loop->links.len; i++)
    if (loop->links.data[i].node == from && loop->links.data[i].to_node == to)
      return true;
  return false;
}

static bool has_interface (const SdeLoop *loop, uint32_t node, uint32_t iface) {
  return node < net_nodes (loop->network->net) && iface < net_interfaces (loop->network->net, node);
}

static Status check_links (SdeLoop *loop) {
  for (size_t i = 0; i < loop->links.len; i++) {
    const LoopLink *l = &loop->links.data[i];
    if (!has_interface (loop, l->node, l->iface) || !has_interface (loop, l->to_node, l->to_iface))
      return status_fail (
          "a link from interface %u of node %u to interface %u of node %u: there is no such interface",
          l->iface, l->node, l->to_iface, l->to_node);
  }
  return net_check_cuts (loop->network->net, linked, loop);
}

/* Everything of the next time is marked, then handled round by round. */
static bool loop_step (SdeLoop *loop) {
  loop->now = loop->heap.data[0].time;
  while (loop->heap.len && loop->heap.data[0].time == loop->now) {
    LoopEvent event = pop (loop);
    if (event.delivery)
      sde_network_arrive (loop->network, event.delivery);
    else
      sde_network_wake (loop->network);
  }
  return sde_network_flush (loop->network);
}

char *sde_loop_run (SdeLoop *loop) {
  char *message = api_message (check_links (loop));
  if (!message)
    message = sde_network_start (loop->network);
  if (message)
    return message;
  while (loop->heap.len && loop->heap.data[0].time != SDE_TIME_MAX &&
         !(loop->end && loop->heap.data[0].time > loop->end))
    if (!loop_step (loop))
      break;
  sde_network_finish (loop->network);
  return NULL;
}
