/* SPDX-License-Identifier: GPL-2.0-only */
/* map/figure8_test.c -- the example of the SDE paper's figure 8 is what the figure tells
 *
 * Figures alone do not say which states are in which dstates.  Here each group
 * is a set of bits: those of the states in it.
 */
#include "map/read.h"
#include "map/run.h"

#include <string.h>

enum { SENDING = 1, RECEIVING = 2, NODES = 5, MOST = 8 };

typedef uint64_t Set;

typedef struct Picture {
  size_t dstates;
  StateId made; /* states ever made */
  Set group[MOST][NODES];
  MapStats stats;
} Picture;

static int size_of (Set s) { return __builtin_popcountll (s); }

static Set below (StateId s) { return ((Set)1 << s) - 1; }

/* The run up to its next mark. */
static Picture picture (Mem *mem, Run *run) {
  const Mapping *map = run_mapping (run);
  Picture p = {0};
  size_t mark, len;
  Status st = run_to_mark (run, &mark);
  if (!status_ok (st))
    fail_msg ("%s", st.text);
  IdVec dstates = {0};
  map_dstates (map, STATE_NONE, &dstates, mem);
  p.dstates = dstates.len;
  p.made = run_states (run);
  p.stats = map_stats (map);
  assert_true (p.dstates <= MOST && p.made < 64 && map_nodes (map) == NODES);
  for (size_t d = 0; d < dstates.len; d++)
    for (NodeId n = 0; n < NODES; n++) {
      const StateId *group = map_group (map, dstates.data[d], n, &len);
      for (size_t i = 0; i < len; i++)
        p.group[d][n] |= (Set)1 << group[i];
    }
  VEC_FREE (mem, &dstates);
  return p;
}

/* The live states with this history that are not among the first ones made. */
static Set with_history (const Run *run, const char *history, StateId first) {
  Set found = 0;
  for (StateId s = first; s < run_states (run); s++)
    if (map_alive (run_mapping (run), s) && !strcmp (run_history (run, s), history))
      found |= (Set)1 << s;
  return found;
}

/* What became of these states by receiving the frame: of each exactly one new state. */
static Set receivers (const Run *run, Set targets, StateId first) {
  Set all = 0;
  for (StateId t = 0; t < first; t++)
    if (targets >> t & 1) {
      char history[256];
      snprintf (history, sizeof history, "%s|R4.0<1:x", run_history (run, t));
      Set copies = with_history (run, history, first);
      assert_int_equal (size_of (copies), 1);
      all |= copies;
    }
  assert_int_equal (size_of (all), size_of (targets));
  return all;
}

/* The picture has exactly one dstate that is like this one of another but for the groups of nodes 1 and 2. */
static void assert_dstate (const Picture *p, const Set *like, Set sending, Set receiving) {
  size_t found = 0;
  for (size_t d = 0; d < p->dstates; d++) {
    bool same = p->group[d][SENDING] == sending && p->group[d][RECEIVING] == receiving;
    for (NodeId n = 0; n < NODES; n++)
      same &= n == SENDING || n == RECEIVING || p->group[d][n] == like[n];
    found += same;
  }
  assert_int_equal (found, 1);
}

static void before_the_frame (const Picture *p, Set sender) {
  const Set *d1 = p->group[0], *d2 = p->group[1], *d3 = p->group[2];
  assert_int_equal (p->dstates, 3);
  assert_int_equal (size_of (sender), 1);
  /* the sender is in dstates 1 and 2, with direct rivals in both; in 3 there are super-rivals only */
  assert_true (d1[SENDING] & sender && d1[SENDING] & ~sender);
  assert_true (d2[SENDING] & sender && d2[SENDING] & ~sender);
  assert_true (d3[SENDING] && !(d3[SENDING] & (d1[SENDING] | d2[SENDING])));
  /* five virtual targets; one of dstate 2 and none of dstate 1 is in dstate 3 */
  assert_int_equal (size_of (d1[RECEIVING]), 3);
  assert_int_equal (size_of (d2[RECEIVING]), 2);
  assert_false (d1[RECEIVING] & (d2[RECEIVING] | d3[RECEIVING]));
  assert_int_equal (size_of (d2[RECEIVING] & d3[RECEIVING]), 1);
}

static void after_the_frame (const Run *run, const Picture *p, const Picture *before, Set sender) {
  assert_int_equal (p->dstates, 5);
  /* dstates 1 and 2 are split, dstate 3 is as it was; bystanders are the same on both sides */
  Set targets = 0;
  for (size_t d = 0; d < 2; d++) {
    const Set *old = before->group[d];
    assert_dstate (p, old, sender, receivers (run, old[RECEIVING], before->made));
    assert_dstate (p, old, old[SENDING] & ~sender, old[RECEIVING]);
    targets |= old[RECEIVING];
  }
  assert_dstate (p, before->group[2], before->group[2][SENDING], before->group[2][RECEIVING]);
  /* nobody but targets was forked, each once */
  assert_true (receivers (run, targets, before->made) == (below (p->made) & ~below (before->made)));
  assert_int_equal (p->stats.forks_target - before->stats.forks_target, size_of (targets));
  assert_int_equal (p->stats.forks_bystander, 0);
  assert_int_equal (p->stats.deaths, before->stats.deaths);
}

static void as_told (void **state) {
  Mem *mem = &fixture (state)->mem;
  char path[1024];
  source_path (path, sizeof path, "examples/mapping/figure8.txt");
  Script *script = read_script (mem, path);
  for (int merge = 0; merge <= 1; merge++) {
    Run *run = run_new (mem, script, MAP_SDS, merge);
    Picture before = picture (mem, run);
    Set sender = with_history (run, "n1|Da=1", 0);
    before_the_frame (&before, sender);
    Picture after = picture (mem, run);
    after_the_frame (run, &after, &before, sender);
    run_free (run);
  }
  script_free (script);
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (as_told)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
