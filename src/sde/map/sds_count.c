/* SPDX-License-Identifier: GPL-2.0-only */
/* map/sds_count.c -- the exact number of scenarios of super dstates, without a budget
 *
 * Each radix node stands for the product of the sizes of the groups below it;
 * shared nodes are multiplied once.  The products are kept as limbs in one arena.
 */
#include "map/sds_impl.h"

#include <string.h>

typedef struct Product {
  size_t at; /* in the arena */
  uint32_t len;
  bool done;
} Product;

typedef struct Count {
  const Sds *sds;
  Mem mem;
  Product *products; /* by radix node */
  VEC (mp_limb_t) arena;
} Count;

/* acc := acc * factor; both have room for all limbs. */
static size_t limbs_multiply (mp_limb_t *acc, size_t len, const mp_limb_t *factor, size_t n,
                              mp_limb_t *scratch) {
  if (n == 1) {
    acc[len] = mpn_mul_1 (acc, acc, (mp_size_t)len, factor[0]);
    return len + (acc[len] != 0);
  }
  if (len >= n)
    mpn_mul (scratch, acc, (mp_size_t)len, factor, (mp_size_t)n);
  else
    mpn_mul (scratch, factor, (mp_size_t)n, acc, (mp_size_t)len);
  memcpy (acc, scratch, (len + n) * sizeof *acc);
  return len + n - (acc[len + n - 1] == 0);
}

/* The limbs that the product of a node may need, its children's being known. */
static size_t node_room (const Count *c, const RadixNode *node, unsigned level) {
  size_t room = 2;
  for (unsigned i = 0; i < RADIX_FAN; i++)
    if (node->child[i])
      room += level ? c->products[node->child[i]].len : 1;
  return room;
}

static void count_node (Count *c, uint32_t x, unsigned level);

static void count_children (Count *c, const RadixNode *node, unsigned level) {
  for (unsigned i = 0; level && i < RADIX_FAN; i++)
    if (node->child[i] && !c->products[node->child[i]].done)
      count_node (c, node->child[i], level - 1);
}

static void count_node (Count *c, uint32_t x, unsigned level) {
  const RadixNode *node = &c->sds->radix.data[x];
  count_children (c, node, level);
  size_t room = node_room (c, node, level), at = c->arena.len, len = 1;
  VEC_RESERVE (&c->mem, &c->arena, at + 2 * room);
  mp_limb_t *acc = c->arena.data + at, *scratch = acc + room;
  acc[0] = 1;
  for (unsigned i = 0; i < RADIX_FAN; i++) {
    uint32_t child = node->child[i];
    if (!child)
      continue;
    mp_limb_t size = level ? 0 : sds_group_at (c->sds, child)->len;
    const mp_limb_t *factor = level ? c->arena.data + c->products[child].at : &size;
    len = limbs_multiply (acc, len, factor, level ? c->products[child].len : 1, scratch);
  }
  c->arena.len = at + len;
  c->products[x] = (Product){at, (uint32_t)len, true};
}

void sds_count (const Mapping *map, mpz_t out) {
  const Sds *sds = map->u.sds;
  Count c = {.sds = sds};
  size_t size = sds->radix.len * sizeof *c.products;
  mem_init (&c.mem, "count", NULL);
  c.products = mem_zero (&c.mem, size);
  mpz_set_ui (out, 0);
  for (uint32_t d = 1; d < sds->dstates.len; d++) {
    uint32_t root = sds_dstate_at (sds, d)->root;
    if (!root)
      continue;
    if (!c.products[root].done)
      count_node (&c, root, sds->depth - 1);
    mpz_t product;
    mpz_add (out, out, mpz_roinit_n (product, c.arena.data + c.products[root].at, c.products[root].len));
  }
  mem_free (&c.mem, c.products, size);
  VEC_FREE (&c.mem, &c.arena);
}
