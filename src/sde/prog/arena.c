/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/arena.c -- chunks in a list, the current one at its head
 *
 * Chunks come zeroed from the account.  A reset keeps the head only and clears
 * what was used of it.
 */
#include "prog/arena.h"

#include <string.h>

#define CHUNK_SIZE ((size_t)64 << 10)
#define HEADER ((sizeof (ArenaChunk) + 15) & ~(size_t)15)

static void arena_grow (Arena *arena, size_t size) {
  size_t all = size + HEADER > CHUNK_SIZE ? size + HEADER : CHUNK_SIZE;
  ArenaChunk *chunk = mem_zero (arena->mem, all);
  chunk->size = all;
  chunk->next = arena->chunks;
  arena->chunks = chunk;
  arena->at = (char *)chunk + HEADER;
  arena->end = (char *)chunk + all;
}

void *arena_new (Arena *arena, size_t size) {
  size = size ? (size + 15) & ~(size_t)15 : 16;
  if (size > (size_t)(arena->end - arena->at))
    arena_grow (arena, size);
  void *p = arena->at;
  arena->at += size;
  return p;
}

void *arena_copy (Arena *arena, const void *p, size_t size) {
  void *copy = arena_new (arena, size);
  if (size)
    memcpy (copy, p, size);
  return copy;
}

char *arena_string (Arena *arena, const char *s, size_t n) {
  char *copy = arena_new (arena, n + 1);
  if (n)
    memcpy (copy, s, n);
  return copy;
}

static void arena_drop (Arena *arena, ArenaChunk *chunk) {
  while (chunk) {
    ArenaChunk *next = chunk->next;
    mem_free (arena->mem, chunk, chunk->size);
    chunk = next;
  }
}

void arena_reset (Arena *arena) {
  ArenaChunk *head = arena->chunks;
  if (!head)
    return;
  arena_drop (arena, head->next);
  head->next = NULL;
  char *start = (char *)head + HEADER;
  memset (start, 0, (size_t)(arena->at - start));
  arena->at = start;
}

void arena_fini (Arena *arena) {
  arena_drop (arena, arena->chunks);
  arena->chunks = NULL;
  arena->at = arena->end = NULL;
}
