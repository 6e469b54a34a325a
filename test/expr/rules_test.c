/* SPDX-License-Identifier: GPL-2.0-only */
/* test/expr/rules_test.c -- every rule applies where it should, gives what it should, and only there */
#include "expr/parse.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

typedef struct Case {
  const char *rule, *before, *after, *other;
} Case;

static const Case cases[] = {
#define CASE(rule, before, after, other) {#rule, before, after, other},
#include "expr/rule_cases.def"
};

/* Uses of one rule. */
typedef struct Count {
  size_t rule, uses;
} Count;

static void count_use (void *data, const ExprRuleUse *use) {
  Count *count = data;
  count->uses += use->rule == count->rule;
}

static size_t rule_by_name (const char *name) {
  for (size_t i = 0; i < expr_rule_count (); i++)
    if (!strcmp (expr_rule_name (i), name))
      return i;
  fail_msg ("no rule is called %s", name);
  return 0;
}

static size_t uses_of (size_t rule, const char *text, const char *expected) {
  Mem mem;
  mem_init (&mem, "test", NULL);
  ExprPool *p = expr_pool_new (&mem);
  Count count = {rule, 0};
  Expr want = expected ? parse (p, expected) : EXPR_NONE;
  expr_watch_rules (p, count_use, &count);
  Expr got = parse (p, text);
  if (expected && got != want) {
    char a[512], b[512];
    expr_print (p, got, a, sizeof a);
    expr_print (p, want, b, sizeof b);
    fail_msg ("%s: %s became %s, not %s", expr_rule_name (rule), text, a, b);
  }
  expr_check (p);
  expr_pool_free (p);
  assert_int_equal (mem.live, 0);
  return count.uses;
}

static void applies (void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    if (!uses_of (rule_by_name (cases[i].rule), cases[i].before, cases[i].after))
      fail_msg ("%s was not used on %s", cases[i].rule, cases[i].before);
}

static void does_not_apply (void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    if (cases[i].other && uses_of (rule_by_name (cases[i].rule), cases[i].other, NULL))
      fail_msg ("%s was used on %s", cases[i].rule, cases[i].other);
}

static void all_rules_have_cases (void **state) {
  (void)state;
  for (size_t r = 0; r < expr_rule_count (); r++) {
    bool found = false;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
      found = found || !strcmp (cases[i].rule, expr_rule_name (r));
    if (!found)
      fail_msg ("rule_cases.def has nothing for %s", expr_rule_name (r));
    assert_true (strlen (expr_rule_law (r)) > 4);
  }
}

/* Idioms of C at -O0 and of packet parsers. */
static void idioms (void **state) {
  (void)state;
  static const char *const pairs[][2] = {
      {"(or (shl (zext 32 a) 8:32) (zext 32 b))", "(zext 32 (concat a b))"},
      {"(or (or (or (shl (zext 32 a) 24:32) (shl (zext 32 b) 16:32)) (shl (zext 32 c) 8:32)) (zext 32 d))",
       "(concat a (concat b (concat c d)))"},
      {"(extract 0 16 (or (shl (zext 32 (concat a b)) 8:32) (ashr (zext 32 (concat a b)) 8:32)))",
       "(concat b a)"},
      {"(add (shl (zext 32 a) 8:32) (zext 32 b))", "(zext 32 (concat a b))"},
      {"(eq (zext 32 (eq (zext 32 a) 65:32)) 0:32)", "(not (eq a 65:8))"},
      {"(not (eq (zext 32 (ult a b)) 0:32))", "(ult a b)"},
      {"(eq (and (zext 32 a) 0x40:32) 0:32)", "(not (extract 6 1 a))"},
      {"(extract 0 8 (add (sext 32 a) 1:32))", "(add a 1:8)"},
      {"(eq (add (zext 64 a) 0x7f0010:64) 0x7f0013:64)", "(eq a 3:8)"},
      {"(concat (extract 24 8 (sext 32 a)) (concat (extract 16 8 (sext 32 a)) (concat (extract 8 8 (sext 32 "
       "a)) a)))",
       "(sext 32 a)"},
      {"(slt 9:32 (zext 32 a))", "(not (ult a 10:8))"},
      {"(ult (sext 64 (zext 32 a)) 16:64)", "(ult a 16:8)"},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    uses_of (0, pairs[i][0], pairs[i][1]);
}

int main (void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test (applies), cmocka_unit_test (does_not_apply),
                                     cmocka_unit_test (all_rules_have_cases), cmocka_unit_test (idioms)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
