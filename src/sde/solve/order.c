/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/order.c -- which of two expressions is the less, by what constraints say about others
 *
 * A constraint a < b or a <= b is an edge from a to b.  A path says that its
 * begin is at most its end, and less if one of its edges does.
 *
 * Invariant: every edge holds under all assignments that satisfy the constraints.
 */
#include "solve/solve_impl.h"

enum { ORDER_EDGES = SDE_HARD ? 4 : 64 };

/* Zero extension leaves a number as it is. */
static Expr unsigned_core (const ExprPool *p, Expr e) {
  Expr op[3];
  while (expr_kind (p, e) == EXPR_ZEXT) {
    expr_operands (p, e, op);
    e = op[0];
  }
  return e;
}

void order_add (Solver *solver, ExprKind kind, Expr a, Expr b, bool less) {
  const ExprPool *p = solver->pool;
  if (solver->env.edges.len == ORDER_EDGES)
    return;
  bool is_signed = kind == EXPR_SLT;
  OrderEdge edge = {is_signed ? a : unsigned_core (p, a), is_signed ? b : unsigned_core (p, b), less,
                    is_signed};
  VEC_PUSH (&solver->mem, &solver->env.edges, edge);
}

typedef struct Reached {
  Expr at;
  Order order;
} Reached;

typedef struct Walk {
  Reached seen[ORDER_EDGES + 1];
  unsigned n;
} Walk;

/* Enters that `at` is reached; true if that is news. */
static bool reach (Walk *w, Expr at, Order order) {
  for (unsigned i = 0; i < w->n; i++)
    if (w->seen[i].at == at) {
      bool better = order > w->seen[i].order;
      if (better)
        w->seen[i].order = order;
      return better;
    }
  w->seen[w->n++] = (Reached){at, order};
  return true;
}

static Order order_path (const RangeEnv *env, Expr from, Expr to, bool is_signed) {
  Walk w = {.n = 0};
  reach (&w, from, ORDER_AT_MOST);
  bool more = true;
  Order found = ORDER_NONE;
  while (more && found != ORDER_LESS) {
    more = false;
    for (size_t k = 0; k < env->edges.len; k++) {
      const OrderEdge *edge = &env->edges.data[k];
      for (unsigned i = 0; edge->is_signed == is_signed && i < w.n; i++) {
        if (w.seen[i].at != edge->a)
          continue;
        Order order = edge->less ? ORDER_LESS : w.seen[i].order;
        more |= reach (&w, edge->b, order);
        if (edge->b == to && order > found)
          found = order;
        break;
      }
    }
  }
  return found;
}

Order order_between (Solver *solver, ExprKind kind, Expr a, Expr b) {
  bool is_signed = kind == EXPR_SLT;
  if (!solver->env.edges.len)
    return ORDER_NONE;
  if (!is_signed) {
    a = unsigned_core (solver->pool, a);
    b = unsigned_core (solver->pool, b);
  }
  return order_path (&solver->env, a, b, is_signed);
}
