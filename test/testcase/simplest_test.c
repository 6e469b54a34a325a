/* SPDX-License-Identifier: GPL-2.0-only */
/* testcase/simplest_test.c -- simplest scenarios and what of them matters, against all scenarios of small networks
 *
 * The simplest one is compared with every scenario and every value; sets of bytes with evaluating each value; decisions
 * by running the network with one of them turned over, and nothing else left open.
 */
#include "testcase/brute.h"

#include "testcase/generalise.h"
#include "testcase/simplest.h"

enum { MOST_SCENARIOS = 300, MOST_SYMBOLS = 5 };

typedef struct Best {
  bool found;
  uint64_t weight, decisions, name;
  uint64_t paths[CASE_NODES + 1];
  Given values;
  size_t node_bytes[CASE_NODES + 1]; /* how many bytes are those of nodes before */
} Best;

typedef struct Trial {
  Lab *lab;
  const Case *source;
  unsigned errors, cases, flips, free_bytes, indifferent;
  uint64_t names[16], nnames; /* of the simplest scenarios */
  bool too_large;
} Trial;

/* ---- all scenarios ---- */

static bool has_state (const StateVec *set, const StateId *members, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (listed (set->data, set->len, members[i]))
      return true;
  return false;
}

static int compare_node_bytes (const Best *a, const Best *b, size_t n, size_t nodes) {
  size_t na = (n + 1 < nodes ? a->node_bytes[n + 1] : a->values.n) - a->node_bytes[n];
  size_t nb = (n + 1 < nodes ? b->node_bytes[n + 1] : b->values.n) - b->node_bytes[n];
  int order =
      memcmp (a->values.bytes + a->node_bytes[n], b->values.bytes + b->node_bytes[n], na < nb ? na : nb);
  return order ? order : (na > nb) - (na < nb);
}

static int compare_best (const Best *a, const Best *b, size_t nodes) {
  if (a->weight != b->weight)
    return a->weight < b->weight ? -1 : 1;
  if (a->decisions != b->decisions)
    return a->decisions < b->decisions ? -1 : 1;
  for (size_t n = 0; n < nodes; n++) {
    int order = compare_node_bytes (a, b, n, nodes);
    if (order)
      return order;
  }
  for (size_t n = 0; n < nodes; n++)
    if (a->paths[n] != b->paths[n])
      return a->paths[n] < b->paths[n] ? -1 : 1;
  return 0;
}

static size_t bytes_of_node (const Scenarios *from, StateId s) {
  Mem mem;
  ScenarioInputs inputs = {0};
  size_t n = 0;
  mem_init (&mem, "inputs", NULL);
  from->inputs (from->data, s, &inputs, &mem);
  for (size_t i = 0; i < inputs.len; i++)
    n += expr_array_info (solver_pool (from->solver), inputs.data[i])->size;
  VEC_FREE (&mem, &inputs);
  mem_fini (&mem);
  return n;
}

static Best best_of (const Scenarios *from, const StateId *members, bool *few) {
  Best b = {.found = true};
  *few = given_symbols (&b.values, from, members) && b.values.n <= MOST_SYMBOLS;
  b.found = *few && given_least (&b.values, from, members);
  size_t bytes = 0;
  for (NodeId n = 0; n < from->nodes; n++) {
    ScenarioState s = from->state (from->data, members[n]);
    b.weight += s.weight;
    b.decisions += s.decisions;
    b.paths[n] = s.path;
    b.name = hash_pair (b.name, s.path);
    b.node_bytes[n] = bytes;
    bytes += bytes_of_node (from, members[n]);
  }
  return b;
}

/* Over all scenarios with one of these states; false: too many. */
static bool brute_force (const Net *net, const Scenarios *from, const StateVec *states, Best *best) {
  MapWalk *walk;
  const StateId *members;
  bool few = true;
  *best = (Best){.found = false};
  assert_true (status_ok (map_walk_new (net->map, NULL, 0, &walk)));
  for (unsigned n = 0; few && (members = map_walk_next (walk)); n++) {
    few = n < MOST_SCENARIOS;
    if (!few || !has_state (states, members, from->nodes))
      continue;
    Best b = best_of (from, members, &few);
    if (b.found && (!best->found || compare_best (&b, best, from->nodes) < 0))
      *best = b;
  }
  map_walk_free (walk);
  return few;
}

/* ---- one error ---- */

static void check_values (const TestCase *c, const Best *best) {
  size_t at = 0;
  for (size_t i = 0; i < c->inputs.len; i++)
    for (uint32_t b = 0; b < c->inputs.data[i].size; b++)
      assert_int_equal (c->inputs.data[i].bytes[b], best->values.bytes[at++]);
  assert_int_equal (at, best->values.n);
}

