/* SPDX-License-Identifier: GPL-2.0-only */
/* testcase/concrete.c -- the one scenario that given values lead to
 *
 * A state agrees if its condition is true for the values and each of its decisions has the given outcome.  The
 * scenario is where all members agree: a dstate in which every group has such a state.
 */
#include "testcase/concrete.h"

#include "base/hash.h"
#include "base/table.h"

#include <string.h>

enum { AGREES_NOT = 1, AGREES = 2 };

/* Keys of a path's decisions: each by node and name, then by the how-many-th of that name it is as well. */
typedef VEC (uint64_t) Keys;

/* The states of a group that agree. */
typedef struct Agreeing {
  uint32_t first, len; /* places in states */
} Agreeing;

struct Concrete {
  Mem *mem;
  const TestCase *test;
  const Scenarios *from;
  IdVec dstates;
  Table values;      /* symbol -> byte */
  Table decisions;   /* key -> place in the case's decisions */
  Table constraints; /* expression -> AGREES or AGREES_NOT */
  Table groups;      /* key -> place in agreeing */
  Table otherwise;   /* the same, of the node whose decision turns out otherwise */
  Table most;        /* key -> the greatest outcome in a state */
  Keys keys;         /* scratch */
  VEC (Agreeing) agreeing;
  StateVec states;
  size_t flipped; /* the decision that turns out otherwise, or SIZE_MAX */
  uint32_t outcome;
  uint64_t steps;
};

static uint64_t decision_key (NodeId node, const char *name) {
  return hash_pair (hash_bytes (name, strlen (name)), node);
}

static void key_add (Keys *keys, Mem *mem, NodeId node, const char *name) {
  uint64_t key = decision_key (node, name), ordinal = 0;
  for (size_t i = 0; i < keys->len; i += 2)
    ordinal += keys->data[i] == key;
  VEC_PUSH (mem, keys, key);
  VEC_PUSH (mem, keys, hash_pair (key, ordinal));
}

Concrete *concrete_new (const TestCase *c) {
  Concrete *k = MEM_NEW (c->mem, Concrete);
  *k = (Concrete){.mem = c->mem, .test = c, .from = c->from, .flipped = SIZE_MAX};
  for (size_t i = 0; i < c->inputs.len; i++) {
    const CaseInput *in = &c->inputs.data[i];
    SymId first = expr_array_info (solver_pool (c->from->solver), in->array)->first;
    for (uint32_t b = 0; b < in->size; b++)
      *table_put (k->mem, &k->values, first + b) = in->bytes[b];
  }
  for (size_t i = 0; i < c->decisions.len; i++) {
    const CaseDecision *d = &c->decisions.data[i];
    if (i && c->decisions.data[i - 1].node != d->node)
      k->keys.len = 0;
    key_add (&k->keys, k->mem, d->node, d->name);
    *table_put (k->mem, &k->decisions, VEC_LAST (&k->keys)) = i;
  }
  c->from->dstates (c->from->data, STATE_NONE, &k->dstates, k->mem);
  return k;
}

void concrete_free (Concrete *k) {
  if (!k)
    return;
  VEC_FREE (k->mem, &k->dstates);
  VEC_FREE (k->mem, &k->agreeing);
  VEC_FREE (k->mem, &k->states);
  table_free (k->mem, &k->values);
  table_free (k->mem, &k->decisions);
  table_free (k->mem, &k->constraints);
  table_free (k->mem, &k->groups);
  table_free (k->mem, &k->otherwise);
  table_free (k->mem, &k->most);
  VEC_FREE (k->mem, &k->keys);
  MEM_FREE (k->mem, k);
}

uint64_t concrete_steps (const Concrete *k) { return k->steps; }

/* ---- states ---- */

static uint8_t value_of (const void *data, SymId sym) {
  const Concrete *k = data;
  const uint64_t *value = table_find (&k->values, sym);
  if (!value && expr_sym_uninit (solver_pool (k->from->solver), sym))
    return cond_byte (k->test->model, sym);
  return value ? (uint8_t)*value : 0;
}

typedef struct Testing {
  Concrete *k;
  bool met;
} Testing;

static void test_constraint (void *data, Expr e) {
  Testing *t = data;
  if (!t->met)
    return;
  uint64_t *known = table_put (t->k->mem, &t->k->constraints, e);
  if (!*known)
    *known = expr_eval (solver_pool (t->k->from->solver), e, value_of, t->k) ? AGREES : AGREES_NOT;
  t->met = *known == AGREES;
}

static bool decision_agrees (const Concrete *k, uint64_t key, uint32_t outcome) {
  const uint64_t *known = table_find (&k->decisions, key);
  if (!known)
    return outcome == 0;
  return outcome == (*known == k->flipped ? k->outcome : k->test->decisions.data[*known].outcome);
}

