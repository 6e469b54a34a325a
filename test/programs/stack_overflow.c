/* SPDX-License-Identifier: GPL-2.0-only */
/* Recursion without end.
 * TEST: error stack-overflow 0
 * TEST: unconfirmed stack-overflow
 */
static int down (volatile int *p) {
  int local = *p + 1;
  return down (&local) + 1;
}

int main (void) {
  int x = 0;
  return down (&x);
}
