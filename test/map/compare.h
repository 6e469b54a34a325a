/* SPDX-License-Identifier: GPL-2.0-only */
/* map/compare.h -- the same events with every algorithm, merged and not, compared
 *
 * COB, which has no mapping to get wrong, is the oracle.  Compared are the sets
 * of scenarios, each as the tuple of its members' histories and frames in
 * flight; counts and digests; I1 to I3; and with SDS and merging the number of
 * states with the number of distinct histories.
 */
#ifndef SDE_TEST_MAP_COMPARE_H
#define SDE_TEST_MAP_COMPARE_H

#include "base/hash.h"
#include "map/run_impl.h"

#include <string.h>

/* A build in which everything takes several times as long. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SLOW 1
#endif
#endif
#ifndef SLOW
#define SLOW 0
#endif

enum { RUNS = 5 };

static const struct {
  MapAlgorithm algorithm;
  bool merge;
  const char *name;
} configurations[RUNS] = {{MAP_COB, false, "cob"},
                          {MAP_COW, false, "cow"},
                          {MAP_COW, true, "cow+merge"},
                          {MAP_SDS, false, "sds"},
                          {MAP_SDS, true, "sds+merge"}};

typedef VEC (uint64_t) TupleVec;

/* What a state is: its history, the frames it has in flight, and whether it has stopped. */
static inline uint64_t state_identity (const Run *run, StateId s) {
  const Toy *toy = run_toy (run, s);
  uint64_t h = hash_mix (run_identity (run, s) + toy->halted);
  for (size_t i = 0; i < toy->out.len; i++) {
    const Frame *f = &run->frames.data[toy->out.data[i]];
    const char *text = run->contents.data[f->content];
    h = hash_pair (h, hash_bytes (text, strlen (text)));
    h = hash_pair (h, f->time << 32 | f->round << 20 | f->rank << 12 | f->to);
  }
  return h;
}

static inline int tuple_compare (const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static inline void tuples_of (Mem *mem, const Run *run, TupleVec *out) {
  MapWalk *walk;
  VEC (uint64_t) identity = {0};
  for (StateId s = 0; s < run_states (run); s++)
    VEC_PUSH (mem, &identity, map_alive (run_mapping (run), s) ? state_identity (run, s) : 0);
  if (!status_ok (map_walk_new (run_mapping (run), NULL, 0, &walk)))
    return;
  size_t nodes = map_nodes (run_mapping (run));
  for (const StateId *scenario; (scenario = map_walk_next (walk));) {
    uint64_t h = 0;
    for (size_t n = 0; n < nodes; n++)
      h = hash_pair (h, identity.data[scenario[n]]);
    VEC_PUSH (mem, out, h);
  }
  map_walk_free (walk);
  if (out->len)
    qsort (out->data, out->len, sizeof *out->data, tuple_compare);
  VEC_FREE (mem, &identity);
}

/* What is wrong with this run alone, or against the oracle's tuples and digest; false when nothing is. */
static inline bool run_differs (Mem *mem, const Run *run, int which, const TupleVec *oracle, uint64_t digest,
                                Text *why) {
  size_t before = why->len;
  TupleVec tuples = {0};
  Status st = map_check (run_mapping (run));
  if (!status_ok (st))
    text_printf (mem, why, "%s\n", st.text);
  status_free (st);
  tuples_of (mem, run, &tuples);
  Figures f = run_figures (run);
  char count[32];
  snprintf (count, sizeof count, "%zu", tuples.len);
  if (strcmp (count, f.scenarios.data))
    text_printf (mem, why, "counts %s scenarios and enumerates %s\n", f.scenarios.data, count);
  if (tuples.len != oracle->len ||
      (tuples.len && memcmp (tuples.data, oracle->data, tuples.len * sizeof *tuples.data)))
    text_printf (mem, why, "%zu scenarios, the oracle has %zu, or others\n", tuples.len, oracle->len);
  if (f.digest != digest)
    text_printf (mem, why, "digest %llu, the oracle's is %llu\n", (unsigned long long)f.digest,
                 (unsigned long long)digest);
  if (configurations[which].algorithm == MAP_SDS && configurations[which].merge && f.distinct != f.states)
    text_printf (mem, why, "%llu states, %llu distinct histories\n", (unsigned long long)f.states,
                 (unsigned long long)f.distinct);
  if (why->len != before)
    text_printf (mem, why, "  with %s\n", configurations[which].name);
  figures_free (run, &f);
  VEC_FREE (mem, &tuples);
  return why->len != before;
}

static inline bool runs_differ (Mem *mem, Run *const *runs, Text *why) {
  TupleVec oracle = {0};
  bool differ = false;
  tuples_of (mem, runs[0], &oracle);
  uint64_t digest = map_digest (run_mapping (runs[0]));
  for (int i = 0; i < RUNS; i++)
    differ |= run_differs (mem, runs[i], i, &oracle, digest, why);
  VEC_FREE (mem, &oracle);
  return differ;
}

/* Runs the events with these indices with every algorithm; compares after each from the given number of them on. */
static inline bool sequence_differs (Mem *mem, const Script *script, const size_t *events, size_t n,
                                     size_t from, Text *why) {
  Run *runs[RUNS];
  bool differ = false;
  for (int i = 0; i < RUNS; i++)
    runs[i] = run_new (mem, script, configurations[i].algorithm, configurations[i].merge);
  for (size_t j = 0; j < n && !differ; j++) {
    for (int i = 0; i < RUNS; i++) {
      Status st = run_event (runs[i], script->events.data[events[j]]);
      if (!status_ok (st)) {
        differ = true;
        text_printf (mem, why, "%s: %s\n", configurations[i].name, st.text);
      }
      status_free (st);
    }
    if (!differ && j + 1 >= from)
      differ = runs_differ (mem, runs, why);
  }
  for (int i = 0; i < RUNS; i++)
    run_free (runs[i]);
  return differ;
}

/* The line of text that an event was read from. */
static inline void print_line (const char *text, size_t line) {
  for (; line > 1; line--)
    text = strchr (text, '\n') + 1;
  fprintf (stderr, "%.*s\n", (int)strcspn (text, "\n"), text);
}

/* Leaves out events as long as the rest still differs; tells what is left. */
static inline void sequence_shrink (Mem *mem, const Script *script, const char *text, size_t *events,
                                    size_t n) {
  Text why = {0};
  for (bool shorter = true; shorter;) {
    shorter = false;
    for (size_t i = 0; i < n && !shorter; i++) {
      size_t rest[256], m = 0;
      for (size_t j = 0; j < n; j++)
        if (j != i)
          rest[m++] = events[j];
      why.len = 0;
      if (m && sequence_differs (mem, script, rest, m, 0, &why)) {
        memcpy (events, rest, m * sizeof *rest);
        n = m;
        shorter = true;
      }
    }
  }
  why.len = 0;
  sequence_differs (mem, script, events, n, 0, &why);
  for (const char *line = text; *line; line += strcspn (line, "\n") + 1)
    if (strncmp (line, "#events", 7))
      fprintf (stderr, "%.*s\n", (int)strcspn (line, "\n"), line);
    else
      break;
  for (size_t i = 0; i < n; i++)
    print_line (text, script->events.data[events[i]]->line);
  fprintf (stderr, "%s", text_c (mem, &why));
  text_free (mem, &why);
}

#endif
