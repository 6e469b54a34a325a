/* SPDX-License-Identifier: GPL-2.0-only */
/* Errors by longjmp, from two depths, and an abort. */
#include <klee/klee.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf out;

static int inner (int c) {
  if (c == 'x')
    longjmp (out, 2);
  if (c == 'y')
    abort ();
  return c * 2;
}

static int outer (int c) {
  if (c < 10)
    longjmp (out, 1);
  return inner (c) + 1;
}

int main (void) {
  unsigned char c;
  klee_make_symbolic (&c, sizeof c, "c");
  int why = setjmp (out);
  if (why) {
    printf ("error %d\n", why);
    return why;
  }
  printf ("%d\n", outer (c) > 300);
  return 0;
}
