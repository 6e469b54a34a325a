/* SPDX-License-Identifier: GPL-2.0-only */
/* test/expr/pool_test.c -- symbols, supports, sets, substitution, hashes, text, deep chains, live bytes */
#include "base/rng.h"
#include "expr/naive.h"
#include "expr/parse.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

typedef struct Fixture {
  Mem mem;
  ExprPool *p;
} Fixture;

static int setup (void **state) {
  Fixture *f = calloc (1, sizeof *f);
  mem_init (&f->mem, "test", NULL);
  f->p = expr_pool_new (&f->mem);
  *state = f;
  return 0;
}

static int teardown (void **state) {
  Fixture *f = *state;
  expr_check (f->p);
  expr_pool_free (f->p);
  int live = f->mem.live != 0;
  free (f);
  return live;
}

static void arrays_are_interned (void **state) {
  ExprPool *p = ((Fixture *)*state)->p;
  ArrayId a = expr_array (p, "x", 0, 4, false), b = expr_array (p, "x", 1, 4, false);
  ArrayId c = expr_array (p, "x", 0, 5, false), u = expr_array (p, "x", 0, 4, true);
  assert_int_equal (expr_array (p, "x", 0, 4, false), a);
  assert_true (a != b && a != c && b != c && u != a);
  assert_int_equal (expr_array_count (p), 4);
  assert_string_equal (expr_array_info (p, b)->name, "x");
  assert_int_equal (expr_array_info (p, b)->first, 4);
  Expr s = expr_sym (p, c, 2);
  assert_int_equal (expr_sym_id (p, s), 10);
  assert_int_equal (expr_sym_array (p, 10), c);
  assert_int_equal (expr_sym_by_id (p, 10), s);
  assert_false (expr_has_uninit (p, expr_binary (p, EXPR_ADD, s, expr_sym (p, a, 0))));
  assert_true (expr_has_uninit (p, expr_binary (p, EXPR_ADD, s, expr_sym (p, u, 0))));
}

static void supports (void **state) {
  ExprPool *p = ((Fixture *)*state)->p;
  size_t n;
  assert_null (expr_support (p, expr_const (p, 8, 3), &n));
  assert_int_equal (n, 0);
  Expr one = parse (p, "(ult (mul a a) 7:8)");
  assert_int_equal (expr_single_sym (p, one), 0);
  assert_int_equal (expr_support (p, one, &n)[0], 0);
  assert_int_equal (n, 1);
  Expr many = parse (p, "(add (mul d b) (mul (mul a b) d))");
  const SymId *s = expr_support (p, many, &n);
  assert_int_equal (expr_single_sym (p, many), SYM_NONE);
  assert_int_equal (n, 3);
  assert_true (s[0] == 0 && s[1] == 1 && s[2] == 3);
  assert_ptr_equal (expr_support (p, parse (p, "(mul a (mul b d))"), &n), s);
}

static void sets (void **state) {
  ExprPool *p = ((Fixture *)*state)->p;
  static const char *const texts[] = {"(eq a 65:8)",
                                      "(ult a 200:8)",
                                      "(ult a 64:8)",
                                      "(not (ult a 64:8))",
                                      "(slt a 7:8)",
                                      "(and (extract 7 1 a) (or (extract 2 1 a) (not (extract 6 1 a))))",
                                      "(or (eq a 9:8) (or (eq a 255:8) (or (eq a 0:8) (ult a 3:8))))",
                                      "(and (not (ult a 48:8)) (ult a 58:8))",
                                      "(eq (urem (mul a a) 7:8) 2:8)",
                                      "(eq (sext 128 a) (mul (zext 128 a) (sext 128 a)))",
                                      "(extract 3 1 (sdiv a 3:8))"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    Expr e = parse (p, texts[i]);
    const ByteSet *set = expr_byteset (p, e);
    assert_ptr_equal (expr_byteset (p, e), set);
    for (unsigned v = 0; v < 256; v++) {
      uint8_t bytes[8] = {(uint8_t)v};
      Assignment as = {bytes};
      assert_int_equal (byteset_has (set, v), expr_eval (p, e, assigned_byte, &as));
    }
  }
}

static void ranges (void **state) {
  ExprPool *p = ((Fixture *)*state)->p;
  Range r = expr_range (p, parse (p, "(add (zext 32 a) (zext 32 b))"));
  assert_true (r.lo == 0 && r.hi == 510);
  r = expr_range (p, parse (p, "(or (concat a 0x40:8) (zext 16 (and b 0xf:8)))"));
  assert_true (r.lo == 0x40 && r.hi == 0xff4f);
  r = expr_range (p, parse (p, "(add (and a 0x55:8) 1:8)"));
  assert_true (r.lo == 1 && r.hi == 0x56);
  uint64_t zeros, ones;
  expr_known_bits (p, parse (p, "(or (mul (zext 16 a) (zext 16 b)) 0x8001:16)"), &zeros, &ones);
  assert_true (zeros == 0 && ones == 0x8001);
}

