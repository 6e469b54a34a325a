/* SPDX-License-Identifier: GPL-2.0-only */
/* map/sds_arrive.c -- a frame arrives: super dstates
 *
 * In steps: cut the groups of the senders' node; plan each dstate that holds one
 * of them and that the frame concerns; decide which targets receive and which of
 * them must also live on without the frame; fork those, once each; make the new
 * groups, equal ones once; carry the plans out; bury what is left in no scenario.
 *
 * A copy receives, the original lives on: so nothing changes where the frame
 * does not arrive.  No step looks at a node without a condition other than dest.
 *
 * With a budget a state may be listed in a group without counting there: its
 * weight and the least weights of the other nodes exceed the budget.  It will
 * never count there again, since least weights only grow, so it is neither
 * sender, rival nor target, and stays where it is until the group goes.
 */
#include "map/sds_impl.h"

#include <stdlib.h>

static uint64_t least_of (uint64_t a, uint64_t b) { return a < b ? a : b; }

/* ---- cuts ---- */

/* The cut of group g, made on first use; counts nothing yet. */
static Cut *cut_of (Mapping *map, uint32_t g) {
  Sds *sds = map->u.sds;
  Group *group = sds_group_at (sds, g);
  if (!group->memo) {
    VEC_PUSH (&map->mem, &sds->cuts,
              ((Cut){.group = g, .inside_least = WEIGHT_NONE, .outside_least = WEIGHT_NONE}));
    group->memo = (uint32_t)sds->cuts.len;
  }
  return &sds->cuts.data[group->memo - 1];
}

static void cut_enter (const Mapping *map, Cut *cut, StateId s) {
  cut->inside++;
  cut->inside_least = least_of (cut->inside_least, map_weight (map, s));
}

/* What is outside, once the inside has been counted. */
static void cut_finish (const Mapping *map, Cut *cut) {
  Sds *sds = map->u.sds;
  Group *g = sds_group_at (sds, cut->group);
  cut->outside = g->len - cut->inside;
  if (cut->outside && !map->has_budget)
    cut->outside_least = 0;
  for (uint32_t i = 0; map->has_budget && i < g->len; i++)
    if (map_state (map, group_members (g)[i])->mark != sds->mark)
      cut->outside_least = least_of (cut->outside_least, map_weight (map, group_members (g)[i]));
}

/* Cuts every group of the first condition's states; lists their inside states one group after the other. */
static void cut_senders (Mapping *map, const MapCondition *c) {
  Sds *sds = map->u.sds;
  for (size_t i = 0; i < c->len; i++) {
    if (map_state (map, c->states[i])->mark == sds->mark)
      continue;
    map_state (map, c->states[i])->mark = sds->mark;
    VEC_PUSH (&map->mem, &sds->scratch, c->states[i]);
    for (GroupWalk w = group_first (map, c->states[i]); w.group; w = group_next (sds, w))
      cut_enter (map, cut_of (map, w.group), c->states[i]);
  }
  uint32_t total = 0;
  for (size_t i = 0; i < sds->cuts.len; i++) {
    cut_finish (map, &sds->cuts.data[i]);
    sds->cuts.data[i].first = total;
    total += sds->cuts.data[i].inside;
    sds->cuts.data[i].inside = 0;
  }
  VEC_RESERVE (&map->mem, &sds->inside, total);
  for (size_t i = 0; i < sds->scratch.len; i++)
    for (GroupWalk w = group_first (map, sds->scratch.data[i]); w.group; w = group_next (sds, w)) {
      Cut *cut = cut_of (map, w.group);
      sds->inside.data[cut->first + cut->inside++] = sds->scratch.data[i];
    }
  sds->inside.len = total;
  sds->scratch.len = 0;
}

/* The cut of a group of a further condition. */
static uint32_t cut_further (Mapping *map, uint32_t g) {
  Sds *sds = map->u.sds;
  if (!sds_group_at (sds, g)->memo) {
    Cut *cut = cut_of (map, g);
    Group *group = sds_group_at (sds, g);
    cut->first = (uint32_t)sds->inside.len;
    cut->keep = true;
    for (uint32_t i = 0; i < group->len; i++)
      if (map_state (map, group_members (group)[i])->mark == sds->mark) {
        cut_enter (map, cut, group_members (group)[i]);
        VEC_PUSH (&map->mem, &sds->inside, group_members (group)[i]);
      }
    cut_finish (map, cut);
  }
  return sds_group_at (sds, g)->memo - 1;
}

/* ---- takes and targets ---- */

