/* SPDX-License-Identifier: GPL-2.0-only */
/* base/hash.c -- hashing by XXH3, inlined from its header */
#include "base/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t hash_bytes (const void *p, size_t n) { return XXH3_64bits (p, n); }

Hash128 hash128_bytes (const void *p, size_t n) {
  XXH128_hash_t h = XXH3_128bits (p, n);
  return (Hash128){h.low64, h.high64};
}

Hash128 hash128_chain (Hash128 h, const void *p, size_t n) {
  Hash128 link[2] = {h, hash128_bytes (p, n)};
  return hash128_bytes (link, sizeof link);
}
