/* SPDX-License-Identifier: GPL-2.0-only */
/* testcase/least.c -- the least values of inputs, and which of two scenarios has smaller ones */
#include "testcase/least.h"

Least least_begin (Solver *solver, const Cond *cond) {
  return (Least){solver, cond_ref ((Cond *)cond), true};
}

void least_end (Least *least) {
  cond_unref (least->solver, least->cond);
  least->cond = NULL;
}

uint8_t least_byte (Least *l, SymId sym) {
  ExprPool *pool = solver_pool (l->solver);
  Expr e = expr_sym_by_id (pool, sym);
  uint8_t value = cond_byte (l->cond, sym);
  Range range;
  if (value && solver_range (l->solver, l->cond, e, &range) == ANSWER_YES)
    value = (uint8_t)range.lo;
  else
    l->sure &= !value;
  l->sure &=
      solver_assume (l->solver, &l->cond, expr_eq (pool, e, expr_const (pool, 8, value))) == ANSWER_YES;
  return value;
}

/* ---- comparing ---- */

/* The bytes of one node's inputs, one after the other. */
typedef struct Stream {
  const Scenarios *from;
  Mem *mem;
  Least least;
  ScenarioInputs inputs;
  size_t input;
  uint32_t at;
} Stream;

static void stream_node (Stream *s, StateId member) {
  s->inputs.len = s->input = s->at = 0;
  s->from->inputs (s->from->data, member, &s->inputs, s->mem);
}

/* The next byte, or -1. */
static int stream_next (Stream *s) {
  ExprPool *pool = solver_pool (s->from->solver);
  while (s->input < s->inputs.len) {
    const ArrayInfo *info = expr_array_info (pool, s->inputs.data[s->input]);
    if (s->at < info->size)
      return least_byte (&s->least, info->first + s->at++);
    s->input++;
    s->at = 0;
  }
  return -1;
}

static int compare_node (Stream *a, Stream *b, uint64_t *steps) {
  for (;;) {
    int x = stream_next (a), y = stream_next (b);
    ++*steps;
    if (x != y)
      return x < y ? -1 : 1;
    if (x < 0)
      return 0;
  }
}

static int compare_paths (const Scenarios *from, const JointChoice *a, const JointChoice *b) {
  for (size_t i = 0; i < a->len; i++) {
    uint64_t x = from->state (from->data, a->members[a->nodes[i]]).path;
    uint64_t y = from->state (from->data, b->members[b->nodes[i]]).path;
    if (x != y)
      return x < y ? -1 : 1;
  }
  return 0;
}

static bool same_members (const JointChoice *a, const JointChoice *b) {
  for (size_t i = 0; i < a->len; i++)
    if (a->members[a->nodes[i]] != b->members[b->nodes[i]])
      return false;
  return true;
}

static int compare (void *data, const JointChoice *a, const JointChoice *b, uint64_t *steps) {
  const Scenarios *from = data;
  const JointChoice *choices[2] = {a, b};
  Stream streams[2];
  Mem mem;
  int order = 0;
  if (same_members (a, b))
    return 0;
  mem_init (&mem, "values", NULL);
  for (int i = 0; i < 2; i++)
    streams[i] = (Stream){.from = from, .mem = &mem, .least = least_begin (from->solver, choices[i]->cond)};
  for (size_t i = 0; i < a->len && !order; i++) {
    for (int k = 0; k < 2; k++)
      stream_node (&streams[k], choices[k]->members[a->nodes[i]]);
    order = compare_node (&streams[0], &streams[1], steps);
  }
  for (int i = 0; i < 2; i++) {
    least_end (&streams[i].least);
    VEC_FREE (&mem, &streams[i].inputs);
  }
  mem_fini (&mem);
  return order ? order : compare_paths (from, a, b);
}

static void taste_symbols (void *data, StateId s, ScenarioInputs *out, Mem *mem) {
  const Scenarios *from = data;
  from->inputs (from->data, s, out, mem);
}

JointTaste least_taste (const Scenarios *from) { return (JointTaste){taste_symbols, compare, (void *)from}; }
