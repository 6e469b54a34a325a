/* SPDX-License-Identifier: GPL-2.0-only */
/* api/search.h -- which state to run next
 *
 * A search holds the states that wait.  The one being run (the current one) has
 * been handed out by search_pick and is not waiting; it comes back through the
 * next search_pick, which may return it again at once, or leaves by search_ended.
 * Every search runs the same paths; they differ in order, and so in what has been
 * done when a limit comes.
 */
#ifndef SDE_API_SEARCH_H
#define SDE_API_SEARCH_H

#include "base/rng.h"
#include "vm/vm.h"

typedef struct SearchOps {
  size_t size; /* of what a search of this kind keeps; begins as zero bytes, with its Search first */
  /* These states were forked off the current one (NULL: the first state of a run) and wait now. */
  void (*forked) (void *self, State *current, State *const *siblings, size_t n);
  /* The state to run next; current (or NULL when it has ended) waits if it is another one.  NULL: none waits. */
  State *(*pick) (void *self, State *current);
  /* The current state is over.  NULL: nothing to do. */
  void (*ended) (void *self, State *current);
  /* Takes any one of the waiting states out; NULL: there is none. */
  State *(*drain) (void *self);
  void (*fini) (void *self);
} SearchOps;

typedef struct Search {
  const SearchOps *ops;
  Mem *mem;
  Rng rng;
} Search;

/* NULL: there is no search of that name. */
Search *search_new (Mem *mem, const char *name, uint64_t seed);
/* None may wait any more. */
void search_free (Search *search);

static inline void search_forked (Search *s, State *current, State *const *siblings, size_t n) {
  s->ops->forked (s, current, siblings, n);
}
static inline State *search_pick (Search *s, State *current) { return s->ops->pick (s, current); }
static inline void search_ended (Search *s, State *current) {
  if (s->ops->ended)
    s->ops->ended (s, current);
}
static inline State *search_drain (Search *s) { return s->ops->drain (s); }

#define SEARCH(id, name, meaning) extern const SearchOps search_##id;
#include "api/search.def"

#endif
