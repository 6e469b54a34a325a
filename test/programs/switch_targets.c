/* SPDX-License-Identifier: GPL-2.0-only */
/* One state for each distinct target, cases or-ed.
 * TEST: paths 4
 */
#include <klee/klee.h>

int main (void) {
  unsigned char c;
  klee_make_symbolic (&c, sizeof c, "c");
  switch (c) {
  case 1:
  case 2:
  case 3:
  case 5:
  case 8: return 1;
  case 10:
  case 20: return 2;
  case 100: return 3;
  default: return 0;
  }
}
