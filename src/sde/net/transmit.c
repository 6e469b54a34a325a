/* SPDX-License-Identifier: GPL-2.0-only */
/* net/transmit.c -- frames on their way: sender sets, announcements, ranks
 *
 * A transmission is made once, by one state; every later copy of a sender joins its sender set, so
 * that the set is right whenever an arrival is handled.  The serialisation of an interface is
 * the state's own affair: a frame leaves at max (now, busy until) plus its length by the rate.
 */
#include "net/net_impl.h"

#include <stdlib.h>
#include <string.h>

static Transmission *slot_at (const Net *net, uint32_t t) { return &net->transmissions.data[t]; }

static uint32_t slot_new (Net *net) {
  if (net->free_transmissions.len)
    return VEC_POP (&net->free_transmissions);
  VEC_PUSH (&net->mem, &net->transmissions, (Transmission){0});
  return (uint32_t)net->transmissions.len - 1;
}

/* ---- sender sets ---- */

void transmission_join (Net *net, StateId copy) {
  NodeState *ns = net_state (net, copy);
  for (size_t i = 0; i < ns->out.len; i++)
    VEC_PUSH (&net->mem, &slot_at (net, ns->out.data[i])->senders, copy);
}

/* A state that dies stays listed: senders_of leaves it out. */
void transmission_leave (Net *net, StateId s) { net_state (net, s)->out.len = 0; }

static void out_remove (NodeState *ns, uint32_t t) {
  for (size_t i = ns->out.len; i--;)
    if (ns->out.data[i] == t) {
      ns->out.len--;
      memmove (&ns->out.data[i], &ns->out.data[i + 1], (ns->out.len - i) * sizeof *ns->out.data);
      return;
    }
}

static void slot_free (Net *net, uint32_t t) {
  Transmission *tx = slot_at (net, t);
  for (size_t i = 0; i < tx->senders.len; i++)
    if (net_state (net, tx->senders.data[i]))
      out_remove (net_state (net, tx->senders.data[i]), t);
  for (size_t i = 0; i < tx->deliveries.len; i++)
    VEC_PUSH (&net->mem, &net->free_deliveries, tx->deliveries.data[i]);
  VEC_FREE (&net->mem, &tx->senders);
  VEC_FREE (&net->mem, &tx->deliveries);
  content_unref (net, tx->content);
  *tx = (Transmission){0};
  VEC_PUSH (&net->mem, &net->free_transmissions, t);
}

static void slot_release (Net *net, uint32_t t) {
  if (!--slot_at (net, t)->pending)
    slot_free (net, t);
}

void delivery_done (Net *net, uint32_t delivery) {
  Delivery *d = &net->deliveries.data[delivery];
  d->pending = false;
  slot_release (net, d->transmission);
}

void transmissions_free (Net *net) {
  for (uint32_t t = 0; t < net->transmissions.len; t++)
    if (slot_at (net, t)->number)
      slot_free (net, t);
  VEC_FREE (&net->mem, &net->transmissions);
  VEC_FREE (&net->mem, &net->free_transmissions);
  VEC_FREE (&net->mem, &net->deliveries);
  VEC_FREE (&net->mem, &net->free_deliveries);
}

static int compare_states (const void *a, const void *b) {
  StateId x = *(const StateId *)a, y = *(const StateId *)b;
  return (x > y) - (x < y);
}

void senders_of (Net *net, const uint32_t *deliveries, size_t n, StateVec *out) {
  for (size_t i = 0; i < n; i++) {
    const Transmission *tx = slot_at (net, net->deliveries.data[deliveries[i]].transmission);
    for (size_t j = 0; j < tx->senders.len; j++)
      if (net_state (net, tx->senders.data[j]))
        VEC_PUSH (&net->mem, out, tx->senders.data[j]);
  }
  if (out->len > 1)
    qsort (out->data, out->len, sizeof *out->data, compare_states);
  size_t kept = 0;
  for (size_t i = 0; i < out->len; i++)
    if (!i || out->data[i] != out->data[i - 1])
      out->data[kept++] = out->data[i];
  out->len = kept;
}

/* ---- announcements ---- */

/* Behind the last frame of the sender's path that is to reach this node at that instant. */
static uint32_t rank_of (const Net *net, const NodeState *sender, NodeId node, Instant at) {
  if (at.time > sender->latest)
    return 0;
  for (size_t i = sender->out.len; i--;) {
    const Transmission *tx = slot_at (net, sender->out.data[i]);
    for (size_t j = tx->deliveries.len; j--;) {
      const Delivery *d = &net->deliveries.data[tx->deliveries.data[j]];
      if (d->pending && d->node == node && instant_same (d->at, at))
        return d->rank + 1;
    }
  }
  return 0;
}

