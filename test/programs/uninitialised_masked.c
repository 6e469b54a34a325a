/* SPDX-License-Identifier: GPL-2.0-only */
/* An uninitialised value that cannot change the outcome is no defect.
 * TEST: paths 1
 */
int main (void) {
  unsigned char x[2];
  x[0] = 1;
  unsigned short both = (unsigned short)(x[0] | x[1] << 8);
  if ((both & 0xff) == 1)
    return 0;
  return 1;
}
