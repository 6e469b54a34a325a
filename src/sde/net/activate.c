/* SPDX-License-Identifier: GPL-2.0-only */
/* net/activate.c -- running a state, and what it wants, until all that come of it wait
 *
 * net->running holds the states that still have to run: those that forked off the one being run.  It is empty
 * whenever anything else happens.
 */
#include "net/net_impl.h"

#include <string.h>

/* ---- waiting ---- */

static Instant instant_of (const Net *net, int64_t time) {
  return time > net->now.time ? (Instant){time, 0} : (Instant){net->now.time, net->now.round + 1};
}

static void suspend (Net *net, StateId s, Instant deadline, bool polls) {
  NodeState *ns = net_state (net, s);
  ns->status = NODE_WAITING;
  ns->deadline = deadline;
  ns->polls = polls;
  say_variables (net, s);
  nodestate_hash (net, s);
  wake_update (net, s);
}

static void suspend_poll (Net *net, StateId s) {
  net->counts.polls++;
  suspend (net, s, (Instant){time_after (net->now.time, net->options.poll_interval), 0}, true);
}

static void want_end (Net *net, NodeState *ns, uint64_t answer) {
  ns->status = NODE_RUNNING;
  ns->polls = false;
  ns->wakes = false;
  ns->vm->looks = 0;
  ns->vm->event_start = ns->vm->instructions;
  want_return (net_vm (net, ns), ns->vm, answer);
}

void node_resume (Net *net, StateId s, uint64_t answer) {
  want_end (net, net_state (net, s), answer);
  node_activate (net, s);
}

/* ---- receiving ---- */

static size_t queue_find (const NodeState *ns, int32_t iface) {
  for (size_t i = 0; i < ns->queue.len; i++)
    if (iface < 0 || ns->queue.data[i].iface == (uint32_t)iface)
      return i;
  return SIZE_MAX;
}

static Waiting queue_take (NodeState *ns, size_t i) {
  Waiting frame = ns->queue.data[i];
  memmove (&ns->queue.data[i], &ns->queue.data[i + 1], (ns->queue.len - i - 1) * sizeof frame);
  ns->queue.len--;
  return frame;
}

/* The program's buffer gets the frame; its whole size. */
static uint64_t buffer_fill (Net *net, NodeState *ns, const Content *c) {
  const Want *want = &ns->vm->want;
  Vm *vm = net_vm (net, ns);
  uint64_t n = c->size < want->length ? c->size : want->length;
  if (!c->exprs)
    memory_write_concrete (vm->space, ns->vm->memory, want->address, c->bytes, n);
  for (uint64_t i = 0; i < n && c->exprs; i++) {
    Slot byte = {.bits = c->bytes[i]};
    if (c->exprs[i] != EXPR_NONE)
      byte = (Slot){.expr = c->exprs[i]};
    state_set_byte (vm, ns->vm, want->address + i, byte);
  }
  return c->size;
}

static bool queue_give (Net *net, StateId s, uint64_t *size) {
  NodeState *ns = net_state (net, s);
  size_t i = queue_find (ns, ns->vm->want.iface);
  if (i == SIZE_MAX)
    return false;
  Waiting frame = queue_take (ns, i);
  *size = buffer_fill (net, ns, frame.content);
  ns->vm->received_at = (int32_t)frame.iface;
  tell_answer (net, s, "received", 0, frame.iface, frame.content);
  content_unref (net, frame.content);
  return true;
}

bool node_receive (Net *net, StateId s) {
  uint64_t size;
  if (!queue_give (net, s, &size))
    return false;
  node_resume (net, s, size);
  return true;
}

/* The program wants a frame: true if it goes on at once. */
static bool want_receive (Net *net, StateId s) {
  NodeState *ns = net_state (net, s);
  Want *want = &ns->vm->want;
  uint64_t size;
  if (queue_give (net, s, &size)) {
    want_return (net_vm (net, ns), ns->vm, size);
    return true;
  }
  if (want->time > net->now.time) {
    suspend (net, s, instant_of (net, want->time), false);
    return false;
  }
  if (++ns->vm->looks <= net->options.max_looks) {
    tell_answer (net, s, "nothing", 0, 0, NULL);
    want_return (net_vm (net, ns), ns->vm, (uint64_t)-1);
    return true;
  }
  suspend_poll (net, s);
  return false;
}

/* ---- stopping ---- */

static void tell_stop (Net *net, StateId s, const char *why) {
  if (!net->options.watch)
    return;
  SdeEvent event = net_event (net, SDE_EVENT_STOP, s);
  event.text = why;
  net_watch (net, &event);
}

void node_halt (Net *net, StateId s, const char *why) {
  NodeState *ns = net_state (net, s);
  say_rest (net, s);
  say_variables (net, s);
  net_touch (net, s);
  ns->status = NODE_HALTED;
  ns->wakes = false;
  net->halted++;
  net->nodes.data[ns->node].ended++;
  nodestate_forget_queue (net, ns);
  nodestate_forget_later (net, ns);
  nodestate_hash (net, s);
  status_free (map_halt (net->map, s));
  tell_stop (net, s, why);
}

