/* SPDX-License-Identifier: GPL-2.0-only */
/* Bytes of malloc are used before they are written: one place, reported once; padding may be copied.
 * TEST: error uninitialised 21
 * TEST: unconfirmed uninitialised
 */
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

struct padded {
  char a;
  int b;
};

int main (void) {
  struct padded x = {1, 2}, y;
  memcpy (&y, &x, sizeof y);
  char *p = malloc (4);
  p[0] = 'a';
  for (int i = 0; i < 3; i++)
    if (p[i] == 'b')
      break;
  free (p);
  return y.b - 2;
}
