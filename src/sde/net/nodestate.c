/* SPDX-License-Identifier: GPL-2.0-only */
/* net/nodestate.c -- states of nodes: making, copying, and their paths */
#include "net/net_impl.h"

#include <stdio.h>
#include <string.h>

/* ---- lists that share their beginnings ---- */

static void decisions_drop (Net *net, Decision *d) {
  while (d && --d->refs == 0) {
    Decision *before = d->before;
    mem_free (&net->mem, d->name, strlen (d->name) + 1);
    MEM_FREE (&net->mem, d);
    d = before;
  }
}

static void frames_drop (Net *net, FrameLog *f) {
  while (f && --f->refs == 0) {
    FrameLog *before = f->before;
    content_unref (net, f->content);
    MEM_FREE (&net->mem, f);
    f = before;
  }
}

void nodestate_log_frame (Net *net, NodeState *ns, Content *content, NodeId peer, uint32_t iface,
                          const char *lost) {
  if (!net->options.keep_frames)
    return;
  FrameLog *f = mem_new (&net->mem, sizeof *f);
  *f = (FrameLog){ns->frames, 1, iface, peer, net->now.time, lost, content_ref (content)};
  ns->frames = f;
}

/* ---- life ---- */

StateId nodestate_new (Net *net, NodeId node) {
  NodeState *ns = MEM_NEW (&net->mem, NodeState);
  ns->node = node;
  ns->sent_time = ns->latest = ns->failed = -1;
  ns->local = UINT32_MAX;
  VEC_PUSH (&net->mem, &net->states, ns);
  net->nodes.data[node].states++;
  StateId s = (StateId)net->states.len - 1;
  if (node == ENVIRONMENT)
    VEC_PUSH (&net->mem, &net->environment, s);
  else
    net->counts.states++;
  return s;
}

#define COPY_VEC(field)                                                                                      \
  do {                                                                                                       \
    memset (&to->field, 0, sizeof to->field);                                                                \
    for (size_t i_ = 0; i_ < from->field.len; i_++)                                                          \
      VEC_PUSH (&net->mem, &to->field, from->field.data[i_]);                                                \
  } while (0)

static void *copy_bytes (Net *net, const void *p, size_t n) {
  if (!p)
    return NULL;
  void *copy = mem_new (&net->mem, n);
  memcpy (copy, p, n);
  return copy;
}

static size_t busy_size (const Net *net, NodeId node) {
  return net->nodes.data[node].interfaces.len * sizeof (int64_t);
}

static size_t counts_size (const Net *net) { return net->failures.len * sizeof (Count); }

/* Everything but the VM state. */
static void copy_fields (Net *net, NodeState *to, const NodeState *from) {
  *to = *from;
  COPY_VEC (queue);
  COPY_VEC (later);
  COPY_VEC (out);
  COPY_VEC (links);
  COPY_VEC (leaving);
  COPY_VEC (said[0]);
  COPY_VEC (said[1]);
  COPY_VEC (variables);
  for (size_t i = 0; i < to->queue.len; i++)
    content_ref (to->queue.data[i].content);
  for (size_t i = 0; i < to->later.len; i++)
    content_ref (to->later.data[i].content);
  to->busy = copy_bytes (net, from->busy, busy_size (net, from->node));
  to->counts = copy_bytes (net, from->counts, counts_size (net));
  if (to->decisions)
    to->decisions->refs++;
  if (to->frames)
    to->frames->refs++;
}

StateId nodestate_copy (Net *net, StateId s, State *vm) {
  trace_off (net, s);
  StateId copy = nodestate_new (net, net_state (net, s)->node);
  const NodeState *from = net_state (net, s);
  NodeState *to = net_state (net, copy);
  copy_fields (net, to, from);
  to->vm = vm ? vm : from->vm ? state_fork (net_vm (net, from), from->vm) : NULL;
  net->halted += to->status == NODE_HALTED;
  to->touched = false;
  if (from->touched)
    net_touch (net, copy);
  transmission_join (net, copy);
  if (to->wakes)
    wake_enter (net, copy);
  return copy;
}

void nodestate_forget_queue (Net *net, NodeState *ns) {
  for (size_t i = 0; i < ns->queue.len; i++)
    content_unref (net, ns->queue.data[i].content);
  ns->queue.len = 0;
}

void nodestate_forget_later (Net *net, NodeState *ns) {
  for (size_t i = 0; i < ns->later.len; i++)
    content_unref (net, ns->later.data[i].content);
  ns->later.len = 0;
}

void nodestate_free (Net *net, StateId s) {
  NodeState *ns = net_state (net, s);
  net->halted -= ns->status == NODE_HALTED;
  transmission_leave (net, s);
  if (ns->vm)
    state_free (net_vm (net, ns), ns->vm);
  nodestate_forget_queue (net, ns);
  nodestate_forget_later (net, ns);
  VEC_FREE (&net->mem, &ns->queue);
  VEC_FREE (&net->mem, &ns->later);
  VEC_FREE (&net->mem, &ns->out);
  VEC_FREE (&net->mem, &ns->links);
  VEC_FREE (&net->mem, &ns->leaving);
  text_free (&net->mem, &ns->said[0]);
  text_free (&net->mem, &ns->said[1]);
  VEC_FREE (&net->mem, &ns->variables);
  mem_free (&net->mem, ns->busy, ns->busy ? busy_size (net, ns->node) : 0);
  mem_free (&net->mem, ns->counts, ns->counts ? counts_size (net) : 0);
  decisions_drop (net, ns->decisions);
  frames_drop (net, ns->frames);
  MEM_FREE (&net->mem, ns);
  net->states.data[s] = NULL;
}

