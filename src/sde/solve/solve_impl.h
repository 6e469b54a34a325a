/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/solve_impl.h -- the solver and the query that its layers pass along
 *
 * A Query is one feasibility question, cut down to the components that it
 * touches.  Layers are functions that either end it (and leave a model when the
 * answer is yes) or pass.
 */
#ifndef SDE_SOLVE_SOLVE_IMPL_H
#define SDE_SOLVE_SOLVE_IMPL_H

#include "solve/cond_impl.h"
#include "solve/tape.h"

#ifndef SDE_HARD
#define SDE_HARD 0
#endif

enum {
  COND_PENDING = SDE_HARD ? 1 : 8, /* nodes that may be missing in the index */
  COND_CHUNK = 256,                /* nodes that are allocated at once */
  MODEL_RING = SDE_HARD ? 1 : 16,
  SAT_INSTANCES = SDE_HARD ? 1 : 8
};

struct Query {
  Solver *solver;
  const Cond *cond;
  Expr e;              /* fixed bytes are put in */
  NodeVec nodes;       /* components of its symbols */
  SymVec syms;         /* of e and of these components */
  SetVec domains;      /* of each symbol */
  ByteVec values;      /* the witness */
  ByteVec model;       /* what a layer found */
  bool loose;          /* the witness may not satisfy the components */
  bool gathered;       /* constraints is filled */
  bool numbered;       /* order is filled */
  ExprVec constraints; /* over several symbols, newest first */
  SymVec order;        /* places of syms in canonical order: first occurrence in e, then in the constraints */
  ByteVec bytes;       /* scratch: a tape's input */
};

typedef struct CacheEntry {
  Hash128 key;
  uint8_t *model; /* in canonical order */
  uint32_t n;
  Answer answer;
} CacheEntry;

typedef struct Cache {
  Table table; /* low half of the key -> place in entries + 1 */
  VEC (CacheEntry) entries;
  size_t bytes;
} Cache;

typedef struct Model {
  uint8_t *bytes;
  uint32_t n;
} Model;

typedef struct Models {
  Model ring[MODEL_RING];
  unsigned next;
} Models;

/* a is at most b, or less than b. */
typedef struct OrderEdge {
  Expr a, b;
  bool less, is_signed;
} OrderEdge;

typedef struct RangeEnv {
  Table place; /* Expr -> place in ranges + 1 */
  VEC (Range) ranges;
  VEC (Range) slots;
  VEC (OrderEdge) edges;
} RangeEnv;

/* What expressions become when a value is put in for a symbol. */
typedef struct Memo {
  Table table;   /* expression, symbol, value -> Expr */
  size_t made;   /* expressions made for it */
  ExprVec exprs; /* scratch */
} Memo;

typedef struct Blast Blast;
typedef struct Smt Smt;

struct Solver {
  Mem mem;
  ExprPool *pool;
  SolverOptions options;
  SolverStats stats;
  bool fast; /* the layers that decide about single bytes are all on */
  Cond *free_nodes;
  VEC (Cond *) chunks;
  VEC (uint32_t) where; /* symbol -> place in the query's syms, if that place has it */
  TapeShelf shelf;
  Query query;
  RangeEnv env;
  Cache cache;
  Models models;
  Memo memo;
  Blast *blasts[SAT_INSTANCES];
  Smt *smt;
  /* scratch */
  ExprVec parts, parts_rest;
  NodeVec stack;
  VEC (uint64_t) words;
};

static inline bool solver_on (const Solver *solver, SolverLayer layer) {
  return solver->options.layers >> layer & 1;
}

/* --- stats.c --- */
uint64_t stats_clock (void);
void stats_time (Solver *solver, uint64_t from);

/* --- query.c --- */
void query_fini (Query *q);
/* Makes q the question whether e (already simplified) can hold under cond. */
void query_begin (Query *q, Solver *solver, const Cond *cond, Expr e);
/* Fills in the constraints. */
void query_gather (Query *q);
/* Fills in the canonical order. */
void query_number (Query *q);
/* Place of a symbol of the query. */
static inline uint32_t query_place (const Query *q, SymId sym) { return q->solver->where.data[sym]; }
bool query_has (const Query *q, SymId sym);
/* A tape's input under values. */
const uint8_t *query_input (Query *q, const Tape *tape, const uint8_t *values);
bool query_eval (Query *q, Expr e, const uint8_t *values);
/* Do values satisfy e, all constraints and all domains? */
bool query_satisfied (Query *q, const uint8_t *values);
void query_take_witness (Query *q);

/* --- layers: true when the query is ended --- */
typedef bool (*LayerFn) (Query *q, Answer *answer);
bool layer_fold (Query *q, Answer *answer);
bool layer_witness (Query *q, Answer *answer);
bool layer_range (Query *q, Answer *answer);
bool layer_domain (Query *q, Answer *answer);
bool layer_cases (Query *q, Answer *answer); /* the domains' second, dearer chance */
bool layer_climb (Query *q, Answer *answer); /* their third */
bool layer_cache (Query *q, Answer *answer);
bool layer_models (Query *q, Answer *answer);
bool layer_sat (Query *q, Answer *answer);
bool layer_smt (Query *q, Answer *answer);

/* Cuts set to the values of sym that satisfy all constraints, the other symbols being as in values.  False when a
 * constraint with sym is longer than max_ops operations. */
bool domain_cut_all (Query *q, SymId sym, const uint8_t *values, uint32_t max_ops, ByteSet *set);
/* domain.c: the member in the middle of a set that is not empty. */
uint8_t byteset_middle (const ByteSet *set);
/* The least member above x, or -1. */
static inline int byteset_after (const ByteSet *set, int x) {
  for (int v = x + 1; v < 256; v++)
    if (byteset_has (set, (unsigned)v))
      return v;
  return -1;
}
/* Least and greatest value of e under domains and constraints, by intervals alone. */
Range range_of (Query *q, Expr e);
void range_fini (Solver *solver);

/* --- order.c: within the environment of range.c --- */
typedef enum Order { ORDER_NONE, ORDER_AT_MOST, ORDER_LESS } Order;
/* A constraint says that a is at most b, or less; kind is ULT or SLT. */
void order_add (Solver *solver, ExprKind kind, Expr a, Expr b, bool less);
/* What the constraints say about a and b in this order. */
Order order_between (Solver *solver, ExprKind kind, Expr a, Expr b);
void cases_fini (Solver *solver);
void cache_store (Query *q, Answer answer);
void cache_fini (Solver *solver);
void models_store (Query *q);
void models_fini (Solver *solver);
void sat_fini (Solver *solver);
void smt_fini (Solver *solver);

/* --- solver.c --- */
/* Runs the layers on a query that was begun. */
Answer solver_decide (Query *q);

#endif
