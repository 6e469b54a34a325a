/* SPDX-License-Identifier: GPL-2.0-only */
/* expr/number.h -- numbers of any width and what each kind does to them
 *
 * A number is (width + 63) / 64 limbs, lowest first, bits above the width zero.
 */
#ifndef SDE_EXPR_NUMBER_H
#define SDE_EXPR_NUMBER_H

#include "expr/expr.h"

typedef struct Num {
  unsigned width;
  const uint64_t *limbs;
} Num;

/* The value of an operator with result width on operands; offset is an extract's.  Results go to out. */
void num_apply (ExprKind kind, unsigned width, unsigned offset, const Num *ops, uint64_t *out);
/* The same where all widths are at most 64; wa and wb are the operands' widths. */
uint64_t num_small (ExprKind kind, unsigned width, unsigned offset, unsigned wa, unsigned wb,
                    const uint64_t v[3]);

bool num_zero (Num a);
bool num_ones (Num a);
bool num_equal (Num a, Num b);
bool num_less (Num a, Num b);
bool num_bit (Num a, unsigned i);
/* The bits offset .. offset + width - 1 are all equal to bit. */
bool num_run (Num a, unsigned offset, unsigned width, bool bit);
/* Position of the lowest bit that equals bit, from offset on; the width if there is none. */
unsigned num_scan (Num a, unsigned offset, bool bit);

#endif
