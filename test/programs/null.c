/* SPDX-License-Identifier: GPL-2.0-only */
/* TEST: error null-dereference 17
 * TEST: paths 2
 */
#include <klee/klee.h>
#include <stddef.h>

struct point {
  int x, y;
};

int main (void) {
  unsigned char c;
  klee_make_symbolic (&c, sizeof c, "c");
  struct point here = {1, 2};
  struct point *p = c < 10 ? NULL : &here;
  return p->y - 2;
}
