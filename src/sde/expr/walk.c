/* SPDX-License-Identifier: GPL-2.0-only */
/* expr/walk.c -- marks on nodes that are forgotten in constant time */
#include "expr/pool_impl.h"

#include <string.h>

static size_t walk_cap (size_t old, size_t need) {
  size_t cap = old ? old : 64;
  while (cap < need)
    cap *= 2;
  return cap;
}

void walk_begin (ExprPool *p, Walk *w, Expr root) {
  if (root >= w->cap) {
    size_t cap = walk_cap (w->cap, (size_t)root + 1);
    w->mark = mem_resize (&p->mem, w->mark, w->cap * sizeof *w->mark, cap * sizeof *w->mark);
    memset (w->mark + w->cap, 0, (cap - w->cap) * sizeof *w->mark);
    w->cap = cap;
  }
  if (++w->now == 0) {
    memset (w->mark, 0, w->cap * sizeof *w->mark);
    w->now = 1;
  }
  w->stack.len = 0;
  VEC_PUSH (&p->mem, &w->stack, root);
}

void *walk_fit (ExprPool *p, void *array, size_t *cap, size_t size, Expr root) {
  if (root < *cap)
    return array;
  size_t old = *cap;
  *cap = walk_cap (old, (size_t)root + 1);
  return mem_resize (&p->mem, array, old * size, *cap * size);
}

void walk_free (ExprPool *p, Walk *w) {
  mem_free (&p->mem, w->mark, w->cap * sizeof *w->mark);
  VEC_FREE (&p->mem, &w->stack);
  w->mark = NULL;
  w->cap = 0;
}

bool walk_push_operands (ExprPool *p, Walk *w, const Node *n) {
  Expr ops[3];
  bool pushed = false;
  for (unsigned i = node_operands (n, ops); i-- > 0;)
    if (!walk_done (w, ops[i])) {
      VEC_PUSH (&p->mem, &w->stack, ops[i]);
      pushed = true;
    }
  return pushed;
}
