/* SPDX-License-Identifier: GPL-2.0-only */
/* map/figures.c -- what a run's mapping holds, and whether it is what was expected */
#include "map/run_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int identity_compare (const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static uint64_t figures_distinct (const Run *run) {
  Mem mem;
  mem_init (&mem, "distinct", NULL);
  VEC (uint64_t) all = {0};
  uint64_t distinct = 0;
  for (StateId s = 0; s < run->toys.len; s++)
    if (run_toy (run, s)->node && !run_toy (run, s)->dead)
      VEC_PUSH (&mem, &all, run_identity (run, s));
  if (all.len)
    qsort (all.data, all.len, sizeof *all.data, identity_compare);
  for (size_t i = 0; i < all.len; i++)
    distinct += !i || all.data[i] != all.data[i - 1];
  VEC_FREE (&mem, &all);
  return distinct;
}

Figures run_figures (const Run *run) {
  Figures f = {.stats = map_stats (run->map), .environment = map_states (run->map, 0)};
  f.states = f.stats.states_alive - f.environment;
  f.made = 0;
  for (StateId s = 0; s < run->toys.len; s++)
    f.made += run_toy (run, s)->node != 0;
  f.distinct = figures_distinct (run);
  f.digest = map_digest (run->map);
  map_count (run->map, &f.scenarios, run->parent);
  text_c (run->parent, &f.scenarios);
  return f;
}

void figures_free (const Run *run, Figures *f) { text_free (run->parent, &f->scenarios); }

/* ---- feasibility ---- */

static bool feasible_together (Mem *mem, const Run *run, const StateId *scenario) {
  Linear all = {0};
  bool good = true;
  for (NodeId n = 0; n < map_nodes (run->map); n++)
    good &= linear_join (mem, &all, &run_toy (run, scenario[n])->path);
  VEC_FREE (mem, &all);
  return good;
}

static bool feasible_pairs (Mem *mem, const Run *run, const StateId *scenario) {
  bool good = true;
  for (NodeId n = 0; n < map_nodes (run->map); n++)
    for (NodeId m = 0; m < n && good; m++) {
      Linear both = {0};
      linear_copy (mem, &both, &run_toy (run, scenario[n])->path);
      good = linear_join (mem, &both, &run_toy (run, scenario[m])->path);
      VEC_FREE (mem, &both);
    }
  return good;
}

void run_feasible (const Run *run, uint64_t *feasible, uint64_t *pairwise) {
  Mem mem;
  mem_init (&mem, "feasible", NULL);
  MapWalk *walk;
  *feasible = *pairwise = 0;
  if (!status_ok (map_walk_new (run->map, NULL, 0, &walk)))
    return;
  for (const StateId *scenario; (scenario = map_walk_next (walk));) {
    *feasible += feasible_together (&mem, run, scenario);
    *pairwise += feasible_pairs (&mem, run, scenario);
  }
  map_walk_free (walk);
}

/* ---- expectations ---- */

typedef struct Check {
  Mem *mem;
  const Script *script;
  Text *report;
  size_t differences;
  const char *who;
  VEC (uint64_t) oracle; /* COB's digest at each mark and at the end */
} Check;

static const char *const algorithm_names[] = {"cob", "cow", "sds", "cob+merge", "cow+merge", "sds+merge"};

static void check_number (Check *c, const Expect *e, const char *what, uint64_t have, uint64_t want) {
  if (want == UINT64_MAX || have == want)
    return;
  c->differences++;
  text_printf (c->mem, c->report, "%s:%zu: mark %s: %s: %s %llu, expected %llu\n", c->script->file, e->line,
               c->script->marks.data[e->mark], c->who, what, (unsigned long long)have,
               (unsigned long long)want);
}

