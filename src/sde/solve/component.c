/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/component.c -- components of several symbols
 *
 * Invariants:
 *   a component's constraints are its local one and those of prev, or of all its
 *   origin's nodes and expressions; together with the domains they are equivalent
 *   to everything that was added about its symbols;
 *   symbols and domains are never changed once more than one component holds them;
 *   unless loose, no symbol of a component is fixed, and the values satisfy it.
 */
#include "solve/solve_impl.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_CONJUNCTS = 4096 }; /* beyond it a conjunction stays in one piece */

/* --- shared arrays --- */

static size_t symbols_size (uint32_t n) { return sizeof (Symbols) + n * sizeof (SymId); }
static size_t domains_size (uint32_t n) { return sizeof (Domains) + n * sizeof (ByteSet); }
static size_t comp_size (uint32_t n) { return sizeof (Comp) + n; }

static Symbols *symbols_new (Solver *solver, uint32_t n) {
  Symbols *s = mem_new (&solver->mem, symbols_size (n));
  s->refs = 1;
  s->n = n;
  return s;
}

static Domains *domains_new (Solver *solver, uint32_t n) {
  Domains *d = mem_new (&solver->mem, domains_size (n));
  d->refs = 1;
  d->n = n;
  return d;
}

static void symbols_unref (Solver *solver, Symbols *s) {
  if (--s->refs == 0)
    mem_free (&solver->mem, s, symbols_size (s->n));
}

static void domains_unref (Solver *solver, Domains *d) {
  if (--d->refs == 0)
    mem_free (&solver->mem, d, domains_size (d->n));
}

static Comp *comp_new (Solver *solver, Symbols *symbols, Domains *domains) {
  Comp *comp = mem_new (&solver->mem, comp_size (symbols->n));
  *comp = (Comp){.symbols = symbols, .domains = domains};
  return comp;
}

static void origin_free (Solver *solver, Origin *origin) {
  if (!origin)
    return;
  mem_free (&solver->mem, origin->node, origin->nodes * sizeof *origin->node);
  mem_free (&solver->mem, origin->expr, origin->exprs * sizeof *origin->expr);
  MEM_FREE (&solver->mem, origin);
}

void comp_free (Solver *solver, Comp *comp) {
  size_t size = comp_size (comp->symbols->n);
  origin_free (solver, comp->origin);
  symbols_unref (solver, comp->symbols);
  domains_unref (solver, comp->domains);
  mem_free (&solver->mem, comp, size);
}

size_t comp_bytes (const Comp *comp) {
  size_t bytes = comp_size (comp->symbols->n);
  if (comp->symbols->refs == 1)
    bytes += symbols_size (comp->symbols->n);
  if (comp->domains->refs == 1)
    bytes += domains_size (comp->domains->n);
  if (comp->origin)
    bytes += sizeof (Origin) + comp->origin->nodes * sizeof (Cond *) + comp->origin->exprs * sizeof (Expr);
  return bytes;
}

/* --- constraints --- */

void comp_constraints (Solver *solver, const Cond *node, ExprVec *out) {
  NodeVec *stack = &solver->stack;
  stack->len = 0;
  VEC_PUSH (&solver->mem, stack, node);
  while (stack->len) {
    const Comp *comp = VEC_POP (stack)->comp;
    if (comp->local != EXPR_NONE)
      VEC_PUSH (&solver->mem, out, comp->local);
    if (comp->prev)
      VEC_PUSH (&solver->mem, stack, comp->prev);
    if (!comp->origin)
      continue;
    for (uint32_t i = 0; i < comp->origin->exprs; i++)
      VEC_PUSH (&solver->mem, out, comp->origin->expr[i]);
    for (uint32_t i = comp->origin->nodes; i-- > 0;)
      VEC_PUSH (&solver->mem, stack, comp->origin->node[i]);
  }
}

