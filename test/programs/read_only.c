/* SPDX-License-Identifier: GPL-2.0-only */
/* TEST: error read-only 14
 * TEST: paths 2
 */
#include <klee/klee.h>

int main (void) {
  unsigned char c;
  klee_make_symbolic (&c, sizeof c, "c");
  char *text = "constant";
  if (c & 1)
    return 0;
  else
    text[2] = 'x';
  return 1;
}
