/* SPDX-License-Identifier: GPL-2.0-only */
/* test/fuzz/expr_fuzz.c -- expressions built from bytes against plain trees
 *
 * The first four bytes are the symbols' values.  Then each operator takes four
 * bytes: kind, two operands (numbers of earlier trees), and a width, offset or number.
 */
#include "expr/naive.h"

#include <stddef.h>

enum { SYMS = 4, TREES = 40 };

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

/* t made as wide as asked. */
static const Tree *fit (Forest *f, const Tree *t, unsigned width, bool sign) {
  if (t->width == width)
    return t;
  ExprKind kind = t->width > width ? EXPR_EXTRACT : sign ? EXPR_SEXT : EXPR_ZEXT;
  return forest_add (f, tree_operator (f->p, kind, width, 0, t, NULL, NULL));
}

static Tree number (ExprPool *p, unsigned width, unsigned code) {
  Value v = code < 128 ? code : code < 192 ? value_mask (code - 127) : (Value)1 << (code - 192);
  return tree_number (p, width, code % 7 == 6 ? -v : v);
}

static unsigned within (unsigned code, unsigned from, unsigned to) { return from + code % (to - from + 1); }

static void grow (Forest *f, const uint8_t code[4]) {
  ExprKind kind = (ExprKind)within (code[0], EXPR_CONST, EXPR_KINDS - 1);
  const Tree *a = &f->trees[code[1] % f->len], *b = &f->trees[code[2] % f->len];
  unsigned x = code[3];
  switch (kind) {
  case EXPR_CONST: forest_add (f, number (f->p, within (code[1], 1, f->widest), x)); return;
  case EXPR_SYM: forest_add (f, tree_symbol (f->p, x % SYMS)); return;
  case EXPR_NOT: forest_add (f, tree_operator (f->p, kind, a->width, 0, a, NULL, NULL)); return;
  case EXPR_EXTRACT: {
    unsigned w = within (code[2], 1, a->width);
    forest_add (f, tree_operator (f->p, kind, w, within (x, 0, a->width - w), a, NULL, NULL));
    return;
  }
  case EXPR_ZEXT:
  case EXPR_SEXT:
    forest_add (f, tree_operator (f->p, kind, within (x, a->width, f->widest), 0, a, NULL, NULL));
    return;
  case EXPR_ITE: {
    const Tree *c = fit (f, &f->trees[x % f->len], 1, false);
    b = fit (f, b, a->width, x & 1);
    forest_add (f, tree_operator (f->p, kind, a->width, 0, c, a, b));
    return;
  }
  default: break;
  }
  if (kind == EXPR_CONCAT && a->width + b->width > f->widest)
    kind = EXPR_EQ;
  if (kind != EXPR_CONCAT)
    b = fit (f, b, a->width, x & 1);
  forest_add (f, tree_operator (f->p, kind, result_width (kind, a->width, b->width), 0, a, b, NULL));
}

/* Values of all trees, operands first: trees share much. */
static Value value_of (const Forest *f, const Value *values, const Tree *t, const Assignment *as) {
  if (t->kind == EXPR_CONST || t->kind == EXPR_SYM)
    return naive_eval (t, as);
  Value v[3] = {0};
  for (unsigned i = 0; i < 3 && t->ops[i]; i++)
    v[i] = values[t->ops[i] - f->trees];
  return naive_operator (t, v) & value_mask (t->width);
}

static void check (const Forest *f, const uint8_t *bytes) {
  Value values[TREES + 4];
  Assignment as = {bytes};
  for (unsigned i = 0; i < f->len; i++) {
    const Tree *t = &f->trees[i];
    values[i] = value_of (f, values, t, &as);
    if (built_eval (f->p, t->built, &as) != values[i])
      panic ("a built expression has another value");
    if (t->width > 64)
      continue;
    Range r = expr_range (f->p, t->built);
    if (values[i] < r.lo || values[i] > r.hi)
      panic ("a value is out of bounds");
    SymId sym = expr_single_sym (f->p, t->built);
    if (t->width == 1 && sym != SYM_NONE &&
        byteset_has (expr_byteset (f->p, t->built), bytes[sym]) != values[i])
      panic ("a set is wrong");
  }
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  Mem mem;
  Tree trees[TREES + 4];
  if (size < SYMS + 1)
    return 0;
  mem_init (&mem, "fuzz", NULL);
  Forest f = {expr_pool_new (&mem), trees, 0, TREES, SYMS, data[SYMS] & 1 ? 128 : 16};
  expr_array (f.p, "in", 0, SYMS, data[SYMS] & 2);
  for (SymId s = 0; s < SYMS; s++)
    forest_add (&f, tree_symbol (f.p, s));
  for (size_t i = SYMS + 1; i + 4 <= size && f.len < TREES; i += 4)
    grow (&f, data + i);
  check (&f, data);
  expr_check (f.p);
  expr_pool_free (f.p);
  if (mem.live)
    panic ("bytes are still live");
  return 0;
}
