/* SPDX-License-Identifier: GPL-2.0-only */
/* net/network.c -- building a network, starting it, and its rounds */
#include "net/net_impl.h"

#include <string.h>
#include <time.h>

static double clock_now (void) {
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- watching ---- */

SdeEvent net_event (const Net *net, SdeEventKind kind, StateId s) {
  SdeEvent event = {
      .kind = kind, .time = net->now.time, .round = net->now.round, .state = s, .parent = UINT32_MAX};
  event.node = s == STATE_NONE ? UINT32_MAX : net_number (net_state (net, s)->node);
  event.peer = UINT32_MAX;
  return event;
}

void net_watch (Net *net, const SdeEvent *event) {
  if (net->options.watch)
    net->options.watch (net->options.watch_data, event);
}

void net_watch_content (Net *net, SdeEvent *event, const Content *content) {
  event->bytes = content->bytes;
  event->size = content->size;
  net->told = content->exprs;
  net_watch (net, event);
  net->told = NULL;
}

void net_record (Net *net, const NetRecorder *recorder) {
  net->recorder = recorder;
  net->tracing = STATE_NONE;
  for (size_t i = 0; recorder && i < net->vms.len; i++)
    trace_new (net->vms.data[i]);
}

/* ---- limits ---- */

static bool must_stop (void *data) {
  const Net *net = data;
  const SdeNetworkOptions *o = &net->options;
  return (o->interrupt && *o->interrupt) ||
         (o->max_time > 0 && clock_now () - net->started_at >= o->max_time);
}

static uint64_t instructions_of (const Net *net) {
  uint64_t n = 0;
  for (size_t i = 0; i < net->vms.len; i++)
    n += net->vms.data[i]->instructions;
  return n;
}

/* Decimal numbers without signs. */
static bool larger (const char *a, const char *b) {
  a += strspn (a, "0");
  b += strspn (b, "0");
  size_t n = strlen (a), m = strlen (b);
  return n != m ? n > m : strcmp (a, b) > 0;
}

static bool too_many_scenarios (Net *net) {
  Text count = {0};
  map_count (net->map, &count, &net->mem);
  bool more = larger (text_c (&net->mem, &count), net->options.max_scenarios);
  text_free (&net->mem, &count);
  return more;
}

static const char *limit_reached (Net *net) {
  const SdeNetworkOptions *o = &net->options;
  if (o->interrupt && *o->interrupt)
    return "interrupted";
  if (o->stop_at_first_bug && net->errors.len)
    return "stopped at the first bug";
  if (o->max_states && net->counts.states - net->counts.pruned > o->max_states)
    return "--max-states";
  if (o->max_memory && net->mem.live > o->max_memory)
    return "--max-memory";
  if (o->max_instructions && instructions_of (net) >= o->max_instructions)
    return "--max-instructions";
  if (o->max_time > 0 && clock_now () - net->started_at >= o->max_time)
    return "--max-time";
  return NULL;
}

bool net_limited (Net *net) {
  if (!net->limit)
    net->limit = limit_reached (net);
  return net->limit != NULL;
}

/* ---- making ---- */

static Status check_options (const SdeNetworkOptions *o) {
  if (o->budget < -1 || o->budget > MAP_MAX_BUDGET)
    return status_fail ("a budget of %d: it is 0 to %d, or -1 for none", o->budget, MAP_MAX_BUDGET);
  if (o->end < 0 || o->poll_interval < 0 || !(o->max_time >= 0))
    return status_fail ("times cannot be negative");
  if (o->max_scenarios &&
      (!*o->max_scenarios || strspn (o->max_scenarios, "0123456789") != strlen (o->max_scenarios)))
    return status_fail ("the limit on scenarios is '%s': it must be a number", o->max_scenarios);
  return STATUS_OK;
}

static void options_fill (SdeNetworkOptions *o) {
  o->max_event_instructions = o->max_event_instructions ? o->max_event_instructions : 10000000;
  o->max_rounds = o->max_rounds ? o->max_rounds : 1000;
  o->max_queue = o->max_queue ? o->max_queue : 64;
  o->max_looks = o->max_looks ? o->max_looks : 1000;
  o->poll_interval = o->poll_interval ? o->poll_interval : 1000000;
}

static void add_environment (Net *net) {
  Node environment = {.name = mem_string (&net->mem, "environment", 11)};
  VEC_PUSH (&net->mem, &net->nodes, environment);
}

Status net_new (Mem *mem, const SdeNetworkOptions *options, RunResult (*run) (Vm *, State *, uint64_t),
                uint32_t solver_layers, const SdeHost *host, Net **out) {
  MapAlgorithm algorithm = MAP_SDS;
  *out = NULL;
  Status st = map_algorithm_of (options->algorithm, &algorithm);
  if (status_ok (st))
    st = check_options (options);
  if (status_ok (st) && (!host->now || !host->wake || !host->transmit))
    st = status_fail ("a host needs its functions now, wake and transmit");
  if (!status_ok (st))
    return st;
  Net *net = MEM_NEW (mem, Net);
  mem_init (&net->mem, "network", mem);
  net->parent = mem;
  net->options = *options;
  options_fill (&net->options);
  net->host = *host;
  net->run = run;
  net->merge = !options->split_equal_frames;
  net->sending = UINT32_MAX;
  net->asked_wake = -1;
  net->started_at = clock_now ();
  net->pool = expr_pool_new (&net->mem);
  SolverOptions solver = solver_defaults ();
  solver.layers = solver_layers;
  solver.stop = must_stop;
  solver.stop_data = net;
  net->solver = solver_new (&net->mem, net->pool, &solver);
  MapClient client = nodestate_client (net);
  if (options->choose && options->budget >= 0) /* how much a scenario bears is its own affair */
    algorithm = MAP_COB;
  net->map = map_new (&net->mem, algorithm, &client);
  if (options->budget >= 0 && !options->choose)
    status_free (map_set_budget (net->map, (unsigned)options->budget));
  add_environment (net);
  *out = net;
  return STATUS_OK;
}

static void node_free (Net *net, Node *node) {
  mem_free (&net->mem, node->name, strlen (node->name) + 1);
  for (size_t i = 0; i < node->boot.nargs; i++)
    mem_free (&net->mem, (char *)node->boot.args[i].text, strlen (node->boot.args[i].text) + 1);
  for (size_t i = 0; i < node->boot.nenv; i++)
    mem_free (&net->mem, (char *)node->boot.env[i].text, strlen (node->boot.env[i].text) + 1);
  mem_free (&net->mem, (BootString *)node->boot.args, node->boot.nargs * sizeof (BootString));
  mem_free (&net->mem, (BootString *)node->boot.env, node->boot.nenv * sizeof (BootString));
  VEC_FREE (&net->mem, &node->interfaces);
}

static void failure_free (Net *net, SdeFailure *f) {
  mem_free (&net->mem, (char *)f->name, strlen (f->name) + 1);
  mem_free (&net->mem, (uint32_t *)f->nodes, f->nnodes * sizeof *f->nodes);
  mem_free (&net->mem, (uint32_t *)f->peers, f->npeers * sizeof *f->peers);
  mem_free (&net->mem, (int64_t *)f->delays, f->ndelays * sizeof *f->delays);
}

void net_free (Net *net) {
  if (!net)
    return;
  Mem *parent = net->parent;
  for (StateId s = 0; s < net->states.len; s++)
    if (net_state (net, s))
      nodestate_free (net, s);
  transmissions_free (net);
  net_errors_free (net);
  for (size_t i = 0; i < net->vms.len; i++)
    vm_free (net->vms.data[i]);
  map_free (net->map);
  for (size_t i = 0; i < net->nodes.len; i++)
    node_free (net, &net->nodes.data[i]);
  for (size_t i = 0; i < net->failures.len; i++)
    failure_free (net, &net->failures.data[i].spec);
  for (size_t i = 0; i < net->questions.len; i++)
    failure_free (net, &net->questions.data[i].spec);
  VEC_FREE (&net->mem, &net->questions);
  for (size_t i = 0; i < net->inputs.len; i++)
    if (net->inputs.data[i].spec.variable)
      mem_free (&net->mem, (char *)net->inputs.data[i].spec.variable,
                strlen (net->inputs.data[i].spec.variable) + 1);
  solver_free (net->solver);
  expr_pool_free (net->pool);
  VEC_FREE (&net->mem, &net->vms);
  VEC_FREE (&net->mem, &net->nodes);
  VEC_FREE (&net->mem, &net->failures);
  VEC_FREE (&net->mem, &net->inputs);
  VEC_FREE (&net->mem, &net->states);
  VEC_FREE (&net->mem, &net->environment);
  VEC_FREE (&net->mem, &net->heap);
  VEC_FREE (&net->mem, &net->due);
  VEC_FREE (&net->mem, &net->running);
  VEC_FREE (&net->mem, &net->touched);
  text_free (&net->mem, &net->line);
  mem_fini (&net->mem);
  MEM_FREE (parent, net);
}

/* ---- starting ---- */

/* Does some failure concern this kind? */
static bool fails (const Net *net, SdeFailureKind kind) {
  for (size_t i = 0; i < net->failures.len; i++)
    if (net->failures.data[i].spec.kind == kind)
      return true;
  return false;
}

static Status add_first (Net *net, NodeId n) {
  StateId s = nodestate_new (net, n);
  net_touch (net, s);
  NodeState *ns = net_state (net, s);
  Status st = map_add_node (net->map, s);
  if (!status_ok (st))
    return st;
  if (n == ENVIRONMENT) {
    ns->status = NODE_WAITING;
    ns->deadline = (Instant){FOREVER, 0};
    ns->path = hash128_bytes ("environment", 11);
  } else {
    ns->boot_at = net->nodes.data[n].start;
    st = node_prepare (net, s);
    if (!status_ok (st))
      return st;
    wake_update (net, s);
  }
  nodestate_hash (net, s);
  return STATUS_OK;
}

/* Tells the host when it should come back. */
static void ask_wake (Net *net) {
  Instant next;
  if (!wake_next (net, &next) || (net->options.end && next.time > net->options.end))
    return;
  if (net->asked_wake == next.time && next.round == 0)
    return;
  net->asked_wake = next.time;
  net->host.wake (net->host.data, next.time);
}

static Status start_nodes (Net *net) {
  Status st = STATUS_OK;
  for (NodeId n = 0; n < net->nodes.len && status_ok (st); n++) {
    net->nodes.data[n].boot.nodes = (uint32_t)net->nodes.len - 1;
    net->nodes.data[n].boot.interfaces = (uint32_t)net->nodes.data[n].interfaces.len;
    st = add_first (net, n);
  }
  return st;
}

Status net_start (Net *net) {
  if (net->started)
    return status_fail ("the network has been started already");
  if (net->nodes.len < 2)
    return status_fail ("the network has no nodes");
  net->started = true;
  net->has_environment = fails (net, SDE_FAILURE_CUT) || fails (net, SDE_FAILURE_PARTITION);
  for (size_t i = 0; i < net->vms.len; i++)
    net->vms.data[i]->options.ask_allocations = fails (net, SDE_FAILURE_ALLOCATION);
  Status st = start_nodes (net);
  net->failed = net->done = !status_ok (st);
  if (!net->failed)
    ask_wake (net);
  return st;
}

/* ---- rounds ---- */

void net_wake (Net *net) { net->marked = true; }
bool net_marked (const Net *net) { return net->marked; }

/* Is anything due in the round that would come next? */
static bool due_at (Net *net, Instant at) {
  Instant next;
  for (size_t i = 0; i < net->due.len; i++)
    if (instant_same (net->deliveries.data[net->due.data[i]].at, at))
      return true;
  return wake_next (net, &next) && (next.time < at.time || (next.time == at.time && next.round <= at.round));
}

static Instant next_round (const Net *net, int64_t time) {
  if (net->began && net->now.time == time)
    return (Instant){time, net->now.round + 1};
  return (Instant){time, 0};
}

bool net_flush (Net *net) {
  int64_t time = net->host.now (net->host.data);
  if (net->flushing)
    return true;
  net->marked = false;
  if (net->done || !net->started)
    return false;
  if (net->options.end && time > net->options.end)
    return false;
  Instant at = next_round (net, time);
  due_drop_late (net, at);
  if (!due_at (net, at))
    return !net_limited (net);
  net->now = at;
  net->began = net->flushing = true;
  round_arrivals (net);
  net->waking = true;
  round_wakes (net);
  net->waking = false;
  net->flushing = false;
  if (net->options.max_scenarios && !net->limit && too_many_scenarios (net))
    net->limit = "--max-scenarios";
  ask_wake (net);
  return !net_limited (net);
}

static size_t cut_states (Net *net) {
  size_t n = 0;
  for (StateId s = 0; s < net->states.len; s++)
    n += net_state (net, s) && net_state (net, s)->node && net_state (net, s)->status != NODE_HALTED;
  return n;
}

void net_finish (Net *net) {
  if (net->done)
    return;
  net->done = true;
  for (StateId s = 0; s < net->states.len; s++)
    if (net_state (net, s))
      say_rest (net, s);
  if (net->limit)
    net->counts.cut = cut_states (net);
}
