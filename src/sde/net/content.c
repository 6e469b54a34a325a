/* SPDX-License-Identifier: GPL-2.0-only */
/* net/content.c -- what a frame says: its bytes, and the constraints that travel with symbolic ones
 *
 * The constraints of a content are those of the sender's condition, at the moment of sending, that concern
 * the frame's symbols, directly or through other constraints: also those symbols that have one value only under
 * these constraints, so that a receiver which knows better contradicts.  Contents are equal iff their hashes are.
 */
#include "net/net_impl.h"

#include <stdlib.h>
#include <string.h>

static Content *content_new (Net *net, uint32_t size, bool symbolic) {
  Content *c = mem_zero (&net->mem, sizeof *c + size);
  c->refs = 1;
  c->size = size;
  if (symbolic)
    c->exprs = mem_zero (&net->mem, size * sizeof *c->exprs);
  return c;
}

Content *content_ref (Content *content) {
  content->refs++;
  return content;
}

void content_unref (Net *net, Content *c) {
  if (!c || --c->refs)
    return;
  if (c->exprs)
    mem_free (&net->mem, c->exprs, c->size * sizeof *c->exprs);
  mem_free (&net->mem, c->carried, c->ncarried * sizeof *c->carried);
  mem_free (&net->mem, c, sizeof *c + c->size);
}

/* ---- what concerns the symbols ---- */

typedef VEC (Expr) Exprs;

/* A constraint that mentions a symbol. */
typedef struct Mention {
  uint32_t constraint, next; /* its place; the symbol's next mention + 1, 0: there is none */
} Mention;

/* The closure of a set of symbols under common constraints. */
typedef struct Closure {
  Net *net;
  Exprs constraints; /* of the condition, oldest first; EXPR_NONE: taken */
  VEC (Mention) mentions;
  Table mentioned; /* by symbol: its newest mention + 1 */
  VEC (SymId) symbols;
  Table reached; /* is it in symbols? */
  Exprs taken;
} Closure;

static void closure_symbols (Closure *c, Expr e) {
  size_t n;
  const SymId *syms = expr_support (c->net->pool, e, &n);
  for (size_t i = 0; i < n; i++) {
    uint64_t *reached = table_put (&c->net->mem, &c->reached, syms[i]);
    if (!*reached)
      VEC_PUSH (&c->net->mem, &c->symbols, syms[i]);
    *reached = 1;
  }
}

static void closure_list (void *data, Expr constraint) {
  Closure *c = data;
  size_t n;
  const SymId *syms = expr_support (c->net->pool, constraint, &n);
  for (size_t i = 0; i < n; i++) {
    uint64_t *newest = table_put (&c->net->mem, &c->mentioned, syms[i]);
    VEC_PUSH (&c->net->mem, &c->mentions, ((Mention){(uint32_t)c->constraints.len, (uint32_t)*newest}));
    *newest = c->mentions.len;
  }
  VEC_PUSH (&c->net->mem, &c->constraints, constraint);
}

static void closure_take (Closure *c, Expr *constraint) {
  if (*constraint == EXPR_NONE)
    return;
  closure_symbols (c, *constraint);
  VEC_PUSH (&c->net->mem, &c->taken, *constraint);
  *constraint = EXPR_NONE;
}

/* Symbols that are reached on the way are looked at in their turn: every mention once. */
static void closure_grow (Closure *c) {
  for (size_t i = 0; i < c->symbols.len; i++) {
    const uint64_t *newest = table_find (&c->mentioned, c->symbols.data[i]);
    for (uint32_t m = newest ? (uint32_t)*newest : 0; m; m = c->mentions.data[m - 1].next)
      closure_take (c, &c->constraints.data[c->mentions.data[m - 1].constraint]);
  }
}

static void closure_free (Closure *c) {
  Mem *mem = &c->net->mem;
  VEC_FREE (mem, &c->constraints);
  VEC_FREE (mem, &c->mentions);
  table_free (mem, &c->mentioned);
  VEC_FREE (mem, &c->symbols);
  table_free (mem, &c->reached);
  VEC_FREE (mem, &c->taken);
}

static int by_hash (const void *a, const void *b, void *pool) {
  uint64_t x = expr_hash (pool, *(const Expr *)a), y = expr_hash (pool, *(const Expr *)b);
  return (x > y) - (x < y);
}

/* In the order of their hashes, each once. */
static void exprs_sort (Net *net, Exprs *all) {
  size_t n = 0;
  if (all->len > 1)
    qsort_r (all->data, all->len, sizeof (Expr), by_hash, net->pool);
  for (size_t i = 0; i < all->len; i++)
    if (!i || all->data[i] != all->data[i - 1])
      all->data[n++] = all->data[i];
  all->len = n;
}

