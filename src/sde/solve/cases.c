/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/cases.c -- a query split into cases
 *
 * A length or an index with a few values left ties many bytes together, since
 * what is read depends on it.  Each of its values is put in; what is left mostly
 * falls apart into conditions over single bytes, which their sets decide.  What
 * does not is tried for all combinations, 256 at a time.  Both are exact.
 *
 * What an expression becomes when a value is put in is remembered: the
 * constraints of a path are asked about again and again.
 *
 * Invariant: at each level the residual expressions and the sets together are
 * equivalent to the query under the values put in so far.
 */
#include "solve/solve_impl.h"

#include <string.h>

enum {
  CASES_SYMBOLS = 16,   /* of a query */
  CASES_VALUES = 16,    /* a symbol with more is not split */
  CASES_STEPS = 4096,   /* values put into expressions, for one query */
  CASES_NEW = 192,      /* those that were not remembered */
  CASES_MEMO = 1 << 17, /* remembered */
  CASES_POOL = 1 << 18, /* expressions made; and a quarter of the pool's */
  LANES_WORK = 3072,    /* operations evaluated for all values of a byte, for one query */
  LANES_OPS = 256       /* longest tape for that */
};

typedef struct Cases {
  Query *q;
  ExprVec *exprs; /* residuals of all levels */
  uint32_t nsyms;
  uint32_t steps, made, work;
  bool dear; /* a limit was reached */
} Cases;

void cases_fini (Solver *solver) {
  table_free (&solver->mem, &solver->memo.table);
  VEC_FREE (&solver->mem, &solver->memo.exprs);
}

/* --- putting values in --- */

typedef struct Value {
  ExprPool *pool;
  SymId sym;
  uint8_t value;
} Value;

static Expr value_of (void *data, SymId sym) {
  const Value *v = data;
  return sym == v->sym ? expr_const (v->pool, 8, v->value) : EXPR_NONE;
}

static bool may_make (Cases *c) {
  Solver *solver = c->q->solver;
  if (c->made == CASES_NEW || solver->memo.made > CASES_POOL + expr_pool_count (solver->pool) / 4)
    return false;
  c->made++;
  return true;
}

/* e with a value put in for sym. */
static Expr cofactor (Cases *c, Expr e, SymId sym, uint8_t value) {
  Solver *solver = c->q->solver;
  uint64_t key = (uint64_t)e << 32 | (uint64_t)sym << 8 | value;
  const uint64_t *at = table_find (&solver->memo.table, key);
  c->dear |= ++c->steps > CASES_STEPS || sym >> 24;
  if (at)
    return (Expr)*at;
  if (c->dear || !may_make (c)) {
    c->dear = true;
    return e;
  }
  size_t before = expr_pool_count (solver->pool);
  Expr made = expr_substitute (solver->pool, e, value_of, &(Value){solver->pool, sym, value});
  solver->memo.made += expr_pool_count (solver->pool) - before;
  if (solver->memo.table.len >= CASES_MEMO)
    table_free (&solver->mem, &solver->memo.table);
  *table_put (&solver->mem, &solver->memo.table, key) = made;
  return made;
}

/* The place of a symbol of e that has a single value left, or nsyms. */
static uint32_t fixed_place (const Cases *c, const ByteSet *sets, Expr e) {
  size_t n;
  const SymId *syms = expr_support (c->q->solver->pool, e, &n);
  for (size_t i = 0; i < n; i++) {
    uint32_t at = query_place (c->q, syms[i]);
    if (byteset_single (&sets[at]))
      return at;
  }
  return c->nsyms;
}

static Expr put_in (Cases *c, const ByteSet *sets, Expr e) {
  uint32_t at;
  while (!c->dear && (at = fixed_place (c, sets, e)) < c->nsyms)
    e = cofactor (c, e, c->q->syms.data[at], (uint8_t)byteset_first (&sets[at]));
  return e;
}

/* --- one level --- */

/* The parts of a conjunction go to the end of the list. */
static bool split_parts (Cases *c, Expr e) {
  ExprPool *p = c->q->solver->pool;
  Expr op[3];
  bool negated = expr_kind (p, e) == EXPR_NOT;
  if (negated) {
    expr_operands (p, e, op);
    e = op[0];
  }
  if (expr_kind (p, e) != (negated ? EXPR_OR : EXPR_AND))
    return false;
  expr_operands (p, e, op);
  for (unsigned i = 0; i < 2; i++)
    VEC_PUSH (&c->q->solver->mem, c->exprs, negated ? expr_not (p, op[i]) : op[i]);
  return true;
}

