/* SPDX-License-Identifier: GPL-2.0-only */
/* base/rng.h -- one small seeded generator, always passed in */
#ifndef SDE_BASE_RNG_H
#define SDE_BASE_RNG_H

#include "base/hash.h"

typedef struct Rng {
  uint64_t state;
} Rng;

static inline Rng rng_seed (uint64_t seed) { return (Rng){hash_mix (seed + 0x9e3779b97f4a7c15u)}; }

static inline uint64_t rng_next (Rng *rng) {
  rng->state += 0x9e3779b97f4a7c15u;
  return hash_mix (rng->state);
}

/* A number below n, n > 0, without bias. */
static inline uint64_t rng_below (Rng *rng, uint64_t n) {
  uint64_t limit = UINT64_MAX - UINT64_MAX % n, x;
  do
    x = rng_next (rng);
  while (x >= limit);
  return x % n;
}

#endif
