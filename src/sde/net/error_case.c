/* SPDX-License-Identifier: GPL-2.0-only */
/* net/error_case.c -- the values of the scenario in which a bug happens */
#include "net/net_impl.h"
#include "net/scenarios.h"

#include "base/hash.h"

#include <string.h>

static NetValue *value_add (Net *net, NetError *e, NodeId node, const char *name, uint32_t size) {
  NetValue value = {.node = node,
                    .name = mem_string (&net->mem, name, strlen (name)),
                    .size = size,
                    .bytes = mem_zero (&net->mem, size)};
  VEC_PUSH (&net->mem, &e->values, value);
  return &VEC_LAST (&e->values);
}

/* The name of an input without the number of its node. */
static const char *input_name (const char *name) {
  const char *colon = strchr (name, ':');
  return colon ? colon + 1 : name;
}

static void values_inputs (Net *net, NetError *e, NodeId node, const Scenarios *from, StateId s,
                           const Cond *model) {
  ScenarioInputs inputs = {0};
  from->inputs (from->data, s, &inputs, &net->mem);
  for (size_t i = 0; i < inputs.len; i++) {
    const ArrayInfo *info = expr_array_info (net->pool, inputs.data[i]);
    NetValue *value = value_add (net, e, node, input_name (info->name), info->size);
    value->array = inputs.data[i];
    for (uint32_t b = 0; b < info->size; b++)
      value->bytes[b] = cond_byte (model, info->first + b);
  }
  VEC_FREE (&net->mem, &inputs);
}

static void values_decisions (Net *net, NetError *e, NodeId node, const Scenarios *from, StateId s) {
  ScenarioDecisions decisions = {0};
  from->decisions (from->data, s, &decisions, &net->mem);
  for (size_t i = 0; i < decisions.len; i++) {
    NetValue *value = value_add (net, e, node, decisions.data[i].name, 1);
    value->failure = true;
    value->bytes[0] = (uint8_t)decisions.data[i].outcome;
  }
  VEC_FREE (&net->mem, &decisions);
}

void error_case (Net *net, NetError *e, const StateId *members, Cond *joint, Cond *model) {
  Scenarios from = net_scenarios (net);
  e->scenario = e->failures = e->decisions = 0;
  for (NodeId n = 0; n < net->nodes.len; n++) {
    ScenarioState state = from.state (from.data, members[n]);
    e->scenario = hash_pair (e->scenario, state.path);
    e->failures += state.weight;
    e->decisions += state.decisions;
    values_decisions (net, e, n, &from, members[n]);
    values_inputs (net, e, n, &from, members[n], model);
  }
  e->joint = cond_ref (joint);
  e->model = cond_ref (model);
  e->members = mem_new (&net->mem, net->nodes.len * sizeof *members);
  memcpy (e->members, members, net->nodes.len * sizeof *members);
}

static void value_forget (Net *net, NetValue *v) {
  mem_free (&net->mem, v->name, strlen (v->name) + 1);
  mem_free (&net->mem, v->bytes, v->size);
  mem_free (&net->mem, v->freedom, v->freedom ? v->size * sizeof *v->freedom : 0);
}

void error_case_forget (Net *net, NetError *e) {
  for (size_t i = 0; i < e->values.len; i++)
    value_forget (net, &e->values.data[i]);
  VEC_FREE (&net->mem, &e->values);
  cond_unref (net->solver, e->joint);
  cond_unref (net->solver, e->model);
  mem_free (&net->mem, e->members, e->members ? net->nodes.len * sizeof *e->members : 0);
  e->joint = e->model = NULL;
  e->members = NULL;
}

NetValue *net_error_value (Net *net, size_t i, size_t value) {
  net->errors.data[i].version++;
  return &net->errors.data[i].values.data[value];
}

void net_value_set_freedom (Net *net, NetValue *value, const ByteSet *freedom) {
  if (!value->freedom)
    value->freedom = mem_new (&net->mem, value->size * sizeof *freedom);
  memcpy (value->freedom, freedom, value->size * sizeof *freedom);
}
