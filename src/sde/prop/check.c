/* SPDX-License-Identifier: GPL-2.0-only */
/* prop/check.c -- is a goal reached in a dstate, and in which of its scenarios
 *
 * Layer k is the set of partial results that the first k nodes can leave, whatever their states; a node takes it to
 * layer k + 1.  Partial results that cannot reach the goal are left out.  When some are left at the end, the ways back
 * are walked: each is a sequence of partial results, and for each node the set of locals that lead from one to the next.
 */
#include "prop/props_impl.h"

#include <stdlib.h>

enum { MOST_PARTIALS = 20000, MOST_WAYS = 256, MOST_CLEAN = 20000, MOST_TERMS = 400000, MOST_SETS = 200000 };

typedef VEC (uint32_t) Numbers;

typedef struct Check {
  Props *props;
  Property *property;
  Goal *goal;
  Steps steps;
  PropInstant at;
  const PropWorld *world;
  uint32_t dstate;
  PropTry try;
  void *data;
  Numbers sets;         /* by place in the order */
  Numbers layers;       /* partial results, layer by layer */
  VEC (size_t) starts;  /* where a layer begins; one more at the end */
  Table index;          /* layer and partial result -> place in layers */
  VEC (uint8_t) viable; /* beside layers: leads to the goal */
  Numbers way;          /* place in layers, by layer */
  unsigned ways;
  bool infeasible; /* there were ways, and none can happen */
} Check;

static Mem *mem_of (const Check *c) { return c->props->mem; }
static size_t depth_of (const Check *c) { return c->property->order.len; }

/* ---- sets of locals ---- */

