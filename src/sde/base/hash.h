/* SPDX-License-Identifier: GPL-2.0-only */
/* base/hash.h -- hashing without seeds: the same bytes, the same hash, in every run */
#ifndef SDE_BASE_HASH_H
#define SDE_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

typedef struct Hash128 {
  uint64_t lo, hi;
} Hash128;

/* A bijection on 64 bits that spreads every bit over all others. */
static inline uint64_t hash_mix (uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9u;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

static inline uint64_t hash_pair (uint64_t a, uint64_t b) { return hash_mix (a * 0x9e3779b97f4a7c15u + b); }

uint64_t hash_bytes (const void *p, size_t n);
Hash128 hash128_bytes (const void *p, size_t n);
/* The chain h followed by the n bytes at p. */
Hash128 hash128_chain (Hash128 h, const void *p, size_t n);

#endif
