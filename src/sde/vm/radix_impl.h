/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/radix_impl.h -- blocks and persistent trees, of which memories are made; private to vm
 *
 * Everything that is counted begins with its number of owners (uint32_t refs).
 */
#ifndef SDE_VM_RADIX_IMPL_H
#define SDE_VM_RADIX_IMPL_H

#include "base/mem.h"

#include <stdbool.h>

/* --- blocks --- */

enum { BLOCK_STEP = 8, BLOCK_MAX = 1024, BLOCK_CLASSES = BLOCK_MAX / BLOCK_STEP + 1, SLAB_SIZE = 32768 };

typedef struct Slab {
  struct Slab *next;
} Slab;

typedef struct Blocks {
  Mem *mem;
  Slab *slabs;
  uint8_t *bump, *end;
  void *idle[BLOCK_CLASSES]; /* chained through their first word */
} Blocks;

void blocks_fini (Blocks *blocks);
void *block_new (Blocks *blocks, size_t size);
void block_free (Blocks *blocks, void *p, size_t size);

/* --- trees --- */

enum { FAN_BITS = 3, FAN = 1 << FAN_BITS };

typedef struct Node {
  uint32_t refs;
  void *kid[FAN]; /* nodes; on the lowest level what the tree holds */
} Node;

typedef void (*LeafFree) (Blocks *blocks, void *leaf);

static inline void *counted_ref (void *p) {
  ++*(uint32_t *)p;
  return p;
}
/* A tree of height h holds keys below FAN^h; h is at least 1 and NULL is an empty tree. */
static inline bool radix_fits (unsigned height, uint64_t key) {
  return height * FAN_BITS >= 64 || !(key >> (height * FAN_BITS));
}
void *radix_get (const Node *root, unsigned height, uint64_t key);
/* The place of a key whose path is all there, or NULL; *owned is cleared when a node of the path is shared. */
void **radix_place (Node *root, unsigned height, uint64_t key, bool *owned);
/* The place of a key, with the path to it made and made private. */
void **radix_own (Blocks *blocks, Node **root, unsigned height, uint64_t key);
/* Like radix_own, but nodes that others share are changed too: for content that was there without being built. */
void **radix_make (Blocks *blocks, Node **root, unsigned height, uint64_t key);
/* Takes a key's leaf out (its reference goes to the caller) and drops nodes that become empty. */
void *radix_remove (Blocks *blocks, Node **root, unsigned height, uint64_t key);
void radix_free (Blocks *blocks, Node *root, unsigned height, LeafFree leaf);
/* Sets all keys lo .. hi - 1 to whole[0]; whole[k] is a tree of height k full of it. */
void radix_fill (Blocks *blocks, Node **root, unsigned height, uint64_t lo, uint64_t hi, void *const *whole,
                 LeafFree leaf);
/* Calls fn for each leaf in the order of keys until it returns false. */
bool radix_each (const Node *root, unsigned height, bool (*fn) (void *data, void *leaf), void *data);
/* Bytes of nodes and leaves that have one owner, from the root down. */
size_t radix_bytes (const Node *root, unsigned height, size_t (*leaf) (const void *leaf));

#endif
