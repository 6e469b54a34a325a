/* SPDX-License-Identifier: GPL-2.0-only */
/* Functions of klee.h that look and check: sizes, ranges of memory, values, what is said.
 * TEST: error out-of-bounds 24
 * TEST: error user-error 31
 * TEST: paths 4
 * TEST: exhaustive no
 * TEST: weakened concretised
 * TEST: unconfirmed out-of-bounds
 */
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main (void) {
  int x = klee_int ("x"), y = 3;
  char *p = malloc (10);
  klee_mark_global (p);
  if (!klee_is_replay ())
    klee_assert (klee_get_obj_size (p + 3) == 10 && klee_get_obj_size (&y) == sizeof y);
  klee_check_memory_access (p, 10);
  klee_check_memory_access (p + 10, 0);
  klee_assume ((x >= -5) & (x < 100));
  if (x == 9)
    klee_check_memory_access (p + 2, 9);
  klee_assert (klee_is_replay () || (klee_is_symbolic ((uintptr_t)x) && !klee_is_symbolic ((uintptr_t)y)));
  klee_print_expr ("x", x);
  klee_print_range ("x", x);
  klee_stack_trace ();
  klee_warning_once ("said once");
  if (x == 10)
    klee_report_error (__FILE__, __LINE__, "ten", "ten");
  int value = klee_get_value_i32 (x);
  klee_assert (value >= -5 && value < 100);
  if (x == value)
    return 0;
  return 1;
}
