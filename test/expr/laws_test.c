/* SPDX-License-Identifier: GPL-2.0-only */
/* test/expr/laws_test.c -- all small expressions of widths 1 to 4, for all assignments
 *
 * Leaves are two variables and numbers of each width.  Generation 1 is every
 * operator on leaves, generation 2 every operator on one of generation 1 and a
 * leaf, in both orders.  Each built expression is evaluated from its nodes by
 * the naive definitions, for all 256 assignments, and compared with what was
 * asked for.  LONG=1 takes all of generation 2, otherwise a share of it.
 */
#include "expr/naive.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { WIDEST = 4, INNER = 8, LEAVES = 64, GEN1 = 60000, NODES = 1 << 22 };

/* Values for all assignments: the low four bits are the first variable, the upper four the second. */
typedef struct Column {
  uint8_t v[256];
} Column;

typedef struct Item {
  unsigned width;
  Column column; /* what it must be */
  Expr built;
} Item;

typedef struct World {
  ExprPool *p;
  Column **columns; /* by handle: what the node is */
  Item *leaves, *items;
  size_t leaf_count, item_count, compared;
  bool *seen;
  Rng rng;
  unsigned share; /* one in so many of generation 2 */
} World;

/* --- columns --- */

static Column column_operator (ExprKind kind, unsigned width, unsigned offset, const Item *const ops[3]) {
  Tree leaf[3];
  Tree t = {.kind = kind, .width = width, .offset = offset};
  Column out;
  for (unsigned i = 0; i < 3; i++)
    if (ops[i]) {
      leaf[i] = (Tree){.width = ops[i]->width};
      t.ops[i] = &leaf[i];
    }
  for (unsigned j = 0; j < 256; j++) {
    Value v[3] = {0};
    for (unsigned i = 0; i < 3 && ops[i]; i++)
      v[i] = ops[i]->column.v[j];
    out.v[j] = (uint8_t)(naive_operator (&t, v) & value_mask (width));
  }
  return out;
}

static Column column_leaf (const ExprPool *p, Expr e) {
  Column out;
  for (unsigned j = 0; j < 256; j++)
    out.v[j] = (uint8_t)(expr_is_const (p, e) ? expr_value (p, e) : expr_sym_id (p, e) ? j >> 4 : j & 15);
  return out;
}

/* What a node is, from its operands' columns. */
static const Column *column_of (World *w, Expr e) {
  if (w->columns[e])
    return w->columns[e];
  Expr ops[3];
  Item items[3];
  const Item *pointers[3] = {0};
  unsigned n = expr_operands (w->p, e, ops);
  for (unsigned i = 0; i < n; i++) {
    items[i] = (Item){expr_width (w->p, ops[i]), *column_of (w, ops[i]), ops[i]};
    pointers[i] = &items[i];
  }
  Column *c = malloc (sizeof *c);
  *c = n ? column_operator (expr_kind (w->p, e), expr_width (w->p, e), expr_offset (w->p, e), pointers)
         : column_leaf (w->p, e);
  w->columns[e] = c;
  return c;
}

static void compare (World *w, const Item *it, ExprKind kind) {
  w->compared++;
  if (expr_width (w->p, it->built) == it->width &&
      !memcmp (column_of (w, it->built), &it->column, sizeof it->column))
    return;
  char text[512];
  expr_print (w->p, it->built, text, sizeof text);
  fail_msg ("a %s of width %u became %s", expr_kind_name (kind), it->width, text);
}

/* --- generations --- */

static Item item_make (World *w, ExprKind kind, unsigned width, unsigned offset, const Item *a, const Item *b,
                       const Item *c) {
  const Item *ops[3] = {a, b, c};
  Tree leaf[3] = {{.built = a->built}, {.built = b ? b->built : 0}, {.built = c ? c->built : 0}};
  Tree t = {.kind = kind, .width = width, .offset = offset, .ops = {&leaf[0], &leaf[1], &leaf[2]}};
  Item it = {width, column_operator (kind, width, offset, ops), build_operator (w->p, &t)};
  compare (w, &it, kind);
  return it;
}

static void item_keep (World *w, Item it, bool keep) {
  if (!keep || w->seen[it.built] || it.width > WIDEST || w->item_count == GEN1)
    return;
  w->seen[it.built] = true;
  w->items[w->item_count++] = it;
}

static bool wanted (World *w, bool keep) {
  return keep || w->share == 1 || rng_below (&w->rng, w->share) == 0;
}

