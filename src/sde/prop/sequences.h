/* SPDX-License-Identifier: GPL-2.0-only */
/* prop/sequences.h -- sequences of numbers, each kept once
 *
 * Equal sequences have equal numbers, counted from 0.  All that properties compare (terms, values of a state,
 * histories, partial results) are such sequences.  A Sequences can be cut back to what it had before.
 */
#ifndef SDE_PROP_SEQUENCES_H
#define SDE_PROP_SEQUENCES_H

#include "base/table.h"
#include "base/vec.h"

typedef struct SequenceAt {
  uint32_t start, len;
  uint64_t key; /* in the index */
} SequenceAt;

/* All zero: empty. */
typedef struct Sequences {
  VEC (uint32_t) words;
  VEC (SequenceAt) all;
  Table index;
} Sequences;

/* Its number; words need not be kept.  *fresh (or NULL): is it new? */
uint32_t sequence_intern (Mem *mem, Sequences *s, const uint32_t *words, size_t n, bool *fresh);
/* Is it there already? */
bool sequence_known (const Sequences *s, const uint32_t *words, size_t n);
/* Valid until the next one is made. */
const uint32_t *sequence_get (const Sequences *s, uint32_t id, size_t *n);
/* Forgets all from number n on. */
void sequences_cut (Sequences *s, size_t n);
void sequences_free (Mem *mem, Sequences *s);

#endif
