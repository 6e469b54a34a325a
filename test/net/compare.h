/* SPDX-License-Identifier: GPL-2.0-only */
/* net/compare.h -- the same plan with every algorithm, merged and not, and by enumeration
 *
 * COB, in which every scenario is by itself, is the oracle of the others: scenarios, digest, bugs and
 * log lines must be equal, and with SDS and merging no two states of a node have the same
 * path.  Enumeration is the oracle of COB: the network is run once for every combination of decisions,
 * each time with one scenario, and digests add up.
 */
#ifndef SDE_TEST_NET_COMPARE_H
#define SDE_TEST_NET_COMPARE_H

#include "net/run.h"

/* Why they differ, or NULL. */
static inline const char *outcomes_differ (const Outcome *a, const Outcome *b) {
  if (strcmp (a->scenarios, b->scenarios))
    return "the number of scenarios";
  if (a->digest != b->digest)
    return "the digest";
  if (!lines_equal (&a->errors, &b->errors))
    return "the set of bugs";
  if (!lines_equal (&a->log, &b->log))
    return "the log";
  if (!lines_equal (&a->events, &b->events))
    return "drops and stops";
  return NULL;
}

static inline void outcome_print (const Outcome *o, const Way *way) {
  print_message ("%s %s%s: %s scenarios, digest %016llx, %llu states, %llu dstates, %zu twins\n",
                 way->algorithm, way->split ? "split" : "merged", way->shuffled ? " shuffled" : "",
                 o->scenarios, (unsigned long long)o->digest, (unsigned long long)o->stats.states_alive,
                 (unsigned long long)o->stats.dstates, o->twins);
  lines_print (&o->errors, "bug");
  lines_print (&o->log, "log");
  lines_print (&o->events, "event");
}

/* What is wrong with the outcomes of all ways, or NULL. */
static inline const char *outcomes_wrong (const Outcome *o, const Way **which) {
  for (size_t i = 0; i < WAYS; i++) {
    const char *why = o[i].broken   ? o[i].broken
                      : o[i].untold ? "a frame without the number of its transmission"
                                    : outcomes_differ (&o[0], &o[i]);
    *which = &ways ()[i];
    if (why)
      return why;
    if (o[i].twins && !strcmp (ways ()[i].algorithm, "sds") && !ways ()[i].split)
      return "two states with one path";
  }
  return NULL;
}

/* Runs a plan in every way and compares; NULL, or what differs (told in full if asked).  A run that a limit ended
 * is no difference: its outcome says so.  out, if not NULL, becomes that of SDS. */
static inline const char *plan_try (Lab *lab, const Plan *p, bool tell, Outcome *out) {
  Outcome o[WAYS];
  const char *why = NULL;
  const Way *which = NULL;
  size_t n = 0;
  bool limited = false;
  while (n < WAYS && !limited) {
    o[n] = plan_run (lab, p, &ways ()[n]);
    limited = o[n++].stats.limit != NULL;
  }
  if (!limited)
    why = outcomes_wrong (o, &which);
  if (why && tell) {
    outcome_print (&o[0], &ways ()[0]);
    outcome_print (&o[which - ways ()], which);
  }
  if (out) {
    *out = o[n - 2 + limited];
    o[n - 2 + limited] = (Outcome){0};
  }
  for (size_t i = 0; i < n; i++)
    outcome_free (&o[i]);
  return why;
}

/* All ways must agree; the outcome of SDS, to be freed. */
static inline Outcome plan_compare (Lab *lab, const Plan *p) {
  Outcome out;
  const char *why = plan_try (lab, p, true, &out);
  if (why)
    fail_msg ("wrong: %s", why);
  return out;
}

/* ---- enumeration ---- */

enum { MAX_DECISIONS = 64 };

/* Which outcome each decision of a run takes, in their order; runs through all combinations. */
typedef struct Odometer {
  size_t n, at;
  unsigned taken[MAX_DECISIONS], outcomes[MAX_DECISIONS];
} Odometer;

static inline unsigned odometer_choose (void *data, const char *name, unsigned outcomes) {
  Odometer *o = data;
  (void)name;
  assert_true (o->at < MAX_DECISIONS);
  if (o->at == o->n) {
    o->taken[o->n] = 0;
    o->outcomes[o->n++] = outcomes;
  }
  assert_int_equal (o->outcomes[o->at], outcomes);
  return o->taken[o->at++];
}

/* The next combination; false: that was the last. */
static inline bool odometer_next (Odometer *o) {
  o->at = 0;
  while (o->n && ++o->taken[o->n - 1] >= o->outcomes[o->n - 1])
    o->n--;
  return o->n > 0;
}

typedef struct Enumerated {
  uint64_t runs, digest; /* the digest is their sum modulo 2^61 - 1 */
  Lines log, errors, events;
} Enumerated;

static inline void enumerated_free (Enumerated *e) {
  free (e->log.lines);
  free (e->errors.lines);
  free (e->events.lines);
  *e = (Enumerated){0};
}

static inline void lines_join (Lines *to, const Lines *from) {
  for (size_t i = 0; i < from->n; i++)
    lines_insert (to, from->lines[i]);
}

/* Runs the plan once for each combination of decisions, at most so often; false: there are more. */
static inline bool plan_enumerate (Lab *lab, const Plan *p, uint64_t most, Enumerated *out) {
  const uint64_t prime = (UINT64_C (1) << 61) - 1;
  Plan one = *p;
  Odometer odometer = {0};
  one.options.choose = odometer_choose;
  one.options.choose_data = &odometer;
  *out = (Enumerated){0};
  do {
    Outcome o = plan_run (lab, &one, &(Way){"cob", true, 0});
    if (strcmp (o.scenarios, "1"))
      fail_msg ("one combination of decisions has %s scenarios", o.scenarios);
    out->runs++;
    out->digest = (out->digest + o.digest) % prime;
    lines_join (&out->log, &o.log);
    lines_join (&out->errors, &o.errors);
    lines_join (&out->events, &o.events);
    outcome_free (&o);
  } while (odometer_next (&odometer) && out->runs < most);
  return odometer.n == 0;
}

/* Why a symbolic run is not the sum of the enumerated ones, or NULL. */
static inline const char *enumerated_differs (const Enumerated *e, const Outcome *o) {
  char runs[32];
  snprintf (runs, sizeof runs, "%llu", (unsigned long long)e->runs);
  if (strcmp (runs, o->scenarios))
    return "the number of scenarios";
  if (e->digest != o->digest)
    return "the digest";
  if (!lines_equal (&e->errors, &o->errors))
    return "the bugs";
  if (!lines_equal (&e->log, &o->log))
    return "the log";
  return lines_equal (&e->events, &o->events) ? NULL : "drops and stops";
}

/* Compares all ways with each other and with enumeration; the outcome of SDS, to be freed. */
static inline Outcome plan_compare_all (Lab *lab, const Plan *p) {
  Outcome o = plan_compare (lab, p);
  Enumerated e;
  assert_true (plan_enumerate (lab, p, 100000, &e));
  const char *why = enumerated_differs (&e, &o);
  if (why) {
    print_message ("enumerated: %llu runs, digest %016llx\n", (unsigned long long)e.runs,
                   (unsigned long long)e.digest);
    lines_print (&e.errors, "bug");
    lines_print (&e.log, "log");
    lines_print (&e.events, "event");
    outcome_print (&o, &(Way){"sds", false, 0});
    fail_msg ("enumeration: %s differs", why);
  }
  enumerated_free (&e);
  return o;
}

#endif