/* eq (concat (a, b), number) is two conjuncts. */
static bool split_equal (Solver *solver, Expr e, ExprVec *todo) {
  ExprPool *p = solver->pool;
  Expr op[3], cat[3];
  if (expr_kind (p, e) != EXPR_EQ)
    return false;
  expr_operands (p, e, op);
  Expr number = expr_is_const (p, op[1]) ? op[1] : op[0], rest = number == op[1] ? op[0] : op[1];
  if (!expr_is_const (p, number) || expr_kind (p, rest) != EXPR_CONCAT)
    return false;
  expr_operands (p, rest, cat);
  unsigned high = expr_width (p, cat[0]), low = expr_width (p, cat[1]);
  VEC_PUSH (&solver->mem, todo, expr_eq (p, cat[1], expr_extract (p, number, 0, low)));
  VEC_PUSH (&solver->mem, todo, expr_eq (p, cat[0], expr_extract (p, number, low, high)));
  return true;
}

/* not (or (a, b)) is not a and not b. */
static bool split_not_or (Solver *solver, Expr e, ExprVec *todo) {
  Expr op[3];
  if (expr_kind (solver->pool, e) != EXPR_NOT)
    return false;
  expr_operands (solver->pool, e, op);
  if (expr_kind (solver->pool, op[0]) != EXPR_OR)
    return false;
  expr_operands (solver->pool, op[0], op);
  VEC_PUSH (&solver->mem, todo, expr_not (solver->pool, op[1]));
  VEC_PUSH (&solver->mem, todo, expr_not (solver->pool, op[0]));
  return true;
}

static bool split_and (Solver *solver, Expr e, ExprVec *todo) {
  Expr op[3];
  if (expr_kind (solver->pool, e) != EXPR_AND)
    return false;
  expr_operands (solver->pool, e, op);
  VEC_PUSH (&solver->mem, todo, op[1]);
  VEC_PUSH (&solver->mem, todo, op[0]);
  return true;
}

void conjuncts (Solver *solver, Expr e, ExprVec *out) {
  ExprVec todo = {0};
  VEC_PUSH (&solver->mem, &todo, e);
  while (todo.len) {
    Expr at = VEC_POP (&todo);
    if (expr_single_sym (solver->pool, at) == SYM_NONE && out->len + todo.len < MAX_CONJUNCTS &&
        (split_and (solver, at, &todo) || split_not_or (solver, at, &todo) ||
         split_equal (solver, at, &todo)))
      continue;
    VEC_PUSH (&solver->mem, out, at);
  }
  VEC_FREE (&solver->mem, &todo);
}

/* --- nodes --- */

static void take_model (Comp *comp, const Query *q) {
  for (uint32_t i = 0; i < comp->symbols->n; i++)
    comp->values[i] = q->model.data[query_place (q, comp->symbols->id[i])];
}

static Cond *finish (Solver *solver, Cond *node, Comp *comp, bool loose) {
  node->comp = comp;
  if (loose)
    node->flags |= COND_LOOSE;
  cond_enter (solver, node);
  return node;
}

static bool fixed_any (const Domains *d) {
  for (uint32_t i = 0; i < d->n; i++)
    if (byteset_single (&d->set[i]))
      return true;
  return false;
}

/* A component like node's, with the query's model; one symbol may be narrowed by the caller. */
static Comp *comp_again (Solver *solver, const Cond *node, const Query *q) {
  Symbols *symbols = node->comp->symbols;
  Domains *domains = node->comp->domains;
  symbols->refs++;
  domains->refs++;
  Comp *comp = comp_new (solver, symbols, domains);
  comp->prev = node;
  take_model (comp, q);
  return comp;
}

Cond *comp_narrow (Solver *solver, Cond *parent, Expr constraint, const Cond *node, SymId sym, ByteSet set,
                   const Query *q, bool loose) {
  Comp *comp = comp_again (solver, node, q);
  uint32_t at = comp_position (comp, sym);
  ByteSet narrow = byteset_and (comp->domains->set[at], set);
  if (!byteset_equal (&narrow, &comp->domains->set[at])) {
    Domains *domains = domains_new (solver, comp->domains->n);
    memcpy (domains->set, comp->domains->set, domains->n * sizeof (ByteSet));
    domains->set[at] = narrow;
    domains_unref (solver, comp->domains);
    comp->domains = domains;
  }
  Cond *next = finish (solver, cond_push (solver, parent, constraint), comp, loose);
  if (!byteset_single (&narrow))
    return next;
  next->flags |= COND_FIXED;
  return loose ? next : comp_rebuild (solver, next);
}

