/* SPDX-License-Identifier: GPL-2.0-only */
/* net/frames.c -- the frames of one scenario, by time */
#include "net/net_impl.h"

#include <stdlib.h>

typedef struct Listed {
  const FrameLog *frame;
  NodeId node;
  size_t order; /* on its path */
} Listed;

typedef VEC (Listed) Listing;

static void list_node (Net *net, Listing *listing, NodeId node, const FrameLog *newest) {
  size_t first = listing->len;
  for (const FrameLog *f = newest; f; f = f->before)
    VEC_PUSH (&net->mem, listing, ((Listed){f, node, 0}));
  for (size_t i = first; i < listing->len; i++)
    listing->data[i].order = listing->len - i;
}

/* By time; at one time what is sent comes before what is received. */
static int listed_compare (const void *x, const void *y) {
  const Listed *a = x, *b = y;
  if (a->frame->time != b->frame->time)
    return a->frame->time < b->frame->time ? -1 : 1;
  if (a->node != b->node)
    return a->node < b->node ? -1 : 1;
  return (a->order > b->order) - (a->order < b->order);
}

static void tell (Net *net, const Listed *l, const Cond *joint, void (*fn) (void *, const SdeFrame *),
                  void *data) {
  const FrameLog *f = l->frame;
  uint8_t *bytes = mem_zero (&net->mem, f->content->size);
  content_values (net, f->content, joint, bytes);
  SdeFrame frame = {.time = f->time,
                    .node = net_number (l->node),
                    .iface = f->iface,
                    .peer = f->peer == UINT32_MAX ? UINT32_MAX : net_number (f->peer),
                    .sent = f->peer == UINT32_MAX,
                    .lost = f->lost,
                    .bytes = bytes,
                    .size = f->content->size};
  fn (data, &frame);
  mem_free (&net->mem, bytes, f->content->size);
}

static void tell_all (Net *net, const StateId *members, const Cond *joint,
                      void (*fn) (void *, const SdeFrame *), void *data) {
  Listing listing = {0};
  for (NodeId n = 1; n < net->nodes.len; n++)
    list_node (net, &listing, n, net_state (net, members[n])->frames);
  if (listing.len)
    qsort (listing.data, listing.len, sizeof *listing.data, listed_compare);
  for (size_t i = 0; i < listing.len; i++)
    tell (net, &listing.data[i], joint, fn, data);
  VEC_FREE (&net->mem, &listing);
}

/* A scenario of a state, or any, looked for now. */
static Status tell_some (Net *net, StateId s, void (*fn) (void *, const SdeFrame *), void *data) {
  StateId *members = mem_zero (&net->mem, net->nodes.len * sizeof *members);
  Cond *joint = NULL;
  ScenarioFound found = scenario_find (net, s, members, &joint);
  if (found == SCENARIO_FOUND)
    tell_all (net, members, joint, fn, data);
  cond_unref (net->solver, joint);
  mem_free (&net->mem, members, net->nodes.len * sizeof *members);
  return found == SCENARIO_FOUND ? STATUS_OK
                                 : status_fail ("no scenario was found whose conditions hold together");
}

Status net_frames (Net *net, size_t error, void (*fn) (void *, const SdeFrame *), void *data) {
  if (!net->options.keep_frames)
    return status_fail ("frames were not kept: ask for it before the run");
  if (error == SIZE_MAX)
    return tell_some (net, STATE_NONE, fn, data);
  if (error >= net->errors.len)
    return status_fail ("there is no error number %zu", error);
  const NetError *e = &net->errors.data[error];
  if (e->simplest) {
    tell_all (net, e->members, e->model, fn, data);
    return STATUS_OK;
  }
  if (e->kind)
    return status_fail ("the frames of a property's scenario are not kept");
  if (!net_state (net, e->state))
    return status_fail ("the state of that error is in no scenario any more");
  return tell_some (net, e->state, fn, data);
}
