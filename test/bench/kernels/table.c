/* SPDX-License-Identifier: GPL-2.0-only */
/* table.c -- concrete work: a hash table of small heap objects */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { BUCKETS = 1024, KEYS = 4096, ROUNDS = 600 };

typedef struct Entry {
  struct Entry *next;
  uint32_t key, value;
} Entry;

static Entry *buckets[BUCKETS];

static uint32_t mix (uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ x >> 16;
}

static Entry *find (uint32_t key) {
  Entry **place = &buckets[mix (key) % BUCKETS];
  for (Entry *e = *place; e; e = e->next)
    if (e->key == key)
      return e;
  Entry *e = malloc (sizeof *e);
  e->next = *place;
  e->key = key;
  e->value = 0;
  return *place = e;
}

int main (void) {
  uint32_t sum = 0;
  for (uint32_t round = 0; round < ROUNDS; round++)
    for (uint32_t i = 0; i < KEYS; i++)
      find (i * 2654435761u)->value += round ^ i;
  for (int i = 0; i < BUCKETS; i++)
    for (Entry *e = buckets[i]; e; e = e->next)
      sum = sum * 31 + e->value;
  printf ("%08x\n", sum);
  return 0;
}
