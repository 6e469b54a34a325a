/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/debug_test.c -- lines, inlining, names and the optimisation level */
#include "prog/loading.h"

typedef struct Lines {
  unsigned pcs[100];
} Lines;

static void note_line (void *data, uint32_t file, uint32_t line, Pc pc) {
  (void)pc;
  assert_true (file > 0 && line < 100);
  ((Lines *)data)->pcs[line]++;
}

static void lines_and_names (void **state) {
  Fixture *f = fixture (state);
  Program *p =
      load_c (f, "-O0", "int add (int left, long right) {\n  int s = left;\n  return s + right;\n}\n");
  const Function *add = &p->functions[program_find_function (p, "add")];
  assert_true (add->debug);
  assert_int_equal (add->line, 1);
  assert_non_null (strstr (p->files[add->file], "t.c"));
  assert_string_equal (p->strings[add->params[0].name], "left");
  assert_string_equal (p->strings[add->params[1].name], "right");
  assert_int_equal (add->params[0].width, 32);
  Lines lines = {{0}};
  program_each_line (p, note_line, &lines);
  assert_true (lines.pcs[3] > 0);
  assert_int_equal (p->opt_level, 0);
  assert_ptr_equal (program_function_of (p, add->entry), add);
  program_free (p);
}

static void inlining_is_kept (void **state) {
  Fixture *f = fixture (state);
  Program *p = load_c (f, "-O2",
                       "static inline __attribute__ ((always_inline)) int deref (int *p) {\n  return *p;\n}\n"
                       "int user (int *q) {\n  return deref (q) + 1;\n}\n");
  const Function *user = &p->functions[program_find_function (p, "user")];
  const Location *at = NULL;
  for (Pc pc = user->entry; pc < user->end; pc++)
    if (insn_plain (p, pc).op == OP_LOAD_32)
      at = program_location (p, pc);
  assert_non_null (at);
  assert_int_equal (at->line, 2);
  assert_string_equal (p->strings[at->function], "deref");
  assert_int_not_equal (at->inlined, 0);
  assert_int_equal (p->places[at->inlined].line, 5);
  assert_string_equal (p->strings[p->places[at->inlined].function], "user");
  assert_string_equal (p->strings[user->params[0].name], "q");
  assert_int_equal (p->opt_level, 2);
  program_free (p);
}

static void without_debug_information (void **state) {
  Fixture *f = fixture (state);
  Program *p = load_c (f, "-g0 -O1", "int f (int x) { return x; }");
  const Function *fn = &p->functions[0];
  assert_false (fn->debug);
  assert_int_equal (program_location (p, fn->entry)->line, 0);
  assert_int_equal (p->main, FUNC_NONE);
  program_free (p);
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (lines_and_names), FIXTURE_TEST (inlining_is_kept),
                                     FIXTURE_TEST (without_debug_information)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
