/* SPDX-License-Identifier: GPL-2.0-only */
/* prop/term.h -- what is left of a property when the states of some nodes are known
 *
 * A term is a truth value or a 64-bit number over atoms, each of which is a value that the state of one node has.
 * term_assign puts in what one node says; when all nodes have spoken, an expression is left: a constant, or one over
 * symbolic inputs.  Terms are hash-consed and simplified as they are made, so that different states of the nodes so
 * far that leave the same to be asked of the others give the same term: they need not be told apart any more.
 *
 * Everything here has two truth values.  What is not known of a variable (it may not be published) was made into
 * terms of its own before (bind.c).
 */
#ifndef SDE_PROP_TERM_H
#define SDE_PROP_TERM_H

#include "expr/expr.h"
#include "prop/sequences.h"

typedef uint32_t Term;

typedef enum TermOp {
#define TERM(name, number, meaning) TERM_##name,
#include "prop/term.def"
  TERM_OPS
} TermOp;

typedef struct TermInfo {
  uint32_t first, last; /* the lowest and highest node of its atoms; first > last: it is closed */
  int64_t lo, hi;       /* bounds of a number */
  bool number;
} TermInfo;

typedef struct Terms {
  Mem *mem;
  ExprPool *pool;
  Sequences all;
  VEC (TermInfo) info;
  Table memo; /* results of term_assign */
  VEC (Term) stack;
} Terms;

void terms_init (Terms *terms, Mem *mem, ExprPool *pool);
void terms_fini (Terms *terms);
/* Forgets all terms from number n on, and what term_assign remembers. */
void terms_cut (Terms *terms, size_t n);

Term term_expr (Terms *terms, Expr e); /* of width 1 or 64 */
Term term_bool (Terms *terms, bool b);
Term term_int (Terms *terms, int64_t n);
/* The value number slot of the state of a node; a number, or a truth value. */
Term term_atom (Terms *terms, uint32_t node, uint32_t slot, bool number);
Term term_not (Terms *terms, Term a);
/* AND, OR, SUM, MIN, MAX. */
Term term_nary (Terms *terms, TermOp op, const Term *args, size_t n);
/* LT, EQ, and the operators of numbers. */
Term term_binary (Terms *terms, TermOp op, Term a, Term b);
Term term_number (Terms *terms, Term a);

TermOp term_op (const Terms *terms, Term t);
static inline const TermInfo *term_info (const Terms *terms, Term t) { return &terms->info.data[t]; }
static inline bool term_closed (const Terms *terms, Term t) {
  return term_info (terms, t)->first > term_info (terms, t)->last;
}
/* Of a closed one. */
Expr term_value (const Terms *terms, Term t);
bool term_is (const Terms *terms, Term t, bool value);

/* t with the atoms of a node replaced: values has an expression for each slot.  The same number of values must always
 * mean the same node and values. */
Term term_assign (Terms *terms, Term t, uint32_t node, const Expr *values, uint32_t number);

#endif
