/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/cond.c -- the chain of nodes that is a path condition
 *
 * Invariants:
 *   a node with pending == 0 has itself and all ancestors in its index;
 *   a node with pending == k > 0 has the index of its parent, whose pending is k - 1;
 *   in the index, a symbol of a component leads to a node with the same symbols,
 *   and the first of these to the newest such node.
 */
#include "solve/solve_impl.h"

#include <string.h>

/* --- finding --- */

static bool symbols_have (const Symbols *s, SymId sym) {
  uint32_t lo = 0, hi = s->n;
  while (lo < hi) {
    uint32_t mid = (lo + hi) / 2;
    if (s->id[mid] < sym)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < s->n && s->id[lo] == sym;
}

uint32_t comp_position (const Comp *comp, SymId sym) {
  uint32_t lo = 0, hi = comp->symbols->n;
  while (hi - lo > 1) {
    uint32_t mid = (lo + hi) / 2;
    if (comp->symbols->id[mid] <= sym)
      lo = mid;
    else
      hi = mid;
  }
  invariant (comp->symbols->id[lo] == sym);
  return lo;
}

static bool defines (const Cond *node, SymId sym) {
  if (node->sym != SYM_NONE)
    return node->sym == sym;
  return node->comp && symbols_have (node->comp->symbols, sym);
}

const Cond *cond_find (const Cond *cond, SymId sym) {
  for (unsigned i = cond->pending; i; i--, cond = cond->parent)
    if (defines (cond, sym))
      return cond;
  const Cond *found = index_find (cond->index, sym);
  if (!found || found->sym == sym)
    return found;
  return index_find (cond->index, found->comp->symbols->id[0]);
}

/* --- making and freeing nodes --- */

static void refill (Solver *solver) {
  Cond *chunk = mem_new (&solver->mem, COND_CHUNK * sizeof *chunk);
  VEC_PUSH (&solver->mem, &solver->chunks, chunk);
  for (unsigned i = COND_CHUNK; i-- > 0;) {
    chunk[i].parent = solver->free_nodes;
    solver->free_nodes = &chunk[i];
  }
}

static Cond *node_new (Solver *solver) {
  if (!solver->free_nodes)
    refill (solver);
  Cond *node = solver->free_nodes;
  solver->free_nodes = node->parent;
  return node;
}

Cond *cond_new (Solver *solver) {
  Cond *cond = node_new (solver);
  *cond = (Cond){.refs = 1, .sym = SYM_NONE};
  return cond;
}

Cond *cond_push (Solver *solver, Cond *parent, Expr constraint) {
  Cond *node = node_new (solver);
  node->refs = 1;
  node->length = parent->length + (constraint != EXPR_NONE);
  node->parent = parent;
  node->index = NULL;
  node->constraint = constraint;
  node->sym = SYM_NONE;
  node->pending = 0;
  node->mark = 0;
  node->value = 0;
  node->flags = parent->flags & (COND_UNSURE | COND_FIXED);
  node->comp = NULL;
  return node;
}

static Index *enter_node (Solver *solver, Index *index, const Cond *node) {
  if (node->sym != SYM_NONE)
    return index_put (&solver->mem, index, node->sym, node);
  const Symbols *symbols = node->comp->symbols;
  uint32_t n = node->comp->moved ? symbols->n : 1;
  for (uint32_t i = 0; i < n; i++)
    index = index_put (&solver->mem, index, symbols->id[i], node);
  return index;
}

void cond_enter (Solver *solver, Cond *node) {
  node->index = index_ref (node->parent->index);
  node->pending = (uint8_t)(node->parent->pending + 1);
  if (node->pending <= COND_PENDING)
    return;
  const Cond *late[COND_PENDING + 1];
  const Cond *at = node;
  for (unsigned i = node->pending; i-- > 0; at = at->parent)
    late[i] = at;
  for (unsigned i = 0; i < node->pending; i++)
    node->index = enter_node (solver, node->index, late[i]);
  node->pending = 0;
}

Cond *cond_push_byte (Solver *solver, Cond *parent, Expr constraint, SymId sym, ByteSet domain,
                      uint8_t value) {
  Cond *node = cond_push (solver, parent, constraint);
  node->sym = sym;
  node->domain = domain;
  node->value = value;
  if (byteset_single (&domain))
    node->flags |= COND_FIXED;
  cond_enter (solver, node);
  return node;
}

Cond *cond_ref (Cond *cond) {
  cond->refs++;
  return cond;
}

void cond_unref (Solver *solver, Cond *cond) {
  while (cond && --cond->refs == 0) {
    Cond *parent = cond->parent;
    if (cond->sym == SYM_NONE && cond->comp)
      comp_free (solver, cond->comp);
    index_unref (&solver->mem, cond->index);
    cond->parent = solver->free_nodes;
    solver->free_nodes = cond;
    cond = parent;
  }
}

/* --- adding --- */

/* One conjunct; takes parent's reference. */
static Cond *add_conjunct (Solver *solver, Cond *parent, Expr constraint, Expr e, const Query *q,
                           bool loose) {
  SymId sym = expr_single_sym (solver->pool, e);
  if (sym == SYM_NONE)
    return comp_join (solver, parent, constraint, e, q, loose);
  const ByteSet *set = expr_byteset (solver->pool, e);
  const Cond *node = cond_find (parent, sym);
  if (node && node->sym == SYM_NONE)
    return comp_narrow (solver, parent, constraint, node, sym, *set, q, loose);
  ByteSet domain = node ? byteset_and (node->domain, *set) : *set;
  Cond *next = cond_push_byte (solver, parent, constraint, sym, domain, q->model.data[query_place (q, sym)]);
  if (loose)
    next->flags |= COND_LOOSE;
  return next;
}

static bool is_single (Solver *solver, Expr e) { return expr_single_sym (solver->pool, e) != SYM_NONE; }

/* Conjuncts over one symbol first: the bytes that they fix need not be joined by the others. */
Cond *cond_add (Solver *solver, Cond *cond, Expr e, Expr simple, const Query *q, bool loose) {
  Cond *at = cond_ref (cond);
  Expr constraint = e;
  ExprVec *parts = &solver->parts;
  parts->len = 0;
  conjuncts (solver, simple, parts);
  for (unsigned pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < parts->len; i++) {
      Expr part = parts->data[i];
      if (expr_is_const (solver->pool, part) || is_single (solver, part) != (pass == 0))
        continue;
      if (pass && !loose)
        part = cond_simplify (solver, at, part);
      if (expr_is_const (solver->pool, part))
        continue;
      at = add_conjunct (solver, at, constraint, part, q, loose);
      constraint = EXPR_NONE;
    }
  if (loose && at != cond)
    at->flags |= COND_UNSURE;
  return at;
}

/* --- looking --- */

size_t cond_length (const Cond *cond) { return cond->length; }

bool cond_unsure (const Cond *cond) { return cond->flags & COND_UNSURE; }

enum { EACH_BLOCK = 256, EACH_CUTS = 64 };

typedef struct Each {
  void (*fn) (void *data, Expr constraint);
  void *data;
} Each;

static void each_block (const Cond *top, uint32_t lo, uint32_t hi, const Each *each) {
  Expr block[EACH_BLOCK];
  for (const Cond *at = top; at && at->length > lo; at = at->parent)
    if (at->constraint != EXPR_NONE && at->length <= hi)
      block[at->length - 1 - lo] = at->constraint;
  for (uint32_t i = lo; i < hi; i++)
    each->fn (each->data, block[i - lo]);
}

/* Constraints number lo + 1 to hi, oldest first: the chain is cut into pieces, so that it is walked a few times only. */
static void each_between (const Cond *top, uint32_t lo, uint32_t hi, const Each *each) {
  if (hi - lo <= EACH_BLOCK) {
    each_block (top, lo, hi, each);
    return;
  }
  const Cond *cut[EACH_CUTS];
  uint32_t step = (hi - lo + EACH_CUTS - 1) / EACH_CUTS, n = 0;
  for (uint32_t end = lo; end < hi; n++)
    end = hi - end > step ? end + step : hi;
  uint32_t k = n;
  for (const Cond *at = top; at && k; at = at->parent)
    while (k && at->length <= (k == n ? hi : lo + k * step))
      cut[--k] = at;
  for (k = 0; k < n; k++)
    each_between (cut[k], lo + k * step, k + 1 == n ? hi : lo + (k + 1) * step, each);
}

void cond_each (const Cond *cond, void (*fn) (void *data, Expr constraint), void *data) {
  each_between (cond, 0, cond->length, &(Each){fn, data});
}

const Cond *cond_before (const Cond *cond, Expr *constraint) {
  while (cond->parent && cond->constraint == EXPR_NONE)
    cond = cond->parent;
  *constraint = cond->constraint;
  return cond->parent;
}

uint32_t cond_mark (const Cond *cond) { return cond->mark; }
void cond_set_mark (const Cond *cond, uint32_t mark) { ((Cond *)cond)->mark = mark; }

uint8_t cond_byte (const Cond *cond, SymId sym) {
  const Cond *node = cond_find (cond, sym);
  if (!node)
    return 0;
  return node->sym == sym ? node->value : node->comp->values[comp_position (node->comp, sym)];
}

ByteSet cond_domain (const Cond *cond, SymId sym) {
  const Cond *node = cond_find (cond, sym);
  if (!node)
    return BYTESET_ALL;
  return node->sym == sym ? node->domain : node->comp->domains->set[comp_position (node->comp, sym)];
}

static uint8_t witness_byte (const void *data, SymId sym) { return cond_byte (data, sym); }

uint64_t cond_eval (Solver *solver, const Cond *cond, Expr e) {
  return expr_eval (solver->pool, e, witness_byte, cond);
}

typedef struct Fixing {
  Solver *solver;
  const Cond *cond;
} Fixing;

static Expr fixed_byte (void *data, SymId sym) {
  const Fixing *f = data;
  ByteSet domain = cond_domain (f->cond, sym);
  return byteset_single (&domain) ? expr_const (f->solver->pool, 8, byteset_first (&domain)) : EXPR_NONE;
}

Expr cond_simplify (Solver *solver, const Cond *cond, Expr e) {
  if (!(cond->flags & COND_FIXED))
    return e;
  size_t n;
  const SymId *syms = expr_support (solver->pool, e, &n);
  Fixing fixing = {solver, cond};
  for (size_t i = 0; i < n; i++) {
    ByteSet domain = cond_domain (cond, syms[i]);
    if (byteset_single (&domain))
      return expr_substitute (solver->pool, e, fixed_byte, &fixing);
  }
  return e;
}

size_t cond_bytes (const Cond *cond) {
  size_t bytes = 0;
  const Index *last = NULL;
  for (; cond && cond->refs == 1; cond = cond->parent) {
    bytes += sizeof *cond;
    if (cond->sym == SYM_NONE && cond->comp)
      bytes += comp_bytes (cond->comp);
    if (cond->index != last)
      bytes += index_bytes (cond->index);
    last = cond->index;
  }
  return bytes;
}
