/* SPDX-License-Identifier: GPL-2.0-only */
/* api/search_dfs.c -- deepest first: the current state goes on until it ends */
#include "api/search.h"

typedef struct Dfs {
  Search base;
  StateList stack;
} Dfs;

static void dfs_forked (void *self, State *current, State *const *siblings, size_t n) {
  Dfs *s = self;
  (void)current;
  for (size_t i = 0; i < n; i++)
    VEC_PUSH (s->base.mem, &s->stack, siblings[i]);
}

static State *dfs_drain (void *self) {
  Dfs *s = self;
  return s->stack.len ? VEC_POP (&s->stack) : NULL;
}

static State *dfs_pick (void *self, State *current) { return current ? current : dfs_drain (self); }

static void dfs_fini (void *self) {
  Dfs *s = self;
  VEC_FREE (s->base.mem, &s->stack);
}

const SearchOps search_dfs = {sizeof (Dfs), dfs_forked, dfs_pick, NULL, dfs_drain, dfs_fini};
