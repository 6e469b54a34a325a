/* SPDX-License-Identifier: GPL-2.0-only */
/* test/expr/serial_test.c -- expressions as bytes and back: equal hashes in another pool, the same handle in the
 * same one; damaged bytes get a sentence or another expression, never a crash */
#include "base/vec.h"
#include "expr/naive.h"
#include "expr/serial.h"
#include "support/fixture.h"

#include <string.h>

typedef struct Stored {
  ExprPiece piece;
  uint8_t *bytes; /* size of them */
} Stored;

typedef struct Store {
  Mem *mem;
  ExprPool *pool; /* that was written */
  VEC (Stored) pieces;
} Store;

static void store_piece (void *data, const ExprPiece *piece) {
  Store *s = data;
  Stored stored = {*piece, mem_new (s->mem, piece->size)};
  memcpy (stored.bytes, piece->bytes, piece->size);
  stored.piece.bytes = stored.bytes;
  VEC_PUSH (s->mem, &s->pieces, stored);
}

static bool give_piece (void *data, uint64_t number, ExprPiece *out) {
  const Store *s = data;
  for (size_t i = 0; i < s->pieces.len; i++) {
    *out = s->pieces.data[i].piece;
    if (number >= out->first && number - out->first < out->count)
      return true;
  }
  return false;
}

static bool give_array (void *data, uint64_t array, ArrayInfo *out) {
  const Store *s = data;
  if (array >= expr_array_count (s->pool))
    return false;
  *out = *expr_array_info (s->pool, (ArrayId)array);
  return true;
}

static void store_free (Store *s) {
  for (size_t i = 0; i < s->pieces.len; i++)
    mem_free (s->mem, s->pieces.data[i].bytes, s->pieces.data[i].piece.size);
  VEC_FREE (s->mem, &s->pieces);
}

static ExprReader *read_store (Store *s, ExprPool *pool) {
  return expr_reader_new (s->mem, pool, &(ExprSource){give_piece, give_array, s});
}

static Expr must_read (ExprReader *r, uint64_t number) {
  Expr e = EXPR_NONE;
  Status st = expr_reader_get (r, number, &e);
  if (!status_ok (st))
    fail_msg ("expression %llu: %s", (unsigned long long)number, st.text);
  return e;
}

/* ---- round trips ---- */

enum { SYMS = 4, TREES = 120, MOST = 400 };

typedef struct Trip {
  Store store;
  Expr exprs[MOST];
  uint64_t numbers[MOST];
  size_t n;
} Trip;

static void trip_begin (Fixture *f, Trip *t) {
  memset (t, 0, sizeof *t);
  t->store.mem = &f->mem;
  t->store.pool = expr_pool_new (&f->mem);
}

static void trip_write (Trip *t) {
  ExprWriter *w = expr_writer_new (t->store.mem, t->store.pool, store_piece, &t->store);
  for (size_t i = 0; i < t->n; i++)
    t->numbers[i] = expr_writer_number (w, t->exprs[i]);
  for (size_t i = 0; i < t->n; i++)
    assert_int_equal (expr_writer_number (w, t->exprs[i]), t->numbers[i]);
  expr_writer_flush (w);
  expr_writer_free (w);
}

/* Backwards, so that reading does not happen to follow the order of writing. */
static void trip_compare (Trip *t, ExprPool *to) {
  ExprReader *r = read_store (&t->store, to);
  for (size_t i = t->n; i--;) {
    Expr e = must_read (r, t->numbers[i]);
    assert_int_equal (expr_width (to, e), expr_width (t->store.pool, t->exprs[i]));
    assert_int_equal (expr_hash (to, e), expr_hash (t->store.pool, t->exprs[i]));
    if (to == t->store.pool)
      assert_int_equal (e, t->exprs[i]);
  }
  expr_reader_free (r);
}

static void trip_end (Trip *t) {
  ExprPool *to = expr_pool_new (t->store.mem);
  expr_array (to, "before", 0, 9, false); /* symbols have other numbers there */
  trip_compare (t, to);
  trip_compare (t, t->store.pool);
  expr_check (to);
  expr_pool_free (to);
  store_free (&t->store);
  expr_pool_free (t->store.pool);
}

static void random_forest (Trip *t, uint64_t seed, unsigned widest) {
  Tree trees[TREES + 4];
  Rng rng = rng_seed (seed);
  Forest f = {t->store.pool, trees, 0, TREES, SYMS, widest};
  expr_array (f.p, "3:in", 1, SYMS, seed % 2);
  for (SymId s = 0; s < SYMS; s++)
    forest_add (&f, tree_symbol (f.p, s));
  while (f.len < TREES)
    forest_grow (&f, &rng);
  for (size_t i = 0; i < f.len; i++)
    t->exprs[t->n++] = trees[i].built;
}

