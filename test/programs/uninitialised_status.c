/* SPDX-License-Identifier: GPL-2.0-only */
/* The exit status is an outcome too.
 * TEST: error uninitialised 17
 * TEST: unconfirmed uninitialised
 */
struct mixed {
  int i;
  char c;
};

int main (void) {
  struct mixed m, *volatile p = &m;
  p->i = 1;
  if (p->i == 1)
    return p->c;
  return 0;
}