static Target *target_of (Mapping *map, StateId t) {
  Sds *sds = map->u.sds;
  MapState *state = map_state (map, t);
  if (state->mark < sds->first_target || state->mark - sds->first_target >= sds->targets.len) {
    MapAnswer answer = map_halted (map, t) ? MAP_IGNORE : map->client.accept (map->client.data, t);
    map_state (map, t)->mark = sds->first_target + (uint32_t)sds->targets.len;
    VEC_PUSH (&map->mem, &sds->targets, ((Target){t, t, answer, false}));
    return &VEC_LAST (&sds->targets);
  }
  return &sds->targets.data[state->mark - sds->first_target];
}

static uint32_t take_of (Mapping *map, uint32_t g) {
  Sds *sds = map->u.sds;
  Group *group = sds_group_at (sds, g);
  if (!group->memo) {
    Take take = {.group = g, .wants_least = WEIGHT_NONE, .with = -1, .rest = -1};
    VEC_PUSH (&map->mem, &sds->takes, take);
    group->memo = (uint32_t)sds->takes.len;
  }
  return group->memo - 1;
}

/* Asks every state of the group what it does with the frame. */
static void take_ask (Mapping *map, Take *take) {
  Sds *sds = map->u.sds;
  if (take->asked)
    return;
  take->asked = true;
  for (uint32_t i = 0; i < sds_group_at (sds, take->group)->len; i++) {
    StateId t = group_members (sds_group_at (sds, take->group))[i];
    MapAnswer answer = target_of (map, t)->answer;
    if (answer != MAP_IGNORE)
      take->wants_least = least_of (take->wants_least, map_weight (map, t));
    take->contradicted |= answer == MAP_CONTRADICT;
  }
}

/* ---- plans ---- */

/* The greatest weight a state of this group may have in a part whose least weight is least; negative: none. */
static int64_t slack_of (const Mapping *map, uint32_t g, uint64_t least) {
  return (int64_t)map->budget - (int64_t)least + sds_group_at (map->u.sds, g)->least;
}

static bool part_exists (const Mapping *map, uint64_t least) {
  return least <= map->budget && least < WEIGHT_NONE;
}

/* Fills in the parts into which the conditions cut a dstate; false when no scenario of it meets them all. */
static bool plan_parts (Mapping *map, Plan *plan, const Arrival *a) {
  Sds *sds = map->u.sds;
  plan->with = dstate_least (sds, plan->dstate);
  for (size_t i = 0; i < a->n; i++) {
    uint32_t g = dstate_get (sds, plan->dstate, a->conditions[i].node);
    plan->cut[i] = i ? cut_further (map, g) : sds_group_at (sds, g)->memo - 1;
    const Cut *cut = &sds->cuts.data[plan->cut[i]];
    uint64_t others = plan->with - sds_group_at (sds, g)->least;
    if (!cut->inside)
      return false;
    plan->without[i] = others + cut->outside_least;
    plan->with = others + cut->inside_least;
  }
  return part_exists (map, plan->with);
}

/* Plans a dstate that holds senders; false when the frame does not concern it. */
static bool plan_make (Mapping *map, uint32_t d, const Arrival *a) {
  Sds *sds = map->u.sds;
  Plan plan = {.dstate = d};
  if (!plan_parts (map, &plan, a))
    return false;
  plan.take = take_of (map, dstate_get (sds, d, a->dest));
  Take *take = &sds->takes.data[plan.take];
  take_ask (map, take);
  int64_t slack = slack_of (map, take->group, plan.with);
  if ((int64_t)take->wants_least > slack)
    return false;
  take->used = true;
  take->with = slack > take->with ? slack : take->with;
  for (size_t i = 0; i < a->n; i++)
    if (part_exists (map, plan.without[i])) {
      int64_t rest = slack_of (map, take->group, plan.without[i]);
      take->rest = rest > take->rest ? rest : take->rest;
    }
  VEC_PUSH (&map->mem, &sds->plans, plan);
  sds_dstate_at (sds, d)->plan = (uint32_t)sds->plans.len;
  return true;
}

static void plan_all (Mapping *map, const Arrival *a) {
  Sds *sds = map->u.sds;
  size_t senders = sds->cuts.len;
  for (size_t i = 0; i < senders; i++) {
    sds->holders.len = 0;
    holders_list (map, sds->cuts.data[i].group, &sds->holders, &map->mem);
    for (size_t j = 0; j < sds->holders.len; j++)
      if (!plan_make (map, sds->holders.data[j], a))
        sds->cuts.data[i].keep = true;
  }
}

