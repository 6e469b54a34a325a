/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/bitblast.h -- expressions as gates over a SAT solver's variables
 *
 * Every bit of an expression becomes a literal; gates with the same inputs are
 * made once.  Nothing is asserted but the gates' definitions, so one instance
 * serves many queries: constraints are assumed.
 */
#ifndef SDE_SOLVE_BITBLAST_H
#define SDE_SOLVE_BITBLAST_H

#include "solve/sat.h"

typedef struct Blast Blast;

Blast *blast_new (Mem *mem, ExprPool *pool);
void blast_free (Blast *blast);
Sat *blast_sat (Blast *blast);
/* The literal of an expression of width 1; of "sym is in set". */
int blast_expr (Blast *blast, Expr e);
int blast_domain (Blast *blast, SymId sym, const ByteSet *set);
/* After ANSWER_YES: the byte's value, 0 for a symbol that was never blasted. */
uint8_t blast_byte (Blast *blast, SymId sym);

#endif
