/* SPDX-License-Identifier: GPL-2.0-only */
/* map/linear.h -- systems of linear equations over one-bit symbols
 *
 * A row is a sum that is 0: one bit for each symbol, in the order of their
 * names, and the top bit for the constant 1.  Rows are kept in reduced echelon
 * form, the last symbol of each being its pivot, by ascending pivot; this form
 * is unique for a set of solutions.
 */
#ifndef SDE_MAP_LINEAR_H
#define SDE_MAP_LINEAR_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

#define LINEAR_ONE (1ull << 63)
enum { LINEAR_SYMBOLS = 63 };

typedef VEC (uint64_t) Linear;

/* The row modulo the system: LINEAR_ONE or 0 when the system decides it. */
uint64_t linear_reduce (const Linear *sys, uint64_t row);
/* Adds a row; false, and the system unchanged, when it contradicts the others. */
bool linear_add (Mem *mem, Linear *sys, uint64_t row);
/* Adds all rows of more; false when they contradict. */
bool linear_join (Mem *mem, Linear *sys, const Linear *more);
/* The rows that concern the symbols, directly or through others, appended to out. */
void linear_component (Mem *mem, const Linear *sys, uint64_t symbols, Linear *out);
void linear_copy (Mem *mem, Linear *to, const Linear *from);

#endif
