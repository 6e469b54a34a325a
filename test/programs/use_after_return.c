/* SPDX-License-Identifier: GPL-2.0-only */
/* TEST: error use-after-free 14
 * TEST: flags -Wno-return-stack-address
 */
static int *leak (void) {
  int local = 5;
  int *p = &local;
  return p;
}

int main (void) {
  int *p = leak ();
  int *q = leak ();
  return *p - *q;
}
