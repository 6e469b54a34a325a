/* SPDX-License-Identifier: GPL-2.0-only */
/* api/testcases.c -- test cases of recorded scenarios, one by one */
#include "api/database_impl.h"
#include "api/explore_impl.h"
#include "api/recorded.h"
#include "api/testcases_impl.h"
#include "testcase/covering.h"
#include "testcase/enumerate.h"

#include <inttypes.h>
#include <stdio.h>

bool give_case (Giving *g, SdeTestCase *test) {
  test->number = ++g->figures->cases;
  g->figures->unknown += test->unknown;
  return g->fn (g->data, test) && g->figures->cases != g->most;
}

typedef VEC (SdeTestValue) ValueList;

static void add_decisions (const TestCase *c, NodeId node, const Recorded *r, Mem *mem, ValueList *out) {
  for (size_t i = 0; i < c->decisions.len; i++) {
    const CaseDecision *d = &c->decisions.data[i];
    SdeTestValue value = {.node = (int64_t)node - 1,
                          .node_name = recorded_node (r, node),
                          .name = d->name,
                          .decision = true,
                          .outcome = d->outcome};
    if (d->node == node)
      VEC_PUSH (mem, out, value);
  }
}

static void add_inputs (const TestCase *c, NodeId node, const Recorded *r, Mem *mem, ValueList *out) {
  for (size_t i = 0; i < c->inputs.len; i++) {
    const CaseInput *in = &c->inputs.data[i];
    const ArrayInfo *info = expr_array_info (solver_pool (c->from->solver), in->array);
    SdeTestValue value = {.node = (int64_t)node - 1,
                          .node_name = recorded_node (r, node),
                          .name = case_input_name (info->name),
                          .ordinal = info->ordinal,
                          .bytes = in->bytes,
                          .size = in->size};
    if (in->node == node)
      VEC_PUSH (mem, out, value);
  }
}

static bool give_scenario (Giving *g, const Recorded *r, const TestCase *c, bool unknown) {
  char name[17];
  ValueList values = {0};
  snprintf (name, sizeof name, "%016" PRIx64, c->name);
  for (NodeId n = 0; n < c->nodes; n++) {
    add_decisions (c, n, r, g->mem, &values);
    add_inputs (c, n, r, g->mem, &values);
  }
  SdeTestCase test = {.scenario = name,
                      .failures = c->cost.weight,
                      .decisions = c->cost.decisions,
                      .unknown = unknown,
                      .values = values.data,
                      .nvalues = values.len};
  bool more = give_case (g, &test);
  VEC_FREE (g->mem, &values);
  return more;
}

static void give_all (Giving *g, Recorded *r) {
  Scenarios from = recorded_scenarios (r);
  Stream *stream = stream_new (g->mem, &from);
  StreamItem item;
  for (bool more = true; more && stream_next (stream, &item);) {
    TestCase *c = case_new (g->mem, &from, item.members, item.cond);
    Status st = recorded_status (r);
    more = status_ok (st) && give_scenario (g, r, c, item.unknown);
    status_free (st);
    case_free (c);
  }
  g->figures->infeasible = stream_infeasible (stream);
  stream_free (stream);
}

static Status give_covering (Giving *g, Recorded *r) {
  if (!recorded_items (r))
    return status_fail ("%s: it does not say what its states have reached", reader_file (g->reader));
  Scenarios from = recorded_scenarios (r);
  CoverAsk ask = {
      .from = &from, .mem = g->mem, .items = recorded_items (r), .covers = recorded_covers, .data = r};
  Covering covering = case_covering (&ask);
  Status st = recorded_status (r);
  bool more = status_ok (st);
  status_free (st);
  for (size_t i = 0; i < covering.cases.len && more; i++)
    more = give_scenario (g, r, covering.cases.data[i], false);
  g->figures->reached = covering.reached;
  g->figures->never = covering.never;
  g->figures->undecided = covering.unknown;
  covering_free (&ask, &covering);
  return STATUS_OK;
}

static Status give_scenarios (Giving *g, SdeTestsKind kind) {
  Recorded *r;
  Status st = recorded_new (g->mem, g->reader, &r);
  if (!status_ok (st))
    return st;
  if (kind == SDE_TESTS_ALL)
    give_all (g, r);
  else
    st = give_covering (g, r);
  Status trouble = recorded_status (r);
  recorded_free (r);
  if (status_ok (trouble))
    return st;
  status_free (st);
  return trouble;
}

char *sde_testcases (SdeDatabase *database, SdeTestsKind kind, uint64_t most,
                     bool (*fn) (void *data, const SdeTestCase *test), void *data, SdeTestsFigures *out) {
  Giving g = {&database->mem, database->reader, most, fn, data, out};
  int64_t dstates = 0;
  *out = (SdeTestsFigures){0};
  Status st = reader_number (database->reader, "SELECT EXISTS (SELECT 1 FROM rec_dstate)", 0, NULL, &dstates);
  if (!status_ok (st))
    return api_message (st);
  if (kind == SDE_TESTS_ERRORS || (kind == SDE_TESTS_ALL && !dstates))
    return api_message (give_recorded (&g, kind == SDE_TESTS_ERRORS));
  if (!dstates)
    return api_message (
        status_fail ("%s: it has no scenarios: the run has not ended, or was of a single program",
                     reader_file (database->reader)));
  return api_message (give_scenarios (&g, kind));
}
