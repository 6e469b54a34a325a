/* SPDX-License-Identifier: GPL-2.0-only */
/* Quotients and remainders, the impossible ones too. */
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>

int main (void) {
  signed char a, b;
  klee_make_symbolic (&a, sizeof a, "a");
  klee_make_symbolic (&b, sizeof b, "b");
  int quotient = a / b;
  int rest = a % b;
  if (quotient > 20)
    puts ("many");
  if (rest < 0 && b > 100)
    assert (a > -127);
  printf ("%d\n", quotient == 3);
  return rest & 7;
}
