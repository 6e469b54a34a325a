/* SPDX-License-Identifier: GPL-2.0-only */
/* net/environment.c -- failures that several nodes see together: cut links, partitions
 *
 * They are decisions of a hidden node.  When frames of a sender are due at a receiver, the scenarios in which
 * they were sent decide about each failure that lies between the two, if it is open to decision there; so
 * only scenarios that use a link decide about it.  Then the frames arrive in the scenarios whose
 * environment state lets them through.
 */
#include "net/net_impl.h"

#include <string.h>

/* Does the failure lie between the two nodes, in this direction? */
static bool lies_between (const SdeFailure *f, NodeId from, NodeId to) {
  bool forward = failure_names (f->nodes, f->nnodes, from) && failure_names (f->peers, f->npeers, to);
  bool backward = failure_names (f->nodes, f->nnodes, to) && failure_names (f->peers, f->npeers, from);
  if (f->kind == SDE_FAILURE_CUT)
    return forward || (backward && !f->one_way);
  if (f->kind != SDE_FAILURE_PARTITION)
    return false;
  if (!f->npeers) /* against all others */
    return failure_names (f->nodes, f->nnodes, from) != failure_names (f->nodes, f->nnodes, to);
  return forward || backward;
}

/* Does a link that the host has lie within the failure? */
static bool some_link (const Net *net, const SdeFailure *f, bool (*linked) (void *, uint32_t, uint32_t),
                       void *data) {
  for (NodeId from = 1; from < net->nodes.len; from++)
    for (NodeId to = 1; to < net->nodes.len; to++)
      if (from != to && lies_between (f, from, to) && linked (data, from - 1, to - 1))
        return true;
  return false;
}

Status net_check_cuts (const Net *net, bool (*linked) (void *data, uint32_t from, uint32_t to), void *data) {
  for (size_t i = 0; i < net->failures.len; i++) {
    const SdeFailure *f = &net->failures.data[i].spec;
    if (f->kind == SDE_FAILURE_CUT && (f->nnodes || f->npeers) && !some_link (net, f, linked, data))
      return status_fail ("failure '%s': there is no link that it could cut", f->name);
  }
  return STATUS_OK;
}

/* The place that is decided about: a link, one direction of it, or the one partition. */
static void place_of (const SdeFailure *f, NodeId from, NodeId to, NodeId *a, NodeId *b) {
  bool swap = from > to && !f->one_way;
  *a = swap ? to : from;
  *b = swap ? from : to;
  if (f->kind == SDE_FAILURE_PARTITION)
    *a = *b = 0;
}

static LinkRecord *record_find (const NodeState *env, size_t failure, NodeId a, NodeId b) {
  for (size_t i = 0; i < env->links.len; i++) {
    LinkRecord *r = &env->links.data[i];
    if (r->failure == failure && r->a == a && r->b == b)
      return r;
  }
  return NULL;
}

static LinkRecord *record_make (Net *net, NodeState *env, size_t failure, NodeId a, NodeId b) {
  if (!record_find (env, failure, a, b))
    VEC_PUSH (&net->mem, &env->links, ((LinkRecord){.failure = (uint32_t)failure, .a = a, .b = b}));
  return record_find (env, failure, a, b);
}

static bool down_between (const Net *net, const NodeState *env, NodeId from, NodeId to) {
  for (size_t i = 0; i < net->failures.len && env->links.len; i++) {
    NodeId a, b;
    const SdeFailure *f = &net->failures.data[i].spec;
    if (!lies_between (f, from, to))
      continue;
    place_of (f, from, to, &a, &b);
    const LinkRecord *r = record_find (env, i, a, b);
    if (r && r->down_until > net->now.time)
      return true;
  }
  return false;
}

MapAnswer environment_accept (Net *net, const NodeState *env) {
  const struct Asked *asked = &net->asked;
  const LinkRecord *r = record_find (env, asked->failure, asked->a, asked->b);
  if (!failure_open (net, &net->failures.data[asked->failure].spec, r ? &r->count : NULL))
    return MAP_IGNORE;
  return down_between (net, env, asked->from, asked->to) ? MAP_IGNORE : MAP_RECEIVE;
}

