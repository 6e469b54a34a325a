/* SPDX-License-Identifier: GPL-2.0-only */
/* map/linear.c -- systems of linear equations over one-bit symbols */
#include "map/linear.h"

static uint64_t linear_pivot (uint64_t row) {
  row &= ~LINEAR_ONE;
  return 1ull << (63 - __builtin_clzll (row));
}

uint64_t linear_reduce (const Linear *sys, uint64_t row) {
  for (size_t i = 0; i < sys->len; i++)
    if (row & linear_pivot (sys->data[i]))
      row ^= sys->data[i];
  return row;
}

bool linear_add (Mem *mem, Linear *sys, uint64_t row) {
  row = linear_reduce (sys, row);
  if (!row || row == LINEAR_ONE)
    return !row;
  uint64_t pivot = linear_pivot (row);
  VEC_PUSH (mem, sys, row);
  for (size_t i = 0; i + 1 < sys->len; i++)
    if (sys->data[i] & pivot)
      sys->data[i] ^= row;
  for (size_t i = sys->len - 1; i && linear_pivot (sys->data[i - 1]) > pivot; i--) {
    sys->data[i] = sys->data[i - 1];
    sys->data[i - 1] = row;
  }
  return true;
}

bool linear_join (Mem *mem, Linear *sys, const Linear *more) {
  bool good = true;
  for (size_t i = 0; i < more->len; i++)
    good &= linear_add (mem, sys, more->data[i]);
  return good;
}

void linear_component (Mem *mem, const Linear *sys, uint64_t symbols, Linear *out) {
  symbols &= ~LINEAR_ONE;
  for (bool grows = true; grows;) {
    uint64_t before = symbols;
    for (size_t i = 0; i < sys->len; i++)
      if (sys->data[i] & symbols)
        symbols |= sys->data[i] & ~LINEAR_ONE;
    grows = symbols != before;
  }
  for (size_t i = 0; i < sys->len; i++)
    if (sys->data[i] & symbols)
      VEC_PUSH (mem, out, sys->data[i]);
}

void linear_copy (Mem *mem, Linear *to, const Linear *from) {
  to->len = 0;
  for (size_t i = 0; i < from->len; i++)
    VEC_PUSH (mem, to, from->data[i]);
}