static bool can_announce (const Net *net, uint64_t number, uint32_t node, uint32_t iface, int64_t time) {
  if (net->sending == UINT32_MAX || slot_at (net, net->sending)->number != number)
    return false;
  return node < net->nodes.len - 1 && iface < net->nodes.data[node + 1].interfaces.len &&
         time >= net->now.time && slot_at (net, net->sending)->node != node + 1;
}

uint64_t net_announce (Net *net, uint64_t number, uint32_t node, uint32_t iface, int64_t time) {
  if (!can_announce (net, number, node, iface, time))
    return 0;
  Transmission *tx = slot_at (net, net->sending);
  Instant at = {time, time == net->now.time ? net->now.round + 1 : 0};
  NodeState *sender = net_state (net, tx->senders.data[0]);
  Delivery delivery = {.transmission = net->sending,
                       .node = node + 1,
                       .iface = iface,
                       .rank = rank_of (net, sender, node + 1, at),
                       .at = at,
                       .pending = true};
  sender->latest = time > sender->latest ? time : sender->latest;
  uint32_t d;
  if (net->free_deliveries.len) {
    d = VEC_POP (&net->free_deliveries);
    delivery.serial = net->deliveries.data[d].serial + 1;
    net->deliveries.data[d] = delivery;
  } else {
    d = (uint32_t)net->deliveries.len;
    VEC_PUSH (&net->mem, &net->deliveries, delivery);
  }
  VEC_PUSH (&net->mem, &tx->deliveries, d);
  tx->pending++;
  net->counts.deliveries++;
  if (net->recorder)
    net->recorder->announce (net->recorder->data,
                             &(NetAnnouncement){number, node, iface, at.time, at.round, delivery.rank});
  return (uint64_t)delivery.serial << 32 | (d + 1);
}

/* One that the host has not spoken of yet. */
static bool pending_delivery (const Net *net, uint64_t number, uint32_t *out) {
  uint32_t d = (uint32_t)number - 1;
  *out = d;
  if (net->done || d >= net->deliveries.len || net->deliveries.data[d].serial != number >> 32)
    return false;
  return net->deliveries.data[d].pending && !net->deliveries.data[d].marked;
}

/* Its round is still to come. */
static bool in_time (const Net *net, Instant at) {
  if (at.time != net->host.now (net->host.data))
    return false;
  return !net->began || net->now.time != at.time || at.round > net->now.round;
}

void net_arrive (Net *net, uint64_t number) {
  uint32_t d;
  if (!pending_delivery (net, number, &d))
    return;
  if (!in_time (net, net->deliveries.data[d].at)) {
    net->counts.late++;
    net_lose (net, number);
    return;
  }
  net->deliveries.data[d].marked = true;
  VEC_PUSH (&net->mem, &net->due, d);
  net->marked = true;
}

void net_lose (Net *net, uint64_t number) {
  uint32_t d;
  if (!pending_delivery (net, number, &d))
    return;
  net->counts.lost++;
  delivery_done (net, d);
}

/* ---- sending ---- */

static int64_t serialise (const Interface *interface, uint32_t bytes) {
  if (!interface->rate)
    return 0;
  unsigned __int128 bits = (unsigned __int128)bytes * 8 * 1000000000u;
  unsigned __int128 time = (bits + interface->rate - 1) / interface->rate;
  return time > INT64_MAX / 4 ? INT64_MAX / 4 : (int64_t)time;
}

/* Frames of this state that are still queued or being sent at the interface: as many as fit between now and
 * the time until which it is busy, counted by their departures. */
static uint32_t queued (const Net *net, const NodeState *ns, uint32_t iface) {
  uint32_t n = 0;
  for (size_t i = 0; i < ns->leaving.len; i++)
    n += ns->leaving.data[i].iface == iface && ns->leaving.data[i].time > net->now.time;
  return n;
}

static void leaving_add (Net *net, NodeState *ns, uint32_t iface, int64_t time) {
  size_t kept = 0;
  for (size_t i = 0; i < ns->leaving.len; i++)
    if (ns->leaving.data[i].time > net->now.time)
      ns->leaving.data[kept++] = ns->leaving.data[i];
  ns->leaving.len = kept;
  VEC_PUSH (&net->mem, &ns->leaving, ((Leaving){iface, time}));
}

