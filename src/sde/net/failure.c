/* SPDX-License-Identifier: GPL-2.0-only */
/* net/failure.c -- failures that a node decides about by itself
 *
 * A failure is offered in the order in which the script lists them.  Each outcome that is a failure is a
 * child of the state, which weighs one more; the state itself goes on without it.  That nothing failed is recorded
 * too, also where the budget allows nothing else.
 */
#include "net/net_impl.h"

#include <string.h>

bool failure_names (const uint32_t *list, size_t n, NodeId node) {
  for (size_t i = 0; i < n; i++)
    if (list[i] + 1 == node)
      return true;
  return !n;
}

bool failure_open (const Net *net, const SdeFailure *f, const Count *count) {
  if (net->now.time < f->start || (f->end && net->now.time >= f->end))
    return false;
  if (!count)
    return f->budget != 0;
  return (f->every || !count->offered) && (f->budget < 0 || count->taken < f->budget);
}

/* Failures taken in the one scenario of s: with choose and a budget the mapping keeps each by itself. */
static unsigned chosen_weight (Net *net, StateId s) {
  unsigned weight = 0;
  size_t len;
  IdVec dstates = {0};
  map_dstates (net->map, s, &dstates, &net->mem);
  for (NodeId n = 0; n < net->nodes.len; n++)
    weight += net_state (net, map_group (net->map, dstates.data[0], n, &len)[0])->weight;
  VEC_FREE (&net->mem, &dstates);
  return weight;
}

bool failure_bears (Net *net, StateId s) {
  if (!net->options.choose)
    return map_bears (net->map, s, net_state (net, s)->weight + 1u);
  return net->options.budget < 0 || chosen_weight (net, s) < (unsigned)net->options.budget;
}

void failure_chosen (Net *net, StateId s) {
  if (net->options.budget >= 0)
    net_state (net, s)->weight++;
}

static bool triggers (const SdeFailure *f, Trigger trigger, const char *maybe) {
  switch (f->kind) {
  case SDE_FAILURE_DROP:
  case SDE_FAILURE_DUPLICATE:
  case SDE_FAILURE_DELAY:
  case SDE_FAILURE_CORRUPT: return trigger == TRIGGER_ARRIVAL;
  case SDE_FAILURE_CRASH:
  case SDE_FAILURE_REBOOT:
  case SDE_FAILURE_OUTAGE: return trigger == TRIGGER_ARRIVAL || trigger == TRIGGER_WAKE;
  case SDE_FAILURE_ALLOCATION: return trigger == TRIGGER_ALLOCATE;
  case SDE_FAILURE_MAYBE: return trigger == TRIGGER_MAYBE && (!*f->name || !strcmp (f->name, maybe));
  default: return false;
  }
}

/* Something that may go wrong now: a frame, a wake-up, an allocation, a question of the program. */
typedef struct Offer {
  Trigger trigger;
  Waiting frame;
  const char *maybe;
} Offer;

static bool applies (const Net *net, const NodeState *ns, size_t i, const Offer *offer) {
  const SdeFailure *f = &net->failures.data[i].spec;
  if (!triggers (f, offer->trigger, offer->maybe) || !failure_names (f->nodes, f->nnodes, ns->node))
    return false;
  if (offer->trigger == TRIGGER_ARRIVAL && !failure_names (f->peers, f->npeers, offer->frame.from))
    return false;
  if (f->kind == SDE_FAILURE_CORRUPT && f->first >= offer->frame.content->size)
    return false;
  if (f->kind == SDE_FAILURE_OUTAGE && net->now.time < ns->deaf_until)
    return false;
  return failure_open (net, f, ns->counts ? &ns->counts[i] : NULL);
}

/* ---- names ---- */

static void name_place (Net *net, const NodeState *ns, const Offer *offer) {
  const char *node = net->nodes.data[ns->node].name;
  if (offer->trigger == TRIGGER_ARRIVAL)
    text_printf (&net->mem, &net->line, "[%s, frame %u from %s]", node, ns->received,
                 net->nodes.data[offer->frame.from].name);
  else {
    text_printf (&net->mem, &net->line, "[%s,", node);
    nodestate_instant (net);
    text_add (&net->mem, &net->line, "]");
  }
}

/* "drop[node 7, frame 2 from node 8]", the same on every path that is offered it. */
static char *offer_name (Net *net, const NodeState *ns, const char *what, const Offer *offer) {
  net->line.len = 0;
  text_add (&net->mem, &net->line, what);
  name_place (net, ns, offer);
  return nodestate_name (net, ns);
}

