/* SPDX-License-Identifier: GPL-2.0-only */
/* expr/table256.c -- expressions of one byte as tables of 256 values
 *
 * The DAG is evaluated node by node, each over 256 lanes in loops that compilers
 * vectorise.  Lanes are reused after a node's last user.  A node of width 1 keeps
 * its result as a ByteSet; a later table starts from it.
 *
 * Invariant: cache of a node of width 1 with one symbol is 0 or its ByteSet's number.
 */
#include "expr/number.h"
#include "expr/pool_impl.h"

#include <string.h>

enum { BLOCK = 128 };

static ByteSet *byteset_at (const ExprPool *p, uint32_t id) {
  return &p->bytesets.data[id / BLOCK][id % BLOCK];
}

static uint32_t byteset_new (ExprPool *p, const ByteSet *s) {
  uint32_t id = (uint32_t)p->byteset_len++;
  while (p->bytesets.len <= id / BLOCK)
    VEC_PUSH (&p->mem, &p->bytesets, (ByteSet *)mem_new (&p->mem, BLOCK * sizeof (ByteSet)));
  *byteset_at (p, id) = *s;
  return id;
}

void bytesets_free (ExprPool *p) {
  for (size_t i = 0; i < p->bytesets.len; i++)
    mem_free (&p->mem, p->bytesets.data[i], BLOCK * sizeof (ByteSet));
  VEC_FREE (&p->mem, &p->bytesets);
}

/* --- lanes --- */

static uint32_t lanes_take (ExprPool *p) {
  TableScratch *t = &p->table;
  if (t->free.len)
    return VEC_POP (&t->free);
  VEC_PUSH (&p->mem, &t->lanes, (Lanes *)mem_new (&p->mem, sizeof (Lanes)));
  return (uint32_t)t->lanes.len - 1;
}

static void lanes_from_set (Lanes *out, const ByteSet *s) {
  for (unsigned i = 0; i < 256; i++)
    out->v[i] = s->w[i / 64] >> (i % 64) & 1;
}

static ByteSet lanes_to_set (const Lanes *in) {
  ByteSet s = BYTESET_NONE;
  for (unsigned j = 0; j < 4; j++)
    for (unsigned i = 0; i < 64; i++)
      s.w[j] |= (in->v[64 * j + i] & 1) << i;
  return s;
}

#define EACH(value)                                                                                          \
  do {                                                                                                       \
    for (unsigned i = 0; i < 256; i++)                                                                       \
      o[i] = (value)&mask;                                                                                   \
  } while (0)

/* The common kinds, one loop each; false: another kind. */
static bool lanes_fast (const Node *n, unsigned wa, unsigned wb, Lanes *const in[3], uint64_t *o) {
  const uint64_t *a = in[0]->v, *b = in[1]->v, *c = in[2]->v, mask = bits_mask (n->width);
  const uint64_t flip = 1ull << (wa - 1);
  switch (n->kind) {
  case EXPR_NOT: EACH (~a[i]); return true;
  case EXPR_AND: EACH (a[i] & b[i]); return true;
  case EXPR_OR: EACH (a[i] | b[i]); return true;
  case EXPR_XOR: EACH (a[i] ^ b[i]); return true;
  case EXPR_ADD: EACH (a[i] + b[i]); return true;
  case EXPR_SUB: EACH (a[i] - b[i]); return true;
  case EXPR_MUL: EACH (a[i] * b[i]); return true;
  case EXPR_EQ: EACH (a[i] == b[i]); return true;
  case EXPR_ULT: EACH (a[i] < b[i]); return true;
  case EXPR_SLT: EACH ((a[i] ^ flip) < (b[i] ^ flip)); return true;
  case EXPR_ITE: EACH (a[i] ? b[i] : c[i]); return true;
  case EXPR_CONCAT: EACH (a[i] << wb | b[i]); return true;
  case EXPR_EXTRACT: EACH (a[i] >> n->b); return true;
  case EXPR_ZEXT: EACH (a[i]); return true;
  case EXPR_SEXT: EACH ((a[i] ^ flip) - flip); return true;
  default: return false;
  }
}

