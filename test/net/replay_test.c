/* SPDX-License-Identifier: GPL-2.0-only */
/* net/replay_test.c -- every bug of random networks, replayed: concretely, without a fork or a query
 *
 * The inputs and decisions of a bug's scenario, given to a concrete run, must lead to the same bug at the same node,
 * place and time.
 */
#include "net/make.h"

enum { MOST_VALUES = 200, MOST_ERRORS = 16 };

typedef struct Known {
  uint32_t node;
  char name[LINE_SIZE];
  bool failure;
  uint8_t bytes[8];
  uint32_t size;
} Known;

typedef struct Bug {
  char id[20];
  uint32_t node;
  int64_t time;
  size_t nknown;
  Known known[MOST_VALUES];
} Bug;

typedef struct Bugs {
  size_t n;
  Bug list[MOST_ERRORS];
} Bugs;

static void keep_value (Bug *bug, const SdeValue *v) {
  assert_true (bug->nknown < MOST_VALUES);
  Known *k = &bug->known[bug->nknown++];
  *k = (Known){.node = v->node, .failure = v->failure, .size = v->size};
  snprintf (k->name, sizeof k->name, "%s", v->name);
  assert_true (v->size <= sizeof k->bytes);
  memcpy (k->bytes, v->bytes, v->size);
}

static void keep_bugs (void *data, SdeNetwork *network) {
  Bugs *bugs = data;
  bugs->n = 0;
  for (size_t i = 0; i < sde_network_error_count (network) && bugs->n < MOST_ERRORS; i++) {
    const SdeNetworkError *e = sde_network_error (network, i);
    if (!e->confirmed || !strcmp (e->kind, "uninitialised"))
      continue;
    Bug *bug = &bugs->list[bugs->n++];
    *bug = (Bug){.node = e->node, .time = e->time};
    snprintf (bug->id, sizeof bug->id, "%s", e->id);
    for (size_t v = 0; v < e->nvalues; v++)
      keep_value (bug, &e->values[v]);
  }
}

/* Decisions of equal names follow one another. */
static unsigned choose_known (void *data, const char *name, unsigned outcomes) {
  Bug *bug = data;
  (void)outcomes;
  for (size_t i = 0; i < bug->nknown; i++)
    if (bug->known[i].failure && !strcmp (bug->known[i].name, name)) {
      bug->known[i].failure = false;
      bug->known[i].size = 0;
      return bug->known[i].bytes[0];
    }
  return 0;
}

static bool input_known (void *data, uint32_t node, const char *name, uint32_t ordinal, uint32_t size,
                         uint8_t *bytes) {
  const Bug *bug = data;
  for (size_t i = 0; i < bug->nknown; i++) {
    const Known *k = &bug->known[i];
    if (k->failure || !k->size || k->node != node || strcmp (k->name, name) || ordinal--)
      continue;
    assert_int_equal (k->size, size);
    memcpy (bytes, k->bytes, size);
    return true;
  }
  return false; /* made after the bug, or it will not be found again */
}

typedef struct Again {
  const Bug *bug;
  bool found;
} Again;

static void look_again (void *data, SdeNetwork *network) {
  Again *again = data;
  for (size_t i = 0; i < sde_network_error_count (network); i++) {
    const SdeNetworkError *e = sde_network_error (network, i);
    again->found |=
        !strcmp (e->id, again->bug->id) && e->node == again->bug->node && e->time == again->bug->time;
  }
}

/* NULL, or what is wrong. */
static const char *replay (Lab *lab, const Plan *p, const Bug *bug) {
  Bug used = *bug;
  Plan q = *p;
  Again again = {.bug = bug};
  q.options.choose = choose_known;
  q.options.choose_data = q.options.input_data = &used;
  q.options.input = input_known;
  Outcome o = plan_run_inspect (lab, &q, &(Way){"sds", false, 0}, look_again, &again);
  bool forked = o.stats.forks_branch || o.stats.forks_failure || o.stats.forks_mapping;
  bool asked = o.stats.queries != 0, one = !strcmp (o.scenarios, "1");
  outcome_free (&o);
  return !again.found ? "the bug is not there" : forked || !one ? "it forked" : asked ? "it asked" : NULL;
}

typedef struct Trial {
  Lab *lab;
  unsigned bugs, inputs;
} Trial;

static const char *case_wrong (Trial *trial, const Case *c) {
  Bugs bugs;
  Plan p = case_plan (c);
  Outcome o = plan_run_inspect (trial->lab, &p, &(Way){"sds", false, 0}, keep_bugs, &bugs);
  outcome_free (&o);
  for (size_t i = 0; i < bugs.n; i++) {
    const char *why = replay (trial->lab, &p, &bugs.list[i]);
    trial->bugs++;
    for (size_t k = 0; k < bugs.list[i].nknown; k++)
      trial->inputs += !bugs.list[i].known[k].failure;
    if (why)
      return why;
  }
  return NULL;
}

static bool case_shows (void *data, const Case *c) { return case_wrong (data, c) != NULL; }

static void replays (void **state, const Flavour *flavour, unsigned rounds, unsigned least) {
  uint64_t seed = fixture_seed ();
  Trial trial = {.lab = *state};
  for (unsigned i = 0; i < fixture_rounds (SLOW ? rounds / 4 : rounds); i++) {
    Rng rng = rng_seed (hash_pair (seed, i));
    Case c = make_case (&rng, flavour);
    if (!case_wrong (&trial, &c))
      continue;
    case_shrink (&c, case_shows, &trial);
    case_print (&c);
    fail_msg ("%s; SDE_SEED=%llu, round %u", case_wrong (&trial, &c), (unsigned long long)seed, i);
  }
  print_message ("%u bugs replayed, %u inputs\n", trial.bugs, trial.inputs);
  assert_true (trial.bugs >= (SLOW ? least / 8 : least));
}

static void symbols (void **state) {
  replays (state, &(Flavour){.actions = "sssssSrrrrrrrzgm====<<<<aaxxw", .known = true, .inputs = true}, 100,
           20);
}

static void failures (void **state) {
  replays (state,
           &(Flavour){.actions = "sssSrrrrrzzq=gatpkwhL",
                      .traffic = true,
                      .failures = 2,
                      .kinds = "dulxrotpam",
                      .budget = true},
           100, 20);
}

static void everything (void **state) {
  replays (state,
           &(Flavour){.actions = "ssssSrrrrrrzzqmm=<gaaxpdtikwhL",
                      .failures = 3,
                      .kinds = "dulccxrotpam",
                      .budget = true,
                      .inputs = true,
                      .interfaces = true,
                      .traffic = true,
                      .rates = true},
           150, 20);
}

int main (void) {
  const struct CMUnitTest tests[] = {LAB_TEST (symbols), LAB_TEST (failures), LAB_TEST (everything)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
