/* SPDX-License-Identifier: GPL-2.0-only */
/* net/run.h -- a plan run in one way, and what came of it */
#ifndef SDE_TEST_NET_RUN_H
#define SDE_TEST_NET_RUN_H

#include "net/host.h"
#include "net/plan.h"

/* A build in which everything takes several times as long. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SLOW 1
#endif
#endif
#ifndef SLOW
#define SLOW 0
#endif

typedef struct Way {
  const char *algorithm;
  bool split;        /* equal frames are not merged */
  uint64_t shuffled; /* not 0: by the host that shuffles, with this seed */
} Way;

enum { WAYS = 7 };

static inline const Way *ways (void) {
  static const Way all[WAYS] = {{"cob", true, 0}, {"cob", false, 0}, {"cow", true, 0}, {"cow", false, 0},
                                {"sds", true, 0}, {"sds", false, 0}, {"sds", false, 1}};
  return all;
}

enum { LINE_SIZE = 120 };

/* A set of short lines, sorted. */
typedef struct Lines {
  size_t n, room;
  char (*lines)[LINE_SIZE];
} Lines;

static inline void lines_insert (Lines *set, const char cut[LINE_SIZE]) {
  size_t at = 0;
  while (at < set->n && strcmp (set->lines[at], cut) < 0)
    at++;
  if (at < set->n && !strcmp (set->lines[at], cut))
    return;
  if (set->n == set->room) {
    set->room = set->room ? 2 * set->room : 16;
    set->lines = realloc (set->lines, set->room * sizeof *set->lines);
    assert_non_null (set->lines);
  }
  memmove (set->lines + at + 1, set->lines + at, (set->n - at) * sizeof *set->lines);
  memcpy (set->lines[at], cut, LINE_SIZE);
  set->n++;
}

/* Longer lines are cut. */
__attribute__ ((format (printf, 2, 3))) static inline void lines_add (Lines *set, const char *format, ...) {
  char cut[LINE_SIZE] = {0};
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (cut, sizeof cut, format, arguments);
  va_end (arguments);
  lines_insert (set, cut);
}

static inline bool lines_has (const Lines *set, const char *line) {
  for (size_t i = 0; i < set->n; i++)
    if (!strcmp (set->lines[i], line))
      return true;
  return false;
}

/* All lines of a are in b. */
static inline bool lines_within (const Lines *a, const Lines *b) {
  for (size_t i = 0; i < a->n; i++)
    if (!lines_has (b, a->lines[i]))
      return false;
  return true;
}

static inline bool lines_equal (const Lines *a, const Lines *b) {
  return a->n == b->n && lines_within (a, b);
}

static inline void lines_print (const Lines *set, const char *what) {
  for (size_t i = 0; i < set->n; i++)
    print_message ("  %s: %s\n", what, set->lines[i]);
}

typedef struct Outcome {
  void (*inspect) (void *data, SdeNetwork *network); /* asked before the network is freed; may be NULL */
  void *inspect_data;
  uint64_t digest;
  char scenarios[80];
  SdeNetworkStats stats;
  size_t twins;
  int status;
  const char *broken; /* an invariant that did not hold */
  bool untold;        /* a frame was delivered or dropped of which it was not told which transmission it is */
  Lines log;          /* "node: line", of every state */
  Lines errors;       /* "id kind, message" */
  Lines events;       /* "node kind text" of what was lost and of stops */
} Outcome;

static inline void outcome_free (Outcome *o) {
  free (o->log.lines);
  free (o->errors.lines);
  free (o->events.lines);
  *o = (Outcome){0};
}

static inline void outcome_watch (void *data, const SdeEvent *e) {
  Outcome *o = data;
  if ((e->kind == SDE_EVENT_DELIVER || e->kind == SDE_EVENT_DROP) && !e->transmission)
    o->untold = true;
  if (e->kind == SDE_EVENT_LOG)
    lines_add (&o->log, "%u: %s", e->node, e->text);
  if (e->kind == SDE_EVENT_DROP || e->kind == SDE_EVENT_STOP)
    lines_add (&o->events, "%u %s %s", e->node, sde_event_name (e->kind), e->text);
}

static inline void outcome_read (Outcome *o, SdeNetwork *network) {
  char *count = sde_network_scenarios (network);
  snprintf (o->scenarios, sizeof o->scenarios, "%s", count);
  sde_free (count);
  if (o->inspect)
    o->inspect (o->inspect_data, network);
  o->digest = sde_network_digest (network);
  o->status = sde_network_status (network);
  sde_network_stats (network, &o->stats);
  for (size_t i = 0; i < sde_network_error_count (network); i++) {
    const SdeNetworkError *e = sde_network_error (network, i);
    lines_add (&o->errors, "%s %s at line %u%s", e->id, e->kind, e->place.line,
               e->confirmed ? "" : ", unconfirmed");
  }
}

static inline void run_looped (Lab *lab, const Plan *p, const SdeNetworkOptions *options, Outcome *o) {
  SdeLoop *loop;
  must (sde_loop_new (options, &loop));
  plan_build (lab, p, sde_loop_network (loop));
  for (size_t i = 0; i < p->nlinks; i++) {
    const PlanLink *l = &p->links[i];
    must (sde_loop_link (loop, l->from, l->from_iface, l->to, l->to_iface, l->delay, l->loss));
  }
  must (sde_loop_run (loop));
  o->broken = check_network (sde_loop_network (loop));
  outcome_read (o, sde_loop_network (loop));
  o->twins = check_twins (sde_loop_network (loop));
  sde_loop_free (loop);
}

static inline void run_shuffled (Lab *lab, const Plan *p, const SdeNetworkOptions *options, uint64_t seed,
                                 Outcome *o) {
  Host host;
  host_new (&host, p, options, seed);
  plan_build (lab, p, host.network);
  host_run (&host);
  o->broken = host.broken;
  outcome_read (o, host.network);
  o->twins = check_twins (host.network);
  host_free (&host);
}

static inline Outcome plan_run_inspect (Lab *lab, const Plan *p, const Way *way,
                                        void (*inspect) (void *, SdeNetwork *), void *data) {
  Outcome o = {.inspect = inspect, .inspect_data = data};
  SdeNetworkOptions options = p->options;
  options.algorithm = way->algorithm;
  options.split_equal_frames = way->split;
  options.watch = outcome_watch;
  options.watch_data = &o;
  if (way->shuffled)
    run_shuffled (lab, p, &options, way->shuffled, &o);
  else
    run_looped (lab, p, &options, &o);
  return o;
}

/* The caller frees the outcome. */
static inline Outcome plan_run (Lab *lab, const Plan *p, const Way *way) {
  return plan_run_inspect (lab, p, way, NULL, NULL);
}

static inline Outcome plan_run_sds (Lab *lab, const Plan *p) {
  return plan_run (lab, p, &(Way){"sds", false, 0});
}

#endif
