/* SPDX-License-Identifier: GPL-2.0-only */
/* net/wake.c -- wake-ups: times at which a state goes on by itself
 *
 * A heap of wake-ups by instant, node and state.  An entry counts iff its state still lives and
 * wakes then; others are left out when they come up, and when there are too many of them.
 */
#include "net/net_impl.h"

#include <stdlib.h>

/* ---- the heap ---- */

static bool before (const Wake *a, const Wake *b) {
  if (!instant_same (a->at, b->at))
    return instant_before (a->at, b->at);
  return a->node != b->node ? a->node < b->node : a->state < b->state;
}

static int compare (const void *a, const void *b) { return before (a, b) ? -1 : before (b, a); }

static void swap (Wake *a, Wake *b) {
  Wake t = *a;
  *a = *b;
  *b = t;
}

static void heap_push (Net *net, Wake wake) {
  VEC_PUSH (&net->mem, &net->heap, wake);
  Wake *h = net->heap.data;
  for (size_t i = net->heap.len - 1; i && before (&h[i], &h[(i - 1) / 2]); i = (i - 1) / 2)
    swap (&h[i], &h[(i - 1) / 2]);
}

static void heap_pop (Net *net) {
  Wake *h = net->heap.data;
  h[0] = VEC_POP (&net->heap);
  for (size_t i = 0, n = net->heap.len, least;; i = least) {
    least = i;
    for (size_t child = 2 * i + 1; child < n && child <= 2 * i + 2; child++)
      if (before (&h[child], &h[least]))
        least = child;
    if (least == i)
      return;
    swap (&h[i], &h[least]);
  }
}

static bool counts (const Net *net, const Wake *wake) {
  const NodeState *ns = net_state (net, wake->state);
  return ns && ns->wakes && instant_same (ns->wake, wake->at);
}

bool wake_next (Net *net, Instant *out) {
  while (net->heap.len && !counts (net, &net->heap.data[0]))
    heap_pop (net);
  if (net->heap.len)
    *out = net->heap.data[0].at;
  return net->heap.len != 0;
}

/* Leaves the others out; what is sorted is a heap. */
static void heap_sweep (Net *net) {
  size_t kept = 0;
  for (size_t i = 0; i < net->heap.len; i++)
    if (counts (net, &net->heap.data[i]))
      net->heap.data[kept++] = net->heap.data[i];
  net->heap.len = kept;
  if (kept > 1)
    qsort (net->heap.data, kept, sizeof *net->heap.data, compare);
}

/* ---- when a state wakes ---- */

void wake_enter (Net *net, StateId s) {
  const NodeState *ns = net_state (net, s);
  heap_push (net, (Wake){ns->wake, ns->node, s});
  if (net->heap.len >= net->heap_full) {
    heap_sweep (net);
    net->heap_full = 2 * net->heap.len + 64;
  }
}

static Instant least (Instant a, Instant b) { return instant_before (b, a) ? b : a; }

static Instant next_of (const NodeState *ns) {
  Instant next = {FOREVER, 0};
  if (ns->status == NODE_OFF)
    next = (Instant){ns->boot_at, 0};
  else if (ns->status == NODE_WAITING)
    next = ns->deadline;
  for (size_t i = 0; i < ns->later.len && ns->status != NODE_HALTED; i++)
    next = least (next, ns->later.data[i].at);
  return next;
}

/* What is due at a time that has begun already belongs to the next round. */
void wake_update (Net *net, StateId s) {
  NodeState *ns = net_state (net, s);
  Instant next = next_of (ns);
  if (net->began && next.time <= net->now.time && !instant_before (net->now, next))
    next = (Instant){net->now.time, net->now.round + 1};
  bool wakes = next.time != FOREVER;
  if (wakes && ns->wakes && instant_same (ns->wake, next))
    return;
  ns->wakes = wakes;
  ns->wake = next;
  if (wakes)
    wake_enter (net, s);
}

/* ---- waking ---- */

static bool due (const Net *net, Instant at) { return !instant_before (net->now, at); }

/* Takes the first frame that was kept back until now. */
static bool take_later (Net *net, NodeState *ns, Waiting *out) {
  for (size_t i = 0; i < ns->later.len; i++)
    if (due (net, ns->later.data[i].at)) {
      *out = ns->later.data[i];
      for (size_t j = i + 1; j < ns->later.len; j++)
        ns->later.data[j - 1] = ns->later.data[j];
      ns->later.len--;
      return true;
    }
  return false;
}

/* A frame that is late reaches the program as if it arrived now, unless the node is deaf. */
static void late_frame (Net *net, StateId s, Waiting *frame) {
  const NodeState *ns = net_state (net, s);
  if (ns->status == NODE_OFF || net->now.time < ns->deaf_until)
    arrival_drop (net, s, frame, "the node does not hear");
  else
    arrival_take (net, s, frame);
  content_unref (net, frame->content);
}

void wake_program (Net *net, StateId s) {
  NodeState *ns = net_state (net, s);
  const Want *want = &ns->vm->want;
  tell_answer (net, s,
               want->kind == WANT_RECEIVE ? "nothing"
               : want->kind == WANT_POLL  ? "polled"
                                          : "slept",
               0, 0, NULL);
  node_resume (net, s,
               want->kind == WANT_RECEIVE ? (uint64_t)-1
               : want->kind == WANT_POLL  ? (uint64_t)net->now.time
                                          : 0);
}

static void wake_state (Net *net, StateId s) {
  NodeState *ns = net_state (net, s);
  Waiting frame;
  ns->wakes = false;
  if (ns->status == NODE_OFF && due (net, (Instant){ns->boot_at, 0})) {
    node_boot (net, s);
  } else if (take_later (net, ns, &frame)) {
    wake_update (net, s); /* the next one comes in the next round, and for copies made meanwhile too */
    late_frame (net, s, &frame);
  } else if (ns->status == NODE_WAITING && due (net, ns->deadline)) {
    failure_wake (net, s);
  }
  if (net_state (net, s))
    wake_update (net, s);
}

void round_wakes (Net *net) {
  Instant next;
  while (!net_limited (net) && wake_next (net, &next) && due (net, next)) {
    StateId s = net->heap.data[0].state;
    heap_pop (net);
    wake_state (net, s);
  }
}
