/* SPDX-License-Identifier: GPL-2.0-only */
/* testcase/covering.c -- a few scenarios that reach everything that any scenario reaches
 *
 * States with the same items are one set.  An item is open until a case has it; then, or when all states that
 * have it have been tried, it is done.  A state whose scenarios cannot happen is out; its items are left to the others.
 */
#include "testcase/covering.h"

#include "base/hash.h"
#include "base/table.h"

#include <string.h>

enum { NEAR = 8 /* dstates in which members beside a state are looked for by what they bring */ };

typedef VEC (uint64_t) Words;

/* The states with the same items. */
typedef struct CoverSet {
  StateVec states;
  size_t next; /* those before are out */
  uint64_t gain;
} CoverSet;

typedef struct Cover {
  const CoverAsk *ask;
  Mem *mem;
  size_t words; /* of a set of items */
  VEC (CoverSet) sets;
  Words items; /* of the sets, one after the other */
  Table set_of, by_hash;
  uint64_t *open, *maybe; /* items that are open; that a state has of which nobody knows whether it can be */
  Scenarios bent;         /* the source, with what members bring instead of what they cost */
  StateId wanted;
  NodeId node;
  uint64_t most; /* gain of any set */
} Cover;

static uint64_t *items_of (const Cover *c, size_t set) { return c->items.data + set * c->words; }

/* ---- sets ---- */

static size_t set_find (Cover *c, const uint64_t *items) {
  uint64_t h = hash_bytes (items, c->words * sizeof *items);
  for (;; h++) { /* sets of one hash follow one another */
    uint64_t *known = table_find (&c->by_hash, h);
    if (known && !memcmp (items_of (c, *known), items, c->words * sizeof *items))
      return *known;
    if (known)
      continue;
    *table_put (c->mem, &c->by_hash, h) = c->sets.len;
    for (size_t i = 0; i < c->words; i++)
      VEC_PUSH (c->mem, &c->items, items[i]);
    VEC_PUSH (c->mem, &c->sets, (CoverSet){0});
    return c->sets.len - 1;
  }
}

static void state_add (Cover *c, StateId s) {
  IdVec list = {0};
  if (table_find (&c->set_of, s))
    return;
  uint64_t *items = mem_zero (c->mem, c->words * sizeof *items);
  c->ask->covers (c->ask->data, s, &list, c->mem);
  for (size_t i = 0; i < list.len; i++)
    if (list.data[i] < c->ask->items)
      items[list.data[i] / 64] |= UINT64_C (1) << list.data[i] % 64;
  for (size_t i = 0; i < c->words; i++)
    c->open[i] |= items[i];
  size_t set = set_find (c, items);
  *table_put (c->mem, &c->set_of, s) = set;
  VEC_PUSH (c->mem, &c->sets.data[set].states, s);
  mem_free (c->mem, items, c->words * sizeof *items);
  VEC_FREE (c->mem, &list);
}

static void states_all (Cover *c) {
  const Scenarios *from = c->ask->from;
  IdVec dstates = {0};
  Table seen = {0};
  from->dstates (from->data, STATE_NONE, &dstates, c->mem);
  for (size_t d = 0; d < dstates.len; d++)
    for (NodeId n = 0; n < from->nodes; n++) {
      ScenarioGroup group = from->group (from->data, dstates.data[d], n);
      if (table_find (&seen, group.key))
        continue;
      *table_put (c->mem, &seen, group.key) = 1;
      for (size_t i = 0; i < group.len; i++)
        state_add (c, group.states[i]);
    }
  table_free (c->mem, &seen);
  VEC_FREE (c->mem, &dstates);
}

