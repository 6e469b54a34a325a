/* SPDX-License-Identifier: GPL-2.0-only */
/* api/search_cover_new.c -- states that covered new code lately are more likely
 *
 * Three draws from the waiting states, of which the one that has executed the
 * fewest instructions since it last covered something new is taken.  The current
 * state goes on while it covers new code.
 */
#include "api/search.h"

enum { DRAWS = 3 };

typedef struct CoverNew {
  Search base;
  StateList waiting;
} CoverNew;

/* since_cover is the instruction count at which the state last covered something. */
static uint64_t staleness (const State *state) { return state->instructions - state->since_cover; }

static void cover_forked (void *self, State *current, State *const *siblings, size_t n) {
  CoverNew *s = self;
  (void)current;
  for (size_t i = 0; i < n; i++)
    VEC_PUSH (s->base.mem, &s->waiting, siblings[i]);
}

static State *cover_drain (void *self) {
  CoverNew *s = self;
  return s->waiting.len ? VEC_POP (&s->waiting) : NULL;
}

static size_t draw (CoverNew *s) {
  size_t best = rng_below (&s->base.rng, s->waiting.len);
  for (int i = 1; i < DRAWS; i++) {
    size_t other = rng_below (&s->base.rng, s->waiting.len);
    if (staleness (s->waiting.data[other]) < staleness (s->waiting.data[best]))
      best = other;
  }
  return best;
}

static State *cover_pick (void *self, State *current) {
  CoverNew *s = self;
  if (current && staleness (current) == 0)
    return current;
  if (current)
    VEC_PUSH (s->base.mem, &s->waiting, current);
  if (!s->waiting.len)
    return NULL;
  size_t i = draw (s);
  State *state = s->waiting.data[i];
  s->waiting.data[i] = VEC_LAST (&s->waiting);
  s->waiting.len--;
  return state;
}

static void cover_fini (void *self) {
  CoverNew *s = self;
  VEC_FREE (s->base.mem, &s->waiting);
}

const SearchOps search_cover_new = {sizeof (CoverNew), cover_forked, cover_pick, NULL,
                                    cover_drain,       cover_fini};