static int by_number (const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static uint32_t set_make (Check *c, const uint32_t *states, size_t len) {
  Numbers locals = {0};
  size_t kept = 0;
  for (size_t i = 0; i < len; i++) {
    uint32_t local = c->world->local (c->world->data, states[i]);
    if (local != PROP_NONE && (!locals.len || VEC_LAST (&locals) != local))
      VEC_PUSH (mem_of (c), &locals, local);
  }
  if (locals.len > 1)
    qsort (locals.data, locals.len, sizeof *locals.data, by_number);
  for (size_t i = 0; i < locals.len; i++)
    if (!kept || locals.data[kept - 1] != locals.data[i])
      locals.data[kept++] = locals.data[i];
  uint32_t set = sequence_intern (mem_of (c), &c->props->groups.sets, locals.data, kept, NULL);
  VEC_FREE (mem_of (c), &locals);
  return set;
}

static uint32_t set_of (Check *c, uint32_t node) {
  size_t len;
  const uint32_t *states = c->world->group (c->world->data, c->dstate, node, &len);
  uint64_t key = (uint64_t)(uintptr_t)states, *known = table_find (&c->props->groups.by_states, key);
  if (known)
    return (uint32_t)*known;
  uint32_t set = set_make (c, states, len);
  *table_put (mem_of (c), &c->props->groups.by_states, key) = set;
  return set;
}

static void sets_find (Check *c) {
  for (size_t i = 0; i < depth_of (c); i++)
    VEC_PUSH (mem_of (c), &c->sets, set_of (c, c->property->order.data[i]));
}

static const uint32_t *set_at (const Check *c, size_t place, size_t *n) {
  return sequence_get (&c->props->groups.sets, c->sets.data[place], n);
}

void props_refresh (Props *props) { table_free (props->mem, &props->groups.by_states); }

/* ---- layers ---- */

static uint32_t next_of (Check *c, size_t place, uint32_t partial, size_t i) {
  size_t n;
  uint32_t local = set_at (c, place, &n)[i];
  return steps_next (&c->steps, partial, c->property->order.data[place], local);
}

static size_t locals_at (const Check *c, size_t place) {
  size_t n;
  set_at (c, place, &n);
  return n;
}

static uint64_t layer_key (size_t layer, uint32_t partial) { return (uint64_t)layer << 32 | partial; }

/* The layer behind a node; false: there are too many partial results. */
static bool layer_add (Check *c, size_t place) {
  size_t from = c->starts.data[place], to = c->layers.len;
  for (size_t k = from; k < to; k++)
    for (size_t i = 0; i < locals_at (c, place); i++) {
      uint32_t next = next_of (c, place, c->layers.data[k], i);
      uint64_t key = layer_key (place + 1, next);
      if (next == PROP_NONE || table_find (&c->index, key))
        continue;
      *table_put (mem_of (c), &c->index, key) = c->layers.len;
      VEC_PUSH (mem_of (c), &c->layers, next);
    }
  VEC_PUSH (mem_of (c), &c->starts, to);
  return c->layers.len - to <= MOST_PARTIALS;
}

static bool layers_make (Check *c) {
  bool fine = true;
  VEC_PUSH (mem_of (c), &c->layers, steps_begin (&c->steps, c->at));
  VEC_PUSH (mem_of (c), &c->starts, (size_t)0);
  for (size_t place = 0; place < depth_of (c) && fine; place++)
    fine = layer_add (c, place);
  VEC_PUSH (mem_of (c), &c->starts, c->layers.len);
  return fine;
}

static bool leads_on (Check *c, size_t place, size_t k) {
  for (size_t i = 0; i < locals_at (c, place); i++) {
    uint32_t next = next_of (c, place, c->layers.data[k], i);
    const uint64_t *at = table_find (&c->index, layer_key (place + 1, next));
    if (at && c->viable.data[*at])
      return true;
  }
  return false;
}

/* Which partial results lead to the goal; false: the first one does not. */
static bool viable_find (Check *c) {
  for (size_t k = 0; k < c->layers.len; k++)
    VEC_PUSH (mem_of (c), &c->viable, 0);
  size_t last = depth_of (c);
  for (size_t k = c->starts.data[last]; k < c->layers.len; k++)
    c->viable.data[k] = steps_end (&c->steps, c->layers.data[k]) != EXPR_NONE;
  for (size_t place = last; place-- > 0;)
    for (size_t k = c->starts.data[place]; k < c->starts.data[place + 1]; k++)
      c->viable.data[k] = leads_on (c, place, k);
  return c->viable.data[0];
}

/* ---- ways ---- */

/* The locals of each node along the way. */
static PropAnswer way_try (Check *c) {
  Numbers list = {0};
  VEC (size_t) locals = {0};
  for (size_t place = 0; place < depth_of (c); place++) {
    VEC_PUSH (mem_of (c), &locals, list.len);
    for (size_t i = 0; i < locals_at (c, place); i++) {
      size_t n;
      uint32_t local = set_at (c, place, &n)[i];
      if (next_of (c, place, c->layers.data[c->way.data[place]], i) == c->layers.data[c->way.data[place + 1]])
        VEC_PUSH (mem_of (c), &list, local);
    }
  }
  VEC_PUSH (mem_of (c), &locals, list.len);
  PropScenarios s = {c->dstate,   depth_of (c), c->property->order.data,
                     locals.data, list.data,    steps_end (&c->steps, c->layers.data[VEC_LAST (&c->way)])};
  PropAnswer answer = c->try (c->data, &s);
  VEC_FREE (mem_of (c), &list);
  VEC_FREE (mem_of (c), &locals);
  return answer;
}

static PropAnswer walk (Check *c, size_t place);

/* All ways from the last place of the way on. */
static PropAnswer walk_on (Check *c, size_t place) {
  size_t from = VEC_LAST (&c->way);
  PropAnswer answer = PROP_NO;
  for (size_t k = c->starts.data[place + 1]; k < c->starts.data[place + 2] && answer != PROP_YES; k++) {
    bool leads = false;
    for (size_t i = 0; i < locals_at (c, place) && c->viable.data[k] && !leads; i++)
      leads = next_of (c, place, c->layers.data[from], i) == c->layers.data[k];
    if (!leads)
      continue;
    VEC_PUSH (mem_of (c), &c->way, (uint32_t)k);
    PropAnswer found = walk (c, place + 1);
    answer = found == PROP_NO ? answer : found;
    c->way.len--;
  }
  return answer;
}

static PropAnswer walk (Check *c, size_t place) {
  if (place < depth_of (c))
    return walk_on (c, place);
  if (++c->ways > MOST_WAYS)
    return PROP_UNKNOWN;
  return way_try (c);
}

/* ---- one look at a dstate ---- */

/* What decides the answer: the goal, the sets, the time. */
static bool known_clean (Check *c, Numbers *words) {
  Props *p = c->props;
  VEC_PUSH (mem_of (c), words, (uint32_t)(c->property - p->all.data));
  VEC_PUSH (mem_of (c), words, (uint32_t)(c->goal - c->property->goals.data));
  VEC_PUSH (mem_of (c), words, steps_begin (&c->steps, c->at));
  for (size_t i = 0; i < c->sets.len; i++)
    VEC_PUSH (mem_of (c), words, c->sets.data[i]);
  return sequence_known (&p->groups.clean, words->data, words->len);
}

static void check_free (Check *c) {
  VEC_FREE (mem_of (c), &c->sets);
  VEC_FREE (mem_of (c), &c->layers);
  VEC_FREE (mem_of (c), &c->starts);
  VEC_FREE (mem_of (c), &c->viable);
  VEC_FREE (mem_of (c), &c->way);
  table_free (mem_of (c), &c->index);
}

static PropAnswer look (Check *c) {
  c->layers.len = c->starts.len = c->viable.len = c->way.len = c->ways = 0;
  table_free (mem_of (c), &c->index);
  if (!layers_make (c))
    return PROP_UNKNOWN;
  if (c->starts.data[depth_of (c)] == c->layers.len || !viable_find (c))
    return PROP_NO;
  VEC_PUSH (mem_of (c), &c->way, 0);
  PropAnswer answer = walk (c, 0);
  c->infeasible |= answer == PROP_NO;
  return answer;
}

static PropAnswer look_now (Check *c) {
  Numbers words = {0};
  PropAnswer answer = PROP_NO;
  if (!known_clean (c, &words)) {
    answer = look (c);
    if (answer == PROP_NO && !c->infeasible) {
      if (c->props->groups.clean.all.len > MOST_CLEAN)
        sequences_cut (&c->props->groups.clean, 0);
      sequence_intern (mem_of (c), &c->props->groups.clean, words.data, words.len, NULL);
    }
  }
  VEC_FREE (mem_of (c), &words);
  return answer;
}

static int by_time (const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

typedef VEC (int64_t) Times;

/* When the last failure may have been: ascending, without doubles. */
static void times_of (Check *c, Times *out) {
  size_t kept = 0;
  for (size_t place = 0; place < depth_of (c); place++)
    for (size_t i = 0; i < locals_at (c, place); i++) {
      size_t n;
      int64_t failed = end_get (&c->props->locals, set_at (c, place, &n)[i]).failed;
      if (failed >= 0)
        VEC_PUSH (mem_of (c), out, failed);
    }
  if (out->len > 1)
    qsort (out->data, out->len, sizeof *out->data, by_time);
  for (size_t i = 0; i < out->len; i++)
    if (!kept || out->data[kept - 1] != out->data[i])
      out->data[kept++] = out->data[i];
  out->len = kept;
}

static PropAnswer look_within (Check *c) {
  Times times = {0};
  PropAnswer answer = PROP_NO;
  times_of (c, &times);
  for (size_t i = 0; i < times.len && answer != PROP_YES; i++) {
    c->steps.failed = times.data[i];
    if (__builtin_add_overflow (times.data[i], c->property->time, &c->steps.deadline))
      continue;
    c->steps.from = (PropInstant){c->steps.deadline, UINT32_MAX};
    PropAnswer found = look (c);
    answer = found == PROP_NO ? answer : found;
  }
  VEC_FREE (mem_of (c), &times);
  return answer;
}

/* Results that were put aside are made again when they are wanted. */
static void forget (Props *p) {
  if (p->groups.sets.all.len > MOST_SETS) {
    table_free (p->mem, &p->groups.by_states);
    sequences_cut (&p->groups.sets, 0);
    sequences_cut (&p->groups.clean, 0);
  }
  if (p->terms.all.all.len <= p->kept + MOST_TERMS)
    return;
  terms_cut (&p->terms, p->kept);
  table_free (p->mem, &p->strip_memo);
  sequences_cut (&p->strips, 0);
  p->span = (StripSpan){.root = PROP_NONE};
  sequences_cut (&p->groups.clean, 0);
}

PropAnswer props_check (Props *p, size_t property, size_t goal, const PropWorld *world, uint32_t dstate,
                        PropInstant at, PropTry try, void *data) {
  Property *prop = &p->all.data[property];
  forget (p);
  Check c = {.props = p,
             .property = prop,
             .goal = &prop->goals.data[goal],
             .at = at,
             .world = world,
             .dstate = dstate,
             .try = try,
             .data = data};
  bool momentary = props_momentary (p, property, goal);
  c.steps = (Steps){.props = p,
                    .goal = c.goal,
                    .kind = prop->kind,
                    .momentary = momentary,
                    .to = prop->kind == PROP_EVENTUALLY ? prop->time : INT64_MAX};
  sets_find (&c);
  PropAnswer answer = momentary ? look_now (&c) : prop->kind == PROP_WITHIN ? look_within (&c) : look (&c);
  c.goal->settled |= answer == PROP_YES;
  if (c.goal->kind == PROP_GOAL_MAIN) {
    prop->counts.infeasible += c.infeasible;
    prop->counts.unconfirmed += answer == PROP_UNKNOWN;
  }
  check_free (&c);
  return answer;
}
