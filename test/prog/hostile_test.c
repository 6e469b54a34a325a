/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/hostile_test.c -- files that are no good end in one sentence, never in a crash or a hang */
#include "prog/loading.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* The sentence that a file ends in; "" when it loads. */
static const char *sentence (Fixture *f, const char *path, bool trusted) {
  static char text[5000];
  ProgramOptions options = {trusted, NULL, NULL};
  Program *p = NULL;
  Status s = program_load (&f->mem, path, &options, &p);
  snprintf (text, sizeof text, "%s", status_ok (s) ? "" : s.text);
  program_free (p);
  status_free (s);
  assert_int_equal (f->mem.live, 0);
  return text;
}

static void expect (Fixture *f, const char *path, const char *part) {
  const char *text = sentence (f, path, false);
  if (!strstr (text, part) || !strstr (text, path))
    fail_msg ("'%s' is not in '%s'", part, text);
  assert_null (strchr (text, '\n'));
}

static size_t read_file (const char *path, uint8_t *out, size_t cap) {
  FILE *file = fopen (path, "rb");
  assert_non_null (file);
  size_t n = fread (out, 1, cap, file);
  fclose (file);
  assert_true (n < cap);
  return n;
}

static void make_good (const char *out) {
  static const char text[] =
      "#include <stdio.h>\nstruct s { int a; long b[3]; } g = {1, {2, 3}};\n"
      "static int sum (const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }\n"
      "int pick (int x) { switch (x) { case 1: return 4; case 2: return 9; case 3: return 1; } return "
      "(int)g.b[1]; }\n"
      "double half (double x) { return x > 1.5 ? x / 2 : -x; } unsigned __int128 w (unsigned __int128 x) { "
      "return x * x; }\n"
      "int main (int c, char **v) { int a[4] = {1, 2, 3, c}; printf (\"%s %d\\n\", v[0], sum (a, 4) + pick "
      "(c)); return (int)half (c); }\n";
  write_file ("good.c", text, sizeof text - 1);
  compile_c ("-O1", "good.c", out);
}

static void plain_mistakes (void **state) {
  Fixture *f = fixture (state);
  make_good ("good.bc");
  assert_string_equal (sentence (f, "good.bc", false), "");
  assert_string_equal (sentence (f, "good.bc", true), "");
  expect (f, "missing.bc", "No such file");
  mkdir ("folder", 0700);
  expect (f, "folder", "is a directory");
  expect (f, "/dev/null", "not a regular file");
  write_file ("empty.bc", "", 0);
  expect (f, "empty.bc", "is empty");
  write_file ("text.ll", "; ModuleID = 'x'\n", 17);
  expect (f, "text.ll", "textual LLVM IR");
  write_file ("source.c", "int main (void) {}\n", 19);
  expect (f, "source.c", "not LLVM bitcode");
  expect (f, "/proc/self/exe", "native machine code");
  write_file ("lib.a", "!<arch>\nxxxx", 12);
  expect (f, "lib.a", "is an archive");
}

static void huge_file (void **state) {
  Fixture *f = fixture (state);
  int fd = open ("huge.bc", O_CREAT | O_RDWR, 0600);
  assert_true (fd >= 0);
  assert_int_equal (write (fd, "BC\xc0\xde", 4), 4);
  int cut = ftruncate (fd, (off_t)5 << 30);
  close (fd);
  if (!cut)
    expect (f, "huge.bc", "MB are read");
  unlink ("huge.bc");
}

static void truncated (void **state) {
  Fixture *f = fixture (state);
  static uint8_t bytes[1 << 20];
  make_good ("good.bc");
  size_t n = read_file ("good.bc", bytes, sizeof bytes);
  for (size_t cut = 4; cut < n; cut += n / 23) {
    write_file ("cut.bc", bytes, cut);
    assert_string_not_equal (sentence (f, "cut.bc", false), "");
  }
}

static void other_target (void **state) {
  Fixture *f = fixture (state);
  write_file ("t.c", "int x;", 6);
  compile_c ("--target=aarch64-linux-gnu", "t.c", "arm.bc");
  expect (f, "arm.bc", "aarch64");
  expect (f, "arm.bc", "x86_64");
  compile_c ("--target=i386-linux-gnu", "t.c", "small.bc");
  expect (f, "small.bc", "i386");
}

static void newer_version (void **state) {
  Fixture *f = fixture (state);
  if (strncmp (program_llvm_version (), "14.", 3) || system ("clang-19 --version > /dev/null 2>&1"))
    skip ();
  write_file ("t.c", "int f (int *p) { return *p; }", 29);
  assert_int_equal (system ("clang-19 -c -emit-llvm t.c -o new.bc"), 0);
  expect (f, "new.bc", "LLVM 19");
  expect (f, "new.bc", program_llvm_version ());
}

/* Single bytes of a real file replaced: each ends soon, in a program or a sentence. */
static void mutations (void **state) {
  Fixture *f = fixture (state);
  static uint8_t bytes[1 << 20];
  make_good ("good.bc");
  size_t n = read_file ("good.bc", bytes, sizeof bytes);
  unsigned refused = 0, rounds = fixture_rounds (600);
  for (unsigned i = 0; i < rounds; i++) {
    size_t at = rng_below (&f->rng, n);
    uint8_t old = bytes[at];
    bytes[at] = (uint8_t)rng_below (&f->rng, 256);
    write_file ("mutant.bc", bytes, n);
    const char *text = sentence (f, "mutant.bc", false);
    assert_null (strchr (text, '\n'));
    refused += *text != 0;
    bytes[at] = old;
  }
  print_message ("SDE_SEED=%llu: %u of %u mutations refused\n", (unsigned long long)f->seed, refused, rounds);
  assert_true (refused > rounds / 10);
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (plain_mistakes), FIXTURE_TEST (huge_file),
                                     FIXTURE_TEST (truncated),      FIXTURE_TEST (other_target),
                                     FIXTURE_TEST (newer_version),  FIXTURE_TEST (mutations)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