typedef enum Fate { FATE_GONE, FATE_STAYS, FATE_FALSE, FATE_FIXED } Fate;

/* What becomes of one residual: gone, the set of its symbol being cut to it; or it stays. */
static Fate settle_one (Cases *c, ByteSet *sets, Expr *e) {
  ExprPool *p = c->q->solver->pool;
  *e = put_in (c, sets, *e);
  if (expr_is_const (p, *e))
    return expr_is_true (p, *e) ? FATE_GONE : FATE_FALSE;
  SymId sym = expr_single_sym (p, *e);
  if (sym == SYM_NONE)
    return split_parts (c, *e) ? FATE_GONE : FATE_STAYS;
  ByteSet *set = &sets[query_place (c->q, sym)];
  bool was = byteset_single (set);
  *set = byteset_and (*set, *expr_byteset (p, *e));
  if (byteset_empty (set))
    return FATE_FALSE;
  return byteset_single (set) && !was ? FATE_FIXED : FATE_GONE;
}

/* Puts fixed bytes in and cuts sets until nothing changes; false: a contradiction. */
static bool settle (Cases *c, ByteSet *sets, size_t from) {
  bool again = true;
  while (again && !c->dear) {
    size_t to = from;
    again = false;
    for (size_t i = from; i < c->exprs->len; i++) {
      Expr e = c->exprs->data[i];
      Fate fate = settle_one (c, sets, &e);
      if (fate == FATE_FALSE)
        return false;
      again |= fate == FATE_FIXED;
      if (fate == FATE_STAYS)
        c->exprs->data[to++] = e;
    }
    c->exprs->len = to;
  }
  return true;
}

/* The place with the fewest values, or the most, among the symbols of the residuals; nsyms if there is none. */
static uint32_t choose (const Cases *c, const ByteSet *sets, size_t from, bool most) {
  uint32_t best = c->nsyms;
  for (size_t i = from; i < c->exprs->len; i++) {
    size_t n;
    const SymId *syms = expr_support (c->q->solver->pool, c->exprs->data[i], &n);
    for (size_t k = 0; k < n; k++) {
      uint32_t at = query_place (c->q, syms[k]);
      unsigned count = byteset_count (&sets[at]);
      if (best == c->nsyms ||
          (most ? count > byteset_count (&sets[best]) : count < byteset_count (&sets[best])))
        best = at;
    }
  }
  return best;
}

/* Any member; the witness's value if it is one. */
static void take_members (Cases *c, const ByteSet *sets) {
  Query *q = c->q;
  for (uint32_t i = 0; i < c->nsyms; i++)
    q->model.data[i] =
        byteset_has (&sets[i], q->values.data[i]) ? q->values.data[i] : byteset_middle (&sets[i]);
}

/* --- all combinations --- */

typedef struct Walk {
  Cases *c;
  const ByteSet *sets;
  size_t from;
  uint32_t lane;                     /* the place whose values are tried all at once */
  uint32_t places[CASES_SYMBOLS], n; /* the others */
} Walk;

/* The other symbols of the residuals, and whether the work is within the limit. */
static bool walk_begin (Walk *w) {
  Cases *c = w->c;
  uint64_t ops = 0, combinations = 1;
  bool seen[CASES_SYMBOLS] = {false};
  for (size_t i = w->from; i < c->exprs->len; i++) {
    const Tape *tape = tape_of (&c->q->solver->shelf, c->exprs->data[i]);
    if (tape->wide || tape->n > LANES_OPS)
      return false;
    ops += tape->n;
    for (uint32_t k = 0; k < tape->nsyms; k++)
      seen[query_place (c->q, tape->syms[k])] = true;
  }
  for (uint32_t i = 0; i < c->nsyms; i++)
    if (seen[i] && i != w->lane) {
      w->places[w->n++] = i;
      c->q->model.data[i] = (uint8_t)byteset_first (&w->sets[i]);
      combinations *= byteset_count (&w->sets[i]);
      if (combinations > LANES_WORK)
        return false;
    }
  c->work += (uint32_t)(ops * combinations > LANES_WORK ? LANES_WORK : ops * combinations);
  return c->work < LANES_WORK;
}

