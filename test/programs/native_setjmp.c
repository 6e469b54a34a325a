/* SPDX-License-Identifier: GPL-2.0-only */
/* TEST: native
 * TEST: levels -O0 -O1 -O2
 */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf outer, inner;

static void deep (int n) {
  char local[32];
  local[n % 32] = (char)n;
  if (!n)
    longjmp (inner, 3);
  deep (n - 1);
  printf ("never %d\n", local[0]);
}

static int catcher (volatile int *count) {
  int how = setjmp (inner);
  printf ("inner %d\n", how);
  if (!how)
    deep (20);
  ++*count;
  longjmp (outer, 0);
}

static void at_end (void) { puts ("at end"); }

int main (void) {
  volatile int count = 0;
  atexit (at_end);
  switch (setjmp (outer)) {
  case 0: catcher (&count); break;
  case 1: printf ("outer, count %d\n", count); break;
  default: puts ("wrong");
  }
  exit (count);
}
