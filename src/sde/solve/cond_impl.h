/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/cond_impl.h -- what a path condition is made of
 *
 * A Cond is the newest node of a chain.  Each node defines one component: its
 * symbols, their domains and witness values, and the constraints over several
 * symbols (those over one symbol are in its domain, exactly).  A later node that
 * mentions a symbol overrides earlier ones; it then mentions all symbols of the
 * component, so every symbol's newest node is the whole truth about it.
 * Since a chain keeps its ancestors alive, nodes point at ancestors without counting.
 */
#ifndef SDE_SOLVE_COND_IMPL_H
#define SDE_SOLVE_COND_IMPL_H

#include "base/vec.h"
#include "solve/index.h"
#include "solve/solver.h"

enum {
  COND_UNSURE = 1, /* an unknown answer was met here or before */
  COND_FIXED = 2,  /* some byte, here or before, has a single value */
  COND_LOOSE = 4   /* the witness of this node's component may not satisfy it */
};

typedef struct Symbols {
  uint32_t refs, n;
  SymId id[]; /* ascending */
} Symbols;

typedef struct Domains {
  uint32_t refs, n;
  ByteSet set[];
} Domains;

/* Where a component's constraints come from when it is not "one more than before". */
typedef struct Origin {
  uint32_t nodes, exprs;
  const Cond **node; /* components that were joined */
  Expr *expr;        /* constraints of a component that was made anew */
} Origin;

/* A component of several symbols. */
typedef struct Comp {
  Symbols *symbols;
  Domains *domains;
  const Cond *prev; /* same symbols, one constraint less; NULL if there is an origin */
  Origin *origin;
  Expr local;       /* the constraint that this node adds, or EXPR_NONE */
  bool moved;       /* the symbols are not those of prev */
  uint8_t values[]; /* witness */
} Comp;

struct Cond {
  uint32_t refs;
  uint32_t length;
  Cond *parent;
  Index *index;    /* symbol -> newest node, all but the `pending` newest nodes entered */
  Expr constraint; /* as it was added; EXPR_NONE in further nodes of the same addition */
  SymId sym;       /* of a component of one symbol, else SYM_NONE */
  uint8_t pending, value, flags;
  uint32_t mark; /* the user's */
  union {
    ByteSet domain; /* sym != SYM_NONE */
    Comp *comp;     /* otherwise; NULL in the empty condition */
  };
};

typedef VEC (Expr) ExprVec;
typedef VEC (SymId) SymVec;
typedef VEC (const Cond *) NodeVec;
typedef VEC (ByteSet) SetVec;
typedef VEC (uint8_t) ByteVec;

/* Values for the symbols of a new node: at[i] belongs to the i-th of the query's symbols. */
typedef struct Query Query;

/* The newest node that has sym, or NULL when no constraint mentions it. */
const Cond *cond_find (const Cond *cond, SymId sym);
/* Position of sym among a component's symbols; it must be there. */
uint32_t comp_position (const Comp *comp, SymId sym);
/* The constraints over several symbols of node's component, newest first, appended. */
void comp_constraints (Solver *solver, const Cond *node, ExprVec *out);
void comp_free (Solver *solver, Comp *comp);
size_t comp_bytes (const Comp *comp);

/* A new node on parent (whose reference is taken over) with the flags inherited, of nothing yet. */
Cond *cond_push (Solver *solver, Cond *parent, Expr constraint);
/* To be called when the node is complete. */
void cond_enter (Solver *solver, Cond *node);
/* parent and "sym in domain", for a symbol alone in its component. */
Cond *cond_push_byte (Solver *solver, Cond *parent, Expr constraint, SymId sym, ByteSet domain,
                      uint8_t value);

/* cond and e, where simple is e after simplification; the witness is q's model.  A new reference. */
Cond *cond_add (Solver *solver, Cond *cond, Expr e, Expr simple, const Query *q, bool loose);

/* Used by cond_add: the parts of a conjunction; a node that narrows one symbol of a component; one that joins. */
void conjuncts (Solver *solver, Expr e, ExprVec *out);
Cond *comp_narrow (Solver *solver, Cond *parent, Expr constraint, const Cond *node, SymId sym, ByteSet set,
                   const Query *q, bool loose);
Cond *comp_join (Solver *solver, Cond *parent, Expr constraint, Expr local, const Query *q, bool loose);
/* Nodes for what is left of node's component after its fixed symbols are put in. */
Cond *comp_rebuild (Solver *solver, Cond *node);

#endif