static void check_figures (Check *c, const Expect *e, const Run *run, const Figures *f) {
  check_number (c, e, "states", f->states, e->states);
  check_number (c, e, "dstates", f->stats.dstates, e->dstates);
  if (e->scenarios && strcmp (e->scenarios, f->scenarios.data)) {
    c->differences++;
    text_printf (c->mem, c->report, "%s:%zu: mark %s: %s: scenarios %s, expected %s\n", c->script->file,
                 e->line, c->script->marks.data[e->mark], c->who, f->scenarios.data, e->scenarios);
  }
  for (size_t i = 0; i < e->nodes.len; i++) {
    char what[48];
    snprintf (what, sizeof what, "states of node %zu", i + 1);
    check_number (c, e, what, map_states (run->map, (NodeId)i + 1), e->nodes.data[i]);
  }
}

static void check_expect (Check *c, const Expect *e, const Run *run, const Figures *f) {
  bool mine = e->algorithm == map_algorithm (run->map) && (e->merge == run->merge || e->algorithm == MAP_COB);
  uint64_t feasible, pairwise;
  switch (e->kind) {
  case EXPECT_FIGURES:
    if (mine)
      check_figures (c, e, run, f);
    break;
  case EXPECT_ENVIRONMENT:
    if (mine)
      check_number (c, e, "environment states", f->environment, e->number);
    break;
  case EXPECT_DIGEST: check_number (c, e, "digest", f->digest, e->number); break;
  case EXPECT_FEASIBLE:
    run_feasible (run, &feasible, &pairwise);
    check_number (c, e, "feasible", feasible, e->number);
    check_number (c, e, "pairwise", pairwise, e->pairwise);
  }
}

static void check_mark (Check *c, const Run *run, size_t mark) {
  Figures f = run_figures (run);
  for (size_t i = 0; i < c->script->expects.len; i++)
    if (c->script->expects.data[i].mark == mark)
      check_expect (c, &c->script->expects.data[i], run, &f);
  if (map_algorithm (run->map) == MAP_SDS && run->merge && f.distinct != f.states) {
    c->differences++;
    text_printf (c->mem, c->report, "%s: mark %s: %s: %llu states with %llu distinct histories\n",
                 c->script->file, c->script->marks.data[mark], c->who, (unsigned long long)f.states,
                 (unsigned long long)f.distinct);
  }
  figures_free (run, &f);
}

/* The digest at the k-th mark, or behind the last one, must be that of COB, which runs first. */
static void check_digest (Check *c, const Run *run, size_t k, size_t mark) {
  uint64_t digest = map_digest (run->map);
  if (map_algorithm (run->map) == MAP_COB)
    VEC_PUSH (c->mem, &c->oracle, digest);
  if (c->oracle.data[k] == digest)
    return;
  c->differences++;
  text_printf (c->mem, c->report, "%s: %s %s: %s: digest %llu, with cob %llu\n", c->script->file,
               mark == SIZE_MAX ? "at the" : "mark", mark == SIZE_MAX ? "end" : c->script->marks.data[mark],
               c->who, (unsigned long long)digest, (unsigned long long)c->oracle.data[k]);
}

static Status check_run (Check *c, MapAlgorithm algorithm, bool merge) {
  Run *run = run_new (c->mem, c->script, algorithm, merge);
  size_t mark = 0;
  Status st = STATUS_OK;
  c->who = algorithm_names[(int)algorithm + (merge ? 3 : 0)];
  for (size_t k = 0; mark != SIZE_MAX && status_ok (st); k++) {
    st = run_to_mark (run, &mark);
    if (!status_ok (st))
      break;
    check_digest (c, run, k, mark);
    if (mark != SIZE_MAX)
      check_mark (c, run, mark);
    st = map_check (run->map);
  }
  run_free (run);
  return status_within (st, "%s", c->who);
}

Status script_check (Mem *mem, const Script *script, Text *report, size_t *differences) {
  Check c = {.mem = mem, .script = script, .report = report};
  Status st = STATUS_OK;
  for (int merge = 0; merge < 2 && status_ok (st); merge++)
    for (int a = merge ? MAP_COW : MAP_COB; a <= MAP_SDS && status_ok (st); a++)
      st = check_run (&c, (MapAlgorithm)a, merge);
  *differences += c.differences;
  VEC_FREE (mem, &c.oracle);
  return st;
}
