/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/sat.h -- what we want from a SAT solver
 *
 * Literals are numbers other than 0; the negation of x is -x.  Clauses stay;
 * assumptions hold for the next call of sat_solve only.
 */
#ifndef SDE_SOLVE_SAT_H
#define SDE_SOLVE_SAT_H

#include "solve/solver.h"

typedef struct Sat Sat;

Sat *sat_new (Mem *mem);
void sat_free (Mem *mem, Sat *sat);
int sat_var (Sat *sat);
uint32_t sat_vars (const Sat *sat);
void sat_clause (Sat *sat, const int *literals, unsigned n);
void sat_assume (Sat *sat, int literal);
/* ANSWER_UNKNOWN when the limit on conflicts (0: none) is reached, or stop (may be NULL) says so. */
Answer sat_solve (Sat *sat, uint64_t max_conflicts, bool (*stop) (void *data), void *data);
/* After ANSWER_YES. */
bool sat_true (Sat *sat, int literal);

#endif
