/* SPDX-License-Identifier: GPL-2.0-only */
/* A hash table of symbolic keys, with removal and growth: nothing is wrong with it.
 * TEST: levels -O0 -O1
 */
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

typedef struct Entry {
  struct Entry *next;
  unsigned char key;
  int value;
} Entry;

typedef struct Map {
  Entry **slots;
  size_t n, used;
} Map;

static Entry **find (Map *map, unsigned char key) {
  Entry **at = &map->slots[(size_t)(key * 7) % map->n];
  while (*at && (*at)->key != key)
    at = &(*at)->next;
  return at;
}

static void grow (Map *map) {
  Map bigger = {calloc (2 * map->n, sizeof (Entry *)), 2 * map->n, map->used};
  for (size_t i = 0; i < map->n; i++)
    for (Entry *e = map->slots[i], *next; e; e = next) {
      next = e->next;
      Entry **at = find (&bigger, e->key);
      e->next = *at;
      *at = e;
    }
  free (map->slots);
  *map = bigger;
}

static void put (Map *map, unsigned char key, int value) {
  if (map->used == map->n)
    grow (map);
  Entry **at = find (map, key);
  if (!*at) {
    *at = malloc (sizeof **at);
    **at = (Entry){NULL, key, 0};
    map->used++;
  }
  (*at)->value = value;
}

static void drop (Map *map, unsigned char key) {
  Entry **at = find (map, key), *e = *at;
  if (!e)
    return;
  *at = e->next;
  free (e);
  map->used--;
}

int main (void) {
  unsigned char keys[3];
  klee_make_symbolic (keys, sizeof keys, "keys");
  for (int i = 0; i < 3; i++)
    klee_assume (keys[i] < 6);
  Map map = {calloc (2, sizeof (Entry *)), 2, 0};
  for (int i = 0; i < 3; i++)
    put (&map, keys[i], i);
  assert ((*find (&map, keys[2]))->value == 2);
  drop (&map, keys[0]);
  assert (!*find (&map, keys[0]));
  assert (map.used <= 2);
  for (int i = 0; i < 6; i++)
    drop (&map, (unsigned char)i);
  assert (map.used == 0);
  free (map.slots);
  return 0;
}
