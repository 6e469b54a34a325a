/* SPDX-License-Identifier: GPL-2.0-only */
/* test/expr/random_test.c -- random expressions against plain trees
 *
 * Whatever the constructors make of a tree has the tree's value for every tried
 * assignment; bounds and known bits contain it; tables and sets agree with it.
 * SEED in the environment repeats a run; LONG=1 makes it longer.
 */
#include "expr/naive.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SYMS = 4, TREES = 60, TRIES = 12 };

static uint64_t first_seed (void) {
  const char *s = getenv ("SEED");
  return s ? strtoull (s, NULL, 0) : 1;
}

static void fail_tree (ExprPool *p, uint64_t seed, const Tree *t, const char *what) {
  char text[4096];
  expr_print (p, t->built, text, sizeof text);
  fail_msg ("SEED=%llu: %s of a %s of width %u: %s", (unsigned long long)seed, what, expr_kind_name (t->kind),
            t->width, text);
}

static void check_bounds (ExprPool *p, uint64_t seed, const Tree *t, Value v) {
  if (t->width > 64)
    return;
  Range r = expr_range (p, t->built);
  uint64_t zeros, ones;
  expr_known_bits (p, t->built, &zeros, &ones);
  if (v < r.lo || v > r.hi)
    fail_tree (p, seed, t, "bounds");
  if ((v & zeros) || (~v & ones))
    fail_tree (p, seed, t, "known bits");
}

static void check_table (ExprPool *p, uint64_t seed, const Tree *t) {
  SymId sym = expr_single_sym (p, t->built);
  if (sym == SYM_NONE || t->width > 64)
    return;
  uint64_t table[256];
  uint8_t bytes[SYMS] = {0};
  Assignment as = {bytes};
  const ByteSet *set = t->width == 1 ? expr_byteset (p, t->built) : NULL;
  expr_byte_table (p, t->built, table);
  for (unsigned i = 0; i < 256; i++) {
    bytes[sym] = (uint8_t)i;
    Value v = naive_eval (t, &as);
    if (v != table[i] || (set && byteset_has (set, i) != v))
      fail_tree (p, seed, t, "table");
  }
}

static void check_tree (ExprPool *p, uint64_t seed, Rng *rng, const Tree *t) {
  for (unsigned i = 0; i < TRIES; i++) {
    uint64_t r = rng_next (rng);
    uint8_t bytes[SYMS];
    for (unsigned j = 0; j < SYMS; j++)
      bytes[j] = (uint8_t)(i == 0 ? 0 : i == 1 ? 255 : r >> (8 * j));
    Assignment as = {bytes};
    Value v = naive_eval (t, &as);
    if (expr_width (p, t->built) != t->width)
      fail_tree (p, seed, t, "width");
    if (built_eval (p, t->built, &as) != v || expr_eval (p, t->built, assigned_byte, &as) != (uint64_t)v)
      fail_tree (p, seed, t, "value");
    check_bounds (p, seed, t, v);
  }
  check_table (p, seed, t);
}

static void run_seed (uint64_t seed, unsigned widest) {
  Mem mem;
  Tree trees[TREES + 4];
  mem_init (&mem, "test", NULL);
  Rng rng = rng_seed (seed);
  Forest f = {expr_pool_new (&mem), trees, 0, TREES, SYMS, widest};
  expr_array (f.p, "in", 0, SYMS, false);
  for (SymId s = 0; s < SYMS; s++)
    forest_add (&f, tree_symbol (f.p, s));
  while (f.len < TREES)
    check_tree (f.p, seed, &rng, forest_grow (&f, &rng));
  expr_check (f.p);
  expr_pool_free (f.p);
  assert_int_equal (mem.live, 0);
}

static void random_trees (void **state) {
  (void)state;
  unsigned runs = getenv ("LONG") ? 20000 : 600;
  uint64_t first = first_seed ();
  print_message ("seeds from %llu\n", (unsigned long long)first);
  for (unsigned i = 0; i < runs; i++)
    run_seed (first + i, i % 4 == 0 ? 128 : i % 4 == 1 ? 64 : i % 4 == 2 ? 16 : 9);
}

int main (void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test (random_trees)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
