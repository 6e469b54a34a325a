/* SPDX-License-Identifier: GPL-2.0-only */
/* base/ktest_test.c -- test cases: exact bytes, round trips, damaged files */
#include "support/fixture.h"

#include "base/ktest.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* As KLEE writes it: one argument "p", object "x" of two bytes. */
static const char sample[] = "KTEST\0\0\0\3\0\0\0\1\0\0\0\1p\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\1x\0\0\0\2\xAB\0";
enum { SAMPLE = sizeof sample - 1 };

static void fails (Fixture *f, const void *data, size_t n, const char *words) {
  Ktest t;
  Status s = ktest_decode (&f->mem, data, n, &t);
  assert_false (status_ok (s));
  assert_non_null (strstr (s.text, words));
  assert_int_equal (t.objects.len + t.args.len, 0);
  status_free (s);
}

static void reads_and_writes_klees_bytes (void **state) {
  Fixture *f = fixture (state);
  Ktest t = {0};
  Text text = {0};
  ktest_add_arg (&f->mem, &t, "p");
  ktest_add_object (&f->mem, &t, "x", "\xAB", 2);
  ktest_encode (&f->mem, &t, &text);
  assert_int_equal (text.len, SAMPLE);
  assert_memory_equal (text.data, sample, SAMPLE);
  ktest_free (&f->mem, &t);
  text_free (&f->mem, &text);
  assert_true (status_ok (ktest_decode (&f->mem, sample, SAMPLE, &t)));
  assert_int_equal (t.version, 3);
  assert_string_equal (t.args.data[0].data, "p");
  assert_string_equal (t.objects.data[0].name.data, "x");
  assert_int_equal (t.objects.data[0].bytes.len, 2);
  assert_memory_equal (t.objects.data[0].bytes.data, "\xAB", 2);
  ktest_free (&f->mem, &t);
}

static void reads_old_versions (void **state) {
  Fixture *f = fixture (state);
  Ktest t;
  static const char first[] = "BOUT\n\0\0\0\1\0\0\0\0\0\0\0\1\0\0\0\1y\0\0\0\1\7";
  static const char second[] = "KTEST\0\0\0\2\0\0\0\0\0\0\0\5\0\0\0\6\0\0\0\0";
  assert_true (status_ok (ktest_decode (&f->mem, first, sizeof first - 1, &t)));
  assert_int_equal (t.objects.data[0].bytes.data[0], 7);
  ktest_free (&f->mem, &t);
  assert_true (status_ok (ktest_decode (&f->mem, second, sizeof second - 1, &t)));
  assert_int_equal (t.sym_argvs, 5);
  assert_int_equal (t.sym_argv_len, 6);
  ktest_free (&f->mem, &t);
}

static void refuses_what_is_wrong (void **state) {
  Fixture *f = fixture (state);
  char bytes[SAMPLE + 1];
  for (size_t n = 0; n < SAMPLE; n++)
    fails (f, sample, n, "the test case");
  memcpy (bytes, sample, SAMPLE);
  bytes[SAMPLE] = 1;
  fails (f, bytes, SAMPLE + 1, "behind its last object");
  bytes[0] = 'L';
  fails (f, bytes, SAMPLE, "not a test case");
  bytes[0] = 'K';
  bytes[8] = 4;
  fails (f, bytes, SAMPLE, "version 4");
  bytes[8] = 0;
  fails (f, bytes, SAMPLE, "version 0");
  bytes[8] = 3;
  memset (bytes + 9, 0xFF, 4);
  fails (f, bytes, SAMPLE, "can hold");
}

/* A damaged file gives a sentence or a test case that encodes and decodes
 * again; memory stays in proportion to the file. */
static void survives_damage (void **state) {
  Fixture *f = fixture (state);
  for (unsigned round = 0; round < fixture_rounds (20000); round++) {
    char bytes[SAMPLE];
    memcpy (bytes, sample, SAMPLE);
    for (unsigned i = 0; i < 1 + rng_below (&f->rng, 3); i++)
      bytes[rng_below (&f->rng, SAMPLE)] = (char)rng_below (&f->rng, 256);
    Ktest t;
    Status s = ktest_decode (&f->mem, bytes, rng_below (&f->rng, SAMPLE + 1), &t);
    assert_true (f->mem.live < 4096);
    status_free (s);
    ktest_free (&f->mem, &t);
  }
}

static void same (const Ktest *a, const Ktest *b) {
  assert_int_equal (a->args.len, b->args.len);
  assert_int_equal (a->objects.len, b->objects.len);
  for (size_t i = 0; i < a->args.len; i++)
    assert_string_equal (a->args.data[i].data, b->args.data[i].data);
  for (size_t i = 0; i < a->objects.len; i++) {
    const KtestObject *x = &a->objects.data[i], *y = &b->objects.data[i];
    assert_string_equal (x->name.data, y->name.data);
    assert_int_equal (x->bytes.len, y->bytes.len);
    assert_memory_equal (x->bytes.data, y->bytes.data, x->bytes.len);
  }
}

static Ktest random_test (Fixture *f) {
  Ktest t = {0};
  char name[32];
  uint8_t bytes[300];
  for (uint64_t i = rng_below (&f->rng, 4); i; i--) {
    snprintf (name, sizeof name, "argument %llu", (unsigned long long)i);
    ktest_add_arg (&f->mem, &t, name);
  }
  for (uint64_t i = rng_below (&f->rng, 6); i; i--) {
    size_t n = (size_t)rng_below (&f->rng, sizeof bytes);
    for (size_t j = 0; j < n; j++)
      bytes[j] = (uint8_t)rng_below (&f->rng, 256);
    snprintf (name, sizeof name, "object %llu", (unsigned long long)i);
    ktest_add_object (&f->mem, &t, name, bytes, n);
  }
  return t;
}

static void files_come_back (void **state) {
  Fixture *f = fixture (state);
  char folder[] = "/tmp/sde-ktest.XXXXXX", path[64];
  assert_non_null (mkdtemp (folder));
  snprintf (path, sizeof path, "%s/a.ktest", folder);
  for (unsigned round = 0; round < fixture_rounds (50); round++) {
    Ktest t = random_test (f), back;
    assert_true (status_ok (ktest_write (&f->mem, &t, path, round % 8 == 0)));
    assert_true (status_ok (ktest_read (&f->mem, path, &back)));
    same (&t, &back);
    ktest_free (&f->mem, &t);
    ktest_free (&f->mem, &back);
  }
  unlink (path);
  assert_int_equal (rmdir (folder), 0); /* nothing else was left there */
}

static void files_that_cannot_be (void **state) {
  Fixture *f = fixture (state);
  Ktest t = {0}, back;
  Status s = ktest_write (&f->mem, &t, "/nowhere/at/all.ktest", false);
  assert_non_null (strstr (s.text, "/nowhere/at/all.ktest: cannot create"));
  status_free (s);
  s = ktest_read (&f->mem, "/nowhere/at/all.ktest", &back);
  assert_non_null (strstr (s.text, "cannot open"));
  status_free (s);
  s = ktest_read (&f->mem, "/", &back);
  assert_non_null (strstr (s.text, "cannot read"));
  status_free (s);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      FIXTURE_TEST (reads_and_writes_klees_bytes),
      FIXTURE_TEST (reads_old_versions),
      FIXTURE_TEST (refuses_what_is_wrong),
      FIXTURE_TEST (survives_damage),
      FIXTURE_TEST (files_come_back),
      FIXTURE_TEST (files_that_cannot_be),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