/* When the frame has left, or -1: the queue is full. */
static int64_t depart (Net *net, NodeState *ns, uint32_t iface, uint32_t size) {
  Node *node = &net->nodes.data[ns->node];
  const Interface *interface = &node->interfaces.data[iface];
  if (!interface->rate)
    return net->now.time;
  /* one frame is on the air, the others wait */
  if (interface->queue && queued (net, ns, iface) > interface->queue)
    return -1;
  if (!ns->busy)
    ns->busy = mem_zero (&net->mem, node->interfaces.len * sizeof *ns->busy);
  int64_t from = ns->busy[iface] > net->now.time ? ns->busy[iface] : net->now.time;
  ns->busy[iface] = time_after (from, serialise (interface, size));
  if (interface->queue)
    leaving_add (net, ns, iface, ns->busy[iface]);
  return ns->busy[iface];
}

static void tell_transmission (Net *net, StateId s, uint64_t number, uint32_t iface, const Content *content) {
  if (!net->options.watch)
    return;
  SdeEvent event = net_event (net, SDE_EVENT_TRANSMIT, s);
  event.iface = iface;
  event.transmission = number;
  net_watch_content (net, &event, content);
}

static void carry (Net *net, StateId s, uint32_t iface, Content *content, int64_t delay) {
  NodeState *ns = net_state (net, s);
  uint32_t t = slot_new (net);
  Transmission *tx = slot_at (net, t);
  uint64_t number = ++net->counts.transmissions;
  *tx = (Transmission){
      .number = number, .node = ns->node, .iface = iface, .content = content_ref (content), .pending = 1};
  VEC_PUSH (&net->mem, &tx->senders, s);
  VEC_PUSH (&net->mem, &ns->out, t);
  if (ns->sent_time != net->now.time)
    ns->sent_then = 0;
  ns->sent_time = net->now.time;
  tell_transmission (net, s, number, iface, content);
  net->sending = t;
  net->host.transmit (net->host.data, &(SdeTransmission){number, ns->node - 1, iface, delay, ns->sent_then++,
                                                         content->bytes, content->size, s});
  net->sending = UINT32_MAX;
  slot_release (net, t);
}

static bool input_fits (const SdeInput *in, SdeInputKind kind, NodeId node, uint32_t frame, uint32_t size) {
  return in->kind == kind && in->node + 1 == node && (!in->frame || in->frame == frame) && in->first < size;
}

Content *frame_symbols (Net *net, NodeState *ns, SdeInputKind kind, uint32_t frame, Content *content) {
  for (size_t i = 0; i < net->inputs.len; i++) {
    const SdeInput *in = &net->inputs.data[i].spec;
    if (!input_fits (in, kind, ns->node, frame, content->size))
      continue;
    uint32_t last = in->last < content->size ? (uint32_t)in->last : content->size - 1;
    uint32_t first = (uint32_t)in->first, size = last - first + 1;
    net->line.len = 0;
    text_printf (&net->mem, &net->line, "%s[frame %u, byte %u]", kind == SDE_INPUT_SENT ? "sent" : "received",
                 frame, first);
    Content *next = content_with_input (net, ns, content, first, size, text_c (&net->mem, &net->line));
    content_unref (net, content);
    content = next;
  }
  return content;
}

static void send_answer (Net *net, StateId s, uint64_t answer) {
  const NodeState *ns = net_state (net, s);
  tell_answer (net, s, "sent", answer, 0, NULL);
  want_return (net_vm (net, ns), ns->vm, answer);
}

void node_transmit (Net *net, StateId s) {
  NodeState *ns = net_state (net, s);
  int32_t iface = ns->vm->want.iface;
  if (iface < 0 || (size_t)iface >= net->nodes.data[ns->node].interfaces.len) {
    send_answer (net, s, (uint64_t)-1);
    return;
  }
  int64_t leaves = depart (net, ns, (uint32_t)iface, (uint32_t)ns->vm->want.length);
  if (leaves < 0) {
    net->counts.dropped++;
    net->nodes.data[ns->node].dropped++;
    send_answer (net, s, (uint64_t)-2);
    return;
  }
  ns->sent++;
  net->nodes.data[ns->node].sent++;
  Content *content = frame_symbols (net, ns, SDE_INPUT_SENT, ns->sent, content_of_want (net, ns));
  bool silent = net->now.time < ns->deaf_until;
  nodestate_log_frame (net, ns, content, UINT32_MAX, (uint32_t)iface, silent ? "outage" : NULL);
  if (silent)
    net->counts.dropped++;
  else
    carry (net, s, (uint32_t)iface, content, leaves - net->now.time);
  content_unref (net, content);
  send_answer (net, s, 0);
}