/* The closure of the symbols that were put into c. */
static void content_carry (Net *net, Content *content, Closure *c, const Cond *cond) {
  cond_each (cond, closure_list, c);
  closure_grow (c);
  exprs_sort (net, &c->taken);
  content->ncarried = (uint32_t)c->taken.len;
  content->carried = mem_new (&net->mem, c->taken.len * sizeof (Expr));
  if (c->taken.len)
    memcpy (content->carried, c->taken.data, c->taken.len * sizeof (Expr));
}

/* ---- identity ---- */

static void content_name (Net *net, Content *c) {
  c->hash = hash128_bytes (&c->size, sizeof c->size);
  if (!c->exprs)
    c->hash = hash128_chain (c->hash, c->bytes, c->size);
  for (uint32_t i = 0; c->exprs && i < c->size; i++) {
    uint64_t byte[2] = {c->exprs[i] != EXPR_NONE, c->bytes[i]};
    if (byte[0])
      byte[1] = expr_hash (net->pool, c->exprs[i]);
    c->hash = hash128_chain (c->hash, byte, sizeof byte);
  }
  for (uint32_t i = 0; i < c->ncarried; i++) {
    uint64_t h = expr_hash (net->pool, c->carried[i]);
    c->hash = hash128_chain (c->hash, &h, sizeof h);
  }
}

/* ---- making ---- */

/* What is known of a byte travels along even where it is known to have one value. */
static void content_byte (Net *net, Content **content, uint32_t i, NodeState *ns, Slot byte, Closure *c) {
  const Cond *cond = ns->vm->cond;
  if (byte.expr)
    closure_symbols (c, byte.expr);
  Expr e = byte.expr ? cond_simplify (net->solver, cond, byte.expr) : EXPR_NONE;
  if (e == EXPR_NONE || expr_is_const (net->pool, e)) {
    (*content)->bytes[i] = (uint8_t)(e == EXPR_NONE ? byte.bits : expr_value (net->pool, e));
    return;
  }
  state_check_sent (net_vm (net, ns), ns->vm, e);
  if (!(*content)->exprs)
    (*content)->exprs = mem_zero (&net->mem, (*content)->size * sizeof (Expr));
  (*content)->exprs[i] = e;
  (*content)->bytes[i] = (uint8_t)cond_eval (net->solver, cond, e);
}

Content *content_of_want (Net *net, NodeState *ns) {
  const Want *want = &ns->vm->want;
  Vm *vm = net_vm (net, ns);
  Closure symbols = {.net = net};
  Content *c = content_new (net, (uint32_t)want->length, false);
  if (!memory_read_concrete (vm->space, ns->vm->memory, want->address, c->bytes, c->size))
    for (uint32_t i = 0; i < c->size; i++)
      content_byte (net, &c, i, ns, state_byte (vm, ns->vm, want->address + i), &symbols);
  if (symbols.symbols.len)
    content_carry (net, c, &symbols, ns->vm->cond);
  closure_free (&symbols);
  content_name (net, c);
  return c;
}

Content *content_with_bytes (Net *net, const Content *from, uint32_t first, uint32_t size,
                             const uint8_t *bytes) {
  invariant (!from->exprs);
  Content *c = content_new (net, from->size, false);
  memcpy (c->bytes, from->bytes, from->size);
  memcpy (c->bytes + first, bytes, size);
  content_name (net, c);
  return c;
}

Content *content_with_symbols (Net *net, const Content *from, uint32_t first, uint32_t size, ArrayId array) {
  Content *c = content_new (net, from->size, true);
  memcpy (c->bytes, from->bytes, from->size);
  if (from->exprs)
    memcpy (c->exprs, from->exprs, from->size * sizeof *c->exprs);
  for (uint32_t i = 0; i < size; i++) {
    c->exprs[first + i] = expr_sym (net->pool, array, i);
    c->bytes[first + i] = 0;
  }
  c->ncarried = from->ncarried;
  c->carried = mem_new (&net->mem, from->ncarried * sizeof *c->carried);
  if (from->ncarried)
    memcpy (c->carried, from->carried, from->ncarried * sizeof *c->carried);
  content_name (net, c);
  return c;
}

void content_values (Net *net, const Content *c, const Cond *model, uint8_t *out) {
  for (uint32_t i = 0; i < c->size; i++)
    out[i] = c->exprs && c->exprs[i] ? (uint8_t)cond_eval (net->solver, model, c->exprs[i]) : c->bytes[i];
}
