/* SPDX-License-Identifier: GPL-2.0-only */
/* testcase/enumerate.c -- all scenarios that can happen, one after the other
 *
 * A level is a node with its group.  Invariants inside a dstate:
 *   levels 0 .. depth - 1 have a member each, and cond of level n is what those of 0 .. n - 1 demand together;
 *   conflicts of a level are the levels above it without which something below or in it would fit; they count only as
 *   long as nothing was found since the level was opened.
 */
#include "testcase/enumerate.h"

#include "base/table.h"

#include <stdlib.h>

typedef struct Level {
  StateVec group; /* ascending */
  size_t at;      /* the member */
  Cond *cond;     /* before this node */
  uint64_t weight;
  bool unknown; /* of cond */
  bool found;   /* a scenario was found since it was opened */
  bool *conflicts;
} Level;

struct Stream {
  Mem *mem;
  const Scenarios *from;
  IdVec dstates;
  size_t dstate; /* the next one */
  Level *levels; /* one for each node, and one for the whole */
  size_t nodes;
  bool inside;
  StateId *members;
  uint64_t *least; /* by node: the least weight that it and those behind it have */
  uint64_t infeasible;
};

static uint64_t add_up (uint64_t a, uint64_t b) { return a + b < a ? UINT64_MAX : a + b; }

static uint64_t multiply (uint64_t a, uint64_t b) {
  uint64_t product;
  return __builtin_mul_overflow (a, b, &product) ? UINT64_MAX : product;
}

/* ---- life ---- */

Stream *stream_new (Mem *mem, const Scenarios *from) {
  Stream *s = MEM_NEW (mem, Stream);
  *s = (Stream){.mem = mem, .from = from, .nodes = from->nodes};
  s->levels = mem_zero (mem, (s->nodes + 1) * sizeof *s->levels);
  s->members = mem_zero (mem, s->nodes * sizeof *s->members);
  s->least = mem_zero (mem, (s->nodes + 1) * sizeof *s->least);
  for (size_t n = 0; n <= s->nodes; n++)
    s->levels[n].conflicts = mem_zero (mem, s->nodes + 1);
  from->dstates (from->data, STATE_NONE, &s->dstates, mem);
  return s;
}

static void level_close (Stream *s, Level *level) {
  cond_unref (s->from->solver, level->cond);
  level->cond = NULL;
}

void stream_free (Stream *s) {
  if (!s)
    return;
  for (size_t n = 0; n <= s->nodes; n++) {
    level_close (s, &s->levels[n]);
    VEC_FREE (s->mem, &s->levels[n].group);
    mem_free (s->mem, s->levels[n].conflicts, s->nodes + 1);
  }
  mem_free (s->mem, s->levels, (s->nodes + 1) * sizeof *s->levels);
  mem_free (s->mem, s->members, s->nodes * sizeof *s->members);
  mem_free (s->mem, s->least, (s->nodes + 1) * sizeof *s->least);
  VEC_FREE (s->mem, &s->dstates);
  MEM_FREE (s->mem, s);
}

uint64_t stream_infeasible (const Stream *s) { return s->infeasible; }

/* ---- counting what is passed ---- */

static uint64_t weight_of (const Stream *s, StateId state) {
  return s->from->budget == UINT64_MAX ? 0 : s->from->state (s->from->data, state).weight;
}

/* How many scenarios have these members of the nodes before n, which weigh so much: by weight of the rest. */
static uint64_t completions (Stream *s, size_t n, uint64_t weight) {
  uint64_t count = 1;
  if (s->from->budget == UINT64_MAX) {
    for (; n < s->nodes; n++)
      count = multiply (count, s->levels[n].group.len);
    return count;
  }
  if (weight > s->from->budget)
    return 0;
  size_t room = (size_t)(s->from->budget - weight) + 1;
  uint64_t *ways = mem_zero (s->mem, 2 * room * sizeof *ways), *next = ways + room;
  ways[0] = 1;
  for (; n < s->nodes; n++) {
    const StateVec *group = &s->levels[n].group;
    for (size_t w = 0; w < room; w++)
      next[w] = 0;
    for (size_t i = 0; i < group->len; i++)
      for (uint64_t own = weight_of (s, group->data[i]), w = own; w < room; w++)
        next[w] = add_up (next[w], ways[w - own]);
    for (size_t w = 0; w < room; w++)
      ways[w] = next[w];
  }
  count = 0;
  for (size_t w = 0; w < room; w++)
    count = add_up (count, ways[w]);
  mem_free (s->mem, ways, 2 * room * sizeof *ways);
  return count;
}

/* The scenarios with the member at this place of level n. */
static void pass_member (Stream *s, size_t n, size_t at) {
  const Level *level = &s->levels[n];
  uint64_t weight = level->weight + weight_of (s, level->group.data[at]);
  s->infeasible = add_up (s->infeasible, completions (s, n + 1, weight));
}

/* ---- conflicts ---- */

typedef struct Tied {
  Stream *s;
  Table symbols;
  bool touches;
} Tied;

static void touch (void *data, Expr e) {
  Tied *t = data;
  size_t n;
  const SymId *syms = expr_support (solver_pool (t->s->from->solver), e, &n);
  for (size_t i = 0; i < n && !t->touches; i++)
    t->touches = table_find (&t->symbols, syms[i]) != NULL;
}