static void random_expressions (void **state) {
  Fixture *f = fixture (state);
  unsigned rounds = fixture_rounds (300);
  print_message ("seeds from %llu\n", (unsigned long long)f->seed);
  for (unsigned i = 0; i < rounds; i++) {
    Trip t;
    trip_begin (f, &t);
    random_forest (&t, f->seed + i, i % 4 == 0 ? 128 : i % 4 == 1 ? 64 : i % 4 == 2 ? 16 : 9);
    trip_write (&t);
    trip_end (&t);
  }
}

static Expr wide_symbol (ExprPool *p, ArrayId array, unsigned bytes) {
  Expr e = expr_sym (p, array, 0);
  for (uint32_t i = 1; i < bytes; i++)
    e = expr_binary (p, EXPR_CONCAT, e, expr_sym (p, array, i));
  return e;
}

/* Numbers of every size, and every kind at a small and a large width. */
static void every_kind (Trip *t, unsigned bytes) {
  ExprPool *p = t->store.pool;
  ArrayId x = expr_array (p, "x", 0, bytes, false), y = expr_array (p, "y", 7, bytes, true);
  Expr a = wide_symbol (p, x, bytes), b = wide_symbol (p, y, bytes);
  for (ExprKind k = EXPR_AND; k <= EXPR_SLT; k++)
    t->exprs[t->n++] = expr_binary (p, k, a, b);
  Expr sum = expr_binary (p, EXPR_ADD, a, b), less = expr_binary (p, EXPR_SLT, a, b);
  t->exprs[t->n++] = expr_not (p, sum);
  t->exprs[t->n++] = expr_ite (p, less, a, sum);
  t->exprs[t->n++] = expr_binary (p, EXPR_CONCAT, sum, less);
  t->exprs[t->n++] = expr_extract (p, sum, 3, 5);
  t->exprs[t->n++] = expr_extend (p, EXPR_ZEXT, sum, bytes * 8 + 77);
  t->exprs[t->n++] = expr_extend (p, EXPR_SEXT, sum, bytes * 8 + 77);
}

static void wide_numbers (Trip *t) {
  static const unsigned widths[] = {1, 7, 8, 9, 63, 64, 65, 127, 128, 129, 1000, 65534, 65535};
  uint64_t limbs[1024];
  for (size_t i = 0; i < 1024; i++)
    limbs[i] = i * 0x9e3779b97f4a7c15u;
  for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
    t->exprs[t->n++] = expr_const (t->store.pool, widths[i], 1);
    t->exprs[t->n++] = expr_const_wide (t->store.pool, widths[i], limbs);
  }
}

static void all_kinds_and_widths (void **state) {
  Fixture *f = fixture (state);
  Trip t;
  bool seen[EXPR_KINDS] = {false};
  trip_begin (f, &t);
  every_kind (&t, 2);
  every_kind (&t, 40);
  wide_numbers (&t);
  trip_write (&t);
  for (Expr e = 2; e < 2 + expr_pool_count (t.store.pool); e++)
    seen[expr_kind (t.store.pool, e)] = true;
  for (int k = EXPR_CONST; k < EXPR_KINDS; k++)
    assert_true (seen[k]);
  trip_end (&t);
}

/* A chain of several pieces, whose last number needs all of them. */
static void many_pieces (void **state) {
  Fixture *f = fixture (state);
  Trip t;
  trip_begin (f, &t);
  ArrayId x = expr_array (t.store.pool, "x", 0, 4, false);
  Expr e = wide_symbol (t.store.pool, x, 4), start = e;
  for (unsigned i = 1; i < 3 * EXPR_PIECE; i++)
    e = expr_binary (t.store.pool, i % 2 ? EXPR_MUL : EXPR_XOR,
                     expr_binary (t.store.pool, EXPR_UDIV, start, e),
                     expr_const (t.store.pool, 32, i * 2 + 1));
  t.exprs[t.n++] = e;
  trip_write (&t);
  assert_true (t.store.pieces.len > 3);
  assert_int_equal (t.store.pieces.data[0].piece.count, EXPR_PIECE);
  trip_end (&t);
}

/* ---- damage ---- */