static void wide_numbers (void **state) {
  ExprPool *p = ((Fixture *)*state)->p;
  uint64_t limbs[4] = {1, 2, 3, ~0ull};
  Expr e = expr_const_wide (p, 200, limbs);
  assert_int_equal (expr_limbs (p, e)[3], 0xff);
  assert_int_equal (expr_const_wide (p, 200, expr_limbs (p, e)), e);
  Expr q = expr_binary (p, EXPR_UDIV, e, expr_const (p, 200, 10)),
       r = expr_binary (p, EXPR_UREM, e, expr_const (p, 200, 10));
  assert_int_equal (expr_binary (p, EXPR_ADD, expr_binary (p, EXPR_MUL, q, expr_const (p, 200, 10)), r), e);
  Expr big = expr_not (p, expr_const (p, EXPR_MAX_WIDTH, 0));
  assert_int_equal (expr_binary (p, EXPR_ADD, big, expr_const (p, EXPR_MAX_WIDTH, 1)),
                    expr_const (p, EXPR_MAX_WIDTH, 0));
  assert_int_equal (expr_binary (p, EXPR_ASHR, big, big), big);
}

/* --- substitution --- */

static Expr replace (void *data, SymId sym) {
  const Expr *by = data;
  return by[sym];
}

static void substitution (void **state) {
  ExprPool *p = ((Fixture *)*state)->p;
  Expr e = parse (p, "(ult (add (mul a b) c) d)");
  Expr by[8] = {0};
  assert_int_equal (expr_substitute (p, e, replace, by), e);
  by[0] = expr_const (p, 8, 1);
  assert_int_equal (expr_substitute (p, e, replace, by), parse (p, "(ult (add b c) d)"));
  by[1] = parse (p, "(not e)");
  assert_int_equal (expr_substitute (p, e, replace, by), parse (p, "(ult (add (not e) c) d)"));
  by[1] = expr_const (p, 8, 3);
  by[2] = expr_const (p, 8, 4);
  by[3] = expr_const (p, 8, 7);
  assert_true (expr_is_false (p, expr_substitute (p, e, replace, by)));
}

/* --- hashes and text --- */

static void hashes_are_the_same_everywhere (void **state) {
  Fixture *f = *state;
  static const char *const text = "(eq (add (mul a b) (mul c d)) (ite (ult e f) 3:8 (xor g h)))";
  Expr e = parse (f->p, text);
  ExprPool *other = expr_pool_new (&f->mem);
  expr_sym (other, expr_array (other, "first", 0, 3, false), 0);
  parse (other, "(mul d c)");
  parse (other, "(xor h g)");
  Expr o = parse (other, text);
  assert_true (e != o);
  assert_true (expr_hash (f->p, e) == expr_hash (other, o));
  assert_true (expr_hash (f->p, parse (f->p, "(sub a b)")) != expr_hash (f->p, parse (f->p, "(sub b a)")));
  assert_true (expr_hash (f->p, parse (f->p, "a")) != expr_hash (f->p, parse (f->p, "b")));
  expr_pool_free (other);
}

static void text (void **state) {
  ExprPool *p = ((Fixture *)*state)->p;
  char out[128];
  expr_print (p, parse (p, "(eq (add (zext 16 (mul a b)) 5:16) (concat c d))"), out, sizeof out);
  assert_string_equal (out, "(eq (add w16 (zext w16 (mul w8 (read w8 0 in) (read w8 1 in))) 5)"
                            " (concat w16 (read w8 2 in) (read w8 3 in)))");
  size_t n = expr_print (p, parse (p, "(extract 4 8 (mul (zext 16 a) (zext 16 b)))"), out, 24);
  assert_int_equal (n, 23);
  assert_string_equal (out, "(extract w8 4 (mul w...");
  assert_int_equal (expr_print (p, EXPR_UNINIT, out, sizeof out), 6);
  assert_int_equal (expr_print (p, parse (p, "a"), out, 1), 0);
}

/* --- a million operators deep --- */

static Expr chain (ExprPool *p, unsigned length, bool one_symbol) {
  Expr e = parse (p, "(mul a a)"), other = parse (p, one_symbol ? "(mul a (mul a a))" : "b"),
       a = parse (p, "a");
  for (unsigned i = 0; i < length / 2; i++)
    e = expr_binary (p, EXPR_ADD, expr_binary (p, EXPR_MUL, e, other), a);
  return e;
}

