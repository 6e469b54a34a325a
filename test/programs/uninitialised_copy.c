/* SPDX-License-Identifier: GPL-2.0-only */
/* A copy of bytes that nobody wrote is equal to them: comparing padding with its own copy is no defect.
 * TEST: paths 1
 */
#include <stdlib.h>
#include <string.h>

struct padded {
  char c;
  int i;
};

static int same (struct padded p, const struct padded *q) { return !memcmp (&p, q, sizeof p); }

int main (void) {
  struct padded p, q;
  p.c = 1;
  p.i = 2;
  memcpy (&q, &p, sizeof p);
  if (memcmp (&p, &q, sizeof p))
    abort ();
  return same (q, &q) ? 0 : 0;
}
