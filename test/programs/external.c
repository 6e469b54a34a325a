/* SPDX-License-Identifier: GPL-2.0-only */
/* A function that nobody defines: that path stops with its name, the others go on.
 * TEST: exhaustive no
 * TEST: weakened external
 * TEST: unconfirmed external
 * TEST: paths 2
 */
#include <klee/klee.h>
#include <unistd.h>

int main (void) {
  unsigned char c;
  klee_make_symbolic (&c, sizeof c, "c");
  if (c == 9)
    return (int)getpgrp () * 0;
  return 0;
}