/* ---- deciding ---- */

static char *decision_name (Net *net, const NodeState *env, const Failure *f) {
  const struct Asked *asked = &net->asked;
  const Node *nodes = net->nodes.data;
  net->line.len = 0;
  if (f->spec.kind == SDE_FAILURE_PARTITION)
    text_printf (&net->mem, &net->line, "%s[frame from %s to %s", f->spec.name, nodes[asked->from].name,
                 nodes[asked->to].name);
  else
    text_printf (&net->mem, &net->line, "%s[%s%s%s, frame from %s", f->spec.name, nodes[asked->a].name,
                 f->spec.one_way ? "->" : "-", nodes[asked->b].name, nodes[asked->from].name);
  nodestate_instant (net);
  text_add (&net->mem, &net->line, "]");
  return nodestate_name (net, env);
}

static void go_down (Net *net, StateId s, const Failure *f) {
  LinkRecord *r = record_make (net, net_state (net, s), net->asked.failure, net->asked.a, net->asked.b);
  int64_t end = f->spec.end ? f->spec.end : FOREVER;
  r->count.taken++;
  r->down_until = f->spec.duration ? time_after (net->now.time, f->spec.duration) : end;
}

/* With choose: one outcome alone. */
static void decide_chosen (Net *net, StateId s, Failure *f, const char *name, bool bears) {
  unsigned outcome = bears ? net->options.choose (net->options.choose_data, name, 2) : 0;
  if (outcome) {
    go_down (net, s, f);
    f->taken++;
    failure_chosen (net, s);
  }
  nodestate_decide (net, s, name, outcome != 0);
}

static void decide_both (Net *net, StateId s, Failure *f, const char *name, bool bears) {
  if (bears) {
    StateId child = nodestate_branch (net, s, NULL, 1, f->spec.name);
    go_down (net, child, f);
    f->taken++;
    nodestate_decide (net, child, name, 1);
  }
  nodestate_decide (net, s, name, 0);
}

static void decide (Net *net, StateId s) {
  Failure *f = &net->failures.data[net->asked.failure];
  char *name = decision_name (net, net_state (net, s), f);
  record_make (net, net_state (net, s), net->asked.failure, net->asked.a, net->asked.b)->count.offered++;
  f->offered++;
  (net->options.choose ? decide_chosen : decide_both) (net, s, f, name, failure_bears (net, s));
  mem_free (&net->mem, name, strlen (name) + 1);
}

static void ask_about (Net *net, const StateVec *senders, NodeId from) {
  StateVec asked = {0};
  MapCondition condition = {from, senders->data, senders->len};
  Status st = map_arrive (net->map, &condition, 1, ENVIRONMENT, &asked);
  if (!status_ok (st))
    panic (st.text);
  for (size_t i = 0; i < asked.len; i++)
    decide (net, asked.data[i]);
  VEC_FREE (&net->mem, &asked);
}

void environment_ask (Net *net, NodeId from, NodeId to, const uint32_t *deliveries, size_t n) {
  for (size_t i = 0; i < net->failures.len; i++) {
    const SdeFailure *f = &net->failures.data[i].spec;
    if (!lies_between (f, from, to))
      continue;
    StateVec senders = {0};
    net->asked = (struct Asked){.failure = i, .from = from, .to = to};
    place_of (f, from, to, &net->asked.a, &net->asked.b);
    senders_of (net, deliveries, n, &senders);
    if (senders.len)
      ask_about (net, &senders, from);
    VEC_FREE (&net->mem, &senders);
  }
}

bool environment_up (Net *net, NodeId from, NodeId to, StateVec *out) {
  bool some_down = false;
  size_t kept = 0;
  for (size_t i = 0; i < net->environment.len; i++) {
    StateId s = net->environment.data[i];
    if (!net_state (net, s))
      continue;
    net->environment.data[kept++] = s;
    if (down_between (net, net_state (net, s), from, to))
      some_down = true;
    else
      VEC_PUSH (&net->mem, out, s);
  }
  net->environment.len = kept;
  return some_down;
}
