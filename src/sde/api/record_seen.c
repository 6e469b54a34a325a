/* SPDX-License-Identifier: GPL-2.0-only */
/* api/record_seen.c -- things known by their hashes, numbered from 1 */
#include "api/record_impl.h"

int64_t seen_number (Mem *mem, Seen *seen, Hash128 hash, bool *fresh) {
  for (uint64_t key = hash.lo;; key++) {
    uint64_t *number = table_put (mem, &seen->first, key);
    *fresh = !*number;
    if (*fresh) {
      VEC_PUSH (mem, &seen->hashes, hash);
      *number = seen->hashes.len;
    }
    const Hash128 *is = &seen->hashes.data[*number - 1];
    if (is->lo == hash.lo && is->hi == hash.hi)
      return (int64_t)*number;
  }
}

void seen_free (Mem *mem, Seen *seen) {
  table_free (mem, &seen->first);
  VEC_FREE (mem, &seen->hashes);
}
