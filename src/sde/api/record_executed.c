/* SPDX-License-Identifier: GPL-2.0-only */
/* api/record_executed.c -- what each state and its ancestors have executed so far, as sets of items
 *
 * A segment that adds nothing to the set of its state needs no event: what a state has executed is the union of the
 * segments of its line all the same.  Sets are numbered, 0 is the empty one; the same segment added to the same set is
 * the same set, so that states which do the same things share them.
 */
#include "api/record_impl.h"

#include <string.h>

static uint32_t *set_of (Recorder *r, uint64_t state) {
  while (r->executed.len <= state)
    VEC_PUSH (&r->mem, &r->executed, 0);
  return &r->executed.data[state];
}

void record_copied (Recorder *r, uint64_t state, uint64_t parent) {
  uint32_t set = *set_of (r, parent);
  *set_of (r, state) = set;
}

static size_t words (const Recorder *r) { return (size_t)(r->items + 63) / 64; }
static uint64_t *set_at (Recorder *r, uint32_t set) { return r->sets.data + set * words (r); }

static uint32_t set_copy (Recorder *r, uint32_t set) {
  bool first = !r->sets.len;
  for (size_t i = 0; i < words (r); i++) {
    uint64_t word = first ? 0 : set_at (r, set)[i];
    VEC_PUSH (&r->mem, &r->sets, word);
  }
  return (uint32_t)(r->sets.len / words (r) - 1);
}

/* The set with the segment's items; the set itself if it has them all. */
static uint32_t set_add (Recorder *r, uint32_t set, int64_t segment) {
  uint32_t sum = set_copy (r, set);
  SegmentWalk walk = segment_walk (r, segment);
  for (uint64_t item; segment_next (&walk, &item);)
    set_at (r, sum)[item / 64] |= 1ull << item % 64;
  if (memcmp (set_at (r, sum), set_at (r, set), words (r) * sizeof (uint64_t)) != 0)
    return sum;
  r->sets.len -= words (r);
  return set;
}

bool record_executed (Recorder *r, uint64_t state, int64_t segment) {
  uint32_t set = *set_of (r, state);
  if (!r->items)
    return false;
  if (!r->sets.len)
    set_copy (r, 0);
  uint64_t key = (uint64_t)set << 32 | (uint64_t)segment;
  uint64_t *known = table_find (&r->sum_of, key);
  uint32_t sum = known ? (uint32_t)*known : set_add (r, set, segment);
  if (!known)
    *table_put (&r->mem, &r->sum_of, key) = sum;
  *set_of (r, state) = sum;
  return sum != set;
}

void record_executed_free (Recorder *r) {
  VEC_FREE (&r->mem, &r->executed);
  VEC_FREE (&r->mem, &r->sets);
  table_free (&r->mem, &r->sum_of);
}