static void tie (void *data, Expr e) {
  Tied *t = data;
  size_t n;
  const SymId *syms = expr_support (solver_pool (t->s->from->solver), e, &n);
  for (size_t i = 0; i < n; i++)
    *table_put (t->s->mem, &t->symbols, syms[i]) = 1;
}

static void tie_state (Tied *t, StateId state) {
  const Cond *cond = t->s->from->state (t->s->from->data, state).cond;
  if (cond)
    cond_each (cond, tie, t);
}

/* Is the member of a level above tied to the symbols?  Then its own are too. */
static bool tie_member (Tied *t, StateId state) {
  const Cond *cond = t->s->from->state (t->s->from->data, state).cond;
  t->touches = false;
  if (cond)
    cond_each (cond, touch, t);
  if (t->touches)
    cond_each (cond, tie, t);
  return t->touches;
}

/* The levels above n whose members have to do with what the states of n demand. */
static void conflicts_find (Stream *s, size_t n) {
  Tied t = {.s = s};
  bool *conflicts = s->levels[n].conflicts, *seen = mem_zero (s->mem, s->nodes + 1);
  for (size_t i = 0; i < s->levels[n].group.len; i++)
    tie_state (&t, s->levels[n].group.data[i]);
  for (bool grown = true; grown;) {
    grown = false;
    for (size_t m = 0; m < n; m++)
      if (!seen[m] && tie_member (&t, s->members[m]))
        grown = seen[m] = conflicts[m] = true;
  }
  table_free (s->mem, &t.symbols);
  mem_free (s->mem, seen, s->nodes + 1);
}

/* ---- walking ---- */

static void level_open (Stream *s, size_t n, Cond *cond, uint64_t weight, bool unknown) {
  Level *level = &s->levels[n];
  level_close (s, level);
  level->cond = cond;
  level->at = 0;
  level->weight = weight;
  level->unknown = unknown;
  level->found = false;
  for (size_t m = 0; m <= s->nodes; m++)
    level->conflicts[m] = false;
}

static int by_number (const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static void dstate_open (Stream *s, uint32_t dstate) {
  for (size_t n = s->nodes; n--;) {
    Level *level = &s->levels[n];
    ScenarioGroup group = s->from->group (s->from->data, dstate, (NodeId)n);
    uint64_t least = UINT32_MAX;
    level->group.len = 0;
    for (size_t i = 0; i < group.len; i++) {
      uint64_t weight = weight_of (s, group.states[i]);
      least = weight < least ? weight : least;
      VEC_PUSH (s->mem, &level->group, group.states[i]);
    }
    if (group.len > 1)
      qsort (level->group.data, group.len, sizeof *level->group.data, by_number);
    s->least[n] = s->least[n + 1] + least;
  }
  level_open (s, 0, cond_new (s->from->solver), 0, false);
}

/* Takes the member at its place, if it fits, and opens the next level. */
static bool member_take (Stream *s, size_t n) {
  Level *level = &s->levels[n];
  StateId state = level->group.data[level->at];
  uint64_t weight = level->weight + weight_of (s, state);
  if (weight + s->least[n + 1] > s->from->budget) {
    for (size_t m = 0; m < n; m++)
      level->conflicts[m] |= weight_of (s, s->members[m]) > 0;
    return false;
  }
  Cond *cond = cond_ref (level->cond);
  Answer answer = joint_demand (s->from, state, &cond);
  if (answer == ANSWER_NO) {
    cond_unref (s->from->solver, cond);
    pass_member (s, n, level->at);
    level->conflicts[s->nodes] = true; /* to be found when all have failed */
    return false;
  }
  s->members[n] = state;
  level_open (s, n + 1, cond, weight, level->unknown || answer == ANSWER_UNKNOWN);
  return true;
}

/* The level to go on with when none of the members of n is left; SIZE_MAX: the dstate is done. */
static size_t go_back (Stream *s, size_t n) {
  Level *level = &s->levels[n];
  size_t to = n;
  if (level->found || !n)
    return n - 1;
  if (level->conflicts[s->nodes])
    conflicts_find (s, n);
  while (to-- && !level->conflicts[to])
    for (size_t i = s->levels[to].at + 1; i < s->levels[to].group.len; i++)
      pass_member (s, to, i);
  for (size_t m = 0; to != SIZE_MAX && m < to; m++)
    s->levels[to].conflicts[m] |= level->conflicts[m];
  return to;
}

/* Goes on with level n until a scenario is complete; false: the dstate is done. */
static bool descend (Stream *s, size_t n) {
  while (n < s->nodes) {
    Level *level = &s->levels[n];
    if (level->at == level->group.len) {
      n = go_back (s, n);
      if (n == SIZE_MAX)
        return false;
      s->levels[n].at++;
    } else if (member_take (s, n)) {
      n++;
    } else {
      level->at++;
    }
  }
  for (size_t m = 0; m < s->nodes; m++)
    s->levels[m].found = true;
  return true;
}

bool stream_next (Stream *s, StreamItem *out) {
  if (s->inside) {
    s->levels[s->nodes - 1].at++;
    s->inside = descend (s, s->nodes - 1);
  }
  while (!s->inside && s->dstate < s->dstates.len) {
    dstate_open (s, s->dstates.data[s->dstate++]);
    s->inside = descend (s, 0);
  }
  if (s->inside)
    *out = (StreamItem){s->members, s->levels[s->nodes].cond, s->dstates.data[s->dstate - 1],
                        s->levels[s->nodes].unknown};
  return s->inside;
}
