/* SPDX-License-Identifier: GPL-2.0-only */
/* expr/eval.c -- the value of an expression under an assignment
 *
 * Values stand in an array beside the nodes, valid if the node is marked, so
 * shared nodes are evaluated once and a call allocates nothing once the arrays
 * have grown.  A stack of handles replaces recursion.
 */
#include "expr/number.h"
#include "expr/pool_impl.h"

#include <string.h>

typedef struct Eval {
  ExprPool *p;
  EvalScratch *s;
  ExprByteFn byte;
  const void *data;
} Eval;

static Num eval_num (const Eval *v, Expr e) {
  unsigned w = v->p->nodes[e].width;
  return (Num){w, w <= 64 ? &v->s->value[e] : v->s->limbs.data + v->s->value[e]};
}

static uint64_t *eval_room (Eval *v, Expr e, unsigned width) {
  if (width <= 64)
    return &v->s->value[e];
  size_t n = num_limbs (width);
  VEC_RESERVE (&v->p->mem, &v->s->limbs, v->s->limbs.len + n);
  v->s->value[e] = v->s->limbs.len;
  v->s->limbs.len += n;
  return v->s->limbs.data + v->s->value[e];
}

static void eval_wide_node (Eval *v, Expr e, const Node *n) {
  uint64_t *out = eval_room (v, e, n->width);
  if (n->kind == EXPR_CONST) {
    memcpy (out, node_limbs (n), num_limbs (n->width) * sizeof *out);
    return;
  }
  Expr ops[3];
  Num nums[3];
  unsigned count = node_operands (n, ops);
  for (unsigned i = 0; i < count; i++)
    nums[i] = eval_num (v, ops[i]);
  num_apply ((ExprKind)n->kind, n->width, n->b, nums, out);
}

static void eval_node (Eval *v, Expr e, const Node *n) {
  const Node *nodes = v->p->nodes;
  uint64_t *value = v->s->value;
  unsigned count = kind_operands ((ExprKind)n->kind);
  if (n->kind == EXPR_SYM)
    value[e] = v->byte (v->data, n->a);
  else if (n->width > 64 || (count && nodes[n->a].width > 64) || (count > 1 && nodes[n->b].width > 64))
    eval_wide_node (v, e, n);
  else if (n->kind == EXPR_CONST)
    value[e] = n->value;
  else {
    uint64_t ops[3] = {value[n->a], count > 1 ? value[n->b] : 0, count > 2 ? value[n->c] : 0};
    value[e] = num_small ((ExprKind)n->kind, n->width, n->b, nodes[n->a].width,
                          count > 1 ? nodes[n->b].width : 1, ops);
  }
}

/* Evaluate the operands that are leaves, push the others; false: there is none to push. */
static bool eval_push_operands (Eval *v, const Node *n) {
  Walk *w = &v->s->walk;
  Expr ops[3];
  bool pushed = false;
  for (unsigned i = node_operands (n, ops); i-- > 0;) {
    const Node *op = &v->p->nodes[ops[i]];
    if (walk_done (w, ops[i]))
      continue;
    if (op->kind == EXPR_CONST || op->kind == EXPR_SYM) {
      eval_node (v, ops[i], op);
      w->mark[ops[i]] = w->now;
      continue;
    }
    VEC_PUSH (&v->p->mem, &w->stack, ops[i]);
    pushed = true;
  }
  return pushed;
}

static void eval_run (Eval *v, Expr root) {
  EvalScratch *s = v->s;
  Walk *w = &s->walk;
  size_t cap = w->cap;
  s->value = walk_fit (v->p, s->value, &cap, sizeof *s->value, root);
  walk_begin (v->p, w, root);
  s->limbs.len = 0;
  while (w->stack.len) {
    Expr e = VEC_LAST (&w->stack);
    const Node *n = &v->p->nodes[e];
    if (!walk_done (w, e)) {
      if (eval_push_operands (v, n))
        continue;
      eval_node (v, e, n);
      w->mark[e] = w->now;
    }
    w->stack.len--;
  }
}

uint64_t expr_eval (ExprPool *p, Expr e, ExprByteFn byte, const void *data) {
  const Node *n = node_at (p, e);
  if (n->kind == EXPR_CONST)
    return node_limbs (n)[0];
  if (n->kind == EXPR_SYM)
    return byte (data, n->a);
  Eval v = {p, &p->eval, byte, data};
  eval_run (&v, e);
  return eval_num (&v, e).limbs[0];
}

void expr_eval_wide (ExprPool *p, Expr e, ExprByteFn byte, const void *data, uint64_t *out) {
  Eval v = {p, &p->eval, byte, data};
  node_at (p, e);
  eval_run (&v, e);
  Num r = eval_num (&v, e);
  memcpy (out, r.limbs, num_limbs (r.width) * sizeof *out);
}

void eval_scratch_free (ExprPool *p) {
  mem_free (&p->mem, p->eval.value, p->eval.walk.cap * sizeof *p->eval.value);
  walk_free (p, &p->eval.walk);
  VEC_FREE (&p->mem, &p->eval.limbs);
}
