/* SPDX-License-Identifier: GPL-2.0-only */
/* A structure passed by value from where there is none: told at the call, with a stack to show.
 * TEST: error null-dereference 14
 * TEST: error out-of-bounds 14
 */
#include <klee/klee.h>
#include <stdlib.h>

struct wide {
  long a, b, c, d;
};
static long first (struct wide x) { return x.a; }

static long pass (const struct wide *p) { return first (*p); }

int main (void) {
  struct wide *none = 0, *part = calloc (1, sizeof (struct wide) - 1);
  int n = klee_int ("n");
  if (n == 1)
    return (int)pass (none);
  return n == 2 ? (int)pass (part) : 0;
}