/* ---- which targets receive, and which are forked ---- */

/* Learns what weight a state of the group may have in dstates without the frame, as far as needed. */
static void take_walk (Mapping *map, uint32_t index) {
  Sds *sds = map->u.sds;
  uint32_t g = sds->takes.data[index].group;
  if (sds->takes.data[index].walked || sds->takes.data[index].rest >= sds_group_at (sds, g)->most)
    return;
  sds->takes.data[index].walked = true;
  HolderWalk w = holders_begin (sds, g);
  int64_t rest = sds->takes.data[index].rest;
  for (uint32_t d; (d = holders_next (map, &w));) {
    /* What the planned dstates contribute is known already. */
    if (sds_dstate_at (sds, d)->plan)
      continue;
    int64_t slack = slack_of (map, g, dstate_least (sds, d));
    rest = slack > rest ? slack : rest;
    if (rest >= sds_group_at (sds, g)->most && holders_dense (&w))
      break;
  }
  sds->takes.data[index].rest = rest;
}

/* Is there a scenario of t that the frame does not reach? */
static bool target_stays (Mapping *map, StateId t) {
  Sds *sds = map->u.sds;
  for (GroupWalk w = group_first (map, t); w.group; w = group_next (sds, w)) {
    uint32_t take = take_of (map, w.group);
    take_walk (map, take);
    if (sds->takes.data[take].rest >= (int64_t)map_weight (map, t))
      return true;
  }
  return false;
}

static void targets_choose (Mapping *map) {
  Sds *sds = map->u.sds;
  size_t asked = sds->takes.len;
  for (size_t i = 0; i < asked; i++)
    for (uint32_t j = 0; sds->takes.data[i].used && j < sds_group_at (sds, sds->takes.data[i].group)->len;
         j++) {
      Target *t = target_of (map, group_members (sds_group_at (sds, sds->takes.data[i].group))[j]);
      if (t->answer == MAP_RECEIVE && (int64_t)map_weight (map, t->state) <= sds->takes.data[i].with)
        t->receives = true;
    }
}

/* Forks, in ascending order, the receiving targets that also live on without the frame. */
static void targets_fork (Mapping *map) {
  Sds *sds = map->u.sds;
  sds->scratch.len = 0;
  for (size_t i = 0; i < sds->targets.len; i++)
    if (sds->targets.data[i].receives)
      VEC_PUSH (&map->mem, &sds->scratch, sds->targets.data[i].state);
  states_sort (sds->scratch.data, sds->scratch.len);
  for (size_t i = 0; i < sds->scratch.len; i++) {
    StateId t = sds->scratch.data[i];
    if (target_stays (map, t))
      target_of (map, t)->twin = map_fork (map, t, &map->stats.forks_target);
    VEC_PUSH (&map->mem, &map->receivers, target_of (map, t)->twin);
  }
}

/* ---- new groups ---- */

static bool group_equals (const Mapping *map, uint32_t g, const StateVec *states) {
  bool equal = sds_group_at (map->u.sds, g)->len == states->len;
  for (size_t i = 0; i < states->len && equal; i++)
    equal = group_has (map, g, states->data[i]);
  return equal;
}

/* The group of the states in scratch: one that this arrival made or left unchanged, or a new one; 0 when empty. */
static uint32_t group_intern (Mapping *map) {
  Sds *sds = map->u.sds;
  if (!sds->scratch.len)
    return 0;
  uint64_t key = group_key (sds->scratch.data, sds->scratch.len);
  uint64_t *place = table_put (&map->mem, &sds->intern, key);
  if (*place && group_equals (map, (uint32_t)*place, &sds->scratch))
    return (uint32_t)*place;
  uint32_t g = group_new (map, sds->scratch.data, sds->scratch.len);
  if (!*place) {
    *place = g;
    VEC_PUSH (&map->mem, &sds->fresh, g);
  }
  return g;
}

/* Group g stays as it is: an equal one need not be made. */
static void group_offer (Mapping *map, uint32_t g) {
  Sds *sds = map->u.sds;
  uint64_t *place = table_put (&map->mem, &sds->intern, sds_group_at (sds, g)->key);
  if (!*place) {
    *place = g;
    VEC_PUSH (&map->mem, &sds->fresh, g);
  }
}

