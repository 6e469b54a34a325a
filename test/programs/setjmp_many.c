/* SPDX-License-Identifier: GPL-2.0-only */
/* TEST: paths 2
 * TEST: levels -O0
 * TEST: options --max-memory=8M
 *
 * What setjmp remembers is given up with the frame, and when the same call fills the same buffer again.
 */
#include <assert.h>
#include <klee/klee.h>
#include <setjmp.h>
#include <string.h>

enum { CALLS = 30000 };

static int fails;

static void work (jmp_buf *env, int i) {
  if (i % 3 == 0)
    longjmp (*env, 2);
}

/* Protected calls, as an interpreter makes them. */
static int protected_call (int i) {
  jmp_buf env;
  if (setjmp (env) == 0) {
    work (&env, i);
    return 0;
  }
  return 1;
}

/* A buffer that is saved, filled by another call of setjmp, and restored. */
static int nested (void) {
  jmp_buf env, saved;
  volatile int step = 0;
  if (setjmp (env))
    return step;
  memcpy (saved, env, sizeof env);
  if (setjmp (env) == 0) {
    step = 1;
    longjmp (env, 1);
  }
  memcpy (env, saved, sizeof env);
  step++;
  longjmp (env, 1);
}

int main (void) {
  unsigned char c;
  static jmp_buf again;
  volatile int i = 0;
  klee_make_symbolic (&c, sizeof c, "c");
  assert (nested () == 2);
  for (; i < CALLS; i++)
    if (setjmp (again) == 0) {
      fails += protected_call (i);
      if (i % 5 == 0)
        longjmp (again, 1);
    }
  assert (fails == CALLS / 3);
  if (c == 7)
    return 1;
  return 0;
}
