/* SPDX-License-Identifier: GPL-2.0-only */
/* expr/pool.c -- nodes in parallel arrays, hash-consed
 *
 * Invariants: no two nodes are equal; a node's operands have smaller handles;
 * at most half of the slots are taken; a slot holds the node's key beside its
 * handle, so that growing the table does not read the nodes.
 */
#include "expr/pool_impl.h"
#include "base/hash.h"
#include "expr/number.h"

#include <string.h>

#ifdef SDE_HARD
enum { FIRST_NODES = 4, FIRST_SLOTS = 8 };
#else
enum { FIRST_NODES = 1024, FIRST_SLOTS = 4096 };
#endif

static const char *const kind_names[] = {
#define KIND(name, text, operands, meaning) text,
#include "expr/kind.def"
};

const char *expr_kind_name (ExprKind kind) { return kind_names[kind]; }

static void pool_grow (ExprPool *p, size_t cap) {
  Mem *m = &p->mem;
  p->nodes = mem_resize (m, p->nodes, p->cap * sizeof *p->nodes, cap * sizeof *p->nodes);
  p->support = mem_resize (m, p->support, p->cap * sizeof *p->support, cap * sizeof *p->support);
  p->cache = mem_resize (m, p->cache, p->cap * sizeof *p->cache, cap * sizeof *p->cache);
  p->hash = mem_resize (m, p->hash, p->cap * sizeof *p->hash, cap * sizeof *p->hash);
  p->cap = cap;
}

ExprPool *expr_pool_new (Mem *mem) {
  ExprPool *p = mem_zero (mem, sizeof *p);
  mem_init (&p->mem, "expr", mem);
  pool_grow (p, FIRST_NODES);
  memset (p->nodes, 0, FIRST_EXPR * sizeof *p->nodes);
  memset (p->support, 0xff, FIRST_EXPR * sizeof *p->support);
  memset (p->cache, 0, FIRST_EXPR * sizeof *p->cache);
  memset (p->hash, 0, FIRST_EXPR * sizeof *p->hash);
  p->len = FIRST_EXPR;
  p->slot_cap = FIRST_SLOTS;
  p->slots = mem_zero (&p->mem, p->slot_cap * sizeof *p->slots);
  p->fired = mem_zero (&p->mem, expr_rule_count () * sizeof *p->fired);
  p->memo = mem_zero (&p->mem, MEMOS * sizeof *p->memo);
  rules_index (p->first_rule);
  VEC_PUSH (&p->mem, &p->facts, ((Facts){{0, 0}, 0, 0}));
  p->byteset_len = 1;
  return p;
}

static void pool_free_arrays (ExprPool *p) {
  Mem *m = &p->mem;
  for (size_t i = 0; i < p->arrays.len; i++)
    mem_free (m, (char *)(uintptr_t)p->arrays.data[i].name, strlen (p->arrays.data[i].name) + 1);
  VEC_FREE (m, &p->arrays);
  table_free (m, &p->array_index);
}

static void pool_free_nodes (ExprPool *p) {
  Mem *m = &p->mem;
  for (size_t e = FIRST_EXPR; e < p->len; e++)
    if (p->nodes[e].kind == EXPR_CONST && p->nodes[e].width > 64)
      mem_free (m, (void *)(uintptr_t)p->nodes[e].value, num_limbs (p->nodes[e].width) * sizeof (uint64_t));
  mem_free (m, p->nodes, p->cap * sizeof *p->nodes);
  mem_free (m, p->support, p->cap * sizeof *p->support);
  mem_free (m, p->cache, p->cap * sizeof *p->cache);
  mem_free (m, p->hash, p->cap * sizeof *p->hash);
  mem_free (m, p->slots, p->slot_cap * sizeof *p->slots);
}

void expr_pool_free (ExprPool *p) {
  if (!p)
    return;
  pool_free_arrays (p);
  pool_free_nodes (p);
  support_free (p);
  bytesets_free (p);
  eval_scratch_free (p);
  table_scratch_free (p);
  walk_free (p, &p->walk);
  mem_free (&p->mem, p->mapped, p->mapped_cap * sizeof *p->mapped);
  mem_free (&p->mem, p->fired, expr_rule_count () * sizeof *p->fired);
  mem_free (&p->mem, p->memo, MEMOS * sizeof *p->memo);
  VEC_FREE (&p->mem, &p->facts);
  VEC_FREE (&p->mem, &p->facts_stack);
  mem_fini (&p->mem);
  Mem *parent = p->mem.parent;
  mem_free (parent, p, sizeof *p);
}

size_t expr_pool_count (const ExprPool *p) { return p->len - FIRST_EXPR; }
size_t expr_pool_bytes (const ExprPool *p) { return p->mem.live + sizeof *p; }

/* --- interning --- */

uint32_t node_key (const Node *n) {
  uint64_t head = (uint64_t)n->kind << 16 | n->width;
  if (n->kind == EXPR_CONST && n->width > 64)
    return (uint32_t)hash_pair (head, hash_bytes (node_limbs (n), num_limbs (n->width) * sizeof (uint64_t)));
  uint64_t h = (head << 32 | n->a) * 0x9e3779b97f4a7c15u ^ n->value;
  h = (h ^ h >> 32) * 0xd6e8feb86659fd93u;
  return (uint32_t)(h >> 32);
}

bool node_equal (const Node *x, const Node *y) {
  if (x->kind != y->kind || x->width != y->width)
    return false;
  if (x->kind == EXPR_CONST && x->width > 64)
    return num_equal ((Num){x->width, node_limbs (x)}, (Num){y->width, node_limbs (y)});
  return x->a == y->a && x->value == y->value;
}

