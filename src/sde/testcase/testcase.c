/* SPDX-License-Identifier: GPL-2.0-only */
/* testcase/testcase.c -- making a test case of a scenario */
#include "testcase/testcase.h"

#include "base/hash.h"
#include "testcase/least.h"

#include <string.h>

const char *case_input_name (const char *name) {
  const char *colon = strchr (name, ':');
  return colon ? colon + 1 : name;
}

static void add_inputs (TestCase *c, NodeId node, Least *least) {
  ExprPool *pool = solver_pool (c->from->solver);
  ScenarioInputs inputs = {0};
  c->from->inputs (c->from->data, c->members[node], &inputs, c->mem);
  for (size_t i = 0; i < inputs.len; i++) {
    const ArrayInfo *info = expr_array_info (pool, inputs.data[i]);
    CaseInput input = {node, inputs.data[i], info->size, mem_new (c->mem, info->size), NULL};
    SymId first = info->first;
    for (uint32_t b = 0; b < input.size; b++)
      input.bytes[b] = least_byte (least, first + b);
    VEC_PUSH (c->mem, &c->inputs, input);
  }
  VEC_FREE (c->mem, &inputs);
}

static void add_decisions (TestCase *c, NodeId node) {
  ScenarioDecisions decisions = {0};
  c->from->decisions (c->from->data, c->members[node], &decisions, c->mem);
  for (size_t i = 0; i < decisions.len; i++) {
    const ScenarioDecision *d = &decisions.data[i];
    CaseDecision own = {node, mem_string (c->mem, d->name, strlen (d->name)), d->outcome, NEED_NOT_KNOWN};
    VEC_PUSH (c->mem, &c->decisions, own);
  }
  VEC_FREE (c->mem, &decisions);
}

TestCase *case_new (Mem *mem, const Scenarios *from, const StateId *members, const Cond *cond) {
  TestCase *c = MEM_NEW (mem, TestCase);
  c->mem = mem;
  c->from = from;
  c->nodes = from->nodes;
  c->members = mem_new (mem, from->nodes * sizeof *members);
  memcpy (c->members, members, from->nodes * sizeof *members);
  c->cond = cond_ref ((Cond *)cond);
  Least least = least_begin (from->solver, cond);
  for (NodeId n = 0; n < from->nodes; n++) {
    ScenarioState state = from->state (from->data, members[n]);
    c->name = hash_pair (c->name, state.path);
    c->cost.weight += state.weight;
    c->cost.decisions += state.decisions;
    add_inputs (c, n, &least);
    add_decisions (c, n);
  }
  c->least = least.sure;
  c->model = least.cond;
  return c;
}

void case_free (TestCase *c) {
  if (!c)
    return;
  for (size_t i = 0; i < c->inputs.len; i++) {
    CaseInput *in = &c->inputs.data[i];
    mem_free (c->mem, in->bytes, in->size);
    mem_free (c->mem, in->freedom, in->freedom ? in->size * sizeof *in->freedom : 0);
  }
  for (size_t i = 0; i < c->decisions.len; i++)
    mem_free (c->mem, c->decisions.data[i].name, strlen (c->decisions.data[i].name) + 1);
  VEC_FREE (c->mem, &c->inputs);
  VEC_FREE (c->mem, &c->decisions);
  cond_unref (c->from->solver, c->cond);
  cond_unref (c->from->solver, c->model);
  mem_free (c->mem, c->members, c->nodes * sizeof *c->members);
  MEM_FREE (c->mem, c);
}
