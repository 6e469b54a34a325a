/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/arena.h -- memory that is given back all at once
 *
 * A program and the helpers of its decoding live in arenas: blocks are never
 * freed one by one.  An all-zero Arena with its account set is empty.
 */
#ifndef SDE_PROG_ARENA_H
#define SDE_PROG_ARENA_H

#include "base/mem.h"

typedef struct ArenaChunk {
  struct ArenaChunk *next;
  size_t size; /* of the whole chunk, header included */
} ArenaChunk;

typedef struct Arena {
  Mem *mem;
  ArenaChunk *chunks; /* the current one first */
  char *at, *end;
} Arena;

/* Zero bytes, aligned to 16; never NULL, not even for no bytes. */
void *arena_new (Arena *arena, size_t size);
void *arena_copy (Arena *arena, const void *p, size_t size);
char *arena_string (Arena *arena, const char *s, size_t n);
/* Forgets all blocks; keeps one chunk for what comes. */
void arena_reset (Arena *arena);
void arena_fini (Arena *arena);

#define ARENA_NEW(arena, Type) ((Type *)arena_new ((arena), sizeof (Type)))
#define ARENA_ARRAY(arena, Type, n) ((Type *)arena_new ((arena), sizeof (Type) * (n)))

#endif
