/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/lower_test.c -- what C becomes: merged, folded and promoted instructions */
#include "prog/loading.h"

#include "expr/expr.h"

/* prog knows nothing of expressions, but its wide operations name their kinds. */
_Static_assert((int)WIDE_AND == (int)EXPR_AND && (int)WIDE_ASHR == (int)EXPR_ASHR, "binary kinds agree");
_Static_assert((int)WIDE_EXTRACT == (int)EXPR_EXTRACT && (int)WIDE_SEXT == (int)EXPR_SEXT, "casts agree");

static void locals_are_registers (void **state) {
  Fixture *f = fixture (state);
  Program *p = load_c (
      f, "-O0", "int sum (int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }");
  assert_int_equal (count_op (p, "sum", "ALLOCA"), 0);
  assert_int_equal (count_op (p, "sum", "STORE"), 0);
  assert_int_equal (count_op (p, "sum", "LOAD"), 1);
  assert_int_equal (count_op (p, "sum", "LOADX_32"), 1);
  assert_int_equal (count_op (p, "sum", "BR_SLT_32"), 2);
  assert_int_equal (count_op (p, "sum", "JMP"), 0);
  assert_int_equal (count_op (p, "sum", "MOV"), 0);
  assert_true (count_all (p, "sum") <= 9);
  program_free (p);
}

static void optimised_loop_is_tight (void **state) {
  Fixture *f = fixture (state);
  Program *p = load_c (
      f, "-O1", "int sum (int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }");
  assert_int_equal (count_op (p, "sum", "MOV"), 0);
  assert_int_equal (count_op (p, "sum", "JMP"), 0);
  assert_int_equal (count_op (p, "sum", "LOADX_32"), 1);
  program_free (p);
}

static void taken_address_stays_memory (void **state) {
  Fixture *f = fixture (state);
  Program *p = load_c (
      f, "-O0",
      "void g (int *); int h (void) { int x = 1, y = 2; volatile int z = 3; g (&x); return x + y + z; }");
  assert_int_equal (count_op (p, "h", "ALLOCA"), 2);
  assert_int_equal (count_op (p, "h", "LOAD_32"), 2);
  assert_int_equal (count_op (p, "h", "STORE_32"), 2);
  program_free (p);
}

static void uninitialised_stays_so (void **state) {
  Fixture *f = fixture (state);
  Program *p = load_c (f, "-O0", "int u (int c) { int x; if (c) x = 1; return x; }");
  assert_int_equal (count_op (p, "u", "UNINIT"), 1);
  program_free (p);
}

/* a, b = b, a on the way back: a temporary slot, never a lost value. */
static void swap_goes_through_a_slot (void **state) {
  Fixture *f = fixture (state);
  Program *p = load_c (f, "-O1",
                       "void w (int n, int *o) { int a = 1, b = 2; while (n--) { int t = a; a = b; b = t; } "
                       "o[0] = a; o[1] = b; }");
  const Function *w = &p->functions[program_find_function (p, "w")];
  bool found = false;
  for (Pc pc = w->entry; pc + 2 < w->end; pc++) {
    const Insn i[3] = {insn_plain (p, pc), insn_plain (p, pc + 1), insn_plain (p, pc + 2)};
    if (i[0].op == OP_MOV && i[1].op == OP_MOV && i[2].op == OP_MOV && i[1].a == i[0].b && i[2].a == i[1].b &&
        i[2].b == i[0].a)
      found = true;
  }
  assert_true (found);
  program_free (p);
}

static void addresses_fold (void **state) {
  Fixture *f = fixture (state);
  Program *p = load_c (f, "-O0",
                       "struct s { int a; short b[6]; long c; }; struct s g[10]; int k;\n"
                       "int field (struct s *p, long i) { return p[i].b[3]; }\n"
                       "int global (void) { return g[2].a + k; }\n"
                       "void put (void) { g[1].c = 5; }\n");
  assert_non_null (strstr (listing (p, "field"), "LOADX_16"));
  assert_non_null (strstr (listing (p, "field"), "* 24 + 10]"));
  assert_int_equal (count_op (p, "field", "GEP"), 0);
  assert_int_equal (count_op (p, "global", "LOADG_32"), 2);
  assert_int_equal (count_op (p, "put", "STOREG_64"), 1);
  program_free (p);
}

static void switches_have_tables (void **state) {
  Fixture *f = fixture (state);
  Program *p = load_c (f, "-O0",
                       "int d (int x) { switch (x) { case 3: return 1; case 1: return 2; case 2: return 3; "
                       "case 6: return 4; } return 0; }\n"
                       "int s (int x) { switch (x) { case -1: return 1; case 1000: return 2; case 7: return "
                       "3; } return 0; }\n");
  assert_non_null (strstr (listing (p, "d"), "dense"));
  assert_null (strstr (listing (p, "s"), "dense"));
  const Switch *sparse = NULL, *dense = NULL;
  for (size_t i = 0; i < p->nswitches; i++)
    if (p->switches[i].ndense)
      dense = &p->switches[i];
    else
      sparse = &p->switches[i];
  assert_int_equal (sparse->cases[0].value, 7);
  assert_int_equal (sparse->cases[1].value, 1000);
  assert_int_equal (sparse->cases[2].value, 0xffffffffu);
  assert_int_equal (dense->first, 1);
  assert_int_equal (dense->ndense, 6);
  assert_int_equal (dense->dense[3], dense->fallback);
  assert_int_equal (dense->dense[2], dense->cases[2].target);
  program_free (p);
}

