/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/radix.c -- persistent trees of fan 8
 *
 * A node may have several owners; it is changed only when every node from the
 * root down to it has one.  Missing kids are NULL.  Kids of every kind begin
 * with their count of owners, so that copying a node needs not know its level.
 */
#include "vm/radix_impl.h"

#include <string.h>

static inline unsigned radix_index (unsigned height, uint64_t key) {
  return (unsigned)(key >> ((height - 1) * FAN_BITS)) & (FAN - 1);
}

void *radix_get (const Node *root, unsigned height, uint64_t key) {
  const Node *n = root;
  for (; n && height > 1; height--)
    n = n->kid[radix_index (height, key)];
  return n ? n->kid[key & (FAN - 1)] : NULL;
}

void **radix_place (Node *root, unsigned height, uint64_t key, bool *owned) {
  uint32_t shared = 0;
  Node *n = root;
  for (; n && height > 1; height--) {
    shared |= n->refs ^ 1;
    n = n->kid[radix_index (height, key)];
  }
  if (!n)
    return NULL;
  if (shared | (n->refs ^ 1))
    *owned = false;
  return &n->kid[key & (FAN - 1)];
}

static Node *node_new (Blocks *blocks) {
  Node *n = block_new (blocks, sizeof *n);
  memset (n, 0, sizeof *n);
  n->refs = 1;
  return n;
}

/* The node at *place, there and of one owner. */
static Node *node_own (Blocks *blocks, Node **place) {
  Node *n = *place;
  if (!n)
    return *place = node_new (blocks);
  if (n->refs == 1)
    return n;
  Node *copy = block_new (blocks, sizeof *copy);
  *copy = *n;
  copy->refs = 1;
  for (unsigned i = 0; i < FAN; i++)
    if (copy->kid[i])
      counted_ref (copy->kid[i]);
  n->refs--;
  return *place = copy;
}

void **radix_own (Blocks *blocks, Node **root, unsigned height, uint64_t key) {
  for (; height > 1; height--)
    root = (Node **)&node_own (blocks, root)->kid[radix_index (height, key)];
  return &node_own (blocks, root)->kid[key & (FAN - 1)];
}

void **radix_make (Blocks *blocks, Node **root, unsigned height, uint64_t key) {
  for (;; height--) {
    if (!*root)
      *root = node_new (blocks);
    void **kid = &(*root)->kid[radix_index (height, key)];
    if (height == 1)
      return kid;
    root = (Node **)kid;
  }
}

static bool node_empty (const Node *n) {
  for (unsigned i = 0; i < FAN; i++)
    if (n->kid[i])
      return false;
  return true;
}

void *radix_remove (Blocks *blocks, Node **root, unsigned height, uint64_t key) {
  Node *n = node_own (blocks, root);
  void **kid = &n->kid[radix_index (height, key)], *leaf;
  if (height == 1) {
    leaf = *kid;
    *kid = NULL;
  } else
    leaf = radix_remove (blocks, (Node **)kid, height - 1, key);
  if (!*kid && node_empty (n)) {
    block_free (blocks, n, sizeof *n);
    *root = NULL;
  }
  return leaf;
}

static void kid_free (Blocks *blocks, void *kid, unsigned height, LeafFree leaf) {
  if (!kid)
    return;
  if (height)
    radix_free (blocks, kid, height, leaf);
  else
    leaf (blocks, kid);
}

void radix_free (Blocks *blocks, Node *root, unsigned height, LeafFree leaf) {
  if (!root || --root->refs)
    return;
  for (unsigned i = 0; i < FAN; i++)
    kid_free (blocks, root->kid[i], height - 1, leaf);
  block_free (blocks, root, sizeof *root);
}

void radix_fill (Blocks *blocks, Node **root, unsigned height, uint64_t lo, uint64_t hi, void *const *whole,
                 LeafFree leaf) {
  uint64_t step = 1ull << ((height - 1) * FAN_BITS);
  Node *n = node_own (blocks, root);
  for (uint64_t i = lo / step; i * step < hi; i++) {
    uint64_t from = i * step > lo ? 0 : lo - i * step;
    uint64_t to = hi - i * step < step ? hi - i * step : step;
    if (from || to < step) {
      radix_fill (blocks, (Node **)&n->kid[i], height - 1, from, to, whole, leaf);
      continue;
    }
    void *old = n->kid[i];
    n->kid[i] = counted_ref (whole[height - 1]);
    kid_free (blocks, old, height - 1, leaf);
  }
}

bool radix_each (const Node *root, unsigned height, bool (*fn) (void *data, void *leaf), void *data) {
  for (unsigned i = 0; root && i < FAN; i++) {
    void *kid = root->kid[i];
    if (kid && !(height > 1 ? radix_each (kid, height - 1, fn, data) : fn (data, kid)))
      return false;
  }
  return true;
}

size_t radix_bytes (const Node *root, unsigned height, size_t (*leaf) (const void *leaf)) {
  if (!root || root->refs > 1)
    return 0;
  size_t bytes = sizeof *root;
  for (unsigned i = 0; i < FAN; i++)
    if (root->kid[i])
      bytes += height > 1 ? radix_bytes (root->kid[i], height - 1, leaf) : leaf (root->kid[i]);
  return bytes;
}