static void node_stopped (Net *net, StateId s) {
  State *vm = net_state (net, s)->vm;
  node_halt (net, s, stop_name (vm->stop));
  if (stop_class (vm->stop) == STOP_CLASS_BUG || vm->stop == STOP_HANG)
    error_note (net, s, vm);
}

/* ---- forks ---- */

/* The siblings that a run made become states of the node. */
static void take_forked (Net *net, StateId s) {
  Vm *vm = net_vm (net, net_state (net, s));
  for (size_t i = 0; i < vm->forked.len; i++) {
    State *sibling = vm->forked.data[i];
    if (sibling->note) {
      if (error_note (net, s, sibling))
        vm_noted (vm, sibling);
      state_free (vm, sibling);
      continue;
    }
    StateId child = nodestate_branch (net, s, sibling, 0, "branch");
    if (sibling->stop == STOP_NONE)
      VEC_PUSH (&net->mem, &net->running, child);
    else
      node_stopped (net, child);
  }
  vm->forked.len = 0;
}

/* ---- wants ---- */

static bool too_many_rounds (Net *net, StateId s) {
  NodeState *ns = net_state (net, s);
  if (net->now.round < net->options.max_rounds)
    return false;
  state_stop (net_vm (net, ns), ns->vm, STOP_HANG, "more than %u rounds at one time",
              net->options.max_rounds);
  node_stopped (net, s);
  return true;
}

static void want_maybe (Net *net, StateId s) {
  NodeState *ns = net_state (net, s);
  Text text = {0};
  want_text (net_vm (net, ns), ns->vm, &text);
  failure_maybe (net, s, text_c (net_vm (net, ns)->mem, &text));
  text_free (net_vm (net, ns)->mem, &text);
}

/* Answers what the state wants; true if it goes on at once. */
static bool want (Net *net, StateId s) {
  NodeState *ns = net_state (net, s);
  switch (ns->vm->want.kind) {
  case WANT_SEND:
    if (too_many_rounds (net, s))
      return false;
    node_transmit (net, s);
    take_forked (net, s); /* notes about what was sent */
    return true;
  case WANT_RECEIVE: return want_receive (net, s);
  case WANT_SLEEP:
    if (!too_many_rounds (net, s))
      suspend (net, s, instant_of (net, ns->vm->want.time), false);
    return false;
  case WANT_POLL: suspend_poll (net, s); return false;
  case WANT_MAYBE: want_maybe (net, s); return false;
  case WANT_ALLOCATE: failure_allocate (net, s); return false;
  case WANT_LOG:
    if (say_log (net, s))
      return true;
    node_stopped (net, s);
    return false;
  case WANT_PRINT: say_print (net, s); return true;
  case WANT_NOTHING: break;
  }
  panic ("a state wants nothing");
}

/* ---- running ---- */

/* One run; true: again. */
static bool run_once (Net *net, StateId s) {
  NodeState *ns = net_state (net, s);
  Vm *vm = net_vm (net, ns);
  ns->vm->now = net->now.time;
  net->active = s;
  trace_on (net, s);
  RunResult result = net->run (vm, ns->vm, SLICE);
  take_forked (net, s);
  switch (result) {
  case RUN_STOPPED: node_stopped (net, s); return false;
  case RUN_WANTS: return want (net, s);
  default: return true;
  }
}

static void run_state (Net *net, StateId s) {
  net_touch (net, s);
  net_state (net, s)->status = NODE_RUNNING;
  while (!net_limited (net))
    if (!run_once (net, s))
      break;
  trace_off (net, s);
}

void node_activate (Net *net, StateId s) {
  size_t base = net->running.len;
  VEC_PUSH (&net->mem, &net->running, s);
  while (net->running.len > base && !net->limit)
    run_state (net, VEC_POP (&net->running));
}

static Status boot_inputs (Net *net, NodeState *ns) {
  Status st = STATUS_OK;
  for (size_t i = 0; i < net->inputs.len && status_ok (st); i++) {
    const SdeInput *in = &net->inputs.data[i].spec;
    if (in->kind == SDE_INPUT_VARIABLE && in->node + 1 == ns->node)
      st = state_symbolic_global (net_vm (net, ns), ns->vm, in->variable, in->first,
                                  in->first || in->last ? in->last - in->first + 1 : 0);
  }
  return st;
}

Status node_prepare (Net *net, StateId s) {
  NodeState *ns = net_state (net, s);
  Node *node = &net->nodes.data[ns->node];
  Status st = vm_start_node (net_vm (net, ns), &node->boot, &ns->vm);
  if (status_ok (st))
    st = boot_inputs (net, ns);
  return status_within (st, "%s", node->name);
}

void node_boot (Net *net, StateId s) {
  NodeState *ns = net_state (net, s);
  if (ns->reboots) {
    state_reboot (net_vm (net, ns), ns->vm, &net->nodes.data[ns->node].boot);
    status_free (boot_inputs (net, ns)); /* they were possible the first time */
  }
  ns->vm->event_start = ns->vm->instructions;
  ns->vm->looks = 0;
  if (net->options.watch) {
    SdeEvent event = net_event (net, SDE_EVENT_BOOT, s);
    net_watch (net, &event);
  }
  tell_strings (net, s);
  node_activate (net, s);
}
