/* SPDX-License-Identifier: GPL-2.0-only */
/* TEST: error bad-jump 0
 * TEST: unconfirmed bad-jump
 */
#include <klee/klee.h>
#include <setjmp.h>

static jmp_buf env;

static int save (void) { return setjmp (env); }

int main (void) {
  unsigned char c;
  klee_make_symbolic (&c, sizeof c, "c");
  if (save ())
    return 1;
  if (c == 3)
    longjmp (env, 1);
  return 0;
}
