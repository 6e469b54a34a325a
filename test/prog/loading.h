/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/loading.h -- C text to a decoded program, inside a test
 *
 *   Program *p = load_c (f, "-O0", "int f (int x) { return x + 1; }");
 *   assert_non_null (strstr (listing (p, "f"), "ADDI_32"));
 *   program_free (p);
 *
 * The compiler is SDE_CLANG (clang-14 when unset); files go to the working
 * directory, which test/support/run-shell makes a fresh one.
 */
#ifndef SDE_TEST_PROG_LOADING_H
#define SDE_TEST_PROG_LOADING_H

#include "support/fixture.h"

#include "prog/program.h"

#include <string.h>

static inline void compile_c (const char *flags, const char *path, const char *out) {
  const char *clang = getenv ("SDE_CLANG");
  char command[1000];
  snprintf (command, sizeof command,
            "%s -std=gnu11 -w -g -fno-pie -Xclang -disable-O0-optnone -frecord-command-line -emit-llvm -c %s "
            "%s -o %s",
            clang && *clang ? clang : "clang-14", flags, path, out);
  assert_int_equal (system (command), 0);
}

static inline void write_file (const char *path, const void *bytes, size_t n) {
  FILE *file = fopen (path, "wb");
  assert_non_null (file);
  assert_int_equal (fwrite (bytes, 1, n, file), n);
  fclose (file);
}

/* Knows one function, klee_silent_exit, as number 7. */
static inline int known_function (void *data, const char *name) {
  (void)data;
  return strcmp (name, "klee_silent_exit") ? -1 : 7;
}

static inline Program *load_file (Fixture *f, const char *path) {
  ProgramOptions options = {true, known_function, NULL};
  Program *p = NULL;
  Status s = program_load (&f->mem, path, &options, &p);
  if (!status_ok (s))
    fail_msg ("%s", s.text);
  return p;
}

static inline Program *load_c (Fixture *f, const char *flags, const char *text) {
  write_file ("t.c", text, strlen (text));
  compile_c (flags, "t.c", "t.bc");
  return load_file (f, "t.bc");
}

/* One function's instructions, a line each.  Valid until the next call. */
static inline const char *listing (const Program *p, const char *name) {
  static char text[100000];
  FuncId id = program_find_function (p, name);
  assert_int_not_equal (id, FUNC_NONE);
  size_t n = 0;
  text[0] = 0;
  for (Pc pc = p->functions[id].entry; pc < p->functions[id].end; pc++) {
    char line[400];
    program_print (p, pc, line, sizeof line);
    n += (size_t)snprintf (text + n, sizeof text - n, "%s\n", line);
    assert_true (n < sizeof text);
  }
  return text;
}

/* How often a word begins an instruction. */
static inline unsigned count_op (const Program *p, const char *function, const char *op) {
  unsigned n = 0;
  for (const char *s = listing (p, function); s; s = strchr (s, '\n'), s = s ? s + 1 : NULL)
    n += !strncmp (s, op, strlen (op));
  return n;
}

static inline unsigned count_all (const Program *p, const char *function) {
  const Function *f = &p->functions[program_find_function (p, function)];
  return f->end - f->entry;
}

#endif
