/* SPDX-License-Identifier: GPL-2.0-only */
/* expr/pool_impl.h -- the pool's representation, for the files of this part
 *
 * A node is 16 bytes; what is derived from it stands in parallel arrays.  The
 * operands of a node have smaller handles than the node itself.
 */
#ifndef SDE_EXPR_POOL_IMPL_H
#define SDE_EXPR_POOL_IMPL_H

#include "base/table.h"
#include "base/vec.h"
#include "expr/expr.h"

enum {
  NODE_UNINIT = 1, /* flag: depends on a symbol of memory that nobody wrote */
  FIRST_EXPR = 2,  /* handles below are EXPR_NONE and EXPR_UNINIT */
  MAX_LIMBS = (EXPR_MAX_WIDTH + 63) / 64
};

/* kind and width, and by kind: CONST value (wide: the address of its limbs);
 * SYM a = symbol; EXTRACT a, b = offset; all others operands a, b, c. */
typedef struct Node {
  uint8_t kind;
  uint8_t flags;
  uint16_t width;
  uint32_t a;
  union {
    struct {
      uint32_t b, c;
    };
    uint64_t value;
  };
} Node;

/* What an expression depends on: one symbol (below SUPPORT_MANY), a set (SUPPORT_MANY + its number), or: */
#define SUPPORT_MANY 0x80000000u
#define SUPPORT_LAZY 0xfffffffeu /* several symbols, the set is not computed yet */
#define SUPPORT_EMPTY 0xffffffffu

typedef struct SymSet {
  SymId *syms;
  size_t len;
} SymSet;

typedef struct Facts {
  Range range;
  uint64_t zeros, ones;
} Facts;

typedef VEC (Expr) ExprVec;

/* Scratch of a walk over a DAG: a mark for each node that is valid if it equals now. */
typedef struct Walk {
  uint32_t *mark;
  size_t cap;
  uint32_t now;
  ExprVec stack;
} Walk;

typedef struct EvalScratch {
  Walk walk;
  uint64_t *value; /* of a marked node; if it is wide, an index into limbs */
  VEC (uint64_t) limbs;
} EvalScratch;

typedef struct Lanes {
  uint64_t v[256];
} Lanes;

typedef struct TableScratch {
  Walk walk;
  uint32_t *slot; /* of a marked node: its lanes */
  uint32_t *uses; /* of a marked node: how many users still need the lanes */
  ExprVec order;
  VEC (Lanes *) lanes;
  VEC (uint32_t) free;
} TableScratch;

/* A request that a rule answered: what was asked for, and the answer. */
typedef struct Memo {
  Node asked;
  Expr answer;
} Memo;
#ifdef SDE_HARD
enum { MEMOS = 1 };
#else
enum { MEMOS = 4096 };
#endif

struct ExprPool {
  Mem mem;
  Node *nodes;
  uint32_t *support;
  uint32_t *cache; /* width 1 and one symbol: number of a ByteSet; otherwise number of Facts; 0: none yet */
  uint64_t *hash;  /* by structure */
  size_t len, cap;
  uint64_t *slots; /* key << 32 | handle; 0: free */
  size_t slot_cap;
  VEC (ArrayInfo) arrays;
  Table array_index;
  SymId next_sym;
  VEC (SymSet) sets;
  VEC (SymId *) singles; /* blocks in which each symbol stands at its own number: sets of one */
  Table set_index;
  VEC (ByteSet *) bytesets; /* blocks: addresses stay */
  size_t byteset_len;
  VEC (Facts) facts;
  ExprVec facts_stack;
  EvalScratch eval;
  TableScratch table;
  Walk walk;
  uint32_t *mapped; /* of a node marked in walk: what it became */
  size_t mapped_cap;
  uint64_t *fired;
  uint16_t first_rule[EXPR_KINDS + 1];
  Memo *memo;     /* by the request's key, the latest wins */
  unsigned depth; /* of rules that are at work */
  bool cut_off;   /* rules were once left out because others were nested too deeply */
  ExprRuleWatch watch;
  void *watch_data;
};

static inline const Node *node_at (const ExprPool *p, Expr e) {
  invariant (e >= FIRST_EXPR && e < p->len);
  return &p->nodes[e];
}
static inline unsigned wid (const ExprPool *p, Expr e) { return node_at (p, e)->width; }
static inline bool is (const ExprPool *p, Expr e, ExprKind kind) { return node_at (p, e)->kind == kind; }
static inline bool is_num (const ExprPool *p, Expr e) { return node_at (p, e)->kind == EXPR_CONST; }
static inline unsigned num_limbs (unsigned width) { return (width + 63) / 64; }
static inline const uint64_t *node_limbs (const Node *n) {
  return n->width <= 64 ? &n->value : (const uint64_t *)(uintptr_t)n->value;
}

static inline bool kind_commutes (ExprKind kind) {
  const uint32_t set =
      1u << EXPR_AND | 1u << EXPR_OR | 1u << EXPR_XOR | 1u << EXPR_ADD | 1u << EXPR_MUL | 1u << EXPR_EQ;
  return set >> kind & 1;
}
/* For each kind the first of its rules in rule.def. */
void rules_index (uint16_t first[EXPR_KINDS + 1]);
/* What the first rule that applies makes of the operator; EXPR_NONE: none does. */
Expr rules_apply (ExprPool *p, const Node *n);
/* Number of operands that are expressions. */
static inline unsigned kind_operands (ExprKind kind) {
#define KIND(name, text, operands, meaning) | (uint64_t)operands << 2 * EXPR_##name
  const uint64_t counts = 0
#include "expr/kind.def"
      ;
  return counts >> 2 * kind & 3;
}
static inline unsigned node_operands (const Node *n, Expr out[3]) {
  unsigned count = kind_operands ((ExprKind)n->kind);
  out[0] = n->a;
  if (count > 1) {
    out[1] = n->b;
    out[2] = n->c;
  }
  return count;
}

uint32_t node_key (const Node *n);
bool node_equal (const Node *x, const Node *y);
/* The node of that key if it is in the pool, EXPR_NONE otherwise. */
Expr pool_find (const ExprPool *p, const Node *n, uint32_t key);
/* The node, made if it is new.  No rules, no checks. */
Expr pool_intern (ExprPool *p, Node n);

/* --- walks --- */
void walk_begin (ExprPool *p, Walk *w, Expr root);
void walk_free (ExprPool *p, Walk *w);
/* Push the operands that are not marked; false: there is none. */
bool walk_push_operands (ExprPool *p, Walk *w, const Node *n);
static inline bool walk_done (const Walk *w, Expr e) { return w->mark[e] == w->now; }
/* Grow an array of the caller to the walk's capacity. */
void *walk_fit (ExprPool *p, void *array, size_t *cap, size_t size, Expr root);

/* --- support.c --- */
uint32_t support_of_node (const ExprPool *p, const Node *n);
void support_free (ExprPool *p);
void bytesets_free (ExprPool *p);
void table_scratch_free (ExprPool *p);
void eval_scratch_free (ExprPool *p);

#endif