/* What each set would bring; the one that brings most and has a state left, or SIZE_MAX. */
static size_t sets_weigh (Cover *c) {
  size_t best = SIZE_MAX;
  c->most = 0;
  for (size_t i = 0; i < c->sets.len; i++) {
    CoverSet *set = &c->sets.data[i];
    set->gain = 0;
    for (size_t w = 0; w < c->words; w++)
      set->gain += (uint64_t)__builtin_popcountll (items_of (c, i)[w] & c->open[w]);
    if (set->gain > c->most)
      c->most = set->gain;
    if (set->gain && set->next < set->states.len && (best == SIZE_MAX || set->gain > c->sets.data[best].gain))
      best = i;
  }
  return best;
}

/* ---- a scenario for a state ---- */

/* What a member lacks of the greatest gain takes the place of its decisions, and failures cost nothing. */
static ScenarioState bent_state (void *data, StateId s) {
  Cover *c = data;
  const Scenarios *from = c->ask->from;
  ScenarioState state = from->state (from->data, s);
  state.decisions = (uint32_t)(c->most - c->sets.data[*table_find (&c->set_of, s)].gain);
  state.weight = 0;
  return state;
}

static void bent_dstates (void *data, StateId s, IdVec *out, Mem *mem) {
  const Scenarios *from = ((Cover *)data)->ask->from;
  from->dstates (from->data, s, out, mem);
}

static ScenarioGroup bent_group (void *data, uint32_t dstate, NodeId node) {
  const Scenarios *from = ((Cover *)data)->ask->from;
  return from->group (from->data, dstate, node);
}

static bool is_allowed (void *data, StateId s) {
  const Cover *c = data;
  const Scenarios *from = c->ask->from;
  return s == c->wanted || from->state (from->data, s).node != c->node;
}

static uint64_t weight_of (const Scenarios *from, const StateId *members) {
  uint64_t weight = 0;
  for (NodeId n = 0; n < from->nodes; n++)
    weight += from->state (from->data, members[n]).weight;
  return weight;
}

/* By what members bring, in a few dstates; the answer may be over the budget. */
static JointAnswer search_near (Cover *c, const IdVec *dstates, JointAsk *ask) {
  *ask = (JointAsk){.from = &c->bent,
                    .mem = c->mem,
                    .dstates = dstates->data,
                    .ndstates = dstates->len < NEAR ? dstates->len : NEAR,
                    .allowed = is_allowed,
                    .data = c,
                    .steps = c->ask->steps ? c->ask->steps : COVER_STEPS};
  return joint_search (ask);
}

static JointAnswer search_any (Cover *c, const IdVec *dstates, JointAsk *ask) {
  ask->from = c->ask->from;
  ask->ndstates = dstates->len;
  ask->any = true;
  return joint_search (ask);
}

static JointAnswer search (Cover *c, StateId s, JointAsk *ask) {
  const Scenarios *from = c->ask->from;
  IdVec dstates = {0};
  c->wanted = s;
  c->node = from->state (from->data, s).node;
  from->dstates (from->data, s, &dstates, c->mem);
  JointAnswer answer = search_near (c, &dstates, ask);
  if (answer.found != JOINT_FOUND || weight_of (from, answer.members) > from->budget) {
    joint_forget (ask, &answer);
    answer = search_any (c, &dstates, ask);
  }
  VEC_FREE (c->mem, &dstates);
  return answer;
}

/* ---- cases ---- */

static void items_add (const Cover *c, const StateId *members, uint64_t *items) {
  for (size_t n = 0; n < c->ask->from->nodes; n++)
    for (size_t w = 0; w < c->words; w++)
      items[w] |= items_of (c, *table_find (&c->set_of, members[n]))[w];
}

static void case_take (Cover *c, const JointAnswer *answer, Covering *out) {
  uint64_t *items = mem_zero (c->mem, c->words * sizeof *items);
  items_add (c, answer->members, items);
  for (size_t w = 0; w < c->words; w++)
    c->open[w] &= ~items[w];
  VEC_PUSH (c->mem, &out->cases, case_new (c->mem, c->ask->from, answer->members, answer->cond));
  mem_free (c->mem, items, c->words * sizeof *items);
}

