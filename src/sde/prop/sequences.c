/* SPDX-License-Identifier: GPL-2.0-only */
/* prop/sequences.c -- sequences of numbers, each kept once */
#include "prop/sequences.h"

#include "base/hash.h"

#include <string.h>

static bool same (const Sequences *s, uint64_t id, const uint32_t *words, size_t n) {
  const SequenceAt *at = &s->all.data[id];
  return at->len == n && (!n || !memcmp (s->words.data + at->start, words, n * sizeof *words));
}

uint32_t sequence_intern (Mem *mem, Sequences *s, const uint32_t *words, size_t n, bool *fresh) {
  uint64_t key = hash_bytes (words, n * sizeof *words), *known;
  if (fresh)
    *fresh = false;
  for (; (known = table_find (&s->index, key)); key = hash_mix (key + 1))
    if (same (s, *known, words, n))
      return (uint32_t)*known;
  SequenceAt at = {(uint32_t)s->words.len, (uint32_t)n, key};
  if (s->words.len + n > UINT32_MAX || s->all.len == UINT32_MAX)
    panic ("too many values of properties");
  *table_put (mem, &s->index, key) = s->all.len;
  for (size_t i = 0; i < n; i++)
    VEC_PUSH (mem, &s->words, words[i]);
  VEC_PUSH (mem, &s->all, at);
  if (fresh)
    *fresh = true;
  return (uint32_t)s->all.len - 1;
}

bool sequence_known (const Sequences *s, const uint32_t *words, size_t n) {
  uint64_t key = hash_bytes (words, n * sizeof *words), *known;
  for (; (known = table_find (&s->index, key)); key = hash_mix (key + 1))
    if (same (s, *known, words, n))
      return true;
  return false;
}

const uint32_t *sequence_get (const Sequences *s, uint32_t id, size_t *n) {
  *n = s->all.data[id].len;
  return s->words.data + s->all.data[id].start;
}

/* The newest go first, so that no search ends at a gap that an older one had passed. */
void sequences_cut (Sequences *s, size_t n) {
  while (s->all.len > n) {
    SequenceAt at = VEC_POP (&s->all);
    table_remove (&s->index, at.key);
    s->words.len = at.start;
  }
}

void sequences_free (Mem *mem, Sequences *s) {
  VEC_FREE (mem, &s->words);
  VEC_FREE (mem, &s->all);
  table_free (mem, &s->index);
}
