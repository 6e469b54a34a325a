/* SPDX-License-Identifier: GPL-2.0-only */
/* Searches on states that only have a number: every state comes back once, in the order that is promised */
#include "support/fixture.h"

#include "api/search.h"

#include <sde/explore.h>
#include <string.h>

enum { DEPTH = 6, LEAVES = 1 << DEPTH };

/* A tree of forks: each state forks DEPTH times in all, then ends.  depth says how often it has. */
typedef struct Play {
  Search *search;
  State states[LEAVES];
  unsigned made, ended;
  uint64_t order[LEAVES];
} Play;

static State *play_new (Play *p, uint32_t depth) {
  State *s = &p->states[p->made];
  *s = (State){.id = p->made++, .depth = depth};
  return s;
}

/* Runs the whole tree; order gets the states as they end. */
static void play (Fixture *f, Play *p, const char *name, uint64_t seed) {
  memset (p, 0, sizeof *p);
  p->search = search_new (&f->mem, name, seed);
  assert_non_null (p->search);
  State *first = play_new (p, 0), *current = NULL;
  search_forked (p->search, NULL, &first, 1);
  while ((current = search_pick (p->search, current))) {
    current->instructions += 10;
    if (current->depth == DEPTH) {
      search_ended (p->search, current);
      p->order[p->ended++] = current->id;
      current = NULL;
      continue;
    }
    State *sibling = play_new (p, ++current->depth);
    search_forked (p->search, current, &sibling, 1);
  }
  search_free (p->search);
}

static void every_state_once (void **state) {
  Fixture *f = fixture (state);
  Play p;
  for (size_t i = 0; sde_search_name (i); i++) {
    bool seen[LEAVES] = {false};
    play (f, &p, sde_search_name (i), f->seed);
    assert_int_equal (p.made, LEAVES);
    assert_int_equal (p.ended, LEAVES);
    for (unsigned k = 0; k < LEAVES; k++) {
      assert_false (seen[p.order[k]]);
      seen[p.order[k]] = true;
    }
  }
}

static void dfs_goes_on (void **state) {
  Play p;
  play (fixture (state), &p, "dfs", 1);
  assert_int_equal (p.order[0], 0);     /* the first state ends first, */
  assert_int_equal (p.order[1], DEPTH); /* then the one that it forked last */
}

static void bfs_is_level_by_level (void **state) {
  Fixture *f = fixture (state);
  Play p;
  memset (&p, 0, sizeof p);
  p.search = search_new (&f->mem, "bfs", 1);
  State *first = play_new (&p, 0), *current = NULL;
  uint32_t level = 0;
  search_forked (p.search, NULL, &first, 1);
  while ((current = search_pick (p.search, current))) {
    assert_true (current->depth >= level);
    level = current->depth;
    if (level == DEPTH) {
      search_ended (p.search, current);
      current = NULL;
      continue;
    }
    State *sibling = play_new (&p, ++current->depth);
    search_forked (p.search, current, &sibling, 1);
  }
  search_free (p.search);
}

static void seeds_repeat (void **state) {
  static const char *const names[] = {"random-state", "random-path", "cover-new"};
  Fixture *f = fixture (state);
  Play a, b;
  for (size_t i = 0; i < 3; i++) {
    play (f, &a, names[i], 5);
    play (f, &b, names[i], 5);
    assert_memory_equal (a.order, b.order, sizeof a.order);
    play (f, &b, names[i], 6);
    assert_memory_not_equal (a.order, b.order, sizeof a.order);
  }
}

/* One state has forked a hundred siblings, another none: a walk from the root takes the other half of the time. */
static void random_path_favours_the_root (void **state) {
  Fixture *f = fixture (state);
  Search *s = search_new (&f->mem, "random-path", f->seed);
  State states[102] = {0}, *first = &states[0], *lonely = &states[1];
  search_forked (s, NULL, &first, 1);
  search_forked (s, first, &lonely, 1);
  for (int i = 2; i < 102; i++) {
    State *sibling = &states[i];
    search_forked (s, first, &sibling, 1);
  }
  unsigned hits = 0;
  for (int i = 0; i < 1000; i++)
    hits += search_pick (s, NULL) == lonely;
  assert_in_range (hits, 400, 600);
  for (unsigned n = 0; search_drain (s); n++)
    assert_true (n < 102);
  search_free (s);
}

static void unknown_name (void **state) { assert_null (search_new (&fixture (state)->mem, "depth", 1)); }

/* What waits when a run is ended can be taken out, from every search. */
static void drains (void **state) {
  Fixture *f = fixture (state);
  for (size_t i = 0; sde_search_name (i); i++) {
    Search *s = search_new (&f->mem, sde_search_name (i), 1);
    State states[10] = {0}, *first = &states[0];
    search_forked (s, NULL, &first, 1);
    State *current = search_pick (s, NULL);
    assert_ptr_equal (current, first);
    for (int k = 1; k < 10; k++) {
      State *sibling = &states[k];
      search_forked (s, current, &sibling, 1);
    }
    search_ended (s, current);
    unsigned n = 0;
    while (search_drain (s))
      n++;
    assert_int_equal (n, 9);
    search_free (s);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      FIXTURE_TEST (every_state_once),
      FIXTURE_TEST (dfs_goes_on),
      FIXTURE_TEST (bfs_is_level_by_level),
      FIXTURE_TEST (seeds_repeat),
      FIXTURE_TEST (random_path_favours_the_root),
      FIXTURE_TEST (unknown_name),
      FIXTURE_TEST (drains),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
