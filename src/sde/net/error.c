/* SPDX-License-Identifier: GPL-2.0-only */
/* net/error.c -- bugs, grouped by kind, program and place, each with a scenario in which it happens
 *
 * A bug is one only if some scenario of its state can happen: then it is confirmed.  Where the solver cannot
 * tell, it is listed as unconfirmed; where none can, it is counted as infeasible and not listed.
 */
#include "net/net_impl.h"

#include <string.h>

/* The first of the network's programs that is the same, so that ids change only with the place of the bug. */
static uint64_t program_number (const Net *net, const Program *program) {
  size_t i = 0;
  while (memcmp (net->vms.data[i]->program->identity, program->identity, sizeof program->identity))
    i++;
  return i;
}

static uint64_t error_key (const Net *net, const Program *program, const State *state, const Location *at) {
  const char *name = stop_name (state->stop);
  uint64_t h = hash_pair (hash_bytes (name, strlen (name)), program_number (net, program));
  if (!at->line)
    return hash_pair (h, state->pc);
  const char *file = program->files[at->file], *slash = strrchr (file, '/');
  const char *function = program->strings[at->function];
  file = slash ? slash + 1 : file;
  h = hash_pair (h, hash_bytes (file, strlen (file)));
  h = hash_pair (h, hash_bytes (function, strlen (function)));
  return hash_pair (h, at->line);
}

static char *keep (Net *net, const char *s) { return mem_string (&net->mem, s, strlen (s)); }

/* ---- groups ---- */

/* What the stopped state tells: its node, its place, its stack. */
static void error_describe (Net *net, NetError *e, StateId s, State *stopped) {
  const NodeState *ns = net_state (net, s);
  Vm *vm = net_vm (net, ns);
  Text stack = {0};
  state_trace (vm, stopped, &stack);
  e->state = s;
  e->node = ns->node;
  e->program = vm->program;
  if (!state_place (vm, stopped, &e->location))
    e->location = (Location){0};
  e->message = keep (net, stopped->message ? stopped->message : stop_meaning (stopped->stop));
  e->stack = keep (net, text_c (vm->mem, &stack));
  text_free (vm->mem, &stack);
}

static void error_add (Net *net, StateId s, State *stopped, uint64_t key, const StateId *members,
                       Cond *joint) {
  NetError e = {.key = key, .reason = stopped->stop, .time = net->now.time, .confirmed = joint != NULL};
  error_describe (net, &e, s, stopped);
  if (joint)
    error_case (net, &e, members, joint, joint);
  *table_put (&net->mem, &net->error_index, key) = net->errors.len;
  VEC_PUSH (&net->mem, &net->errors, e);
}

static void error_forget (Net *net, NetError *e) {
  mem_free (&net->mem, e->message, strlen (e->message) + 1);
  mem_free (&net->mem, e->stack, strlen (e->stack) + 1);
  error_case_forget (net, e);
}

/* A scenario that confirms what was not confirmed before takes its place. */
static void error_confirm (Net *net, StateId s, State *stopped, size_t i, const StateId *members,
                           Cond *joint) {
  NetError old = net->errors.data[i];
  net->counts.unconfirmed -= old.states; /* all of them were */
  error_add (net, s, stopped, old.key, members, joint);
  net->errors.data[i] = VEC_POP (&net->errors);
  net->errors.data[i].states = old.states;
  net->errors.data[i].version = old.version + 1;
  *table_put (&net->mem, &net->error_index, old.key) = i;
  error_forget (net, &old);
}

