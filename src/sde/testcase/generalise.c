/* SPDX-License-Identifier: GPL-2.0-only */
/* testcase/generalise.c -- what of a test case matters */
#include "testcase/generalise.h"

#include "base/table.h"
#include "testcase/concrete.h"

/* ---- bytes ---- */

/* A constraint that mentions a symbol; next: another one of that symbol, as a place + 1. */
typedef struct Mention {
  Expr constraint;
  uint32_t next;
} Mention;

typedef struct Mentions {
  TestCase *test;
  ExprPool *pool;
  Table seen, newest;
  VEC (Mention) all;
  SymId open; /* the symbol that has no value at present */
} Mentions;

static void mention (void *data, Expr e) {
  Mentions *m = data;
  Mem *mem = m->test->mem;
  size_t n;
  if (table_find (&m->seen, e))
    return;
  *table_put (mem, &m->seen, e) = 1;
  const SymId *syms = expr_support (m->pool, e, &n);
  for (size_t i = 0; i < n; i++) {
    uint64_t *newest = table_put (mem, &m->newest, syms[i]);
    VEC_PUSH (mem, &m->all, ((Mention){e, (uint32_t)*newest}));
    *newest = m->all.len;
  }
}

static Expr fixed (void *data, SymId sym) {
  Mentions *m = data;
  return sym == m->open ? EXPR_NONE : expr_const (m->pool, 8, cond_byte (m->test->model, sym));
}

static ByteSet freedom_of (Mentions *m, SymId sym) {
  const uint64_t *newest = table_find (&m->newest, sym);
  ByteSet set = BYTESET_ALL;
  m->open = sym;
  for (uint64_t at = newest ? *newest : 0; at; at = m->all.data[at - 1].next) {
    Expr e = m->all.data[at - 1].constraint;
    if (expr_single_sym (m->pool, e) != sym)
      e = expr_substitute (m->pool, e, fixed, m);
    if (!expr_is_const (m->pool, e))
      set = byteset_and (set, *expr_byteset (m->pool, e));
  }
  return set;
}

void case_free_bytes (TestCase *c) {
  Mentions m = {.test = c, .pool = solver_pool (c->from->solver)};
  cond_each (c->cond, mention, &m);
  for (size_t i = 0; i < c->inputs.len; i++) {
    CaseInput *in = &c->inputs.data[i];
    SymId first = expr_array_info (m.pool, in->array)->first;
    if (!in->freedom)
      in->freedom = mem_new (c->mem, in->size * sizeof *in->freedom);
    for (uint32_t b = 0; b < in->size; b++)
      in->freedom[b] = freedom_of (&m, first + b);
  }
  table_free (c->mem, &m.seen);
  table_free (c->mem, &m.newest);
  VEC_FREE (c->mem, &m.all);
}

Freedom freedom_kind (const ByteSet *set, unsigned *lo, unsigned *hi) {
  unsigned n = byteset_count (set);
  *lo = *hi = n ? byteset_first (set) : 0;
  for (unsigned i = *lo; i < 256 && n; i++)
    if (byteset_has (set, i))
      *hi = i;
  if (n == 256)
    return FREEDOM_ANY;
  if (n <= 1)
    return FREEDOM_EXACTLY;
  return *hi - *lo + 1 == n ? FREEDOM_RANGE : FREEDOM_SET;
}

/* ---- decisions ---- */

typedef struct Flipping {
  TestCase *test;
  const FlipAsk *ask;
  Concrete *concrete;
  StateId *members;
} Flipping;

/* Does the error happen too if the decision turns out like that? */
static bool still_fails (Flipping *f, size_t decision, uint32_t outcome) {
  if (!concrete_find (f->concrete, decision, outcome, f->members))
    return false;
  for (NodeId n = 0; n < f->test->nodes; n++)
    if (f->ask->failing (f->ask->data, f->members[n]))
      return true;
  return false;
}

static CaseNeed need_of (Flipping *f, size_t i) {
  const CaseDecision *d = &f->test->decisions.data[i];
  uint32_t outcomes = concrete_outcomes (f->concrete, i);
  bool full = f->test->cost.weight >= f->test->from->budget;
  if (!d->outcome && full)
    return NEED_NOT_KNOWN;
  for (uint32_t o = 0; o < outcomes; o++)
    if (o != d->outcome && !still_fails (f, i, o))
      return NEED_NEEDED;
  return NEED_NO_DIFFERENCE;
}

void case_flip_decisions (TestCase *c, const FlipAsk *ask) {
  Flipping f = {c, ask, concrete_new (c), mem_new (c->mem, c->nodes * sizeof (StateId))};
  uint64_t most = ask->steps ? ask->steps : FLIP_STEPS;
  for (int pass = 0; pass < 2; pass++) /* failures that were taken first */
    for (size_t i = 0; i < c->decisions.len && concrete_steps (f.concrete) < most; i++)
      if ((c->decisions.data[i].outcome == 0) == (pass == 1))
        c->decisions.data[i].need = need_of (&f, i);
  concrete_free (f.concrete);
  mem_free (c->mem, f.members, c->nodes * sizeof (StateId));
}
