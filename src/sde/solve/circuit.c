/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/circuit.c -- arithmetic on rows of literals
 *
 * Division by zero comes out as SMT-LIB says without a special case: each step
 * of the restoring division then subtracts zero, so the quotient is all ones and
 * the remainder the dividend.
 */
#include "solve/circuit.h"

#include <string.h>

static int *row_new (Gates *g, unsigned n) { return mem_new (g->mem, n * sizeof (int)); }
static void row_free (Gates *g, int *row, unsigned n) { mem_free (g->mem, row, n * sizeof (int)); }

static void row_fill (int *row, unsigned n, int literal) {
  for (unsigned i = 0; i < n; i++)
    row[i] = literal;
}

void circuit_mux (Gates *g, unsigned n, int c, const int *a, const int *b, int *out) {
  for (unsigned i = 0; i < n; i++)
    out[i] = gate_mux (g, c, a[i], b[i]);
}

int circuit_add (Gates *g, unsigned n, const int *a, const int *b, int carry, int *out) {
  for (unsigned i = 0; i < n; i++) {
    int half = gate_xor (g, a[i], b[i]);
    out[i] = gate_xor (g, half, carry);
    carry = gate_majority (g, a[i], b[i], carry);
  }
  return carry;
}

void circuit_sub (Gates *g, unsigned n, const int *a, const int *b, int *out) {
  int *inverse = row_new (g, n);
  for (unsigned i = 0; i < n; i++)
    inverse[i] = -b[i];
  circuit_add (g, n, a, inverse, g->yes, out);
  row_free (g, inverse, n);
}

static unsigned constants (const Gates *g, unsigned n, const int *a) {
  unsigned count = 0;
  for (unsigned i = 0; i < n; i++)
    count += a[i] == g->yes || a[i] == -g->yes;
  return count;
}

/* Sum of shifted rows; the operand with more constant bits chooses the rows. */
void circuit_mul (Gates *g, unsigned n, const int *a, const int *b, int *out) {
  if (constants (g, n, a) > constants (g, n, b)) {
    const int *t = a;
    a = b;
    b = t;
  }
  int *row = row_new (g, n), *sum = row_new (g, n);
  row_fill (out, n, -g->yes);
  for (unsigned i = 0; i < n; i++) {
    if (b[i] == -g->yes)
      continue;
    for (unsigned k = i; k < n; k++)
      row[k] = gate_and (g, b[i], a[k - i]);
    circuit_add (g, n - i, out + i, row + i, -g->yes, sum + i);
    memcpy (out + i, sum + i, (n - i) * sizeof *out);
  }
  row_free (g, row, n);
  row_free (g, sum, n);
}

int circuit_equal (Gates *g, unsigned n, const int *a, const int *b) {
  int equal = g->yes;
  for (unsigned i = 0; i < n; i++)
    equal = gate_and (g, equal, -gate_xor (g, a[i], b[i]));
  return equal;
}

int circuit_less (Gates *g, unsigned n, const int *a, const int *b, bool is_signed) {
  int less = -g->yes;
  for (unsigned i = 0; i < n; i++) {
    bool turned = is_signed && i + 1 == n;
    int x = turned ? -a[i] : a[i], y = turned ? -b[i] : b[i];
    less = gate_mux (g, gate_xor (g, x, y), y, less);
  }
  return less;
}

/* Restoring division, highest bit first; the partial remainder has one bit more than the divisor. */
void circuit_divide (Gates *g, unsigned n, const int *a, const int *b, int *quotient, int *remainder) {
  unsigned m = n + 1;
  int *part = row_new (g, m), *divisor = row_new (g, m), *less = row_new (g, m), *next = row_new (g, m);
  row_fill (part, m, -g->yes);
  for (unsigned i = 0; i < n; i++)
    divisor[i] = -b[i];
  divisor[n] = g->yes;
  for (unsigned i = n; i-- > 0;) {
    memmove (part + 1, part, n * sizeof *part);
    part[0] = a[i];
    int fits = circuit_add (g, m, part, divisor, g->yes, less);
    circuit_mux (g, m, fits, less, part, next);
    memcpy (part, next, m * sizeof *part);
    if (quotient)
      quotient[i] = fits;
  }
  if (remainder)
    memcpy (remainder, part, n * sizeof *part);
  row_free (g, part, m);
  row_free (g, divisor, m);
  row_free (g, less, m);
  row_free (g, next, m);
}

/* out = c ? -a : a */
static void negate_if (Gates *g, unsigned n, int c, const int *a, int *out) {
  int carry = c;
  for (unsigned i = 0; i < n; i++) {
    int bit = gate_xor (g, a[i], c);
    out[i] = gate_xor (g, bit, carry);
    carry = gate_and (g, bit, carry);
  }
}

void circuit_signed_divide (Gates *g, unsigned n, const int *a, const int *b, bool quotient, int *out) {
  int *x = row_new (g, n), *y = row_new (g, n), *r = row_new (g, n);
  int sa = a[n - 1], sb = b[n - 1];
  negate_if (g, n, sa, a, x);
  negate_if (g, n, sb, b, y);
  circuit_divide (g, n, x, y, quotient ? r : NULL, quotient ? NULL : r);
  negate_if (g, n, quotient ? gate_xor (g, sa, sb) : sa, r, out);
  row_free (g, x, n);
  row_free (g, y, n);
  row_free (g, r, n);
}

/* One stage: shifted by a power of two if c. */
static void shift_stage (Gates *g, unsigned n, unsigned by, int c, bool left, int fill, int *row, int *next) {
  for (unsigned i = 0; i < n; i++) {
    bool inside = left ? i >= by : by < n && i < n - by;
    int from = !inside ? fill : left ? row[i - by] : row[i + by];
    next[i] = gate_mux (g, c, from, row[i]);
  }
  memcpy (row, next, n * sizeof *row);
}

void circuit_shift (Gates *g, unsigned n, const int *a, const int *b, bool left, int fill, int *out) {
  int *next = row_new (g, n), over = -g->yes;
  memcpy (out, a, n * sizeof *out);
  for (unsigned i = 0; i < n; i++) {
    if (i < 31 && 1u << i < n)
      shift_stage (g, n, 1u << i, b[i], left, fill, out, next);
    else
      over = gate_or (g, over, b[i]);
  }
  for (unsigned i = 0; i < n; i++)
    out[i] = gate_mux (g, over, fill, out[i]);
  row_free (g, next, n);
}
