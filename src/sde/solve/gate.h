/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/gate.h -- gates over literals
 *
 * Gates fold constants and are made once for the same inputs.
 */
#ifndef SDE_SOLVE_GATE_H
#define SDE_SOLVE_GATE_H

#include "base/table.h"
#include "base/vec.h"
#include "solve/sat.h"

typedef struct Gates {
  Mem *mem;
  Sat *sat;
  int yes;       /* the literal that is true */
  Table binary;  /* kind and two inputs -> literal */
  Table ternary; /* kind and three inputs -> literal */
} Gates;

void gate_init (Gates *g, Mem *mem, Sat *sat);
void gate_fini (Gates *g);
int gate_and (Gates *g, int a, int b);
int gate_xor (Gates *g, int a, int b);
/* c ? a : b */
int gate_mux (Gates *g, int c, int a, int b);
/* At least two of three: the carry of an adder. */
int gate_majority (Gates *g, int a, int b, int c);
static inline int gate_or (Gates *g, int a, int b) { return -gate_and (g, -a, -b); }

#endif
