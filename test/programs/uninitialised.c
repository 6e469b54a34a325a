/* SPDX-License-Identifier: GPL-2.0-only */
/* A branch on a variable that is set on one path only.  Copying it is silent.
 * TEST: error uninitialised 18
 * TEST: unconfirmed uninitialised
 */
#include <klee/klee.h>
#include <string.h>

int main (void) {
  unsigned char c;
  klee_make_symbolic (&c, sizeof c, "c");
  int value, copy;
  if (c == 5)
    value = 1;
  copy = value;
  if (c == 5)
    return copy - 1;
  if (copy == 3)
    return 1;
  return 0;
}
