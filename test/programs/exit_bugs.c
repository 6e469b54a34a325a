/* SPDX-License-Identifier: GPL-2.0-only */
/* What runs after main is explored too: functions of atexit, destructors.
 * TEST: error assert 13
 * TEST: error null-dereference 18
 * TEST: paths 4
 */
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

static int kept;

static void bye (void) { assert (kept != 7); }

__attribute__ ((destructor)) static void late (void) {
  int *volatile nowhere = 0;
  if (kept == 8 && klee_int ("late") == 42)
    *nowhere = 1;
}

int main (void) {
  atexit (bye);
  kept = klee_int ("kept");
  return 0;
}