static void deep_chains (void **state) {
  ExprPool *p = ((Fixture *)*state)->p;
  char out[64];
  size_t n;
  Expr e = chain (p, 1000000, false), one = chain (p, 100000, true);
  uint8_t bytes[8] = {1, 1, 2};
  Assignment as = {bytes};
  assert_int_equal (expr_eval (p, e, assigned_byte, &as), (1 + 500000) & 255);
  expr_support (p, e, &n);
  assert_int_equal (n, 2);
  assert_true (expr_range (p, e).hi == 255);
  uint64_t table[256];
  expr_byte_table (p, one, table);
  assert_int_equal (table[1], (1 + 50000) & 255);
  expr_byteset (p, expr_binary (p, EXPR_ULT, one, expr_const (p, 8, 9)));
  expr_print (p, e, out, sizeof out);
  Expr by[8] = {0};
  by[1] = parse (p, "c");
  Expr s = expr_substitute (p, e, replace, by);
  bytes[1] = 7;
  bytes[2] = 1;
  assert_int_equal (expr_eval (p, s, assigned_byte, &as), (1 + 500000) & 255);
  assert_int_equal (expr_width (p, expr_extract (p, s, 2, 3)), 3);
  assert_int_equal (expr_width (p, expr_not (p, expr_eq (p, s, e))), 1);
}

/* Rules that follow a chain downward stop before the stack does. */
static void deep_rules (void **state) {
  ExprPool *p = ((Fixture *)*state)->p;
  Expr x = parse (p, "(mul a b)"), y = parse (p, "(mul c d)"), e = x, f = y;
  for (unsigned i = 0; i < 200000; i++) {
    e = expr_binary (p, EXPR_ADD, expr_binary (p, EXPR_XOR, e, expr_const (p, 8, i | 1)),
                     expr_const (p, 8, 1));
    f = expr_binary (p, i % 2 ? EXPR_ADD : EXPR_XOR, f, parse (p, i % 4 < 2 ? "e" : "f"));
    x = expr_binary (p, i % 2 ? EXPR_ADD : EXPR_XOR, x, parse (p, i % 4 < 2 ? "e" : "f"));
  }
  Expr moved = expr_eq (p, e, expr_const (p, 8, 77)), shared = expr_eq (p, f, x);
  uint8_t bytes[8] = {3, 5, 3, 5, 1, 2};
  Assignment as = {bytes};
  assert_int_equal (expr_eval (p, shared, assigned_byte, &as), 1);
  assert_int_equal (expr_eval (p, moved, assigned_byte, &as), expr_eval (p, e, assigned_byte, &as) == 77);
}

/* --- stored as bytes and loaded again: the same expression --- */

static Expr store_and_load (ExprPool *p, Expr e, bool low_first) {
  unsigned n = expr_width (p, e) / 8;
  Expr r = expr_extract (p, e, low_first ? 0 : 8 * (n - 1), 8);
  for (unsigned i = 1; i < n; i++) {
    Expr byte = expr_extract (p, e, 8 * (low_first ? i : n - 1 - i), 8);
    r = low_first ? expr_binary (p, EXPR_CONCAT, byte, r) : expr_binary (p, EXPR_CONCAT, r, byte);
  }
  return r;
}

static void memory_keeps_expressions (void **state) {
  ExprPool *p = ((Fixture *)*state)->p;
  static const char *const texts[] = {"(zext 32 a)",
                                      "(sext 64 a)",
                                      "(add (zext 32 a) 5:32)",
                                      "(add (sext 32 a) (zext 32 b))",
                                      "(or (mul (zext 32 a) (zext 32 b)) 8:32)",
                                      "(and (mul (zext 32 a) (zext 32 b)) 0x0ff000ff:32)",
                                      "(xor (mul (zext 32 a) (zext 32 b)) 0x00ff0000:32)",
                                      "(not (mul (zext 32 a) (zext 32 b)))",
                                      "(ite (ult a b) 5:32 0x10007:32)",
                                      "(ite (ult a b) (zext 32 c) 0:32)",
                                      "(sext 32 (ult a b))",
                                      "(sub (zext 64 a) (zext 64 b))",
                                      "(mul (sext 128 a) (zext 128 b))",
                                      "(lshr (mul (zext 32 a) (zext 32 b)) 3:32)",
                                      "(shl (mul (zext 32 a) (zext 32 b)) 3:32)"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    Expr e = parse (p, texts[i]);
    for (unsigned low_first = 0; low_first < 2; low_first++)
      if (store_and_load (p, e, low_first) != e) {
        char out[512];
        expr_print (p, store_and_load (p, e, low_first), out, sizeof out);
        fail_msg ("%s comes back as %s", texts[i], out);
      }
  }
}

#define TEST(name) cmocka_unit_test_setup_teardown (name, setup, teardown)

int main (void) {
  const struct CMUnitTest tests[] = {TEST (arrays_are_interned),
                                     TEST (supports),
                                     TEST (sets),
                                     TEST (ranges),
                                     TEST (wide_numbers),
                                     TEST (substitution),
                                     TEST (hashes_are_the_same_everywhere),
                                     TEST (text),
                                     TEST (deep_chains),
                                     TEST (deep_rules),
                                     TEST (memory_keeps_expressions)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