typedef struct Member {
  SymId sym;
  ByteSet domain;
} Member;

static int by_symbol (const void *a, const void *b) {
  SymId x = ((const Member *)a)->sym, y = ((const Member *)b)->sym;
  return (x > y) - (x < y);
}

typedef VEC (Member) MemberVec;

static void add_members (Solver *solver, MemberVec *members, const Cond *node) {
  const Comp *comp = node->comp;
  for (uint32_t i = 0; i < comp->symbols->n; i++) {
    Member m = {comp->symbols->id[i], comp->domains->set[i]};
    VEC_PUSH (&solver->mem, members, m);
  }
}

static bool node_seen (const NodeVec *nodes, const Cond *node) {
  for (size_t i = 0; i < nodes->len; i++)
    if (nodes->data[i] == node)
      return true;
  return false;
}

/* The members of all components that local touches; the nodes of those with several symbols. */
static void collect (Solver *solver, const Cond *cond, Expr local, MemberVec *members, NodeVec *nodes) {
  size_t n;
  const SymId *syms = expr_support (solver->pool, local, &n);
  for (size_t i = 0; i < n; i++) {
    const Cond *node = cond_find (cond, syms[i]);
    if (node && node->sym == SYM_NONE) {
      if (node_seen (nodes, node))
        continue;
      VEC_PUSH (&solver->mem, nodes, node);
      add_members (solver, members, node);
    } else {
      Member m = {syms[i], node ? node->domain : BYTESET_ALL};
      VEC_PUSH (&solver->mem, members, m);
    }
  }
}

static Comp *comp_of_members (Solver *solver, const Member *members, size_t n) {
  Symbols *symbols = symbols_new (solver, (uint32_t)n);
  Domains *domains = domains_new (solver, (uint32_t)n);
  for (size_t i = 0; i < n; i++) {
    symbols->id[i] = members[i].sym;
    domains->set[i] = members[i].domain;
  }
  Comp *comp = comp_new (solver, symbols, domains);
  comp->moved = true;
  return comp;
}

static Origin *origin_of_nodes (Solver *solver, const NodeVec *nodes) {
  Origin *origin = MEM_NEW (&solver->mem, Origin);
  origin->nodes = (uint32_t)nodes->len;
  origin->node = mem_new (&solver->mem, nodes->len * sizeof *origin->node);
  if (nodes->len)
    memcpy (origin->node, nodes->data, nodes->len * sizeof *origin->node);
  return origin;
}

Cond *comp_join (Solver *solver, Cond *parent, Expr constraint, Expr local, const Query *q, bool loose) {
  MemberVec members = {0};
  NodeVec nodes = {0};
  collect (solver, parent, local, &members, &nodes);
  Comp *comp;
  if (nodes.len == 1 && members.len == nodes.data[0]->comp->symbols->n) {
    comp = comp_again (solver, nodes.data[0], q);
  } else {
    qsort (members.data, members.len, sizeof *members.data, by_symbol);
    comp = comp_of_members (solver, members.data, members.len);
    comp->origin = origin_of_nodes (solver, &nodes);
    take_model (comp, q);
  }
  comp->local = local;
  VEC_FREE (&solver->mem, &members);
  VEC_FREE (&solver->mem, &nodes);
  return finish (solver, cond_push (solver, parent, constraint), comp, loose);
}

/* --- making a component anew --- */

typedef struct Rebuild {
  Solver *solver;
  const Comp *comp;
  MemberVec members;
  VEC (uint32_t) group; /* union-find over members */
  ExprVec exprs;        /* what is left */
} Rebuild;

static uint32_t member_at (const Rebuild *r, SymId sym) { return comp_position (r->comp, sym); }

static uint32_t group_of (Rebuild *r, uint32_t i) {
  while (r->group.data[i] != i)
    i = r->group.data[i] = r->group.data[r->group.data[i]];
  return i;
}

static Expr rebuild_fixed (void *data, SymId sym) {
  const Rebuild *r = data;
  const ByteSet *d = &r->members.data[member_at (r, sym)].domain;
  return byteset_single (d) ? expr_const (r->solver->pool, 8, byteset_first (d)) : EXPR_NONE;
}

