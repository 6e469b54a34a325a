/* SPDX-License-Identifier: GPL-2.0-only */
/* net/random_test.c -- random networks of random small programs, every algorithm against COB
 *
 * And against enumeration, where decisions are few and nothing is symbolic.  A network that shows a
 * difference is cut down to one from which nothing can be left out, and printed with its seed.
 */
#include "net/make.h"
#include "net/values.h"

typedef struct Tally {
  unsigned networks, limited, enumerated, valued, forked, pruned, bugs, infeasible;
} Tally;

/* What a network is compared with, besides the other algorithms. */
typedef enum Oracle {
  NO_ORACLE,
  ENUMERATION, /* of decisions */
  VALUES       /* of symbols */
} Oracle;

typedef struct Trial {
  Lab *lab;
  Oracle oracle;
  bool tell;
} Trial;

static const char *enumeration_wrong (const Trial *trial, const Plan *p, const Outcome *o) {
  Enumerated e;
  bool all = plan_enumerate (trial->lab, p, 100, &e);
  const char *why = all ? enumerated_differs (&e, o) : "the number of scenarios";
  if (why && trial->tell)
    print_message ("enumerated: %llu runs, digest %016llx\n", (unsigned long long)e.runs,
                   (unsigned long long)e.digest);
  enumerated_free (&e);
  return why;
}

/* What is wrong with a case, or NULL. */
static const char *case_wrong (const Trial *trial, const Case *c, Tally *tally) {
  Plan p = case_plan (c);
  Outcome o;
  const char *why = plan_try (trial->lab, &p, trial->tell, &o);
  tally->networks++;
  tally->limited += o.stats.limit != NULL;
  tally->forked += strcmp (o.scenarios, "1") != 0;
  tally->pruned += o.stats.pruned != 0;
  tally->bugs += o.errors.n != 0;
  tally->infeasible += o.stats.infeasible != 0;
  if (!why && !o.stats.limit && strlen (o.scenarios) < 3) {
    if (trial->oracle == ENUMERATION)
      why = enumeration_wrong (trial, &p, &o);
    if (trial->oracle == VALUES)
      why = values_differ (trial->lab, c, trial->tell);
    tally->enumerated += trial->oracle == ENUMERATION;
    tally->valued += trial->oracle == VALUES;
  }
  outcome_free (&o);
  return why;
}

static bool case_shows (void *data, const Case *c) {
  Tally none = {0};
  return case_wrong (data, c, &none) != NULL;
}

static void report_case (Trial *trial, Case *c, uint64_t seed, unsigned round) {
  Tally none = {0};
  case_shrink (c, case_shows, trial);
  trial->tell = true;
  const char *why = case_wrong (trial, c, &none);
  case_print (c);
  fail_msg ("wrong: %s; SDE_SEED=%llu, round %u", why, (unsigned long long)seed, round);
}

static void try_many (void **state, unsigned rounds, const Flavour *flavour, const char *name,
                      Oracle oracle) {
  uint64_t seed = fixture_seed ();
  Tally tally = {0};
  Trial trial = {.lab = *state, .oracle = oracle};
  for (unsigned i = 0; i < fixture_rounds (SLOW ? rounds / 4 : rounds); i++) {
    Rng rng = rng_seed (hash_pair (seed, hash_pair (hash_bytes (name, strlen (name)), i)));
    Case c = make_case (&rng, flavour);
    if (case_wrong (&trial, &c, &tally))
      report_case (&trial, &c, seed, i);
  }
  print_message (
      "%s: %u networks, %u too large, %u with several scenarios, %u with contradictions, %u with bugs, "
      "%u with infeasible ones; %u enumerated, %u with all values\n",
      name, tally.networks, tally.limited, tally.forked, tally.pruned, tally.bugs, tally.infeasible,
      tally.enumerated, tally.valued);
}

static void plain (void **state) {
  try_many (state, 100, &(Flavour){.actions = "sssSrrrrzqqga=+tdwhL", .traffic = true}, "plain", ENUMERATION);
}

static void symbols (void **state) {
  try_many (state, 150, &(Flavour){.actions = "sssssSrrrrrrrzgm====<<<<aaxxw", .known = true}, "symbols",
            VALUES);
}

static void failures (void **state) {
  try_many (state, 150,
            &(Flavour){.actions = "sssSrrrrrzzq=gatpkwhL",
                       .traffic = true,
                       .failures = 2,
                       .kinds = "dulxroam",
                       .budget = true},
            "failures", ENUMERATION);
}

static void environment (void **state) {
  try_many (
      state, 150,
      &(Flavour){
          .actions = "sssSrrrrrzzq=gaw", .traffic = true, .failures = 2, .kinds = "ttttppd", .budget = true},
      "environment", ENUMERATION);
}

static void everything (void **state) {
  try_many (state, 150,
            &(Flavour){.actions = "ssssSrrrrrrzzqmm=<gaaxpdtikwhL",
                       .failures = 3,
                       .kinds = "dulcxrotpam",
                       .budget = true,
                       .inputs = true,
                       .interfaces = true,
                       .traffic = true,
                       .rates = true},
            "everything", NO_ORACLE);
}

static void values_and_failures (void **state) {
  try_many (state, 150,
            &(Flavour){.actions = "sssssSrrrrrrrzzgm====<<<<aaxxkqw",
                       .failures = 2,
                       .kinds = "dulxotpam",
                       .budget = true,
                       .known = true},
            "values and failures", VALUES);
}

static void symbols_and_failures (void **state) {
  try_many (state, 150,
            &(Flavour){.actions = "sssssSrrrrrrrzzgm====<<<<aaxxpkw",
                       .failures = 2,
                       .kinds = "dulccxrotpam",
                       .budget = true,
                       .inputs = true,
                       .known = true},
            "symbols and failures", NO_ORACLE);
}

int main (void) {
  const struct CMUnitTest tests[] = {LAB_TEST (plain),
                                     LAB_TEST (symbols),
                                     LAB_TEST (failures),
                                     LAB_TEST (environment),
                                     LAB_TEST (everything),
                                     LAB_TEST (values_and_failures),
                                     LAB_TEST (symbols_and_failures)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
