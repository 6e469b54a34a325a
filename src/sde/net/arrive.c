/* SPDX-License-Identifier: GPL-2.0-only */
/* net/arrive.c -- the arrivals of a round
 *
 * The deliveries that are due are sorted by receiver, sender node, rank, interface and content and cut into
 * batches, each of which is one arrival for the mapping: equal frames of rivals together if they are merged,
 * otherwise one delivery.  Who has sent a batch is read when it is handled.
 */
#include "net/net_impl.h"

#include <stdlib.h>

static const Transmission *sent_of (const Net *net, uint32_t delivery) {
  return &net->transmissions.data[net->deliveries.data[delivery].transmission];
}

#define ORDER(x, y)                                                                                          \
  if ((x) != (y))                                                                                            \
  return (x) < (y) ? -1 : 1

/* 0: equal frames of rivals. */
static int delivery_compare (const Net *net, uint32_t x, uint32_t y) {
  const Delivery *a = &net->deliveries.data[x], *b = &net->deliveries.data[y];
  const Transmission *s = sent_of (net, x), *t = sent_of (net, y);
  ORDER (a->node, b->node);
  ORDER (s->node, t->node);
  ORDER (a->rank, b->rank);
  ORDER (a->iface, b->iface);
  ORDER (s->content->hash.hi, t->content->hash.hi);
  ORDER (s->content->hash.lo, t->content->hash.lo);
  return 0;
}

static int due_compare (const void *x, const void *y, void *data) {
  const Net *net = data;
  uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  int order = delivery_compare (net, a, b);
  if (order)
    return order;
  ORDER (sent_of (net, a)->number, sent_of (net, b)->number);
  return 0;
}

static bool same_pair (const Net *net, uint32_t x, uint32_t y) {
  return net->deliveries.data[x].node == net->deliveries.data[y].node &&
         sent_of (net, x)->node == sent_of (net, y)->node;
}

/* ---- what a receiver does ---- */

static void tell_frame (Net *net, SdeEventKind kind, StateId s, const Waiting *frame, const char *text) {
  if (!net->options.watch)
    return;
  SdeEvent event = net_event (net, kind, s);
  event.peer = net_number (frame->from);
  event.iface = frame->iface;
  event.transmission = frame->transmission;
  event.text = text;
  net_watch_content (net, &event, frame->content);
}

void arrival_drop (Net *net, StateId s, const Waiting *frame, const char *why) {
  NodeState *ns = net_state (net, s);
  net->counts.dropped++;
  net->nodes.data[ns->node].dropped++;
  nodestate_log_frame (net, ns, frame->content, frame->from, frame->iface, why);
  tell_frame (net, SDE_EVENT_DROP, s, frame, why);
}

void arrival_take (Net *net, StateId s, Waiting *frame) {
  NodeState *ns = net_state (net, s);
  if (ns->queue.len >= net->options.max_queue) {
    arrival_drop (net, s, frame, "the queue of the node is full");
    return;
  }
  nodestate_log_frame (net, ns, frame->content, frame->from, frame->iface, NULL);
  content_ref (frame->content);
  VEC_PUSH (&net->mem, &ns->queue, *frame);
  tell_frame (net, SDE_EVENT_DELIVER, s, frame, NULL);
  if (ns->status != NODE_WAITING)
    return;
  if (ns->vm->want.kind == WANT_RECEIVE && node_receive (net, s))
    return;
  if (ns->polls) /* whatever it looks at next, it can see something new */
    wake_program (net, s);
}

/* What the frame brings along holds for its receiver. */
static void constrain (Net *net, NodeState *ns, const Content *content) {
  for (uint32_t i = 0; i < content->ncarried; i++) {
    Answer answer = solver_assume (net->solver, &ns->vm->cond, content->carried[i]);
    invariant (answer != ANSWER_NO);
    if (answer == ANSWER_UNKNOWN)
      net_vm (net, ns)->weak[WEAK_UNKNOWN]++;
  }
}

static void receive (Net *net, StateId s, Waiting frame) {
  NodeState *ns = net_state (net, s);
  uint64_t entry[6] = {(uint64_t)net->now.time << 1 | 1,
                       (uint64_t)net->now.round << 32 | frame.iface,
                       frame.from,
                       frame.content->hash.lo,
                       frame.content->hash.hi,
                       'R'};
  nodestate_path (net, ns, entry, sizeof entry);
  constrain (net, ns, frame.content);
  ns->received++;
  net->nodes.data[ns->node].received++;
  frame.content = frame_symbols (net, ns, SDE_INPUT_RECEIVED, ns->received, content_ref (frame.content));
  nodestate_hash (net, s);
  failure_arrival (net, s, &frame);
  content_unref (net, frame.content);
}

