/* SPDX-License-Identifier: GPL-2.0-only */
/* TEST: error bad-call 24
 * TEST: error bad-call 26
 * TEST: unconfirmed bad-call
 * TEST: flags -w
 *
 * Functions of the engine that the program declares otherwise: a result that they do not have, a structure, an argument
 * that is too wide.
 */
typedef struct {
  int a;
  long b;
} Pair;
int klee_make_symbolic (void *, unsigned long, const char *);
int klee_assume (unsigned long);
Pair klee_get_value_i32 (int);
int klee_is_symbolic (long double);

int main (void) {
  unsigned char c;
  int x = klee_make_symbolic (&c, sizeof c, "c");
  int y = klee_assume (c < 10);
  if (c == 3)
    return (int)klee_get_value_i32 (3).b;
  if (c == 4)
    return klee_is_symbolic (1.5L);
  return (x - x) + (y - y);
}
