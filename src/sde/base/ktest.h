/* SPDX-License-Identifier: GPL-2.0-only */
/* base/ktest.h -- test cases in KLEE's file format
 *
 * A test case is the program's arguments and, in the order in which the program
 * asks for them, the named objects with their bytes.  The file is the one that
 * KLEE's own tools read:
 *
 *   "KTEST" (or "BOUT\n"), then 32-bit big-endian numbers and counted bytes:
 *   version; number of arguments, each as length and text; from version 2 on
 *   the number and the length of symbolic arguments; number of objects, each as
 *   length and text of its name, length and bytes of its content.
 *
 * Files come from anywhere: each length is checked against what is left of the
 * file before anything is allocated, so memory is bounded by the file's size.
 */
#ifndef SDE_BASE_KTEST_H
#define SDE_BASE_KTEST_H

#include "base/status.h"
#include "base/text.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

enum {
  KTEST_VERSION = 3,
  KTEST_MAX_FILE = 1 << 30, /* a file that is longer is refused */
};

/* Counted bytes with a NUL behind them that is not counted. */
typedef struct KtestBytes {
  char *data;
  uint32_t len;
} KtestBytes;

typedef struct KtestObject {
  KtestBytes name;
  KtestBytes bytes;
} KtestObject;

/* An all-zero Ktest is an empty test case and owns nothing. */
typedef struct Ktest {
  uint32_t version; /* as read; ktest_encode always writes KTEST_VERSION */
  uint32_t sym_argvs;
  uint32_t sym_argv_len;
  VEC (KtestBytes) args;
  VEC (KtestObject) objects;
} Ktest;

void ktest_add_arg (Mem *mem, Ktest *test, const char *text);
/* n must be below 2^32. */
void ktest_add_object (Mem *mem, Ktest *test, const char *name, const void *bytes, size_t n);
void ktest_free (Mem *mem, Ktest *test);

/* Reads a test case from n bytes.  On failure *out is empty. */
Status ktest_decode (Mem *mem, const void *data, size_t n, Ktest *out);
/* Appends the file's bytes to *out. */
void ktest_encode (Mem *mem, const Ktest *test, Text *out);

/* The same from and to a file.  The file is written beside its place and then
 * renamed, so that path holds a whole test case or what it held before; with
 * durable its bytes reach the disk first. */
Status ktest_read (Mem *mem, const char *path, Ktest *out);
Status ktest_write (Mem *mem, const Ktest *test, const char *path, bool durable);

#endif
