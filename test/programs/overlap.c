/* SPDX-License-Identifier: GPL-2.0-only */
/* TEST: error overlap 13
 * TEST: paths 2
 */
#include <klee/klee.h>
#include <string.h>

int main (void) {
  unsigned char n;
  char text[16] = "0123456789";
  klee_make_symbolic (&n, sizeof n, "n");
  if (n > 3)
    memcpy (text + 2, text, 6);
  else
    memmove (text + 2, text, 6);
  return 0;
}
