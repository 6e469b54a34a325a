/* SPDX-License-Identifier: GPL-2.0-only */
/* api/search_random_state.c -- any waiting state, each as likely */
#include "api/search.h"

typedef struct RandomState {
  Search base;
  StateList waiting;
} RandomState;

static void random_forked (void *self, State *current, State *const *siblings, size_t n) {
  RandomState *s = self;
  (void)current;
  for (size_t i = 0; i < n; i++)
    VEC_PUSH (s->base.mem, &s->waiting, siblings[i]);
}

static State *random_drain (void *self) {
  RandomState *s = self;
  return s->waiting.len ? VEC_POP (&s->waiting) : NULL;
}

static State *random_pick (void *self, State *current) {
  RandomState *s = self;
  if (current)
    VEC_PUSH (s->base.mem, &s->waiting, current);
  if (!s->waiting.len)
    return NULL;
  size_t i = rng_below (&s->base.rng, s->waiting.len);
  State *state = s->waiting.data[i];
  s->waiting.data[i] = VEC_LAST (&s->waiting);
  s->waiting.len--;
  return state;
}

static void random_fini (void *self) {
  RandomState *s = self;
  VEC_FREE (s->base.mem, &s->waiting);
}

const SearchOps search_random_state = {sizeof (RandomState), random_forked, random_pick, NULL,
                                       random_drain,         random_fini};
