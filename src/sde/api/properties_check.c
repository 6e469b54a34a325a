/* SPDX-License-Identifier: GPL-2.0-only */
/* api/properties_check.c -- which properties are violated in scenarios that can happen */
#include "api/properties_impl.h"
#include "net/joint.h"

#include <stdlib.h>
#include <string.h>

typedef struct Checking {
  SdeNetwork *network;
  Properties *p;
  size_t property, goal;
  PropInstant at;
  PropWorld world;
  const PropScenarios *wanted;
  uint32_t *place; /* by node: its place in wanted, or UINT32_MAX */
} Checking;

/* ---- the world as prop sees it ---- */

static const uint32_t *world_group (void *data, uint32_t dstate, uint32_t node, size_t *len) {
  const Checking *c = data;
  const Net *net = c->network->net;
  NodeId mapped = node == net_nodes (net) ? 0 : node + 1;
  return map_group (net_mapping (net), dstate, mapped, len);
}

static uint32_t local_now (void *data, uint32_t s) {
  const Checking *c = data;
  NetLook look = net_look (c->network->net, s);
  return look.cut ? PROP_NONE : properties_valuation (c->p, net_local (c->network->net, s));
}

static uint32_t local_history (void *data, uint32_t s) {
  const Checking *c = data;
  NetLook look = net_look (c->network->net, s);
  return look.cut ? PROP_NONE : net_local (c->network->net, s);
}

static uint32_t local_end (void *data, uint32_t s) {
  const Checking *c = data;
  NetLook look = net_look (c->network->net, s);
  return look.cut ? PROP_NONE
                  : props_end (c->p->props, net_local (c->network->net, s), look.failed, look.horizon);
}

static void world_make (Checking *c) {
  bool ends = props_info (c->p->props, c->property).kind == PROP_WITHIN;
  bool now = props_momentary (c->p->props, c->property, c->goal);
  c->world = (PropWorld){world_group, now ? local_now : ends ? local_end : local_history, c};
}

/* ---- a scenario that can happen ---- */

static bool is_among (const uint32_t *list, size_t n, uint32_t x) {
  for (size_t from = 0, to = n; from < to;) {
    size_t middle = from + (to - from) / 2;
    if (list[middle] == x)
      return true;
    if (list[middle] < x)
      from = middle + 1;
    else
      to = middle;
  }
  return false;
}

static bool is_allowed (void *data, StateId s) {
  Checking *c = data;
  NetLook look = net_look (c->network->net, s);
  uint32_t place = c->place[look.node];
  if (place == UINT32_MAX)
    return !look.cut;
  const size_t *from = &c->wanted->locals[place];
  return is_among (c->wanted->list + from[0], from[1] - from[0], c->world.local (c, s));
}

/* *first becomes the condition, NULL if it says nothing. */
static Answer first_condition (Solver *solver, Expr e, Cond **first) {
  *first = NULL;
  if (expr_is_true (solver_pool (solver), e))
    return ANSWER_YES;
  *first = cond_new (solver);
  return solver_assume (solver, first, e);
}

static void error_of (Checking *c, const JointAnswer *answer);

static PropAnswer joint_try (Checking *c, const PropScenarios *wanted) {
  Scenarios from = net_scenarios (c->network->net);
  Cond *first;
  c->wanted = wanted;
  Answer possible = first_condition (from.solver, wanted->condition, &first);
  JointAsk ask = {.from = &from,
                  .mem = &c->p->mem,
                  .dstates = &wanted->dstate,
                  .ndstates = 1,
                  .allowed = is_allowed,
                  .data = c,
                  .first = first};
  PropAnswer result = possible == ANSWER_NO ? PROP_NO : PROP_UNKNOWN;
  if (possible == ANSWER_YES) {
    JointAnswer answer = joint_search (&ask);
    result = answer.found == JOINT_FOUND ? PROP_YES : answer.found == JOINT_NONE ? PROP_NO : PROP_UNKNOWN;
    if (answer.found == JOINT_FOUND && props_goal_kind (c->p->props, c->property, c->goal) == PROP_GOAL_MAIN)
      error_of (c, &answer);
    joint_forget (&ask, &answer);
  }
  cond_unref (from.solver, first);
  return result;
}