static void refuses (Fixture *f, const uint8_t *bytes, size_t size, uint32_t count, uint64_t number,
                     const char *why) {
  Store s = {.mem = &f->mem, .pool = expr_pool_new (&f->mem)};
  expr_array (s.pool, "x", 0, 4, false);
  store_piece (&s, &(ExprPiece){0, count, bytes, size});
  ExprPool *to = expr_pool_new (&f->mem);
  ExprReader *r = read_store (&s, to);
  Expr e;
  for (int again = 0; again < 2; again++) { /* the second time it must be no better */
    Status st = expr_reader_get (r, number, &e);
    assert_false (status_ok (st));
    if (!strstr (st.text, why))
      fail_msg ("'%s' does not say '%s'", st.text, why);
    status_free (st);
  }
  expr_reader_free (r);
  expr_pool_free (to);
  store_free (&s);
  expr_pool_free (s.pool);
}

#define REFUSES(count, number, why, ...)                                                                     \
  do {                                                                                                       \
    const uint8_t bytes_[] = {__VA_ARGS__};                                                                  \
    refuses (f, bytes_, sizeof bytes_, count, number, why);                                                  \
  } while (0)

static void lies (void **state) {
  Fixture *f = fixture (state);
  REFUSES (1, 5, "not there", EXPR_SYM, 0, 0);
  REFUSES (2, 0, "its record", EXPR_SYM, 0, 0);
  REFUSES (1, 0, "more bytes", EXPR_SYM, 0, 0, 0);
  REFUSES (1, 0, "its record", EXPR_NONE);
  REFUSES (1, 0, "its record", EXPR_KINDS);
  REFUSES (1, 0, "array that is not there", EXPR_SYM, 1, 0);
  REFUSES (1, 0, "behind the end", EXPR_SYM, 0, 4);
  REFUSES (1, 0, "its record", EXPR_CONST, 0, 0);
  REFUSES (1, 0, "its record", EXPR_CONST, 0x80, 0x80, 4, 0);
  REFUSES (1, 0, "its record", EXPR_CONST, 65, 0, 0, 0);
  REFUSES (1, 0, "its record", EXPR_NOT, 0);
  REFUSES (2, 1, "its record", EXPR_SYM, 0, 0, EXPR_NOT, 2);
  REFUSES (3, 2, "its widths", EXPR_SYM, 0, 0, EXPR_CONST, 9, 1, 0, EXPR_ADD, 1, 2);
  REFUSES (2, 1, "its widths", EXPR_SYM, 0, 0, EXPR_EXTRACT, 1, 7, 2);
  REFUSES (2, 1, "its widths", EXPR_SYM, 0, 0, EXPR_ZEXT, 1, 7);
  REFUSES (2, 1, "its widths", EXPR_SYM, 0, 0, EXPR_ITE, 1, 1, 1);
  REFUSES (3, 2, "its widths", EXPR_SYM, 0, 0, EXPR_ZEXT, 1, 0xff, 0xff, 3, EXPR_CONCAT, 1, 1);
  REFUSES (EXPR_PIECE + 1, 0, "size of its piece", EXPR_SYM, 0, 0);
}

static void mutate (Fixture *f, Stored *s) {
  for (uint64_t n = 1 + rng_next (&f->rng) % 4; n--;) {
    uint64_t r = rng_next (&f->rng);
    s->bytes[r % s->piece.size] = r >> 60 ? (uint8_t)(r >> 32) : (uint8_t)(s->bytes[r % s->piece.size] + 1);
  }
}

static void mutated (void **state) {
  Fixture *f = fixture (state);
  unsigned rounds = fixture_rounds (2000), refused = 0, read = 0;
  print_message ("SDE_SEED=%llu\n", (unsigned long long)f->seed);
  for (unsigned i = 0; i < rounds; i++) {
    Trip t;
    trip_begin (f, &t);
    random_forest (&t, f->seed + i, i % 2 ? 64 : 128);
    trip_write (&t);
    mutate (f, &t.store.pieces.data[0]);
    ExprPool *to = expr_pool_new (&f->mem);
    ExprReader *r = read_store (&t.store, to);
    for (size_t j = 0; j < t.n; j++) {
      Expr e;
      Status st = expr_reader_get (r, t.numbers[j], &e);
      *(status_ok (st) ? &read : &refused) += 1;
      status_free (st);
    }
    expr_check (to);
    expr_reader_free (r);
    expr_pool_free (to);
    store_free (&t.store);
    expr_pool_free (t.store.pool);
  }
  assert_true (refused > rounds && read > rounds);
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (random_expressions), FIXTURE_TEST (all_kinds_and_widths),
                                     FIXTURE_TEST (many_pieces), FIXTURE_TEST (lies), FIXTURE_TEST (mutated)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
