/* SPDX-License-Identifier: GPL-2.0-only */
/* A question too hard for the solver: both sides are followed, and the run is weakened.
 * TEST: options --solver-layers=all,-smt
 * TEST: paths 2
 * TEST: exhaustive no
 * TEST: weakened unknown
 */
#include <klee/klee.h>
#include <stdint.h>

int main (void) {
  uint64_t x, y;
  klee_make_symbolic (&x, sizeof x, "x");
  klee_make_symbolic (&y, sizeof y, "y");
  klee_assume ((x > 1) & (y > 1) & (x < 0x100000000) & (y < 0x100000000));
  if (x * y == 4611685283988009527u) /* a product of two primes of 31 bits */
    return 1;
  return 0;
}
