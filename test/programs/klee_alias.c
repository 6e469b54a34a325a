/* SPDX-License-Identifier: GPL-2.0-only */
/* Calls of one function go to another from then on, in this path alone; also of one that nobody defines.
 * TEST: paths 2
 */
#include <assert.h>
#include <klee/klee.h>

__attribute__ ((weak)) int missing (int x);
int one (int x) { return x + 1; }
int two (int x) { return x + 2; }
int three (int x) { return x + 3; }
int kept (int x) { return x + 10; }

int main (void) {
  int (*volatile pointer) (int) = one;
  klee_assert (one (0) == 1);
  if (klee_int ("x") > 3) {
    klee_alias_function ("one", "three");
    klee_alias_function ("missing", "two");
    klee_assert (one (0) == 3 && pointer (0) == 3 && missing (1) == 3);
    klee_alias_function_regex ("(on|tw).", "kept");
    klee_assert (one (0) == 10 && two (0) == 10 && three (0) == 3 && kept (0) == 10);
  } else
    klee_assert (one (0) == 1 && two (0) == 2);
  return 0;
}