/* The group after the frame; false when it is the same. */
static bool take_collect (Mapping *map, const Take *take) {
  Sds *sds = map->u.sds;
  Group *g = sds_group_at (sds, take->group);
  bool changed = false;
  sds->scratch.len = 0;
  for (uint32_t i = 0; i < g->len; i++) {
    const Target *t = target_of (map, group_members (g)[i]);
    if (t->answer == MAP_IGNORE || t->receives)
      VEC_PUSH (&map->mem, &sds->scratch, t->twin);
    changed |= t->answer != MAP_IGNORE && (!t->receives || t->twin != t->state);
  }
  return changed;
}

static void takes_build (Mapping *map) {
  Sds *sds = map->u.sds;
  for (size_t i = 0; i < sds->takes.len; i++)
    if (sds->takes.data[i].used) {
      Take *take = &sds->takes.data[i];
      if (take_collect (map, take))
        take->result = group_intern (map);
      else
        group_offer (map, take->result = take->group);
    }
}

/* Makes the groups of the two parts of a cut.  When every holder is split and there is no budget the rest need not
 * be copied: the group itself loses the inside states. */
static void cut_build (Mapping *map, Cut *cut) {
  Sds *sds = map->u.sds;
  if (!cut->outside) {
    group_offer (map, cut->plus = cut->group);
    return;
  }
  sds->scratch.len = 0;
  for (uint32_t i = 0; i < cut->inside; i++)
    VEC_PUSH (&map->mem, &sds->scratch, sds->inside.data[cut->first + i]);
  cut->plus = group_intern (map);
  if (!cut->keep && !map->has_budget) {
    cut->minus = cut->group;
    for (uint32_t i = 0; i < cut->inside; i++)
      group_remove (map, cut->group, sds->inside.data[cut->first + i]);
    return;
  }
  sds->scratch.len = 0;
  Group *g = sds_group_at (sds, cut->group);
  for (uint32_t i = 0; i < g->len; i++)
    if (map_state (map, group_members (g)[i])->mark != sds->mark)
      VEC_PUSH (&map->mem, &sds->scratch, group_members (g)[i]);
  cut->minus = group_intern (map);
}

/* Only cuts that some plan uses; those that leave their group whole first, so that no equal group is made. */
static void cuts_build (Mapping *map, const Arrival *a) {
  Sds *sds = map->u.sds;
  for (int whole = 1; whole >= 0; whole--)
    for (size_t i = 0; i < sds->plans.len; i++)
      for (size_t j = 0; j < a->n; j++) {
        Cut *cut = &sds->cuts.data[sds->plans.data[i].cut[j]];
        if (!cut->plus && whole == !cut->outside)
          cut_build (map, cut);
      }
}

/* ---- carrying out ---- */

/* Puts the groups of the part that fails condition i first, or of the part with the frame (i = n), into dstate d. */
static void plan_place (Mapping *map, const Plan *plan, const Arrival *a, size_t i, uint32_t d) {
  Sds *sds = map->u.sds;
  for (size_t j = 0; j < i; j++)
    dstate_set (map, d, a->conditions[j].node, sds->cuts.data[plan->cut[j]].plus);
  if (i < a->n)
    dstate_set (map, d, a->conditions[i].node, sds->cuts.data[plan->cut[i]].minus);
  else
    dstate_set (map, d, a->dest, sds->takes.data[plan->take].result);
}

/* The least weight of a part, numbered as in plan_place. */
static uint64_t plan_part_least (const Mapping *map, const Plan *plan, const Arrival *a, size_t i) {
  const Sds *sds = map->u.sds;
  if (i < a->n)
    return plan->without[i];
  const Take *take = &sds->takes.data[plan->take];
  if (!take->result)
    return WEIGHT_NONE;
  return plan->with - sds_group_at (sds, take->group)->least + sds_group_at (sds, take->result)->least;
}

static bool plan_has_part (const Mapping *map, const Plan *plan, const Arrival *a, size_t i) {
  return part_exists (map, plan_part_least (map, plan, a, i));
}

/* The first part keeps the dstate's number, the others become its children. */
static void plan_carry_out (Mapping *map, const Plan *plan, const Arrival *a) {
  size_t keeps = SIZE_MAX;
  for (size_t i = 0; i <= a->n; i++) {
    if (!plan_has_part (map, plan, a, i))
      continue;
    if (keeps == SIZE_MAX)
      keeps = i;
    else
      plan_place (map, plan, a, i, dstate_split (map, plan->dstate));
  }
  if (keeps == SIZE_MAX)
    dstate_remove (map, plan->dstate);
  else
    plan_place (map, plan, a, keeps, plan->dstate);
}

/* ---- death by budget ---- */

