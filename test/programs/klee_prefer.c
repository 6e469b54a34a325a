/* SPDX-License-Identifier: GPL-2.0-only */
/* Test cases meet the preferences that can be met, in their order: natively the program says whether it was so.
 * TEST: error user-error 23
 * TEST: paths 2
 */
#include <assert.h>
#include <klee/klee.h>

int main (void) {
  unsigned char c[2];
  klee_make_symbolic (c, sizeof c, "c");
  klee_prefer_cex (c, c[0] == 'A');
  klee_prefer_cex (c, c[0] == 'B');
  klee_posix_prefer_cex (c, c[1] > 'x');
  klee_prefer_cex (c, c[1] < 'z');
  klee_open_merge ();
  int other = (c[0] != c[1]) & (c[1] != 0);
  klee_close_merge ();
  if (klee_is_replay ())
    klee_assert (c[0] == 'A' && (other ? c[1] == 'y' : c[1] == 0));
  klee_assume (c[1] != 'A');
  if (other)
    klee_report_error (__FILE__, __LINE__, "as it has to be", "other");
  return 0;
}