/* ---- outcomes ---- */

static void take_later (Net *net, NodeState *ns, const Waiting *frame, int64_t delay) {
  Waiting later = *frame;
  content_ref (later.content);
  later.at =
      delay ? (Instant){time_after (net->now.time, delay), 0} : (Instant){net->now.time, net->now.round + 1};
  VEC_PUSH (&net->mem, &ns->later, later);
}

static void take_corrupt (Net *net, StateId s, const SdeFailure *f, Offer *offer, const char *name) {
  NodeState *ns = net_state (net, s);
  Content *content = offer->frame.content;
  uint32_t most = content->size - f->first, size = !f->size || f->size > most ? most : f->size;
  offer->frame.content = content_with_input (net, ns, content, f->first, size, name);
  content_unref (net, content);
}

static void take_reboot (Net *net, StateId s, int64_t delay) {
  NodeState *ns = net_state (net, s);
  nodestate_forget_queue (net, ns);
  say_rest (net, s);
  ns->status = NODE_OFF;
  ns->polls = false;
  ns->reboots++;
  ns->boot_at = time_after (net->now.time, delay);
  wake_update (net, s);
}

/* The outcome takes effect; true: the matter goes on for this state. */
static bool take (Net *net, StateId s, const SdeFailure *f, unsigned outcome, Offer *offer,
                  const char *name) {
  NodeState *ns = net_state (net, s);
  switch (f->kind) {
  case SDE_FAILURE_DROP: arrival_drop (net, s, &offer->frame, "drop"); return false;
  case SDE_FAILURE_DELAY: take_later (net, ns, &offer->frame, f->delays[outcome - 1]); break;
  case SDE_FAILURE_DUPLICATE:
    take_later (net, ns, &offer->frame, f->duration);
    wake_update (net, s);
    return true;
  case SDE_FAILURE_CORRUPT: take_corrupt (net, s, f, offer, name); return true;
  case SDE_FAILURE_CRASH: node_halt (net, s, "crash"); return false;
  case SDE_FAILURE_REBOOT: take_reboot (net, s, f->duration); return false;
  case SDE_FAILURE_OUTAGE:
    ns->deaf_until = time_after (net->now.time, f->duration);
    if (offer->trigger == TRIGGER_WAKE)
      return true;
    arrival_drop (net, s, &offer->frame, "outage");
    return false;
  default: return true;
  }
  wake_update (net, s);
  return false;
}

static unsigned outcomes_of (const SdeFailure *f) {
  return f->kind == SDE_FAILURE_DELAY ? (unsigned)f->ndelays + 1 : 2;
}

static Count *count_of (Net *net, NodeState *ns, size_t i) {
  if (!ns->counts)
    ns->counts = mem_zero (&net->mem, net->failures.len * sizeof *ns->counts);
  return &ns->counts[i];
}

/* ---- offering ---- */

static void offer_on (Net *net, StateId s, size_t i, Offer *offer, unsigned answer);

/* The matter is settled for this state: nothing more goes wrong. */
static void offer_end (Net *net, StateId s, Offer *offer, unsigned answer) {
  NodeState *ns = net_state (net, s);
  switch (offer->trigger) {
  case TRIGGER_ARRIVAL: arrival_take (net, s, &offer->frame); break;
  case TRIGGER_WAKE: wake_program (net, s); break;
  case TRIGGER_MAYBE:
    tell_answer (net, s, "maybe", answer, 0, NULL);
    want_return (net_vm (net, ns), ns->vm, answer);
    break;
  case TRIGGER_ALLOCATE:
    tell_answer (net, s, answer ? "refused" : "allowed", 0, 0, NULL);
    if (answer)
      want_return (net_vm (net, ns), ns->vm, 0);
    else
      want_allow (ns->vm);
    break;
  }
  if (offer->trigger == TRIGGER_MAYBE || offer->trigger == TRIGGER_ALLOCATE)
    VEC_PUSH (&net->mem, &net->running, s);
}

/* State s takes a failing outcome and goes on from there. */
static void offer_taken (Net *net, StateId s, size_t i, unsigned outcome, const Offer *offer,
                         const char *name) {
  Failure *f = &net->failures.data[i];
  Offer own = *offer;
  if (own.frame.content)
    content_ref (own.frame.content);
  count_of (net, net_state (net, s), i)->taken++;
  f->taken++;
  nodestate_decide (net, s, name, outcome);
  if (take (net, s, &f->spec, outcome, &own, name))
    offer_on (net, s, i + 1, &own, 1);
  else
    nodestate_hash (net, s);
  content_unref (net, own.frame.content);
}

