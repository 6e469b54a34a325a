/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/circuit.h -- arithmetic on rows of literals, lowest bit first
 *
 * All rows have n literals unless said otherwise; out may not overlap inputs.
 */
#ifndef SDE_SOLVE_CIRCUIT_H
#define SDE_SOLVE_CIRCUIT_H

#include "solve/gate.h"

/* out = a + b + carry; returns the carry out. */
int circuit_add (Gates *g, unsigned n, const int *a, const int *b, int carry, int *out);
void circuit_sub (Gates *g, unsigned n, const int *a, const int *b, int *out);
void circuit_mul (Gates *g, unsigned n, const int *a, const int *b, int *out);
/* Unsigned quotient and remainder; either may be NULL. */
void circuit_divide (Gates *g, unsigned n, const int *a, const int *b, int *quotient, int *remainder);
void circuit_signed_divide (Gates *g, unsigned n, const int *a, const int *b, bool quotient, int *out);
int circuit_equal (Gates *g, unsigned n, const int *a, const int *b);
int circuit_less (Gates *g, unsigned n, const int *a, const int *b, bool is_signed);
/* Shifted by b; left or right, fill coming in. */
void circuit_shift (Gates *g, unsigned n, const int *a, const int *b, bool left, int fill, int *out);
void circuit_mux (Gates *g, unsigned n, int c, const int *a, const int *b, int *out);

#endif