/* Looks at the values of the lane's symbol under the others' current ones. */
static bool walk_try (Walk *w) {
  Query *q = w->c->q;
  TapeShelf *shelf = &q->solver->shelf;
  SymId sym = q->syms.data[w->lane];
  ByteSet set = w->sets[w->lane];
  for (size_t i = w->from; i < w->c->exprs->len && !byteset_empty (&set); i++) {
    const Tape *tape = tape_of (shelf, w->c->exprs->data[i]);
    uint32_t k = tape_number (tape, sym);
    const uint8_t *input = query_input (q, tape, q->model.data);
    /* Without the lane's symbol it is all or nothing. */
    if (k < tape->nsyms)
      set = byteset_and (set, tape_lanes (shelf, tape, input, k));
    else if (!(tape_eval (shelf, tape, input) & 1))
      return false;
  }
  if (byteset_empty (&set))
    return false;
  q->model.data[w->lane] = byteset_middle (&set);
  return true;
}

/* The next combination of the other places; false after the last. */
static bool walk_next (Walk *w) {
  uint8_t *model = w->c->q->model.data;
  for (uint32_t i = 0; i < w->n; i++) {
    uint32_t at = w->places[i];
    int next = byteset_after (&w->sets[at], model[at]);
    model[at] = (uint8_t)(next < 0 ? (int)byteset_first (&w->sets[at]) : next);
    if (next >= 0)
      return true;
  }
  return false;
}

static bool walk (Cases *c, const ByteSet *sets, size_t from) {
  Walk w = {.c = c, .sets = sets, .from = from, .lane = choose (c, sets, from, true)};
  take_members (c, sets);
  if (!walk_begin (&w)) {
    c->dear = true;
    return false;
  }
  do
    if (walk_try (&w))
      return true;
  while (walk_next (&w));
  return false;
}

/* --- levels --- */

/* Is there an assignment within sets that satisfies the residuals from `from` on?  Leaves it in the model. */
static bool search (Cases *c, ByteSet *sets, size_t from) {
  if (!settle (c, sets, from) || c->dear)
    return false;
  uint32_t at = choose (c, sets, from, false);
  if (at == c->nsyms) {
    take_members (c, sets);
    return true;
  }
  if (byteset_count (&sets[at]) > CASES_VALUES)
    return walk (c, sets, from);
  size_t to = c->exprs->len;
  bool found = false;
  for (int v = byteset_after (&sets[at], -1); v >= 0 && !found && !c->dear;
       v = byteset_after (&sets[at], v)) {
    ByteSet inner[CASES_SYMBOLS];
    memcpy (inner, sets, c->nsyms * sizeof *sets);
    inner[at] = BYTESET_NONE;
    byteset_add (&inner[at], (unsigned)v);
    VEC_RESERVE (&c->q->solver->mem, c->exprs, to + (to - from));
    memcpy (c->exprs->data + to, c->exprs->data + from, (to - from) * sizeof (Expr));
    c->exprs->len = to + (to - from);
    found = search (c, inner, to);
  }
  return found;
}

static bool some_empty (const Cases *c, const ByteSet *sets) {
  for (uint32_t i = 0; i < c->nsyms; i++)
    if (byteset_empty (&sets[i]))
      return true;
  return false;
}

bool layer_cases (Query *q, Answer *answer) {
  Solver *solver = q->solver;
  Cases c = {.q = q, .exprs = &solver->memo.exprs, .nsyms = (uint32_t)q->syms.len};
  ByteSet sets[CASES_SYMBOLS];
  if (c.nsyms == 0 || c.nsyms > CASES_SYMBOLS)
    return false;
  query_gather (q);
  c.exprs->len = 0;
  VEC_PUSH (&solver->mem, c.exprs, q->e);
  for (size_t i = 0; i < q->constraints.len; i++)
    VEC_PUSH (&solver->mem, c.exprs, q->constraints.data[i]);
  memcpy (sets, q->domains.data, c.nsyms * sizeof *sets);
  bool found = !some_empty (&c, sets) && search (&c, sets, 0);
  if (!found)
    query_take_witness (q);
  *answer = found ? ANSWER_YES : ANSWER_NO;
  return found || !c.dear;
}