static bool decisions_agree (Concrete *k, NodeId node, StateId s) {
  ScenarioDecisions decisions = {0};
  bool agree = true;
  k->keys.len = 0;
  k->from->decisions (k->from->data, s, &decisions, k->mem);
  for (size_t i = 0; i < decisions.len && agree; i++) {
    key_add (&k->keys, k->mem, node, decisions.data[i].name);
    agree = decision_agrees (k, VEC_LAST (&k->keys), decisions.data[i].outcome);
  }
  VEC_FREE (k->mem, &decisions);
  return agree;
}

static bool state_agrees (Concrete *k, StateId s) {
  ScenarioState state = k->from->state (k->from->data, s);
  Testing t = {k, decisions_agree (k, state.node, s)};
  if (t.met && state.cond)
    cond_each (state.cond, test_constraint, &t);
  return t.met;
}

/* ---- groups ---- */

static Agreeing group_look (Concrete *k, Table *known, const ScenarioGroup *group) {
  uint64_t *place = table_find (known, group->key);
  if (place)
    return k->agreeing.data[*place];
  Agreeing a = {(uint32_t)k->states.len, 0};
  for (size_t i = 0; i < group->len; i++)
    if (state_agrees (k, group->states[i]))
      VEC_PUSH (k->mem, &k->states, group->states[i]);
  a.len = (uint32_t)k->states.len - a.first;
  *table_put (k->mem, known, group->key) = k->agreeing.len;
  VEC_PUSH (k->mem, &k->agreeing, a);
  return a;
}

/* The member at a node, if one agrees; false: none. */
static bool member_find (Concrete *k, uint32_t dstate, NodeId node, StateId *members) {
  ScenarioGroup group = k->from->group (k->from->data, dstate, node);
  bool other = k->flipped != SIZE_MAX && k->test->decisions.data[k->flipped].node == node;
  Agreeing a = group_look (k, other ? &k->otherwise : &k->groups, &group);
  if (a.len)
    members[node] = k->states.data[a.first];
  return a.len > 0;
}

static bool dstate_find (Concrete *k, uint32_t dstate, NodeId first, StateId *members) {
  uint64_t weight = 0;
  k->steps++;
  if (!member_find (k, dstate, first, members))
    return false;
  for (NodeId n = 0; n < k->from->nodes; n++)
    if (n != first && !member_find (k, dstate, n, members))
      return false;
  for (NodeId n = 0; n < k->from->nodes; n++)
    weight += k->from->state (k->from->data, members[n]).weight;
  return weight <= k->from->budget;
}

bool concrete_find (Concrete *k, size_t flipped, uint32_t outcome, StateId *members) {
  NodeId first = flipped == SIZE_MAX ? 0 : k->test->decisions.data[flipped].node;
  bool found = false;
  k->flipped = flipped;
  k->outcome = outcome;
  for (size_t i = 0; i < k->dstates.len && !found; i++)
    found = dstate_find (k, k->dstates.data[i], first, members);
  k->flipped = SIZE_MAX;
  table_free (k->mem, &k->otherwise);
  return found;
}

/* ---- outcomes ---- */

static void outcomes_of_state (Concrete *k, NodeId node, StateId s) {
  ScenarioDecisions decisions = {0};
  k->keys.len = 0;
  k->from->decisions (k->from->data, s, &decisions, k->mem);
  for (size_t i = 0; i < decisions.len; i++) {
    key_add (&k->keys, k->mem, node, decisions.data[i].name);
    uint64_t *most = table_put (k->mem, &k->most, VEC_LAST (&k->keys));
    if (decisions.data[i].outcome > *most)
      *most = decisions.data[i].outcome;
  }
  VEC_FREE (k->mem, &decisions);
}

static void outcomes_of_node (Concrete *k, NodeId node) {
  Table seen = {0};
  for (size_t i = 0; i < k->dstates.len; i++) {
    ScenarioGroup group = k->from->group (k->from->data, k->dstates.data[i], node);
    if (table_find (&seen, group.key))
      continue;
    *table_put (k->mem, &seen, group.key) = 1;
    for (size_t s = 0; s < group.len; s++)
      outcomes_of_state (k, node, group.states[s]);
  }
  table_free (k->mem, &seen);
}

uint32_t concrete_outcomes (Concrete *k, size_t decision) {
  const CaseDecision *all = k->test->decisions.data;
  NodeId node = all[decision].node;
  size_t first = decision;
  while (first && all[first - 1].node == node)
    first--;
  k->keys.len = 0;
  for (size_t i = first; i <= decision; i++)
    key_add (&k->keys, k->mem, node, all[i].name);
  uint64_t key = VEC_LAST (&k->keys);
  if (!table_find (&k->most, key))
    outcomes_of_node (k, node);
  uint64_t *most = table_find (&k->most, key);
  return most && *most > 1 ? (uint32_t)*most + 1 : 2;
}