static void grow_unary (World *w, const Item *a, bool keep) {
  item_keep (w, item_make (w, EXPR_NOT, a->width, 0, a, NULL, NULL), keep);
  for (unsigned n = 1; n <= a->width; n++)
    for (unsigned o = 0; o + n <= a->width; o++)
      item_keep (w, item_make (w, EXPR_EXTRACT, n, o, a, NULL, NULL), keep);
  for (unsigned n = a->width; n <= WIDEST + 1; n++) {
    item_keep (w, item_make (w, EXPR_ZEXT, n, 0, a, NULL, NULL), keep);
    item_keep (w, item_make (w, EXPR_SEXT, n, 0, a, NULL, NULL), keep);
  }
}

static void grow_binary (World *w, const Item *a, const Item *b, bool keep) {
  if (a->width + b->width <= INNER && wanted (w, keep))
    item_keep (w, item_make (w, EXPR_CONCAT, a->width + b->width, 0, a, b, NULL), keep);
  if (a->width != b->width)
    return;
  for (unsigned k = EXPR_AND; k <= EXPR_SLT; k++)
    if (wanted (w, keep))
      item_keep (w, item_make (w, (ExprKind)k, result_width ((ExprKind)k, a->width, 0), 0, a, b, NULL), keep);
}

static void grow_ite (World *w, const Item *a, const Item *b, const Item *c, bool keep) {
  if (a->width == 1 && b->width == c->width && wanted (w, keep))
    item_keep (w, item_make (w, EXPR_ITE, b->width, 0, a, b, c), keep);
}

static void leaf_add (World *w, Expr e) {
  w->leaves[w->leaf_count++] = (Item){expr_width (w->p, e), *column_of (w, e), e};
}

static void leaves_make (World *w) {
  expr_array (w->p, "in", 0, 2, false);
  for (unsigned width = 1; width <= WIDEST; width++) {
    leaf_add (w, expr_extract (w->p, expr_sym_by_id (w->p, 0), 0, width));
    leaf_add (w, expr_extract (w->p, expr_sym_by_id (w->p, 1), 0, width));
    for (uint64_t v = 0; v < 1u << width; v++)
      if (width < 4 || v < 3 || v == 7 || v == 8 || v == 10 || v == 15)
        leaf_add (w, expr_const (w->p, width, v));
  }
}

static void generation (World *w, const Item *from, size_t count, bool keep) {
  const Item *leaves = w->leaves;
  for (size_t i = 0; i < count; i++) {
    if (wanted (w, keep))
      grow_unary (w, &from[i], keep);
    for (size_t j = 0; j < w->leaf_count; j++) {
      grow_binary (w, &from[i], &leaves[j], keep);
      grow_binary (w, &leaves[j], &from[i], keep);
      for (size_t k = 0; k < (from[i].width == 1 ? w->leaf_count : 0); k++)
        grow_ite (w, &from[i], &leaves[j], &leaves[k], keep);
      for (size_t k = 0; k < (leaves[j].width == 1 ? w->leaf_count : 0); k++) {
        grow_ite (w, &leaves[j], &from[i], &leaves[k], keep);
        grow_ite (w, &leaves[j], &leaves[k], &from[i], keep);
      }
    }
  }
}

static void world_free (World *w) {
  for (size_t i = 0; i < NODES; i++)
    free (w->columns[i]);
  free (w->columns);
  free (w->leaves);
  free (w->items);
  free (w->seen);
}

static void all_small_expressions (void **state) {
  (void)state;
  Mem mem;
  mem_init (&mem, "test", NULL);
  World w = {.p = expr_pool_new (&mem), .rng = rng_seed (7), .share = getenv ("LONG") ? 1 : 5};
  w.columns = calloc (NODES, sizeof *w.columns);
  w.seen = calloc (NODES, sizeof *w.seen);
  w.leaves = calloc (LEAVES, sizeof *w.leaves);
  w.items = calloc (GEN1, sizeof *w.items);
  leaves_make (&w);
  generation (&w, w.leaves, w.leaf_count, true);
  size_t first = w.item_count;
  generation (&w, w.items, first, false);
  print_message ("%zu leaves, %zu of generation 1, %zu compared, %zu nodes\n", w.leaf_count, first,
                 w.compared, expr_pool_count (w.p));
  assert_true (expr_pool_count (w.p) < NODES - 2);
  expr_check (w.p);
  world_free (&w);
  expr_pool_free (w.p);
  assert_int_equal (mem.live, 0);
}

int main (void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test (all_small_expressions)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