/* Puts fixed symbols into all constraints; those left with one symbol go to its domain.  True if that fixed more. */
static bool rebuild_round (Rebuild *r) {
  Solver *solver = r->solver;
  bool more = false;
  ExprVec old = r->exprs, parts = {0};
  r->exprs = (ExprVec){0};
  for (size_t i = 0; i < old.len; i++)
    conjuncts (solver, expr_substitute (solver->pool, old.data[i], rebuild_fixed, r), &parts);
  for (size_t i = 0; i < parts.len; i++) {
    Expr e = parts.data[i];
    SymId sym = expr_single_sym (solver->pool, e);
    if (sym != SYM_NONE) {
      ByteSet *d = &r->members.data[member_at (r, sym)].domain;
      ByteSet narrow = byteset_and (*d, *expr_byteset (solver->pool, e));
      more |= byteset_single (&narrow) && !byteset_single (d);
      *d = narrow;
    } else if (!expr_is_const (solver->pool, e)) {
      VEC_PUSH (&solver->mem, &r->exprs, e);
    }
  }
  VEC_FREE (&solver->mem, &old);
  VEC_FREE (&solver->mem, &parts);
  return more;
}

static void rebuild_groups (Rebuild *r) {
  for (uint32_t i = 0; i < r->members.len; i++)
    VEC_PUSH (&r->solver->mem, &r->group, i);
  for (size_t i = 0; i < r->exprs.len; i++) {
    size_t n;
    const SymId *syms = expr_support (r->solver->pool, r->exprs.data[i], &n);
    uint32_t first = group_of (r, member_at (r, syms[0]));
    for (size_t k = 1; k < n; k++) {
      uint32_t other = group_of (r, member_at (r, syms[k]));
      r->group.data[other > first ? other : first] = other > first ? first : other;
      first = group_of (r, first);
    }
  }
}

/* The node of the group whose least member is `root`; takes parent's reference. */
static Cond *rebuild_node (Rebuild *r, Cond *parent, uint32_t root) {
  Solver *solver = r->solver;
  MemberVec members = {0};
  ExprVec exprs = {0};
  for (uint32_t i = root; i < r->members.len; i++)
    if (group_of (r, i) == root)
      VEC_PUSH (&solver->mem, &members, r->members.data[i]);
  if (members.len == 1) {
    Member m = members.data[0];
    VEC_FREE (&solver->mem, &members);
    return cond_push_byte (solver, parent, EXPR_NONE, m.sym, m.domain, r->comp->values[root]);
  }
  for (size_t i = 0; i < r->exprs.len; i++) {
    size_t n;
    SymId first = expr_support (solver->pool, r->exprs.data[i], &n)[0];
    if (group_of (r, member_at (r, first)) == root)
      VEC_PUSH (&solver->mem, &exprs, r->exprs.data[i]);
  }
  Comp *comp = comp_of_members (solver, members.data, members.len);
  for (size_t i = 0; i < members.len; i++)
    comp->values[i] = r->comp->values[member_at (r, members.data[i].sym)];
  comp->origin = MEM_NEW (&solver->mem, Origin);
  comp->origin->exprs = (uint32_t)exprs.len;
  comp->origin->expr =
      mem_resize (&solver->mem, exprs.data, exprs.cap * sizeof (Expr), exprs.len * sizeof (Expr));
  VEC_FREE (&solver->mem, &members);
  return finish (solver, cond_push (solver, parent, EXPR_NONE), comp, false);
}

Cond *comp_rebuild (Solver *solver, Cond *node) {
  Rebuild r = {.solver = solver, .comp = node->comp};
  add_members (solver, &r.members, node);
  comp_constraints (solver, node, &r.exprs);
  while (rebuild_round (&r))
    ;
  rebuild_groups (&r);
  Cond *at = node;
  for (uint32_t i = 0; i < r.members.len; i++)
    if (group_of (&r, i) == i)
      at = rebuild_node (&r, at, i);
  invariant (at->flags & COND_FIXED || !fixed_any (node->comp->domains));
  VEC_FREE (&solver->mem, &r.members);
  VEC_FREE (&solver->mem, &r.group);
  VEC_FREE (&solver->mem, &r.exprs);
  return at;
}