static void lanes_compute (const ExprPool *p, const Node *n, Lanes *const in[3], Lanes *out) {
  unsigned wa = wid (p, n->a), wb = kind_operands ((ExprKind)n->kind) > 1 ? wid (p, n->b) : 1;
  if (lanes_fast (n, wa, wb, in, out->v))
    return;
  for (unsigned i = 0; i < 256; i++)
    out->v[i] = expr_fold ((ExprKind)n->kind, wa, in[0]->v[i], in[1]->v[i]);
}

static void lanes_leaf (const ExprPool *p, Expr e, const Node *n, Lanes *out) {
  for (unsigned i = 0; i < 256; i++)
    out->v[i] = n->kind == EXPR_SYM ? i : n->value;
  if (n->kind != EXPR_SYM && n->kind != EXPR_CONST)
    lanes_from_set (out, byteset_at (p, p->cache[e]));
}

/* --- the order of evaluation --- */

static bool table_is_leaf (const ExprPool *p, Expr e) {
  return kind_operands ((ExprKind)p->nodes[e].kind) == 0 || (p->nodes[e].width == 1 && p->cache[e]);
}

/* Fills order (operands first) and uses; false: some node is wider than 64 bits. */
static bool table_plan (ExprPool *p, Expr root) {
  TableScratch *t = &p->table;
  Walk *w = &t->walk;
  t->order.len = 0;
  while (w->stack.len) {
    Expr e = VEC_LAST (&w->stack), ops[3];
    if (p->nodes[e].width > 64)
      return false;
    bool done = walk_done (w, e), leaf = table_is_leaf (p, e);
    if (!done && !leaf && walk_push_operands (p, w, &p->nodes[e]))
      continue;
    if (!done) {
      w->mark[e] = w->now;
      t->uses[e] = e == root;
      VEC_PUSH (&p->mem, &t->order, e);
      for (unsigned i = leaf ? 0 : node_operands (&p->nodes[e], ops); i-- > 0;)
        t->uses[ops[i]]++;
    }
    w->stack.len--;
  }
  return true;
}

static void table_step (ExprPool *p, Expr e) {
  TableScratch *t = &p->table;
  const Node *n = &p->nodes[e];
  t->slot[e] = lanes_take (p);
  Lanes *out = t->lanes.data[t->slot[e]], *in[3];
  if (table_is_leaf (p, e)) {
    lanes_leaf (p, e, n, out);
    return;
  }
  Expr ops[3];
  unsigned count = node_operands (n, ops);
  for (unsigned i = 0; i < 3; i++)
    in[i] = t->lanes.data[t->slot[ops[i < count ? i : 0]]];
  lanes_compute (p, n, in, out);
  for (unsigned i = 0; i < count; i++)
    if (--t->uses[ops[i]] == 0)
      VEC_PUSH (&p->mem, &t->free, t->slot[ops[i]]);
}

static void table_scratch_fit (ExprPool *p, Expr root) {
  TableScratch *t = &p->table;
  size_t slots = t->walk.cap, uses = t->walk.cap;
  t->slot = walk_fit (p, t->slot, &slots, sizeof *t->slot, root);
  t->uses = walk_fit (p, t->uses, &uses, sizeof *t->uses, root);
  walk_begin (p, &t->walk, root);
}

static void table_keep (ExprPool *p, Expr e) {
  if (p->nodes[e].width != 1 || p->cache[e] || expr_single_sym (p, e) == SYM_NONE)
    return;
  ByteSet s = lanes_to_set (p->table.lanes.data[p->table.slot[e]]);
  p->cache[e] = byteset_new (p, &s);
}

static const uint64_t *table_run (ExprPool *p, Expr root) {
  TableScratch *t = &p->table;
  t->free.len = 0;
  for (size_t i = t->lanes.len; i-- > 0;)
    VEC_PUSH (&p->mem, &t->free, (uint32_t)i);
  for (size_t i = 0; i < t->order.len; i++) {
    table_step (p, t->order.data[i]);
    table_keep (p, t->order.data[i]);
  }
  return t->lanes.data[t->slot[root]]->v;
}

