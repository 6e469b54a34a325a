/* SPDX-License-Identifier: GPL-2.0-only */
/* expr/leaf.c -- numbers, and symbols as bytes of named arrays
 *
 * Invariant: arrays are numbered in the order they were made and their symbols
 * follow each other, so a symbol's array is found by bisection.
 */
#include "base/hash.h"
#include "expr/pool_impl.h"

#include <string.h>

Expr expr_const (ExprPool *p, unsigned width, uint64_t value) {
  invariant (width >= 1 && width <= EXPR_MAX_WIDTH);
  if (width > 64) {
    uint64_t limbs[MAX_LIMBS] = {value};
    return expr_const_wide (p, width, limbs);
  }
  return pool_intern (
      p, (Node){.kind = EXPR_CONST, .width = (uint16_t)width, .value = value & bits_mask (width)});
}

Expr expr_const_wide (ExprPool *p, unsigned width, const uint64_t *limbs) {
  if (width <= 64)
    return expr_const (p, width, limbs[0]);
  invariant (width <= EXPR_MAX_WIDTH);
  uint64_t copy[MAX_LIMBS];
  unsigned n = num_limbs (width);
  memcpy (copy, limbs, n * sizeof *copy);
  if (width % 64)
    copy[n - 1] &= bits_mask (width % 64);
  return pool_intern (
      p, (Node){.kind = EXPR_CONST, .width = (uint16_t)width, .value = (uint64_t)(uintptr_t)copy});
}

static bool array_matches (const ArrayInfo *a, const char *name, uint32_t ordinal, uint32_t size,
                           bool uninit) {
  return a->ordinal == ordinal && a->size == size && a->uninit == uninit && !strcmp (a->name, name);
}

static ArrayId array_new (ExprPool *p, const char *name, uint32_t ordinal, uint32_t size, bool uninit) {
  if (size >= SUPPORT_MANY - p->next_sym)
    panic ("more symbols than handles");
  ArrayInfo a = {mem_string (&p->mem, name, strlen (name)), ordinal, size, p->next_sym, uninit};
  VEC_PUSH (&p->mem, &p->arrays, a);
  p->next_sym += size;
  return (ArrayId)(p->arrays.len - 1);
}

ArrayId expr_array (ExprPool *p, const char *name, uint32_t ordinal, uint32_t size, bool uninit) {
  uint64_t key = hash_pair (hash_bytes (name, strlen (name)), (uint64_t)ordinal << 32 | size) + uninit;
  for (;; key++) {
    uint64_t *found = table_put (&p->mem, &p->array_index, key);
    if (!*found)
      return (ArrayId)((*found = 1 + array_new (p, name, ordinal, size, uninit)) - 1);
    if (array_matches (&p->arrays.data[*found - 1], name, ordinal, size, uninit))
      return (ArrayId)(*found - 1);
  }
}

const ArrayInfo *expr_array_info (const ExprPool *p, ArrayId array) {
  invariant (array < p->arrays.len);
  return &p->arrays.data[array];
}

size_t expr_array_count (const ExprPool *p) { return p->arrays.len; }

Expr expr_sym (ExprPool *p, ArrayId array, uint32_t index) {
  const ArrayInfo *a = expr_array_info (p, array);
  invariant (index < a->size);
  return expr_sym_by_id (p, a->first + index);
}

Expr expr_sym_by_id (ExprPool *p, SymId sym) {
  invariant (sym < p->next_sym);
  return pool_intern (p, (Node){.kind = EXPR_SYM, .width = 8, .a = sym});
}

ArrayId expr_sym_array (const ExprPool *p, SymId sym) {
  size_t lo = 0, hi = p->arrays.len;
  while (hi - lo > 1) {
    size_t mid = lo + (hi - lo) / 2;
    if (p->arrays.data[mid].first <= sym)
      lo = mid;
    else
      hi = mid;
  }
  return (ArrayId)lo;
}

bool expr_sym_uninit (const ExprPool *p, SymId sym) { return p->arrays.data[expr_sym_array (p, sym)].uninit; }