static void check_freedom (Trial *trial, const TestCase *c, Given *values) {
  size_t at = 0;
  for (size_t i = 0; i < c->inputs.len; i++)
    for (uint32_t b = 0; b < c->inputs.data[i].size; b++, at++) {
      uint8_t own = values->bytes[at];
      for (unsigned v = 0; v < 256; v++) {
        values->bytes[at] = (uint8_t)v;
        assert_int_equal (byteset_has (&c->inputs.data[i].freedom[b], v),
                          given_meets (values, c->from, c->members));
      }
      values->bytes[at] = own;
      trial->free_bytes += byteset_count (&c->inputs.data[i].freedom[b]) > 1;
    }
}

/* ---- running with one decision turned over ---- */

typedef struct Chosen {
  const TestCase *test;
  size_t flipped;
  uint32_t outcome;
  uint32_t outcomes; /* that the decision turned over has */
  bool asked[64];    /* decisions of the case */
} Chosen;

static unsigned choose (void *data, const char *name, unsigned outcomes) {
  Chosen *c = data;
  for (size_t i = 0; i < c->test->decisions.len; i++)
    if (!c->asked[i] && !strcmp (c->test->decisions.data[i].name, name)) {
      c->asked[i] = true;
      if (i == c->flipped)
        c->outcomes = outcomes;
      return i == c->flipped ? c->outcome : c->test->decisions.data[i].outcome;
    }
  return 0;
}

static Case case_with_values (const Case *source, const TestCase *c) {
  Case with = *source;
  for (unsigned n = 0; n < with.nodes; n++)
    strcpy (with.values[n], "0000000");
  for (size_t i = 0; i < c->inputs.len; i++) {
    const ArrayInfo *info = expr_array_info (solver_pool (c->from->solver), c->inputs.data[i].array);
    const char *number = strrchr (info->name, '_'); /* x, x_1, x_2 ... */
    size_t made = number ? strtoull (number + 1, NULL, 10) : 0;
    assert_true (made < 7);
    with.values[c->inputs.data[i].node - 1][made] = (char)('0' + c->inputs.data[i].bytes[0]);
  }
  return with;
}

typedef struct Looking {
  const char *id;
  bool found;
} Looking;

static void look_for (void *data, SdeNetwork *network) {
  Looking *l = data;
  for (size_t i = 0; i < sde_network_error_count (network); i++)
    l->found |= !strcmp (sde_network_error (network, i)->id, l->id);
}

/* Does the error happen in the one run that the choices leave? */
static bool really_fails (Trial *trial, Chosen *chosen, const char *id) {
  memset (chosen->asked, 0, sizeof chosen->asked);
  assert_true (chosen->test->decisions.len <= 64);
  Case with = case_with_values (trial->source, chosen->test);
  Plan p = case_plan (&with);
  Looking looking = {id, false};
  p.options.choose = choose;
  p.options.choose_data = chosen;
  Outcome o = plan_run_inspect (trial->lab, &p, &(Way){"sds", false, 0}, look_for, &looking);
  assert_string_equal (o.scenarios, "1");
  outcome_free (&o);
  return looking.found;
}

/* Shows the case before the test fails. */
static void told (const Trial *trial, const TestCase *c, bool holds, const char *what) {
  if (holds)
    return;
  case_print (trial->source);
  for (size_t i = 0; i < c->inputs.len; i++)
    print_message ("  input of node %u: %u\n", c->inputs.data[i].node - 1, c->inputs.data[i].bytes[0]);
  for (size_t i = 0; i < c->decisions.len; i++)
    print_message ("  %s: %u, need %d\n", c->decisions.data[i].name, c->decisions.data[i].outcome,
                   (int)c->decisions.data[i].need);
  fail_msg ("%s", what);
}

static void check_flips (Trial *trial, const TestCase *c, const char *id) {
  Chosen chosen = {c, SIZE_MAX, 0, 0, {0}};
  told (trial, c, really_fails (trial, &chosen, id), "the case does not fail when it is run");
  for (size_t i = 0; i < c->decisions.len; i++) {
    const CaseDecision *d = &c->decisions.data[i];
    if (d->need == NEED_NOT_KNOWN) {
      assert_true (c->from->budget != UINT64_MAX && !d->outcome);
      continue;
    }
    bool always = true;
    chosen = (Chosen){c, i, d->outcome ? 0 : 1, 2, {0}};
    for (uint32_t o = 0; o < chosen.outcomes; o++) {
      chosen.outcome = o;
      always = always && (o == d->outcome || really_fails (trial, &chosen, id));
    }
    told (trial, c, (d->need == NEED_NO_DIFFERENCE) == always, d->name);
    trial->flips++;
    trial->indifferent += always;
  }
}

typedef struct Failing {
  const Net *net;
  size_t error;
} Failing;