static uint8_t byte_given (const void *data, SymId sym) {
  (void)sym;
  return *(const uint8_t *)data;
}

void expr_byte_table (ExprPool *p, Expr e, uint64_t out[256]) {
  invariant (wid (p, e) <= 64);
  table_scratch_fit (p, e);
  if (table_plan (p, e)) {
    memcpy (out, table_run (p, e), 256 * sizeof *out);
    return;
  }
  for (unsigned i = 0; i < 256; i++) {
    uint8_t byte = (uint8_t)i;
    out[i] = expr_eval (p, e, byte_given, &byte);
  }
}

/* --- sets --- */

static ByteSet set_below (uint64_t limit) {
  ByteSet s;
  for (unsigned j = 0; j < 4; j++)
    s.w[j] = limit <= 64 * j ? 0 : bits_mask (limit - 64 * j >= 64 ? 64 : (unsigned)(limit - 64 * j));
  return s;
}

/* The set of a comparison of the byte itself with a number, or of one of its bits. */
static bool set_of_byte (const ExprPool *p, const Node *n, ByteSet *out) {
  if (n->kind == EXPR_EXTRACT) {
    static const uint64_t bits[6] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                     0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};
    for (unsigned j = 0; j < 4; j++)
      out->w[j] = n->b < 6 ? bits[n->b] : j >> (n->b - 6) & 1 ? ~0ull : 0;
    return true;
  }
  if ((n->kind != EXPR_EQ && n->kind != EXPR_ULT) || !is_num (p, n->b))
    return false;
  uint64_t value = p->nodes[n->b].value;
  *out = n->kind == EXPR_ULT ? set_below (value) : BYTESET_NONE;
  if (n->kind == EXPR_EQ)
    byteset_add (out, (unsigned)value);
  return true;
}

/* The set of a node without lanes: known, of the byte itself, or combined from such sets a few levels down. */
static bool set_direct (const ExprPool *p, Expr e, unsigned depth, ByteSet *out) {
  const Node *n = &p->nodes[e];
  ByteSet a, b;
  if (p->cache[e]) {
    *out = *byteset_at (p, p->cache[e]);
    return true;
  }
  if (n->kind != EXPR_CONST && is (p, n->a, EXPR_SYM))
    return set_of_byte (p, n, out);
  if (!depth || (n->kind != EXPR_NOT && n->kind != EXPR_AND && n->kind != EXPR_OR) ||
      !set_direct (p, n->a, depth - 1, &a))
    return false;
  *out = byteset_minus (BYTESET_ALL, a);
  if (n->kind == EXPR_NOT)
    return true;
  if (!set_direct (p, n->b, depth - 1, &b))
    return false;
  *out = n->kind == EXPR_AND ? byteset_and (a, b) : byteset_minus (BYTESET_ALL, byteset_minus (*out, b));
  return true;
}

const ByteSet *expr_byteset (ExprPool *p, Expr e) {
  if (p->cache[e])
    return byteset_at (p, p->cache[e]);
  invariant (wid (p, e) == 1 && expr_single_sym (p, e) != SYM_NONE);
  ByteSet s;
  if (set_direct (p, e, 4, &s)) {
    p->cache[e] = byteset_new (p, &s);
    return byteset_at (p, p->cache[e]);
  }
  Lanes lanes;
  expr_byte_table (p, e, lanes.v);
  if (!p->cache[e]) {
    s = lanes_to_set (&lanes);
    p->cache[e] = byteset_new (p, &s);
  }
  return byteset_at (p, p->cache[e]);
}

void table_scratch_free (ExprPool *p) {
  TableScratch *t = &p->table;
  mem_free (&p->mem, t->slot, t->walk.cap * sizeof *t->slot);
  mem_free (&p->mem, t->uses, t->walk.cap * sizeof *t->uses);
  walk_free (p, &t->walk);
  for (size_t i = 0; i < t->lanes.len; i++)
    mem_free (&p->mem, t->lanes.data[i], sizeof (Lanes));
  VEC_FREE (&p->mem, &t->lanes);
  VEC_FREE (&p->mem, &t->free);
  VEC_FREE (&p->mem, &t->order);
}