static void tell_fork (Net *net, StateId parent, StateId child, const char *cause) {
  if (!net->options.watch)
    return;
  SdeEvent event = net_event (net, SDE_EVENT_FORK, child);
  event.parent = parent;
  event.text = cause;
  net_watch (net, &event);
}

StateId nodestate_branch (Net *net, StateId s, State *vm, unsigned more, const char *cause) {
  StateId child = nodestate_copy (net, s, vm);
  NodeState *ns = net_state (net, child);
  ns->weight = (uint16_t)(ns->weight + more);
  tell_fork (net, s, child, cause);
  Status st = map_branch (net->map, s, child, ns->weight);
  if (!status_ok (st))
    panic (st.text);
  uint64_t *count = more ? &net->counts.forks_failure : &net->counts.forks_branch;
  *count += ns->node != ENVIRONMENT;
  return child;
}

/* ---- path ---- */

void nodestate_path (Net *net, NodeState *ns, const void *entry, size_t size) {
  (void)net;
  if (ns->vm)
    state_path_add (ns->vm, entry, size);
  else
    ns->path = hash128_chain (ns->path, entry, size);
}

void nodestate_hash (Net *net, StateId s) {
  const NodeState *ns = net_state (net, s);
  Hash128 path = ns->vm ? ns->vm->path : ns->path;
  status_free (map_set_hash (net->map, s, hash_pair (path.lo, path.hi)));
}

void nodestate_instant (Net *net) {
  int64_t seconds = net->now.time / 1000000000;
  char fraction[16];
  int n = snprintf (fraction, sizeof fraction, ".%09d", (int)(net->now.time % 1000000000));
  while (fraction[n - 1] == '0')
    n--;
  text_printf (&net->mem, &net->line, " at %lld%.*s s", (long long)seconds, n > 1 ? n : 0, fraction);
  if (net->now.round)
    text_printf (&net->mem, &net->line, ", round %u", net->now.round);
}

/* A name has the instant in it, or the number of a frame that arrives then: others at other instants differ. */
char *nodestate_name (Net *net, const NodeState *ns) {
  size_t len = net->line.len;
  unsigned number = 1;
  for (const Decision *d = ns->decisions; d && instant_same (d->at, net->now); d = d->before)
    if (!strncmp (d->name, net->line.data, len) && (!d->name[len] || !strncmp (d->name + len, " #", 2)))
      number++;
  if (number > 1)
    text_printf (&net->mem, &net->line, " #%u", number);
  return mem_string (&net->mem, text_c (&net->mem, &net->line), net->line.len);
}

void nodestate_decide (Net *net, StateId s, const char *name, unsigned outcome) {
  NodeState *ns = net_state (net, s);
  if (outcome) {
    ns->failed = net->now.time;
    net_touch (net, s);
  }
  Decision *d = mem_new (&net->mem, sizeof *d);
  *d = (Decision){ns->decisions, 1, outcome, net->now, mem_string (&net->mem, name, strlen (name))};
  ns->decisions = d;
  uint64_t entry[3] = {'D', hash_bytes (name, strlen (name)), outcome};
  nodestate_path (net, ns, entry, sizeof entry);
  nodestate_hash (net, s);
  if (!net->options.watch)
    return;
  SdeEvent event = net_event (net, SDE_EVENT_DECIDE, s);
  event.text = name;
  event.value = outcome;
  net_watch (net, &event);
}

/* ---- the mapping's client ---- */

static StateId client_fork (void *data, StateId s) {
  Net *net = data;
  net->counts.forks_mapping += net_state (net, s)->node != ENVIRONMENT;
  StateId copy = nodestate_copy (net, s, NULL);
  tell_fork (net, s, copy, "mapping");
  return copy;
}

/* Do the frame's constraints fit to what the state knows? */
static MapAnswer content_fits (Net *net, const NodeState *ns) {
  const Content *content = net->arriving;
  Answer answer = ANSWER_YES;
  Cond *cond = cond_ref (ns->vm->cond);
  for (uint32_t i = 0; i < content->ncarried && answer != ANSWER_NO; i++)
    answer = solver_assume (net->solver, &cond, content->carried[i]);
  cond_unref (net->solver, cond);
  return answer == ANSWER_NO ? MAP_CONTRADICT : MAP_RECEIVE;
}

static MapAnswer client_accept (void *data, StateId t) {
  Net *net = data;
  const NodeState *ns = net_state (net, t);
  if (ns->node == ENVIRONMENT)
    return environment_accept (net, ns);
  if (ns->status == NODE_HALTED || ns->status == NODE_OFF || net->now.time < ns->deaf_until)
    return MAP_IGNORE;
  return net->arriving->ncarried ? content_fits (net, ns) : MAP_RECEIVE;
}

static void client_dead (void *data, StateId s) {
  Net *net = data;
  net->counts.pruned += net_state (net, s)->node != ENVIRONMENT;
  if (net->options.watch) {
    SdeEvent event = net_event (net, SDE_EVENT_DEAD, s);
    net_watch (net, &event);
  }
  nodestate_free (net, s);
}

MapClient nodestate_client (Net *net) { return (MapClient){client_fork, client_accept, client_dead, net}; }
