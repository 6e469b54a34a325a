/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/index.c -- a persistent map from symbols to pointers
 *
 * Invariant: a node of height h covers 8^(h+1) symbols; below height 0 are values.
 */
#include "solve/index.h"

#include <string.h>

struct Index {
  uint32_t refs;
  uint32_t height;
  union {
    Index *node;
    const void *value;
  } slot[8];
};

static unsigned digit (SymId sym, uint32_t height) { return sym >> (3 * height) & 7; }

static bool covers (const Index *index, SymId sym) {
  return index->height >= 10 || sym >> (3 * (index->height + 1)) == 0;
}

const void *index_find (const Index *index, SymId sym) {
  if (!index || !covers (index, sym))
    return NULL;
  while (index->height) {
    index = index->slot[digit (sym, index->height)].node;
    if (!index)
      return NULL;
  }
  return index->slot[digit (sym, 0)].value;
}

Index *index_ref (Index *index) {
  if (index)
    index->refs++;
  return index;
}

void index_unref (Mem *mem, Index *index) {
  if (!index || --index->refs)
    return;
  if (index->height)
    for (unsigned i = 0; i < 8; i++)
      index_unref (mem, index->slot[i].node);
  MEM_FREE (mem, index);
}

static Index *node_new (Mem *mem, uint32_t height) {
  Index *node = MEM_NEW (mem, Index);
  node->refs = 1;
  node->height = height;
  return node;
}

/* A node that only the caller holds, from a reference that it gives up. */
static Index *node_own (Mem *mem, Index *node) {
  if (node->refs == 1)
    return node;
  Index *copy = mem_new (mem, sizeof *copy);
  *copy = *node;
  copy->refs = 1;
  if (copy->height)
    for (unsigned i = 0; i < 8; i++)
      index_ref (copy->slot[i].node);
  node->refs--;
  return copy;
}

Index *index_put (Mem *mem, Index *index, SymId sym, const void *value) {
  if (!index)
    index = node_new (mem, 0);
  while (!covers (index, sym)) {
    Index *above = node_new (mem, index->height + 1);
    above->slot[0].node = index;
    index = above;
  }
  index = node_own (mem, index);
  Index *at = index;
  for (uint32_t h = index->height; h; h--) {
    Index **below = &at->slot[digit (sym, h)].node;
    *below = *below ? node_own (mem, *below) : node_new (mem, h - 1);
    at = *below;
  }
  at->slot[digit (sym, 0)].value = value;
  return index;
}

size_t index_bytes (const Index *index) {
  return index && index->refs == 1 ? sizeof *index * (index->height + 1) : 0;
}