static PropAnswer try_scenarios (void *data, const PropScenarios *wanted) {
  Checking *c = data;
  size_t nodes = net_nodes (c->network->net) + 1;
  c->place = mem_new (&c->p->mem, nodes * sizeof *c->place);
  for (size_t i = 0; i < nodes; i++)
    c->place[i] = UINT32_MAX;
  for (size_t i = 0; i < wanted->n; i++)
    c->place[wanted->nodes[i]] = (uint32_t)i;
  PropAnswer answer = joint_try (c, wanted);
  mem_free (&c->p->mem, c->place, nodes * sizeof *c->place);
  return answer;
}

/* ---- errors ---- */

static void say_violated (Mem *mem, const PropInfo *info, Text *out) {
  double seconds = (double)info->time / 1e9;
  text_printf (mem, out, "\"%s\": %s ", info->name, info->text);
  switch (info->kind) {
  case PROP_ALWAYS: text_add (mem, out, "is false"); break;
  case PROP_NEVER: text_add (mem, out, "is true"); break;
  case PROP_SOMETIMES: text_add (mem, out, "is true in no scenario"); break;
  case PROP_EVENTUALLY: text_printf (mem, out, "has not been true until %.9g s", seconds); break;
  default: text_printf (mem, out, "is false %.9g s after the last failure, or later", seconds);
  }
}

static uint64_t key_of (const PropInfo *info) {
  const char *kind = prop_kind_text (info->kind);
  return hash_pair (hash_bytes (kind, strlen (kind)), hash_bytes (info->name, strlen (info->name)));
}

static void error_list (SdeNetwork *n, size_t property, int64_t time, const StateId *members, Cond *joint) {
  Properties *p = n->properties;
  PropInfo info = props_info (p->props, property);
  Text text = {0};
  say_violated (&p->mem, &info, &text);
  NetError e = {.key = key_of (&info),
                .kind = prop_kind_text (info.kind),
                .property = property,
                .time = time,
                .message = (char *)text_c (&p->mem, &text),
                .confirmed = true,
                .state = STATE_NONE};
  p->found.data[property].error = net_error_count (n->net);
  net_error_property (n->net, &e, members, joint);
  text_free (&p->mem, &text);
}

static void error_of (Checking *c, const JointAnswer *answer) {
  if (props_info (c->p->props, c->property).kind == PROP_SOMETIMES)
    c->p->found.data[c->property].reached = true;
  else
    error_list (c->network, c->property, c->at.time, answer->members, answer->cond);
}

/* ---- checking ---- */

/* One goal in the dstates of the list. */
static void check_goal (SdeNetwork *n, size_t property, size_t goal, PropInstant at, const IdVec *dstates) {
  Properties *p = n->properties;
  Checking c = {.network = n, .p = p, .property = property, .goal = goal, .at = at};
  world_make (&c);
  props_refresh (p->props);
  for (size_t i = 0; i < dstates->len && props_open (p->props, property, goal); i++) {
    PropAnswer answer =
        props_check (p->props, property, goal, &c.world, dstates->data[i], at, try_scenarios, &c);
    if (answer == PROP_UNKNOWN && props_goal_kind (p->props, property, goal) == PROP_GOAL_MAIN)
      p->found.data[property].unknown = "the solver could not decide whether a scenario can happen";
  }
  if (props_goal_kind (p->props, property, goal) == PROP_GOAL_MAIN && !props_open (p->props, property, goal))
    p->found.data[property].unknown = NULL;
}