static bool is_failing (void *data, StateId s) {
  const Failing *f = data;
  return net_error_of_state (f->net, f->error, s);
}

static void check_error (Trial *trial, Net *net, SdeNetwork *network, size_t i, bool flips) {
  Mem mem;
  Best best;
  StateVec states = {0};
  Failing failing = {net, i};
  Scenarios from = net_scenarios (net);
  mem_init (&mem, "test", NULL);
  net_error_states (net, i, &states, &mem);
  SimplestAnswer answer = {0};
  if (states.len && brute_force (net, &from, &states, &best)) {
    answer =
        case_simplest (&(SimplestAsk){.from = &from, .mem = &mem, .states = states.data, .len = states.len});
    assert_int_equal (answer.found, best.found ? JOINT_FOUND : JOINT_NONE);
    assert_false (answer.cut);
  }
  if (answer.test) {
    assert_true (answer.test->least);
    assert_int_equal (answer.test->cost.weight, best.weight);
    assert_int_equal (answer.test->cost.decisions, best.decisions);
    check_values (answer.test, &best);
    assert_int_equal (answer.test->name, best.name);
    case_free_bytes (answer.test);
    check_freedom (trial, answer.test, &best.values);
    case_flip_decisions (answer.test, &(FlipAsk){.failing = is_failing, .data = &failing});
    if (flips)
      check_flips (trial, answer.test, sde_network_error (network, i)->id);
    if (trial->nnames < 16)
      trial->names[trial->nnames++] = answer.test->name;
    trial->cases++;
    case_free (answer.test);
  } else {
    trial->too_large = true;
  }
  VEC_FREE (&mem, &states);
  mem_fini (&mem);
}

static void check_all (void *data, SdeNetwork *network) {
  Trial *trial = data;
  SdeNetworkStats stats;
  sde_network_stats (network, &stats);
  trial->nnames = 0;
  for (size_t i = 0; i < sde_network_error_count (network) && !stats.limit; i++) {
    trial->errors++;
    check_error (trial, network->net, network, i, true);
  }
}

static void check_again (void *data, SdeNetwork *network) {
  Trial *trial = data;
  uint64_t names[16], n = trial->nnames;
  memcpy (names, trial->names, sizeof names);
  trial->nnames = 0;
  for (size_t i = 0; i < sde_network_error_count (network); i++)
    check_error (trial, network->net, network, i, false);
  assert_int_equal (trial->nnames, n);
  for (uint64_t i = 0; i < n; i++) { /* bugs may be found in another order */
    bool found = false;
    for (uint64_t k = 0; k < n; k++)
      found |= names[i] == trial->names[k];
    assert_true (found);
  }
}

static void try_many (void **state, unsigned rounds, const Flavour *flavour, const char *name) {
  uint64_t seed = fixture_seed ();
  Trial trial = {.lab = *state};
  for (unsigned i = 0; i < fixture_rounds (SLOW ? rounds / 4 : rounds); i++) {
    Rng rng = rng_seed (hash_pair (seed, hash_pair (hash_bytes (name, strlen (name)), i)));
    Case c = make_case (&rng, flavour);
    Plan p = case_plan (&c);
    trial.source = &c;
    trial.too_large = false;
    Outcome o = plan_run_inspect (*state, &p, &(Way){"sds", false, 0}, check_all, &trial);
    bool again = !o.stats.limit && trial.nnames && !trial.too_large;
    outcome_free (&o);
    if (!again)
      continue;
    o = plan_run_inspect (*state, &p, &(Way){"cob", true, 0}, check_again, &trial);
    outcome_free (&o);
  }
  print_message (
      "%s: %u bugs, %u test cases, %u bytes that may vary, %u decisions turned over, %u of them in vain\n",
      name, trial.errors, trial.cases, trial.free_bytes, trial.flips, trial.indifferent);
  assert_true (trial.cases > 0);
}

static void values (void **state) {
  try_many (state, 150, &(Flavour){.actions = "sssssSrrrrrrrzgm====<<<<aaaaxxw", .known = true}, "values");
}

static void values_and_failures (void **state) {
  try_many (state, 200,
            &(Flavour){.actions = "sssssSrrrrrrrzzgm====<<<<aaaaxxkqw",
                       .failures = 2,
                       .kinds = "dulxotpam",
                       .budget = true,
                       .known = true},
            "values and failures");
}

static void failures (void **state) {
  try_many (state, 200,
            &(Flavour){.actions = "sssSrrrrrzzq=gaatpkwhL",
                       .traffic = true,
                       .failures = 3,
                       .kinds = "dulxroam",
                       .budget = true},
            "failures");
}

int main (void) {
  const struct CMUnitTest tests[] = {LAB_TEST (values), LAB_TEST (values_and_failures), LAB_TEST (failures)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
