/* SPDX-License-Identifier: GPL-2.0-only */
/* hash.c -- concrete work: counting words in a hash table of small heap objects */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1024, WORDS = 1500, LETTERS = 12, ROUNDS = 1000 };

typedef struct Entry {
  struct Entry *next;
  uint32_t count;
  char word[LETTERS];
} Entry;

static Entry *buckets[BUCKETS];
static char words[WORDS][LETTERS];

static uint32_t hash (const char *s) {
  uint32_t h = 2166136261u;
  for (; *s; s++)
    h = (h ^ (uint8_t)*s) * 16777619u;
  return h;
}

static int same (const char *a, const char *b) {
  for (; *a && *a == *b; a++, b++)
    continue;
  return *a == *b;
}

static Entry *find (const char *word) {
  Entry **place = &buckets[hash (word) % BUCKETS];
  for (Entry *e = *place; e; e = e->next)
    if (same (e->word, word))
      return e;
  Entry *e = malloc (sizeof *e);
  e->next = *place;
  e->count = 0;
  memcpy (e->word, word, LETTERS);
  return *place = e;
}

static void make_words (void) {
  uint32_t seed = 1;
  for (int i = 0; i < WORDS; i++)
    for (int k = 0; k < 4 + i % 7; k++) {
      seed = seed * 1664525u + 1013904223u;
      words[i][k] = (char)('a' + (seed >> 24) % 26);
    }
}

int main (void) {
  uint32_t sum = 0;
  make_words ();
  for (uint32_t round = 0; round < ROUNDS; round++)
    for (int i = 0; i < WORDS; i++)
      find (words[i])->count += round ^ (uint32_t)i;
  for (int i = 0; i < BUCKETS; i++)
    for (Entry *e = buckets[i]; e; e = e->next)
      sum = sum * 31 + e->count;
  printf ("%08x\n", sum);
  return 0;
}