static void calls_are_resolved (void **state) {
  Fixture *f = fixture (state);
  Program *p =
      load_c (f, "-O0",
              "void klee_silent_exit (int); int nobody (int, ...); int weak (void) __attribute__ ((weak));\n"
              "struct b { long a[5]; }; long take (struct b x) { return x.a[1]; }\n"
              "int c (int (*p) (int), struct b *b) { p (1); klee_silent_exit (2); return nobody (3, 4.0, 5L) "
              "+ (int)take (*b); }\n"
              "int w (void) { return weak != 0; }\n");
  assert_int_equal (count_op (p, "c", "CALL_I"), 1);
  assert_int_equal (count_op (p, "c", "CALL_X"), 1);
  assert_int_equal (count_op (p, "c", "CALL_U"), 1);
  assert_int_equal (p->nundefined, 1);
  assert_string_equal (p->undefined[0], "nobody");
  assert_int_equal (p->functions[program_find_function (p, "klee_silent_exit")].intrinsic, 7);
  assert_int_equal (p->functions[program_find_function (p, "weak")].address, 0);
  for (size_t i = 0; i < p->ncalls; i++) {
    const CallSite *s = &p->calls[i];
    if (s->callee == program_find_function (p, "nobody")) {
      assert_int_equal (s->nargs, 3);
      assert_int_equal (s->nfixed, 1);
      assert_int_equal (s->args[1].width, 64);
    }
    if (s->callee == program_find_function (p, "take"))
      assert_int_equal (s->args[0].byval, 40);
  }
  program_free (p);
}

static void unsupported_is_named (void **state) {
  Fixture *f = fixture (state);
  Program *p = load_c (f, "-O0",
                       "void ok (void) { __asm__ volatile (\"\" ::: \"memory\"); }\nvoid bad (void) {\n "
                       "__asm__ volatile (\"nop\"); }\n");
  assert_int_equal (p->nmessages, 1);
  assert_non_null (strstr (p->messages[0], "inline assembly in function bad"));
  assert_non_null (strstr (p->messages[0], "t.c:3"));
  assert_non_null (strstr (p->messages[0], "nop"));
  assert_int_equal (count_all (p, "ok"), 1);
  program_free (p);
}

static void wide_and_odd_widths (void **state) {
  Fixture *f = fixture (state);
  Program *p =
      load_c (f, "-O1",
              "typedef unsigned __int128 W; W m (W *a, W *b) { return *a * *b + ((W)1 << 100); }\n"
              "long double l (long double x) { return x * 1.5L; } _Bool t; _Bool b (void) { return t; }\n");
  assert_true (count_op (p, "m", "BIN_W") >= 2);
  assert_int_equal (count_op (p, "l", "LDW"), 1);
  bool hundred = false, fp80 = false;
  for (size_t i = 0; i < p->nwide; i++) {
    hundred |= p->wide[i].width == 128 && !p->wide[i].limbs[0] && p->wide[i].limbs[1] == 1ull << 36;
    fp80 |=
        p->wide[i].width == 80 && p->wide[i].limbs[0] == 0xc000000000000000u && p->wide[i].limbs[1] == 0x3fff;
  }
  assert_true (hundred);
  assert_true (fp80);
  program_free (p);
}

/* An optimiser may compute a shift before the condition that guards it. */
static void optimised_shifts_are_harmless (void **state) {
  Fixture *f = fixture (state);
  const char *text = "int s (int x, int n) { return n < 32 ? x << n : 0; }";
  Program *p = load_c (f, "-O0", text);
  assert_int_equal (count_op (p, "s", "ANDI_N"), 0);
  program_free (p);
  p = load_c (f, "-O2", text);
  assert_int_equal (count_op (p, "s", "ANDI_N"), 1);
  program_free (p);
}

static void vectors_are_lanes (void **state) {
  Fixture *f = fixture (state);
  Program *p = load_c (f, "-O1",
                       "typedef int V __attribute__ ((vector_size (16))); void v (V *a, V *b) { *a = *a * *b "
                       "+ (V){1, 2, 3, 4}; }");
  assert_int_equal (count_op (p, "v", "LOAD_32"), 8);
  assert_int_equal (count_op (p, "v", "MUL_32"), 4);
  assert_int_equal (count_op (p, "v", "ADDI_32"), 4);
  assert_int_equal (count_op (p, "v", "STORE_32"), 4);
  program_free (p);
}

static void computed_goto_is_a_switch (void **state) {
  Fixture *f = fixture (state);
  Program *p =
      load_c (f, "-O0",
              "int g (int i) { static void *const t[] = {&&a, &&b}; goto *t[i]; a: return 1; b: return 2; }");
  assert_int_equal (count_op (p, "g", "SWITCH"), 1);
  assert_int_equal (p->switches[0].ncases, 2);
  const Global *table = NULL;
  for (size_t i = 0; i < p->nglobals; i++)
    if (strstr (p->globals[i].name, "t"))
      table = &p->globals[i];
  uint64_t label;
  memcpy (&label, table->init, 8);
  assert_true (label == p->switches[0].cases[0].value || label == p->switches[0].cases[1].value);
  assert_null (program_function_at (p, label));
  program_free (p);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      FIXTURE_TEST (locals_are_registers),          FIXTURE_TEST (optimised_loop_is_tight),
      FIXTURE_TEST (taken_address_stays_memory),    FIXTURE_TEST (uninitialised_stays_so),
      FIXTURE_TEST (swap_goes_through_a_slot),      FIXTURE_TEST (addresses_fold),
      FIXTURE_TEST (switches_have_tables),          FIXTURE_TEST (calls_are_resolved),
      FIXTURE_TEST (unsupported_is_named),          FIXTURE_TEST (wide_and_odd_widths),
      FIXTURE_TEST (optimised_shifts_are_harmless), FIXTURE_TEST (vectors_are_lanes),
      FIXTURE_TEST (computed_goto_is_a_switch)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
