/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/block.c -- blocks by size, from slabs
 *
 * Blocks of one size class are chained when idle and used again at once; slabs
 * go back when the space ends.  Under the address sanitizer every block is an
 * allocation of its own, so that stale uses are seen.
 */
#include "vm/radix_impl.h"

#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define BLOCK_EACH 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define BLOCK_EACH 1
#endif
#endif
#ifndef BLOCK_EACH
#define BLOCK_EACH 0
#endif

static inline size_t block_class (size_t size) { return (size + BLOCK_STEP - 1) / BLOCK_STEP; }

static void *block_refill (Blocks *blocks, size_t bytes) {
  Slab *slab = mem_new (blocks->mem, SLAB_SIZE);
  slab->next = blocks->slabs;
  blocks->slabs = slab;
  blocks->bump = (uint8_t *)slab + BLOCK_STEP + bytes;
  blocks->end = (uint8_t *)slab + SLAB_SIZE;
  return (uint8_t *)slab + BLOCK_STEP;
}

void *block_new (Blocks *blocks, size_t size) {
  if (BLOCK_EACH || size > BLOCK_MAX)
    return mem_new (blocks->mem, size);
  size_t k = block_class (size), bytes = k * BLOCK_STEP;
  void *p = blocks->idle[k];
  if (p) {
    blocks->idle[k] = *(void **)p;
    return p;
  }
  p = blocks->bump;
  if ((size_t)(blocks->end - blocks->bump) < bytes)
    return block_refill (blocks, bytes);
  blocks->bump += bytes;
  return p;
}

void block_free (Blocks *blocks, void *p, size_t size) {
  if (BLOCK_EACH || size > BLOCK_MAX) {
    mem_free (blocks->mem, p, size);
    return;
  }
  if (SDE_DEBUG)
    memset (p, 0xdd, size);
  size_t k = block_class (size);
  *(void **)p = blocks->idle[k];
  blocks->idle[k] = p;
}

void blocks_fini (Blocks *blocks) {
  while (blocks->slabs) {
    Slab *slab = blocks->slabs;
    blocks->slabs = slab->next;
    mem_free (blocks->mem, slab, SLAB_SIZE);
  }
}