/* ---- batches ---- */

static void tell_map (Net *net, uint32_t delivery, size_t receivers) {
  if (!net->options.watch)
    return;
  SdeEvent event = net_event (net, SDE_EVENT_MAP, STATE_NONE);
  const Delivery *d = &net->deliveries.data[delivery];
  event.node = net_number (d->node);
  event.peer = net_number (sent_of (net, delivery)->node);
  event.iface = d->iface;
  event.transmission = sent_of (net, delivery)->number;
  event.value = receivers;
  net_watch (net, &event);
}

static void batch_map (Net *net, uint32_t delivery, const StateVec *senders, const StateVec *up, bool parted,
                       StateVec *receivers) {
  const Transmission *tx = sent_of (net, delivery);
  MapCondition conditions[2] = {{tx->node, senders->data, senders->len}, {ENVIRONMENT, up->data, up->len}};
  net->arriving = tx->content;
  net->counts.arrivals++;
  Status st =
      map_arrive (net->map, conditions, parted ? 2 : 1, net->deliveries.data[delivery].node, receivers);
  if (!status_ok (st))
    panic (st.text);
  net->arriving = NULL;
  tell_map (net, delivery, receivers->len);
}

/* One arrival: these deliveries are equal frames. */
static void batch_arrive (Net *net, const uint32_t *batch, size_t n) {
  StateVec senders = {0}, up = {0}, receivers = {0};
  Delivery d = net->deliveries.data[batch[0]];
  const Transmission *tx = sent_of (net, batch[0]);
  Waiting frame = {
      .content = content_ref (tx->content), .from = tx->node, .iface = d.iface, .transmission = tx->number};
  senders_of (net, batch, n, &senders);
  bool parted = net->has_environment && environment_up (net, frame.from, d.node, &up);
  if (senders.len && (!parted || up.len))
    batch_map (net, batch[0], &senders, &up, parted, &receivers);
  for (size_t i = 0; i < receivers.len && !net->limit; i++)
    receive (net, receivers.data[i], frame);
  content_unref (net, frame.content);
  VEC_FREE (&net->mem, &senders);
  VEC_FREE (&net->mem, &up);
  VEC_FREE (&net->mem, &receivers);
}

/* All frames of one sender node for one receiver. */
static void pair_arrive (Net *net, const uint32_t *due, size_t n) {
  if (net->has_environment)
    environment_ask (net, sent_of (net, due[0])->node, net->deliveries.data[due[0]].node, due, n);
  for (size_t i = 0, j; i < n && !net->limit; i = j) {
    for (j = i + 1; net->merge && j < n && !delivery_compare (net, due[i], due[j]);)
      j++;
    batch_arrive (net, due + i, j - i);
  }
}

/* What was marked for a round that the host left out is lost. */
void due_drop_late (Net *net, Instant now) {
  size_t kept = 0;
  for (size_t i = 0; i < net->due.len; i++) {
    uint32_t d = net->due.data[i];
    if (!instant_before (net->deliveries.data[d].at, now)) {
      net->due.data[kept++] = d;
      continue;
    }
    net->counts.lost++;
    net->counts.late++;
    delivery_done (net, d);
  }
  net->due.len = kept;
}

/* Takes the deliveries of this round out of the marked ones. */
static void due_take (Net *net, IdVec *out) {
  size_t kept = 0;
  for (size_t i = 0; i < net->due.len; i++) {
    uint32_t d = net->due.data[i];
    if (instant_same (net->deliveries.data[d].at, net->now))
      VEC_PUSH (&net->mem, out, d);
    else
      net->due.data[kept++] = d;
  }
  net->due.len = kept;
  if (out->len > 1)
    qsort_r (out->data, out->len, sizeof *out->data, due_compare, net);
}

void round_arrivals (Net *net) {
  IdVec due = {0};
  due_take (net, &due);
  for (size_t i = 0, j; i < due.len && !net_limited (net); i = j) {
    for (j = i + 1; j < due.len && same_pair (net, due.data[i], due.data[j]);)
      j++;
    pair_arrive (net, due.data + i, j - i);
  }
  for (size_t i = due.len; i--;) /* the latest of a state first: it is at the end of its list */
    delivery_done (net, due.data[i]);
  VEC_FREE (&net->mem, &due);
}
