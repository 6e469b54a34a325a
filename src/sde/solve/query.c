/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/query.c -- a feasibility question cut down to the components that it touches
 *
 * Invariant: solver->where maps each symbol of the current query to its place;
 * for other symbols it holds anything.
 */
#include "solve/solve_impl.h"

#include <string.h>

void query_fini (Query *q) {
  if (!q->solver)
    return;
  Mem *mem = &q->solver->mem;
  VEC_FREE (mem, &q->nodes);
  VEC_FREE (mem, &q->syms);
  VEC_FREE (mem, &q->domains);
  VEC_FREE (mem, &q->values);
  VEC_FREE (mem, &q->model);
  VEC_FREE (mem, &q->constraints);
  VEC_FREE (mem, &q->order);
  VEC_FREE (mem, &q->bytes);
}

bool query_has (const Query *q, SymId sym) {
  if (sym >= q->solver->where.len)
    return false;
  uint32_t at = q->solver->where.data[sym];
  return at < q->syms.len && q->syms.data[at] == sym;
}

static void where_grow (Solver *solver, SymId sym) {
  size_t old = solver->where.len;
  if (sym < old)
    return;
  VEC_RESERVE (&solver->mem, &solver->where, (size_t)sym + 1);
  solver->where.len = solver->where.cap;
  memset (solver->where.data + old, 0, (solver->where.len - old) * sizeof (uint32_t));
}

static void add_symbol (Query *q, SymId sym, const ByteSet *domain, uint8_t value) {
  Mem *mem = &q->solver->mem;
  where_grow (q->solver, sym);
  q->solver->where.data[sym] = (uint32_t)q->syms.len;
  VEC_PUSH (mem, &q->syms, sym);
  VEC_PUSH (mem, &q->domains, *domain);
  VEC_PUSH (mem, &q->values, value);
}

static void add_component (Query *q, const Cond *node) {
  const Comp *comp = node->comp;
  q->loose |= (node->flags & COND_LOOSE) != 0;
  VEC_PUSH (&q->solver->mem, &q->nodes, node);
  for (uint32_t i = 0; i < comp->symbols->n; i++)
    add_symbol (q, comp->symbols->id[i], &comp->domains->set[i], comp->values[i]);
}

static void add_support (Query *q, Expr e) {
  size_t n;
  const SymId *syms = expr_support (q->solver->pool, e, &n);
  const ByteSet all = BYTESET_ALL;
  for (size_t i = 0; i < n; i++) {
    if (query_has (q, syms[i]))
      continue;
    const Cond *node = cond_find (q->cond, syms[i]);
    if (!node) {
      add_symbol (q, syms[i], &all, 0);
    } else if (node->sym == SYM_NONE) {
      add_component (q, node);
    } else {
      q->loose |= (node->flags & COND_LOOSE) != 0;
      add_symbol (q, syms[i], &node->domain, node->value);
    }
  }
}

void query_begin (Query *q, Solver *solver, const Cond *cond, Expr e) {
  tape_shelf_trim (&solver->shelf);
  q->solver = solver;
  q->cond = cond;
  q->e = e;
  q->loose = q->gathered = q->numbered = false;
  q->nodes.len = q->syms.len = q->domains.len = q->values.len = q->constraints.len = 0;
  add_support (q, e);
  VEC_RESERVE (&solver->mem, &q->model, q->syms.len);
  q->model.len = q->syms.len;
  query_take_witness (q);
}

void query_gather (Query *q) {
  if (q->gathered)
    return;
  for (size_t i = 0; i < q->nodes.len; i++)
    comp_constraints (q->solver, q->nodes.data[i], &q->constraints);
  q->gathered = true;
}

/* Takes those of e's symbols that are not yet in the order; seen is a mark per place. */
static void number_expr (Query *q, Expr e, uint8_t *seen) {
  const Tape *tape = tape_of (&q->solver->shelf, e);
  for (uint32_t i = 0; i < tape->nsyms; i++) {
    uint32_t at = query_place (q, tape->syms[i]);
    if (!seen[at])
      VEC_PUSH (&q->solver->mem, &q->order, at);
    seen[at] = 1;
  }
}

void query_number (Query *q) {
  if (q->numbered)
    return;
  query_gather (q);
  uint8_t *seen = mem_zero (&q->solver->mem, q->syms.len);
  q->order.len = 0;
  number_expr (q, q->e, seen);
  for (size_t i = 0; i < q->constraints.len; i++)
    number_expr (q, q->constraints.data[i], seen);
  for (uint32_t i = 0; i < q->syms.len; i++)
    if (!seen[i])
      VEC_PUSH (&q->solver->mem, &q->order, i);
  mem_free (&q->solver->mem, seen, q->syms.len);
  q->numbered = true;
}

const uint8_t *query_input (Query *q, const Tape *tape, const uint8_t *values) {
  VEC_RESERVE (&q->solver->mem, &q->bytes, tape->nsyms);
  for (uint32_t i = 0; i < tape->nsyms; i++)
    q->bytes.data[i] = values[query_place (q, tape->syms[i])];
  return q->bytes.data;
}

typedef struct Assignment {
  const Query *q;
  const uint8_t *values;
} Assignment;

static uint8_t assigned (const void *data, SymId sym) {
  const Assignment *a = data;
  return a->values[query_place (a->q, sym)];
}

bool query_eval (Query *q, Expr e, const uint8_t *values) {
  const Tape *tape = tape_of (&q->solver->shelf, e);
  if (tape->wide)
    return expr_eval (q->solver->pool, e, assigned, &(Assignment){q, values}) & 1;
  return tape_eval (&q->solver->shelf, tape, query_input (q, tape, values)) & 1;
}

bool query_satisfied (Query *q, const uint8_t *values) {
  if (!query_eval (q, q->e, values))
    return false;
  for (size_t i = 0; i < q->syms.len; i++)
    if (!byteset_has (&q->domains.data[i], values[i]))
      return false;
  query_gather (q);
  for (size_t i = 0; i < q->constraints.len; i++)
    if (!query_eval (q, q->constraints.data[i], values))
      return false;
  return true;
}

void query_take_witness (Query *q) {
  if (q->syms.len)
    memcpy (q->model.data, q->values.data, q->syms.len);
}
