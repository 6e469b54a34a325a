/* SPDX-License-Identifier: GPL-2.0-only */
/* expr/support.c -- which symbols an expression depends on
 *
 * None and one are known at once, since operands are known.  Larger sets are
 * computed when asked for, sorted, and interned: equal sets have one number.
 */
#include "base/hash.h"
#include "expr/pool_impl.h"

#include <stdlib.h>
#include <string.h>

enum { SINGLES = 256 };

static uint32_t support_join (uint32_t x, uint32_t y) {
  if (x == SUPPORT_EMPTY || x == y)
    return y;
  return y == SUPPORT_EMPTY ? x : SUPPORT_LAZY;
}

uint32_t support_of_node (const ExprPool *p, const Node *n) {
  if (n->kind == EXPR_SYM)
    return n->a;
  Expr ops[3];
  uint32_t s = SUPPORT_EMPTY;
  unsigned count = node_operands (n, ops);
  for (unsigned i = 0; i < count; i++)
    s = support_join (s, p->support[ops[i]]);
  return s;
}

SymId expr_single_sym (const ExprPool *p, Expr e) {
  uint32_t s = p->support[e];
  return s < SUPPORT_MANY ? s : SYM_NONE;
}

static int sym_compare (const void *x, const void *y) {
  SymId a = *(const SymId *)x, b = *(const SymId *)y;
  return (a > b) - (a < b);
}

static size_t syms_sort (SymId *syms, size_t n) {
  qsort (syms, n, sizeof *syms, sym_compare);
  size_t out = 0;
  for (size_t i = 0; i < n; i++)
    if (!out || syms[out - 1] != syms[i])
      syms[out++] = syms[i];
  return out;
}

/* The number of the set of these sorted symbols. */
static uint32_t set_intern (ExprPool *p, const SymId *syms, size_t n) {
  for (uint64_t key = hash_bytes (syms, n * sizeof *syms);; key++) {
    uint64_t *found = table_put (&p->mem, &p->set_index, key);
    if (!*found) {
      SymSet set = {mem_new (&p->mem, n * sizeof *syms), n};
      memcpy (set.syms, syms, n * sizeof *syms);
      VEC_PUSH (&p->mem, &p->sets, set);
      *found = p->sets.len;
      return (uint32_t)p->sets.len - 1;
    }
    const SymSet *set = &p->sets.data[*found - 1];
    if (set->len == n && !memcmp (set->syms, syms, n * sizeof *syms))
      return (uint32_t)*found - 1;
  }
}

static void syms_append (ExprPool *p, ExprVec *out, const SymId *syms, size_t n) {
  VEC_RESERVE (&p->mem, out, out->len + n);
  memcpy (out->data + out->len, syms, n * sizeof *syms);
  out->len += n;
}

/* The symbols below e, unsorted and with repetitions; stops where a set is known. */
static void syms_collect (ExprPool *p, Expr root, ExprVec *out) {
  Walk *w = &p->walk;
  walk_begin (p, w, root);
  while (w->stack.len) {
    Expr e = VEC_POP (&w->stack);
    uint32_t s = p->support[e];
    if (walk_done (w, e) || s == SUPPORT_EMPTY)
      continue;
    w->mark[e] = w->now;
    if (s < SUPPORT_MANY)
      VEC_PUSH (&p->mem, out, s);
    else if (s != SUPPORT_LAZY)
      syms_append (p, out, p->sets.data[s - SUPPORT_MANY].syms, p->sets.data[s - SUPPORT_MANY].len);
    else
      walk_push_operands (p, w, &p->nodes[e]);
  }
}

static void support_compute (ExprPool *p, Expr e) {
  ExprVec syms = {0};
  syms_collect (p, e, &syms);
  size_t n = syms_sort (syms.data, syms.len);
  p->support[e] = SUPPORT_MANY + set_intern (p, syms.data, n);
  VEC_FREE (&p->mem, &syms);
}

static const SymId *single_set (ExprPool *p, SymId sym) {
  while (p->singles.len <= sym / SINGLES)
    VEC_PUSH (&p->mem, &p->singles, NULL);
  SymId **block = &p->singles.data[sym / SINGLES];
  if (!*block) {
    *block = mem_new (&p->mem, SINGLES * sizeof **block);
    for (SymId i = 0; i < SINGLES; i++)
      (*block)[i] = sym / SINGLES * SINGLES + i;
  }
  return *block + sym % SINGLES;
}

const SymId *expr_support (ExprPool *p, Expr e, size_t *n) {
  if (p->support[e] == SUPPORT_LAZY)
    support_compute (p, e);
  uint32_t s = p->support[e];
  if (s == SUPPORT_EMPTY) {
    *n = 0;
    return NULL;
  }
  if (s < SUPPORT_MANY) {
    *n = 1;
    return single_set (p, s);
  }
  *n = p->sets.data[s - SUPPORT_MANY].len;
  return p->sets.data[s - SUPPORT_MANY].syms;
}

void support_free (ExprPool *p) {
  for (size_t i = 0; i < p->sets.len; i++)
    mem_free (&p->mem, p->sets.data[i].syms, p->sets.data[i].len * sizeof (SymId));
  VEC_FREE (&p->mem, &p->sets);
  for (size_t i = 0; i < p->singles.len; i++)
    mem_free (&p->mem, p->singles.data[i], SINGLES * sizeof (SymId));
  VEC_FREE (&p->mem, &p->singles);
  table_free (&p->mem, &p->set_index);
}