static int by_number (const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static void sort_unique (IdVec *v) {
  size_t kept = 0;
  if (v->len > 1)
    qsort (v->data, v->len, sizeof *v->data, by_number);
  for (size_t i = 0; i < v->len; i++)
    if (!i || v->data[i] != v->data[i - 1])
      v->data[kept++] = v->data[i];
  v->len = kept;
}

/* The dstates with a changed state of a node that the property reads; at the first instant all. */
static void dstates_changed (SdeNetwork *n, size_t property, size_t goal) {
  Properties *p = n->properties;
  const Mapping *map = net_mapping (n->net);
  p->dstates.len = 0;
  if (!p->looked)
    map_dstates (map, STATE_NONE, &p->dstates, &p->mem);
  for (size_t i = 0; i < p->changed.len && p->looked; i++)
    if (props_reads_node (p->props, property, goal, net_look (n->net, p->changed.data[i]).node))
      map_dstates (map, p->changed.data[i], &p->dstates, &p->mem);
  sort_unique (&p->dstates);
}

void properties_check (SdeNetwork *n, PropInstant at) {
  Properties *p = n->properties;
  for (size_t i = 0; i < props_count (p->props); i++)
    for (size_t g = 0; g < props_goals (p->props, i); g++) {
      if (!props_open (p->props, i, g) || !props_momentary (p->props, i, g))
        continue;
      dstates_changed (n, i, g);
      if (!p->dstates.len)
        continue;
      if (props_goal_kind (p->props, i, g) == PROP_GOAL_MAIN)
        props_looked (p->props, i);
      check_goal (n, i, g, at, &p->dstates);
    }
  p->looked = true;
}

/* Goals that are asked once, in all scenarios. */
static void check_all (SdeNetwork *n, size_t property, int64_t time) {
  Properties *p = n->properties;
  p->found.data[property].judged = true;
  p->dstates.len = 0;
  map_dstates (net_mapping (n->net), STATE_NONE, &p->dstates, &p->mem);
  props_looked (p->props, property);
  for (size_t g = 0; g < props_goals (p->props, property); g++)
    if (props_open (p->props, property, g) && !props_momentary (p->props, property, g))
      check_goal (n, property, g, (PropInstant){time, UINT32_MAX}, &p->dstates);
}

void properties_due (SdeNetwork *n, int64_t time) {
  Properties *p = n->properties;
  for (size_t i = 0; i < props_count (p->props); i++) {
    PropInfo info = props_info (p->props, i);
    if (info.kind == PROP_EVENTUALLY && info.time < time && !p->found.data[i].judged)
      check_all (n, i, info.time);
  }
}

/* Is everything known up to this time, in all scenarios? */
static bool known_until (SdeNetwork *n, int64_t time) {
  size_t states = net_states (n->net);
  for (StateId s = 0; s < states; s++)
    if (net_alive (n->net, s) && net_look (n->net, s).horizon < time)
      return false;
  return true;
}

static void end_timed (SdeNetwork *n, size_t i, const PropInfo *info, bool limited) {
  Finding *f = &n->properties->found.data[i];
  uint32_t round;
  int64_t now = net_time (n->net, &round);
  if (f->judged || f->error != SIZE_MAX)
    return;
  if (limited)
    f->unknown = "a limit ended the run before its time";
  else if (info->kind == PROP_EVENTUALLY && !known_until (n, info->time))
    f->unknown = "the run ended before its time";
  else
    check_all (n, i, info->kind == PROP_EVENTUALLY ? info->time : now);
}

/* What no scenario reaches is an error when all were explored. */
static void end_sometimes (SdeNetwork *n, size_t i) {
  SdeNetworkStats stats;
  Finding *f = &n->properties->found.data[i];
  if (f->reached)
    return;
  net_stats (n->net, &stats);
  if (stats.exhaustive && !f->unknown)
    error_list (n, i, stats.time, NULL, NULL);
  else if (!f->unknown)
    f->unknown = "no scenario that was explored reaches it";
}

void properties_end (SdeNetwork *n) {
  Properties *p = n->properties;
  bool limited = net_limited (n->net);
  for (size_t i = 0; i < props_count (p->props); i++) {
    PropInfo info = props_info (p->props, i);
    if (prop_kind_timed (info.kind))
      end_timed (n, i, &info, limited);
  }
  for (size_t i = 0; i < props_count (p->props); i++)
    if (props_info (p->props, i).kind == PROP_SOMETIMES)
      end_sometimes (n, i);
}