/* Is there a scenario?  Known bugs are asked for once more only while they are not confirmed. */
static void error_judge (Net *net, StateId s, State *stopped, uint64_t key, uint64_t *known) {
  StateId *members = mem_zero (&net->mem, net->nodes.len * sizeof *members);
  Cond *joint, *own = net_state (net, s)->vm->cond;
  net_state (net, s)->vm->cond = stopped->cond; /* a note's condition is narrower than its state's */
  ScenarioFound found = scenario_find (net, s, members, &joint);
  net_state (net, s)->vm->cond = own;
  if (found == SCENARIO_NONE)
    net->counts.infeasible++;
  else if (found == SCENARIO_UNKNOWN)
    net->counts.unconfirmed++;
  if (found != SCENARIO_NONE && !known)
    error_add (net, s, stopped, key, members, joint);
  else if (found == SCENARIO_FOUND)
    error_confirm (net, s, stopped, (size_t)*known, members, joint);
  if (found != SCENARIO_NONE)
    net->errors.data[*table_find (&net->error_index, key)].states++;
  cond_unref (net->solver, joint);
  mem_free (&net->mem, members, net->nodes.len * sizeof *members);
}

static void error_mark (const Net *net, NodeState *ns, uint64_t key) {
  ns->error = key;
  ns->ended = net->now;
  ns->ended_waking = net->waking;
}

bool error_note (Net *net, StateId s, State *stopped) {
  const NodeState *ns = net_state (net, s);
  Vm *vm = net_vm (net, ns);
  Location at = {0};
  if (!state_place (vm, stopped, &at))
    at = (Location){0};
  uint64_t key = error_key (net, vm->program, stopped, &at);
  uint64_t *known = table_find (&net->error_index, key);
  if (stopped == ns->vm)
    error_mark (net, net_state (net, s), key);
  net->counts.bugs++;
  net->nodes.data[ns->node].bugs++;
  if (known && net->errors.data[*known].confirmed)
    net->errors.data[*known].states++;
  else
    error_judge (net, s, stopped, key, known);
  known = table_find (&net->error_index, key);
  if (known && net->recorder)
    net->recorder->error (net->recorder->data, (size_t)*known, s);
  return known && net->errors.data[*known].confirmed;
}

/* ---- another scenario ---- */

/* The order of a round: arrivals, then wake-ups, each by node. */
static bool ended_before (const NodeState *a, const NodeState *b) {
  if (!instant_same (a->ended, b->ended))
    return instant_before (a->ended, b->ended);
  return !a->ended_waking && b->ended_waking;
}

/* The first of the members that stops at the error. */
static StateId first_stopped (const Net *net, const NetError *e, const StateId *members) {
  StateId first = STATE_NONE;
  for (NodeId n = 0; n < net->nodes.len; n++) {
    const NodeState *ns = net_state (net, members[n]);
    if (ns->error == e->key && (first == STATE_NONE || ended_before (ns, net_state (net, first))))
      first = members[n];
  }
  return first;
}

void net_error_replace (Net *net, size_t i, const StateId *members, Cond *joint, Cond *model) {
  NetError *e = &net->errors.data[i];
  StateId s = first_stopped (net, e, members);
  if (s == STATE_NONE)
    return;
  error_forget (net, e);
  error_case (net, e, members, joint, model);
  error_describe (net, e, s, net_state (net, s)->vm);
  e->time = net_state (net, s)->ended.time;
  e->simplest = true;
  e->version++;
}

bool net_error_of_state (const Net *net, size_t i, StateId s) {
  return net_state (net, s)->error == net->errors.data[i].key;
}

void net_error_states (const Net *net, size_t i, StateVec *out, Mem *mem) {
  for (StateId s = 0; s < net->states.len; s++)
    if (net_state (net, s) && net_error_of_state (net, i, s))
      VEC_PUSH (mem, out, s);
}

void net_error_property (Net *net, const NetError *error, const StateId *members, Cond *joint) {
  NetError e = *error;
  e.message = keep (net, error->message);
  e.stack = keep (net, "");
  if (joint)
    error_case (net, &e, members, joint, joint);
  VEC_PUSH (&net->mem, &net->errors, e);
  if (net->recorder)
    net->recorder->error (net->recorder->data, net->errors.len - 1, STATE_NONE);
}

void net_errors_free (Net *net) {
  for (size_t i = 0; i < net->errors.len; i++)
    error_forget (net, &net->errors.data[i]);
  VEC_FREE (&net->mem, &net->errors);
  table_free (&net->mem, &net->error_index);
}
