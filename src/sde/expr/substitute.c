/* SPDX-License-Identifier: GPL-2.0-only */
/* expr/substitute.c -- an expression with symbols replaced, rebuilt through the constructors
 *
 * mapped[e] is what a marked node e became.  Nodes made on the way have larger
 * handles than the root and are never looked up in it.
 */
#include "expr/pool_impl.h"

static Expr rebuild (ExprPool *p, Node n) {
  Expr *m = p->mapped;
  switch (n.kind) {
  case EXPR_CONST:
  case EXPR_SYM: panic ("a leaf has no operands");
  case EXPR_EXTRACT: return m[n.a] == n.a ? EXPR_NONE : expr_extract (p, m[n.a], n.b, n.width);
  case EXPR_ZEXT:
  case EXPR_SEXT: return m[n.a] == n.a ? EXPR_NONE : expr_extend (p, (ExprKind)n.kind, m[n.a], n.width);
  case EXPR_NOT: return m[n.a] == n.a ? EXPR_NONE : expr_unary (p, EXPR_NOT, m[n.a]);
  case EXPR_ITE:
    if (m[n.a] == n.a && m[n.b] == n.b && m[n.c] == n.c)
      return EXPR_NONE;
    return expr_ite (p, m[n.a], m[n.b], m[n.c]);
  default:
    if (m[n.a] == n.a && m[n.b] == n.b)
      return EXPR_NONE;
    return expr_binary (p, (ExprKind)n.kind, m[n.a], m[n.b]);
  }
}

static Expr substitute_node (ExprPool *p, Expr e, ExprSubstFn fn, void *data) {
  Node n = p->nodes[e];
  Expr r = n.kind == EXPR_CONST ? EXPR_NONE : n.kind == EXPR_SYM ? fn (data, n.a) : rebuild (p, n);
  return r == EXPR_NONE ? e : r;
}

Expr expr_substitute (ExprPool *p, Expr root, ExprSubstFn fn, void *data) {
  Walk *w = &p->walk;
  node_at (p, root);
  p->mapped = walk_fit (p, p->mapped, &p->mapped_cap, sizeof *p->mapped, root);
  walk_begin (p, w, root);
  while (w->stack.len) {
    Expr e = VEC_LAST (&w->stack);
    if (!walk_done (w, e)) {
      if (walk_push_operands (p, w, &p->nodes[e]))
        continue;
      p->mapped[e] = substitute_node (p, e, fn, data);
      w->mark[e] = w->now;
    }
    w->stack.len--;
  }
  return p->mapped[root];
}
