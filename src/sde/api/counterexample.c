/* SPDX-License-Identifier: GPL-2.0-only */
/* api/counterexample.c -- at the end of a run: the simplest scenario of each bug, and what of it matters
 *
 * A bug that its state lived on with (a note) has no states at the end: it keeps its first scenario, and nothing
 * is said about its decisions.
 */
#include "api/network_impl.h"
#include "testcase/generalise.h"
#include "testcase/simplest.h"

typedef struct Failing {
  const Net *net;
  size_t error;
} Failing;

static bool is_failing (void *data, StateId s) {
  const Failing *f = data;
  return net_error_of_state (f->net, f->error, s);
}

static NetNeed need_of (CaseNeed need) {
  return need == NEED_NEEDED ? NET_NEEDED : need == NEED_NO_DIFFERENCE ? NET_NO_DIFFERENCE : NET_NEED_UNKNOWN;
}

/* What was found out about inputs and decisions; both stand in the same order. */
static void take_over (Net *net, size_t error, const TestCase *c) {
  size_t input = 0, decision = 0;
  for (size_t i = 0; i < net_error (net, error)->values.len; i++) {
    NetValue *value = net_error_value (net, error, i);
    if (value->failure && decision < c->decisions.len)
      value->need = need_of (c->decisions.data[decision++].need);
    else if (!value->failure && input < c->inputs.len)
      net_value_set_freedom (net, value, c->inputs.data[input++].freedom);
  }
}

static bool simplest (SdeNetwork *n, const Scenarios *from, size_t i) {
  StateVec states = {0};
  Failing failing = {n->net, i};
  net_error_states (n->net, i, &states, &n->mem);
  SimplestAsk ask = {.from = from, .mem = &n->mem, .states = states.data, .len = states.len};
  SimplestAnswer answer = states.len ? case_simplest (&ask) : (SimplestAnswer){JOINT_NONE, false, NULL};
  if (answer.test) {
    case_free_bytes (answer.test);
    case_flip_decisions (answer.test, &(FlipAsk){.failing = is_failing, .data = &failing});
    net_error_replace (n->net, i, answer.test->members, answer.test->cond, answer.test->model);
    take_over (n->net, i, answer.test);
    case_free (answer.test);
  }
  VEC_FREE (&n->mem, &states);
  return answer.test != NULL;
}

/* The scenario that it has, as it is. */
static void as_it_is (SdeNetwork *n, const Scenarios *from, size_t i) {
  const NetError *e = net_error (n->net, i);
  TestCase *c = MEM_NEW (&n->mem, TestCase);
  *c = (TestCase){.mem = &n->mem, .from = from, .cond = cond_ref (e->joint), .model = cond_ref (e->model)};
  for (size_t v = 0; v < e->values.len; v++) {
    const NetValue *value = &e->values.data[v];
    CaseInput in = {value->node, value->array, value->size, mem_zero (&n->mem, value->size), NULL};
    if (!value->failure)
      VEC_PUSH (&n->mem, &c->inputs, in);
    else
      mem_free (&n->mem, in.bytes, in.size);
  }
  case_free_bytes (c);
  take_over (n->net, i, c);
  case_free (c);
}

void network_simplify (SdeNetwork *n) {
  Scenarios from = net_scenarios (n->net);
  if (net_one_scenario (n->net))
    return; /* it was chosen: there is no other one */
  for (size_t i = 0; i < net_error_count (n->net); i++)
    if (net_error (n->net, i)->members && !net_error (n->net, i)->simplest && !simplest (n, &from, i))
      as_it_is (n, &from, i);
}