/* The slot that holds the node, or the free one where it belongs. */
static size_t pool_probe (const ExprPool *p, const Node *n, uint32_t key) {
  size_t mask = p->slot_cap - 1, i = key & mask;
  while (p->slots[i] && (p->slots[i] >> 32 != key || !node_equal (&p->nodes[(uint32_t)p->slots[i]], n)))
    i = (i + 1) & mask;
  return i;
}

Expr pool_find (const ExprPool *p, const Node *n, uint32_t key) {
  return (Expr)p->slots[pool_probe (p, n, key)];
}

static void pool_rehash (ExprPool *p) {
  size_t cap = p->slot_cap * 2;
  uint64_t *slots = mem_zero (&p->mem, cap * sizeof *slots);
  for (size_t j = 0; j < p->slot_cap; j++) {
    if (!p->slots[j])
      continue;
    size_t i = (p->slots[j] >> 32) & (cap - 1);
    while (slots[i])
      i = (i + 1) & (cap - 1);
    slots[i] = p->slots[j];
  }
  mem_free (&p->mem, p->slots, p->slot_cap * sizeof *p->slots);
  p->slots = slots;
  p->slot_cap = cap;
}

/* A hash that names arrays instead of numbering them; operands of commutative operators have no order in it. */
static uint64_t node_hash (const ExprPool *p, const Node *n) {
  uint64_t head = (uint64_t)n->kind << 16 | n->width;
  if (n->kind == EXPR_CONST)
    return hash_pair (head, hash_bytes (node_limbs (n), num_limbs (n->width) * sizeof (uint64_t)));
  if (n->kind == EXPR_SYM) {
    const ArrayInfo *a = expr_array_info (p, expr_sym_array (p, n->a));
    uint64_t h = hash_pair (hash_bytes (a->name, strlen (a->name)), (uint64_t)a->ordinal << 32 | a->size);
    return hash_pair (h, (uint64_t)a->uninit << 32 | (n->a - a->first));
  }
  uint64_t ha = p->hash[n->a], hb = kind_operands ((ExprKind)n->kind) > 1 ? p->hash[n->b] : n->b;
  if (kind_commutes ((ExprKind)n->kind))
    return hash_pair (head, hash_mix (ha) + hash_mix (hb));
  uint64_t h = hash_pair (hash_pair (head, ha), hb);
  return n->kind == EXPR_ITE ? hash_pair (h, p->hash[n->c]) : h;
}

static uint8_t node_flags (const ExprPool *p, const Node *n) {
  if (n->kind == EXPR_SYM)
    return expr_sym_uninit (p, n->a) ? NODE_UNINIT : 0;
  Expr ops[3];
  uint8_t flags = 0;
  unsigned count = node_operands (n, ops);
  for (unsigned i = 0; i < count; i++)
    flags |= p->nodes[ops[i]].flags & NODE_UNINIT;
  return flags;
}

static void node_own_limbs (ExprPool *p, Node *n) {
  size_t size = num_limbs (n->width) * sizeof (uint64_t);
  uint64_t *limbs = mem_new (&p->mem, size);
  memcpy (limbs, node_limbs (n), size);
  n->value = (uint64_t)(uintptr_t)limbs;
}

Expr pool_intern (ExprPool *p, Node n) {
  uint32_t key = node_key (&n);
  size_t i = pool_probe (p, &n, key);
  if (p->slots[i])
    return (Expr)p->slots[i];
  if (n.kind == EXPR_CONST && n.width > 64)
    node_own_limbs (p, &n);
  if (p->len == p->cap)
    pool_grow (p, p->cap * 2);
  if (p->len >= UINT32_MAX)
    panic ("more expressions than handles");
  Expr e = (Expr)p->len;
  n.flags = node_flags (p, &n);
  p->nodes[e] = n;
  p->support[e] = support_of_node (p, &n);
  p->cache[e] = 0;
  p->hash[e] = node_hash (p, &n);
  p->slots[i] = (uint64_t)key << 32 | e;
  p->len++;
  if (p->len * 2 > p->slot_cap)
    pool_rehash (p);
  return e;
}

/* --- looking at expressions --- */

ExprKind expr_kind (const ExprPool *p, Expr e) { return (ExprKind)node_at (p, e)->kind; }
unsigned expr_width (const ExprPool *p, Expr e) { return node_at (p, e)->width; }
unsigned expr_operands (const ExprPool *p, Expr e, Expr out[3]) {
  return node_operands (node_at (p, e), out);
}
unsigned expr_offset (const ExprPool *p, Expr e) { return is (p, e, EXPR_EXTRACT) ? node_at (p, e)->b : 0; }
SymId expr_sym_id (const ExprPool *p, Expr e) { return is (p, e, EXPR_SYM) ? node_at (p, e)->a : SYM_NONE; }
bool expr_is_const (const ExprPool *p, Expr e) { return is_num (p, e); }
uint64_t expr_value (const ExprPool *p, Expr e) { return node_limbs (node_at (p, e))[0]; }
const uint64_t *expr_limbs (const ExprPool *p, Expr e) { return node_limbs (node_at (p, e)); }
uint64_t expr_hash (ExprPool *p, Expr e) { return p->hash[e]; }
bool expr_has_uninit (const ExprPool *p, Expr e) { return node_at (p, e)->flags & NODE_UNINIT; }
