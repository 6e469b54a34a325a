/* SPDX-License-Identifier: GPL-2.0-only */
/* A record whose length is believed: wrong for some lengths, on the heap. */
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main (void) {
  unsigned char length;
  klee_make_symbolic (&length, sizeof length, "length");
  char *record = malloc (12);
  memset (record, 'r', 12);
  if (length & 0x80)
    length = 4;
  if (length > 13)
    return 1;
  int sum = 0;
  for (int i = 0; i < length; i++)
    sum += record[i];
  free (record);
  printf ("%d %d\n", length, sum);
  return 0;
}
