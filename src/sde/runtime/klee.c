/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/klee.c -- the functions of klee.h that are made of others */
#include "rt.h"
#include <errno.h>
#include <klee/klee.h>

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
  klee_assume ((begin <= x) & (x < end));
  return x;
}

uintptr_t klee_choose (uintptr_t n) {
  uintptr_t x;
  klee_make_symbolic (&x, sizeof x, "klee_choose");
  if (!n)
    klee_silent_exit (0);
  klee_assume (x < n);
  return x;
}

unsigned klee_is_replay (void) { return 0; }

int klee_get_errno (void) { return errno; }
