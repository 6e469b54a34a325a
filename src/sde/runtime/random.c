/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/random.c -- rand and random
 *
 * The sequences are those of glibc for the same seed, so that a native replay
 * draws the same numbers: an additive feedback register of 31 words, filled by
 * the minimal standard generator, whose first 310 outputs are thrown away.
 */
#include "rt.h"
#include <stdlib.h>

enum { WORDS = 31, LAG = 3, DISCARD = 310 };

static uint32_t words[WORDS];
static unsigned next_word; /* the oldest word: the next to be replaced */
static int seeded;

static uint32_t draw (void) {
  unsigned lagged = (next_word + WORDS - LAG) % WORDS;
  words[next_word] += words[lagged];
  uint32_t result = words[next_word] >> 1;
  next_word = (next_word + 1) % WORDS;
  return result;
}

void srandom (unsigned seed) {
  int32_t word = seed ? (int32_t)seed : 1;
  for (unsigned i = 0; i < WORDS; i++) {
    words[i] = (uint32_t)word;
    word = (int32_t)(16807 * (int64_t)word % 2147483647);
    if (word < 0)
      word += 2147483647;
  }
  next_word = LAG;
  seeded = 1;
  for (unsigned i = 0; i < DISCARD; i++)
    draw ();
}

void srand (unsigned seed) { srandom (seed); }

long random (void) {
  if (!seeded)
    srandom (1);
  return (long)draw ();
}

int rand (void) { return (int)random (); }

/* Takes the upper bits of one step of a linear generator. */
static unsigned step (unsigned *state, unsigned range) {
  *state = *state * 1103515245 + 12345;
  return *state / 65536 % range;
}

int rand_r (unsigned *seed) {
  unsigned high = step (seed, 2048), middle = step (seed, 1024), low = step (seed, 1024);
  return (int)(((high << 10 ^ middle) << 10) ^ low);
}