static void set_try (Cover *c, size_t set, Covering *out) {
  JointAsk ask;
  StateId s = c->sets.data[set].states.data[c->sets.data[set].next++];
  JointAnswer answer = search (c, s, &ask);
  if (answer.found == JOINT_FOUND)
    case_take (c, &answer, out);
  if (answer.found == JOINT_UNKNOWN)
    for (size_t w = 0; w < c->words; w++)
      c->maybe[w] |= items_of (c, set)[w];
  joint_forget (&ask, &answer);
}

/* ---- leaving out ---- */

static void each_item (const Cover *c, const TestCase *test, uint32_t *counts, int change) {
  uint64_t *items = mem_zero (c->mem, c->words * sizeof *items);
  items_add (c, test->members, items);
  for (uint32_t i = 0; i < c->ask->items; i++)
    if (items[i / 64] >> i % 64 & 1)
      counts[i] += (uint32_t)change;
  mem_free (c->mem, items, c->words * sizeof *items);
}

static bool is_needed (const Cover *c, const TestCase *test, const uint32_t *counts) {
  uint64_t *items = mem_zero (c->mem, c->words * sizeof *items);
  bool needed = false;
  items_add (c, test->members, items);
  for (uint32_t i = 0; i < c->ask->items && !needed; i++)
    needed = (items[i / 64] >> i % 64 & 1) && counts[i] == 1;
  mem_free (c->mem, items, c->words * sizeof *items);
  return needed;
}

static void leave_out (Cover *c, Covering *out) {
  uint32_t *counts = mem_zero (c->mem, c->ask->items * sizeof *counts);
  size_t kept = 0;
  for (size_t i = 0; i < out->cases.len; i++)
    each_item (c, out->cases.data[i], counts, 1);
  for (size_t i = 0; i < out->cases.len; i++) {
    TestCase *test = out->cases.data[i];
    if (is_needed (c, test, counts)) {
      out->cases.data[kept++] = test;
      continue;
    }
    each_item (c, test, counts, -1);
    case_free (test);
  }
  out->cases.len = kept;
  for (uint32_t i = 0; i < c->ask->items; i++)
    out->reached += counts[i] > 0;
  mem_free (c->mem, counts, c->ask->items * sizeof *counts);
}

/* ---- all ---- */

static void cover_free (Cover *c) {
  for (size_t i = 0; i < c->sets.len; i++)
    VEC_FREE (c->mem, &c->sets.data[i].states);
  VEC_FREE (c->mem, &c->sets);
  VEC_FREE (c->mem, &c->items);
  table_free (c->mem, &c->set_of);
  table_free (c->mem, &c->by_hash);
  mem_free (c->mem, c->open, c->words * sizeof *c->open);
  mem_free (c->mem, c->maybe, c->words * sizeof *c->maybe);
}

Covering case_covering (const CoverAsk *ask) {
  Covering out = {0};
  Cover c = {.ask = ask, .mem = ask->mem, .words = ask->items / 64 + 1, .bent = *ask->from};
  c.open = mem_zero (c.mem, c.words * sizeof *c.open);
  c.maybe = mem_zero (c.mem, c.words * sizeof *c.maybe);
  c.bent.state = bent_state;
  c.bent.dstates = bent_dstates;
  c.bent.group = bent_group;
  c.bent.budget = UINT64_MAX;
  c.bent.data = &c;
  states_all (&c);
  for (size_t set; (set = sets_weigh (&c)) != SIZE_MAX;)
    set_try (&c, set, &out);
  for (size_t w = 0; w < c.words; w++) {
    out.unknown += (uint32_t)__builtin_popcountll (c.open[w] & c.maybe[w]);
    out.never += (uint32_t)__builtin_popcountll (c.open[w] & ~c.maybe[w]);
  }
  leave_out (&c, &out);
  cover_free (&c);
  return out;
}

void covering_free (const CoverAsk *ask, Covering *covering) {
  for (size_t i = 0; i < covering->cases.len; i++)
    case_free (covering->cases.data[i]);
  VEC_FREE (ask->mem, &covering->cases);
}