/* With choose: one outcome alone; true: it was a failure, and s is taken care of. */
static bool offer_chosen (Net *net, StateId s, size_t i, const Offer *offer, const char *name, bool bears) {
  unsigned outcomes = outcomes_of (&net->failures.data[i].spec);
  unsigned outcome = bears ? net->options.choose (net->options.choose_data, name, outcomes) : 0;
  if (!outcome || outcome >= outcomes)
    return false;
  failure_chosen (net, s);
  offer_taken (net, s, i, outcome, offer, name);
  return true;
}

/* Offers failure i to s; true: s is taken care of. */
static bool offer_one (Net *net, StateId s, size_t i, const Offer *offer) {
  Failure *f = &net->failures.data[i];
  const char *what = f->spec.kind == SDE_FAILURE_MAYBE ? offer->maybe : f->spec.name;
  char *name = offer_name (net, net_state (net, s), what, offer);
  bool bears = failure_bears (net, s), taken = false;
  count_of (net, net_state (net, s), i)->offered++;
  f->offered++;
  if (net->options.choose)
    taken = offer_chosen (net, s, i, offer, name, bears);
  else
    for (unsigned o = 1; bears && o < outcomes_of (&f->spec); o++)
      offer_taken (net, nodestate_branch (net, s, NULL, 1, f->spec.name), i, o, offer, name);
  if (!taken)
    nodestate_decide (net, s, name, 0);
  mem_free (&net->mem, name, strlen (name) + 1);
  return taken;
}

static void offer_on (Net *net, StateId s, size_t i, Offer *offer, unsigned answer) {
  bool once = offer->trigger == TRIGGER_MAYBE || offer->trigger == TRIGGER_ALLOCATE;
  for (; i < net->failures.len && !(once && answer); i++)
    if (applies (net, net_state (net, s), i, offer) && (offer_one (net, s, i, offer) || net->limit))
      return;
  offer_end (net, s, offer, answer);
}

void failure_arrival (Net *net, StateId s, Waiting *frame) {
  Offer offer = {TRIGGER_ARRIVAL, *frame, NULL};
  content_ref (offer.frame.content);
  offer_on (net, s, 0, &offer, 0);
  content_unref (net, offer.frame.content);
}

void failure_wake (Net *net, StateId s) { offer_on (net, s, 0, &(Offer){.trigger = TRIGGER_WAKE}, 0); }

void failure_allocate (Net *net, StateId s) {
  offer_on (net, s, 0, &(Offer){.trigger = TRIGGER_ALLOCATE}, 0);
}

static bool maybe_listed (const Net *net, const char *name) {
  for (size_t i = 0; i < net->failures.len; i++)
    if (triggers (&net->failures.data[i].spec, TRIGGER_MAYBE, name))
      return true;
  return false;
}

static Failure *question_of (Net *net, const char *name) {
  for (size_t i = 0; i < net->questions.len; i++)
    if (!strcmp (net->questions.data[i].spec.name, name))
      return &net->questions.data[i];
  Failure question = {.spec = {.kind = SDE_FAILURE_MAYBE, .every = true, .budget = -1}};
  question.spec.name = mem_string (&net->mem, name, strlen (name));
  VEC_PUSH (&net->mem, &net->questions, question);
  return &VEC_LAST (&net->questions);
}

/* A question that no failure of the script restricts: both answers, each time. */
static void maybe_free (Net *net, StateId s, Offer *offer) {
  char *name = offer_name (net, net_state (net, s), offer->maybe, offer);
  bool bears = failure_bears (net, s), yes = false;
  Failure *question = question_of (net, offer->maybe);
  question->offered++;
  if (net->options.choose)
    yes = bears && net->options.choose (net->options.choose_data, name, 2) != 0;
  else if (bears) {
    StateId child = nodestate_branch (net, s, NULL, 1, "maybe");
    nodestate_decide (net, child, name, 1);
    offer_end (net, child, offer, 1);
  }
  question->taken += net->options.choose ? yes : bears;
  if (yes)
    failure_chosen (net, s);
  nodestate_decide (net, s, name, yes);
  offer_end (net, s, offer, yes);
  mem_free (&net->mem, name, strlen (name) + 1);
}

void failure_maybe (Net *net, StateId s, const char *name) {
  Offer offer = {.trigger = TRIGGER_MAYBE, .maybe = name};
  if (maybe_listed (net, name))
    offer_on (net, s, 0, &offer, 0);
  else
    maybe_free (net, s, &offer);
}
