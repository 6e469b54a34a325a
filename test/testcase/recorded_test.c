/* SPDX-License-Identifier: GPL-2.0-only */
/* testcase/recorded_test.c -- the scenarios of a database are those of the network that it was written from
 *
 * All scenarios, their conditions, values and decisions, in the same order; the simplest ones of bugs; and the cases
 * that stand in the database.
 */
#include "testcase/brute.h"

#include "api/recorded.h"
#include "testcase/enumerate.h"

#include <sde/testcases.h>

#include <inttypes.h>

enum { MOST = 200 };

typedef struct Written {
  uint64_t name, failures, decisions, values;
} Written;

typedef struct Trial {
  size_t n;
  Written cases[MOST];
  uint64_t infeasible;
  size_t nerrors;
  uint64_t errors[16][2]; /* scenario; hash of values */
  unsigned networks, compared, bugs;
} Trial;

/* Of all values of a case, in the order of nodes. */
static uint64_t values_of (const TestCase *c) {
  uint64_t h = 0;
  for (NodeId n = 0; n < c->nodes; n++) {
    for (size_t i = 0; i < c->decisions.len; i++)
      if (c->decisions.data[i].node == n)
        h = hash_pair (h, hash_bytes (c->decisions.data[i].name, strlen (c->decisions.data[i].name)) +
                              c->decisions.data[i].outcome);
    for (size_t i = 0; i < c->inputs.len; i++)
      if (c->inputs.data[i].node == n)
        h = hash_pair (h, hash_bytes (c->inputs.data[i].bytes, c->inputs.data[i].size));
  }
  return h;
}

static uint64_t values_of_error (const SdeNetworkError *e) {
  uint64_t h = 0;
  for (size_t i = 0; i < e->nvalues; i++) {
    const SdeValue *v = &e->values[i];
    h = hash_pair (h, v->failure ? hash_bytes (v->name, strlen (v->name)) + v->bytes[0]
                                 : hash_bytes (v->bytes, v->size));
  }
  return h;
}

static void note_live (void *data, SdeNetwork *network) {
  Trial *t = data;
  Mem mem;
  StreamItem item;
  mem_init (&mem, "test", NULL);
  Scenarios from = net_scenarios (network->net);
  Stream *stream = stream_new (&mem, &from);
  t->n = 0;
  while (t->n < MOST && stream_next (stream, &item)) {
    TestCase *c = case_new (&mem, &from, item.members, item.cond);
    t->cases[t->n++] = (Written){c->name, c->cost.weight, c->cost.decisions, values_of (c)};
    case_free (c);
  }
  t->infeasible = stream_infeasible (stream);
  stream_free (stream);
  mem_fini (&mem);
  t->nerrors = 0;
  for (size_t i = 0; i < sde_network_error_count (network) && t->nerrors < 16; i++) {
    const SdeNetworkError *e = sde_network_error (network, i);
    if (!e->confirmed)
      continue;
    t->errors[t->nerrors][0] = strtoull (e->scenario, NULL, 16);
    t->errors[t->nerrors++][1] = values_of_error (e);
  }
}

static uint64_t values_of_test (const SdeTestCase *c) {
  uint64_t h = 0;
  for (size_t i = 0; i < c->nvalues; i++) {
    const SdeTestValue *v = &c->values[i];
    h = hash_pair (h, v->decision ? hash_bytes (v->name, strlen (v->name)) + v->outcome
                                  : hash_bytes (v->bytes, v->size));
  }
  return h;
}

static bool compare_case (void *data, const SdeTestCase *c) {
  Trial *t = data;
  const Written *w = &t->cases[c->number - 1];
  assert_true (c->number <= t->n);
  assert_true (strtoull (c->scenario, NULL, 16) == w->name);
  assert_int_equal (c->failures, w->failures);
  assert_int_equal (c->decisions, w->decisions);
  assert_true (values_of_test (c) == w->values);
  t->compared++;
  return true;
}

static bool compare_error (void *data, const SdeTestCase *c) {
  Trial *t = data;
  assert_true (c->number <= t->nerrors && c->error);
  assert_true (strtoull (c->scenario, NULL, 16) == t->errors[c->number - 1][0]);
  assert_true (values_of_test (c) == t->errors[c->number - 1][1]);
  t->bugs++;
  return true;
}

static void compare (Trial *t, const char *file) {
  SdeDatabase *database;
  SdeTestsFigures f;
  must (sde_database_open (file, &database));
  must (sde_testcases (database, SDE_TESTS_ALL, MOST, compare_case, t, &f));
  assert_int_equal (f.cases, t->n);
  assert_int_equal (f.unknown, 0);
  if (t->n < MOST)
    assert_true (f.infeasible == t->infeasible);
  must (sde_testcases (database, SDE_TESTS_ERRORS, 0, compare_error, t, &f));
  sde_database_close (database);
}

static void try_many (void **state, unsigned rounds, const Flavour *flavour, const char *name) {
  uint64_t seed = fixture_seed ();
  Trial t = {0};
  static const char *const algorithms[] = {"sds", "cow", "cob"};
  for (unsigned i = 0; i < fixture_rounds (SLOW ? rounds / 4 : rounds); i++) {
    Rng rng = rng_seed (hash_pair (seed, hash_pair (hash_bytes (name, strlen (name)), i)));
    Case c = make_case (&rng, flavour);
    Plan p = case_plan (&c);
    p.options.record = (SdeRecord){.file = "run.db", .replace = true};
    Outcome o = plan_run_inspect (*state, &p, &(Way){algorithms[i % 3], false, 0}, note_live, &t);
    if (!o.stats.limit) {
      compare (&t, "run.db");
      t.networks++;
    }
    outcome_free (&o);
  }
  print_message ("%s: %u networks, %u cases, %u of bugs\n", name, t.networks, t.compared, t.bugs);
  assert_true (t.compared > t.networks);
}

static void values (void **state) {
  try_many (state, 40, &(Flavour){.actions = "sssssSrrrrrrrzgm====<<<<aaaaxxw", .known = true}, "values");
}

static void everything (void **state) {
  try_many (state, 60,
            &(Flavour){.actions = "ssssSrrrrrrzzqmm=<gaaxpdtikwhL",
                       .failures = 3,
                       .kinds = "dulcxrotpam",
                       .budget = true,
                       .inputs = true,
                       .interfaces = true,
                       .traffic = true,
                       .rates = true},
            "everything");
}

int main (void) {
  const struct CMUnitTest tests[] = {LAB_TEST (values), LAB_TEST (everything)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
