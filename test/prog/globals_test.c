/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/globals_test.c -- initialisers, byte for byte as the native compiler lays them out */
#include "prog/loading.h"

#include "prog/address.h"
#include "prog/globals_sample.c"

static const Global *find_global (const Program *p, const char *name) {
  for (size_t i = 0; i < p->nglobals; i++)
    if (!strcmp (p->globals[i].name, name))
      return &p->globals[i];
  return NULL;
}

static void same_bytes (const Program *p, const char *name, const void *native, size_t size) {
  const Global *g = find_global (p, name);
  assert_non_null (g);
  assert_int_equal (g->size, size);
  static const uint8_t zero[4096];
  assert_memory_equal (g->init ? g->init : zero, native, size);
}

#define SAME(p, name) same_bytes ((p), #name, &name, sizeof name)

static void as_native (void **state) {
  Fixture *f = fixture (state);
  char path[500];
  const char *src = getenv ("SRC");
  if (!src)
    skip ();
  snprintf (path, sizeof path, "%s/test/prog/globals_sample.c", src);
  compile_c ("-O0", path, "g.bc");
  Program *p = load_file (f, "g.bc");
  SAME (p, sample_zero);
  SAME (p, sample_ints);
  SAME (p, sample_text);
  SAME (p, sample_pair);
  SAME (p, sample_bits);
  SAME (p, sample_packed);
  SAME (p, sample_vector);
  SAME (p, sample_wide);
  SAME (p, sample_bools);
  SAME (p, sample_nan);
  SAME (p, sample_floats);
  SAME (p, sample_shorts);
  /* the padding behind a long double is anybody's */
  const Global *mixed = find_global (p, "sample_mixed");
  assert_int_equal (mixed->size, sizeof sample_mixed);
  assert_memory_equal (mixed->init, &sample_mixed, offsetof (struct Mixed, l) + 10);
  assert_memory_equal (mixed->init + offsetof (struct Mixed, u), &sample_mixed.u, sizeof sample_mixed.u);
  assert_null (find_global (p, "sample_zero")->init);
  program_free (p);
}

static uint64_t word (const Global *g, size_t i) {
  uint64_t x;
  memcpy (&x, g->init + 8 * i, 8);
  return x;
}

static void addresses_are_numbers (void **state) {
  Fixture *f = fixture (state);
  Program *p = load_c (f, "-O0",
                       "int a[10]; const char s[] = \"x\"; int g (int x) { return x; }\n"
                       "char big[3 << 20]; extern int out;\n"
                       "void *t[] = {&a[3], (char *)s + 1, (void *)g, 0, &big[5], &out, (char *)&a[9] - 4};\n"
                       "long d = (long)&t[2] + 7;\n");
  const Global *t = find_global (p, "t"), *a = find_global (p, "a"), *big = find_global (p, "big");
  assert_int_equal (word (t, 0), a->address + 12);
  assert_int_equal (word (t, 1), find_global (p, "s")->address + 1);
  assert_ptr_equal (program_function_at (p, word (t, 2)), &p->functions[program_find_function (p, "g")]);
  assert_int_equal (word (t, 3), 0);
  assert_int_equal (word (t, 4), big->address + 5);
  assert_true (address_is_large (big->address));
  assert_int_equal (p->nlarge, 1);
  assert_true (find_global (p, "out")->external);
  assert_int_equal (word (t, 5), find_global (p, "out")->address);
  assert_int_equal (word (t, 6), a->address + 32);
  assert_int_equal (word (find_global (p, "d"), 0), t->address + 16 + 7);
  assert_true (find_global (p, "s")->constant && !a->constant);
  for (size_t i = 0; i < p->nglobals; i++)
    assert_true (address_is_large (p->globals[i].address) || p->globals[i].address < p->first_free);
  program_free (p);
}

static void constructors_are_listed (void **state) {
  Fixture *f = fixture (state);
  Program *p = load_c (f, "-O0",
                       "__attribute__ ((constructor)) void late (void) {} __attribute__ ((constructor "
                       "(200))) void early (void) {}\n"
                       "__attribute__ ((destructor)) void end (void) {}\n");
  assert_int_equal (p->nctors, 2);
  assert_int_equal (p->ctors[0].function, program_find_function (p, "early"));
  assert_int_equal (p->ctors[1].function, program_find_function (p, "late"));
  assert_int_equal (p->ndtors, 1);
  program_free (p);
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (as_native), FIXTURE_TEST (addresses_are_numbers),
                                     FIXTURE_TEST (constructors_are_listed)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
