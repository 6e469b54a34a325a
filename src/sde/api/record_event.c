/* SPDX-License-Identifier: GPL-2.0-only */
/* api/record_event.c -- what happens in a network, as rows */
#include "api/record_impl.h"

#include <string.h>

/* ---- states ---- */

static void state_row (Recorder *r, const SdeEvent *e, const char *cause, int64_t place, Field outcome) {
  ROW (r, rec_state, field_int (e->state), field_node (e->node),
       e->parent == UINT32_MAX ? field_null () : field_int (e->parent), field_int (++r->seq),
       field_int (e->time), field_int (e->round), field_int (writer_text (r->writer, cause)),
       field_ref (place), outcome);
}

static void event_fork (Recorder *r, const SdeEvent *e) {
  NetView view;
  record_copied (r, e->state, e->parent);
  if (strcmp (e->text, "branch") || !net_view (r->net, e->state, &view) || !view.state->trail) {
    state_row (r, e, e->text, 0, field_null ());
    return;
  }
  int64_t place = record_place_decided (r, net_view_program (r->net, view.node), view.vm, view.state);
  state_row (r, e, e->text, place, field_int ((int64_t)view.state->trail->outcome));
}

/* The first states of all nodes, which no event has told of. */
static void first_states (Recorder *r) {
  for (StateId s = 0; s < net_view_states (r->net); s++) {
    SdeEvent e = {.state = s, .parent = UINT32_MAX, .node = net_view_node (r->net, s)};
    state_row (r, &e, "boot", 0, field_null ());
  }
}

/* ---- events ---- */

static void event_row (Recorder *r, const SdeEvent *e, Field value, int64_t content) {
  bool frame = e->kind == SDE_EVENT_TRANSMIT || e->kind == SDE_EVENT_DELIVER || e->kind == SDE_EVENT_DROP ||
               e->kind == SDE_EVENT_MAP || e->kind == SDE_EVENT_ANSWER;
  ROW (r, rec_event, field_int (++r->seq), e->state == UINT32_MAX ? field_null () : field_int (e->state),
       field_int ((int64_t)e->kind), field_int (e->time), field_int (e->round),
       frame ? field_int (e->iface) : field_null (),
       frame && e->kind != SDE_EVENT_TRANSMIT && e->kind != SDE_EVENT_ANSWER ? field_node (e->peer)
                                                                             : field_null (),
       field_ref ((int64_t)e->transmission),
       e->text ? field_int (writer_text (r->writer, e->text)) : field_null (), value, field_ref (content));
}

static void event_transmit (Recorder *r, const SdeEvent *e, int64_t content) {
  event_row (r, e, field_null (), content);
  ROW (r, rec_transmission, field_int ((int64_t)e->transmission), field_int (r->seq), field_int (e->state),
       field_node (e->node), field_int (e->iface), field_int (e->time), field_int (content));
}

void record_event (Recorder *r, const SdeEvent *e) {
  int64_t content = e->bytes ? record_content (r, e->bytes, e->size, net_view_exprs (r->net)) : 0;
  switch (e->kind) {
  case SDE_EVENT_FORK: event_fork (r, e); break;
  case SDE_EVENT_TRANSMIT: event_transmit (r, e, content); break;
  case SDE_EVENT_MAP:
  case SDE_EVENT_LOG:
  case SDE_EVENT_PUBLISH:
  case SDE_EVENT_ANSWER:
  case SDE_EVENT_DECIDE: event_row (r, e, field_int ((int64_t)e->value), content); break;
  default: event_row (r, e, field_null (), content);
  }
}

static void announced (void *recorder, const NetAnnouncement *a) {
  Recorder *r = recorder;
  ROW (r, rec_delivery, field_int (++r->deliveries), field_int ((int64_t)a->transmission),
       field_int (a->node), field_int (a->iface), field_int (a->time), field_int (a->round),
       field_int (a->rank));
}

static void covered (void *recorder, StateId s, Vm *vm, const Stretch *stretch) {
  Recorder *r = recorder;
  SdeEvent e = {.kind = SDE_EVENT_COVER, .state = s, .node = net_view_node (r->net, s)};
  net_view_now (r->net, &e.time, &e.round);
  int64_t segment = record_segment (r, e.node, net_view_program (r->net, e.node), vm, stretch);
  if (record_executed (r, s, segment))
    event_row (r, &e, field_int (segment), 0);
}

/* ---- the network ---- */

static void nodes_rows (Recorder *r) {
  ROW (r, rec_node, field_int (-1), field_text ("environment"), field_null (), field_null (), field_null ());
  for (uint32_t i = 0; i < net_nodes (r->net); i++)
    ROW (r, rec_node, field_int (i), field_text (net_view_name (r->net, i)),
         field_int (net_view_program (r->net, i)), field_null (), field_null ());
}

void record_network_states (Recorder *r) {
  nodes_rows (r);
  first_states (r);
  r->hooks = (NetRecorder){announced, record_error, covered, r};
  net_record (r->net, &r->hooks);
}
