/* SPDX-License-Identifier: GPL-2.0-only */
/* api/search_bfs.c -- oldest first: a state that forked goes to the end of the line
 *
 * The line is a vector with a head; what is before the head is dropped when it is
 * more than half.
 */
#include "api/search.h"

#include <string.h>

typedef struct Bfs {
  Search base;
  StateList line;
  size_t head;
} Bfs;

static void bfs_forked (void *self, State *current, State *const *siblings, size_t n) {
  Bfs *s = self;
  (void)current;
  for (size_t i = 0; i < n; i++)
    VEC_PUSH (s->base.mem, &s->line, siblings[i]);
}

static State *bfs_drain (void *self) {
  Bfs *s = self;
  if (s->head == s->line.len)
    return NULL;
  State *state = s->line.data[s->head++];
  if (s->head > 64 && s->head > s->line.len / 2) {
    s->line.len -= s->head;
    memmove (s->line.data, s->line.data + s->head, s->line.len * sizeof *s->line.data);
    s->head = 0;
  }
  return state;
}

static State *bfs_pick (void *self, State *current) {
  Bfs *s = self;
  if (current)
    VEC_PUSH (s->base.mem, &s->line, current);
  return bfs_drain (self);
}

static void bfs_fini (void *self) {
  Bfs *s = self;
  VEC_FREE (s->base.mem, &s->line);
}

const SearchOps search_bfs = {sizeof (Bfs), bfs_forked, bfs_pick, NULL, bfs_drain, bfs_fini};