/* With a budget, the end of a part may leave a state without a scenario although groups list it: the states of
 * weight in the dstates that lose something are looked at again.  Where a part is left that weighs as little as the
 * whole did, this concerns only the nodes whose groups differ between the parts. */
static void doomed_collect_node (Mapping *map, uint32_t d, NodeId n) {
  Sds *sds = map->u.sds;
  Group *g = sds_group_at (sds, dstate_get (sds, d, n));
  for (uint32_t j = 0; g->most && j < g->len; j++)
    if (map_weight (map, group_members (g)[j]))
      VEC_PUSH (&map->mem, &sds->scratch, group_members (g)[j]);
}

static void doomed_collect_plan (Mapping *map, const Plan *plan, const Arrival *a) {
  bool light = false;
  for (size_t i = 0; i <= a->n; i++)
    light |= plan_part_least (map, plan, a, i) == dstate_least (map->u.sds, plan->dstate);
  for (size_t i = 0; light && i < a->n; i++)
    doomed_collect_node (map, plan->dstate, a->conditions[i].node);
  if (light)
    doomed_collect_node (map, plan->dstate, a->dest);
  for (NodeId n = 0; !light && n < map_nodes (map); n++)
    doomed_collect_node (map, plan->dstate, n);
}

static void doomed_collect (Mapping *map, const Arrival *a) {
  Sds *sds = map->u.sds;
  sds->scratch.len = 0;
  for (size_t i = 0; map->has_budget && i < sds->plans.len; i++)
    if (sds->takes.data[sds->plans.data[i].take].contradicted)
      doomed_collect_plan (map, &sds->plans.data[i], a);
}

bool sds_counts (Mapping *map, StateId s, uint64_t weight) {
  Sds *sds = map->u.sds;
  bool counts = false;
  for (GroupWalk w = group_first (map, s); w.group && !counts; w = group_next (sds, w)) {
    HolderWalk h = holders_begin (sds, w.group);
    for (uint32_t d; !(counts && holders_dense (&h)) && (d = holders_next (map, &h));)
      counts |= slack_of (map, w.group, dstate_least (sds, d)) >= (int64_t)weight;
  }
  return counts;
}

static void doomed_bury (Mapping *map) {
  Sds *sds = map->u.sds;
  states_sort (sds->scratch.data, sds->scratch.len);
  for (size_t i = 0; i < sds->scratch.len; i++) {
    StateId s = sds->scratch.data[i];
    if (!map_alive (map, s) || sds_counts (map, s, map_weight (map, s)))
      continue;
    while (map_state (map, s)->home)
      group_remove (map, map_state (map, s)->home, s);
  }
}

/* ---- the whole ---- */

static void arrive_begin (Mapping *map, const Arrival *a) {
  Sds *sds = map->u.sds;
  sds->mark = map_marks (map, 1 + map->alive.data[a->dest]);
  sds->first_target = sds->mark + 1;
  cut_senders (map, &a->conditions[0]);
  for (size_t i = 1; i < a->n; i++)
    for (size_t j = 0; j < a->conditions[i].len; j++)
      map_state (map, a->conditions[i].states[j])->mark = sds->mark;
}

static void arrive_end (Mapping *map) {
  Sds *sds = map->u.sds;
  for (size_t i = 0; i < sds->fresh.len; i++)
    table_remove (&sds->intern, sds_group_at (sds, sds->fresh.data[i])->key);
  for (size_t i = 0; i < sds->cuts.len; i++)
    sds_group_at (sds, sds->cuts.data[i].group)->memo = 0;
  for (size_t i = 0; i < sds->takes.len; i++)
    sds_group_at (sds, sds->takes.data[i].group)->memo = 0;
  for (size_t i = 0; i < sds->plans.len; i++)
    sds_dstate_at (sds, sds->plans.data[i].dstate)->plan = 0;
  sds->cuts.len = sds->takes.len = sds->targets.len = sds->plans.len = 0;
  sds->inside.len = sds->fresh.len = 0;
  groups_sweep (map);
  doomed_bury (map);
  orphans_bury (map);
  sds->scratch.len = 0;
}

void sds_arrive (Mapping *map, const Arrival *a) {
  Sds *sds = map->u.sds;
  arrive_begin (map, a);
  plan_all (map, a);
  targets_choose (map);
  targets_fork (map);
  takes_build (map);
  cuts_build (map, a);
  doomed_collect (map, a);
  for (size_t i = 0; i < sds->plans.len; i++)
    plan_carry_out (map, &sds->plans.data[i], a);
  arrive_end (map);
}
