/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/native/replay.c -- klee.h for native executables
 *
 * The program runs on the test case that KTEST_FILE names: each klee_make_symbolic
 * takes the next object.  How the program ends tells what happened:
 *
 *   its own status          it ended by itself
 *   a signal (SIGABRT ...)  a bug: failed assertion, abort, klee_report_error,
 *                           a sanitizer's report, a crash
 *   status 99               the test case does not fit the program, or cannot
 *                           be read; a line on standard error says why
 *
 * As with KLEE's library, KLEE_RUN_TEST_ERRORS_NON_FATAL makes the program go
 * on where a test case does not fit, with zeros for what is missing.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <klee/klee.h>

#include "feed.h"
#include "ktest_file.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MISFIT = 99 };

static KtestFile test;
static int opened;
static unsigned long number; /* objects taken so far */

/* Leaves at once: handlers of the program must not run on a broken replay. */
static void leave (void) {
  fflush (NULL);
  _Exit (MISFIT);
}

__attribute__ ((format (printf, 1, 2))) static void misfit (const char *format, ...) {
  va_list ap;
  va_start (ap, format);
  fputs ("sde replay: ", stderr);
  vfprintf (stderr, format, ap);
  fputc ('\n', stderr);
  va_end (ap);
  if (!getenv ("KLEE_RUN_TEST_ERRORS_NON_FATAL"))
    leave ();
}

static void open_test (void) {
  const char *path = getenv ("KTEST_FILE");
  opened = 1;
  if (!path || !*path) {
    misfit ("KTEST_FILE is not set: name the .ktest file that this program is to run on");
    return;
  }
  const char *wrong = ktest_file_open (&test, path);
  if (wrong)
    misfit ("cannot use the test case %s: %s", path, wrong);
}

static int named (const KtestItem *item, const char *name) {
  return item->name_len == strlen (name) && !memcmp (item->name, name, item->name_len);
}

static int begins (const KtestItem *item, const char *prefix) {
  size_t n = strlen (prefix);
  return item->name_len >= n && !memcmp (item->name, prefix, n);
}

/* Objects that no program asks for: the values of uninitialised memory, which
 * cannot be given back natively, and the mark of KLEE's POSIX runtime. */
static int skipped (const KtestItem *item, const char *name) {
  return !named (item, name) && (begins (item, "uninit") || named (item, "model_version"));
}

static int next_item (const char *name, KtestItem *item) {
  int got;
  do
    got = ktest_file_next (&test, item);
  while (got > 0 && skipped (item, name));
  if (got < 0)
    misfit ("the test case is cut off at object %lu", number + 1);
  else if (!got)
    misfit ("the test case has only %lu objects, and the program asks for another, \"%s\"", number, name);
  return got > 0;
}

static void check_item (const KtestItem *item, const char *name, size_t n) {
  if (!named (item, name))
    misfit ("object %lu of the test case is \"%.*s\", and the program asks for \"%s\"", number,
            (int)item->name_len, item->name, name);
  if (item->len != n)
    misfit ("object %lu of the test case, \"%s\", has %u bytes, and the program asks for %zu", number, name,
            item->len, n);
}

void klee_make_symbolic (void *addr, size_t nbytes, const char *name) {
  KtestItem item;
  if (!name)
    name = "unnamed";
  if (feed_on ()) {
    feed_input (name, addr, nbytes);
    return;
  }
  if (!opened)
    open_test ();
  memset (addr, 0, nbytes);
  if (!next_item (name, &item))
    return;
  number++;
  check_item (&item, name, nbytes);
  memcpy (addr, item.bytes, item.len < nbytes ? item.len : nbytes);
}

int klee_int (const char *name) {
  int x;
  klee_make_symbolic (&x, sizeof x, name);
  return x;
}

int klee_range (int begin, int end, const char *name) {
  if (begin >= end)
    klee_report_error ("klee_range", 0, "klee_range: the range is empty", "user");
  if (begin + 1 == end)
    return begin;
  int x = klee_int (name);
  if (x < begin || x >= end)
    misfit ("\"%s\" is %d, and the program asks for %d to %d", name ? name : "unnamed", x, begin, end - 1);
  return x;
}

uintptr_t klee_choose (uintptr_t n) {
  uintptr_t x;
  klee_make_symbolic (&x, sizeof x, "klee_choose");
  if (!n)
    klee_silent_exit (0);
  if (x >= n)
    misfit ("klee_choose is %lu, and the program asks for a number below %lu", x, n);
  return x;
}

void klee_assume (uintptr_t condition) {
  if (!condition)
    misfit ("the test case does not meet a klee_assume of the program");
}

void klee_silent_exit (int status) { exit (status); }

void klee_abort (void) { abort (); }

void klee_report_error (const char *file, int line, const char *message, const char *suffix) {
  fflush (NULL);
  fprintf (stderr, "%s:%d: %s (%s)\n", file ? file : "?", line, message ? message : "error",
           suffix ? suffix : "user");
  abort ();
}

unsigned klee_is_symbolic (uintptr_t n) { return (void)n, 0; }
unsigned klee_is_replay (void) { return 1; }
int klee_get_errno (void) { return errno; }

float klee_get_valuef (float expr) { return expr; }
double klee_get_valued (double expr) { return expr; }
long klee_get_valuel (long expr) { return expr; }
long long klee_get_valuell (long long expr) { return expr; }
int32_t klee_get_value_i32 (int32_t expr) { return expr; }
int64_t klee_get_value_i64 (int64_t expr) { return expr; }

void klee_warning (const char *message) { fprintf (stderr, "warning: %s\n", message); }

void klee_warning_once (const char *message) {
  static const char *said[256];
  static unsigned n;
  for (unsigned i = 0; i < n; i++)
    if (!strcmp (said[i], message))
      return;
  char *copy = n < sizeof said / sizeof *said ? strdup (message) : NULL;
  if (copy)
    said[n++] = copy;
  klee_warning (message);
}

void klee_print_range (const char *name, int arg) { fprintf (stderr, "%s: %d\n", name, arg); }

/* Sanitizers are asked to end the program by a signal, so that a bug cannot be
 * taken for a status of the program; leaks are not bugs of a replay. */
const char *__asan_default_options (void);
const char *__asan_default_options (void) { return "abort_on_error=1:detect_leaks=0"; }
const char *__ubsan_default_options (void);
const char *__ubsan_default_options (void) { return "abort_on_error=1:halt_on_error=1:print_stacktrace=1"; }
