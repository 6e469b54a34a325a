/* SPDX-License-Identifier: GPL-2.0-only */
/* Two characters that may be a number, read by the runtime's strtol. */
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>

int main (void) {
  char text[3] = "";
  klee_make_symbolic (text, 2, "text");
  char *end;
  text[2] = '\0';
  long n = strtol (text, &end, 0);
  if (end == text)
    return 1;
  if (*end)
    return 2;
  printf ("%s\n", n > 20 ? "big" : "small");
  return (int)(n & 31);
}
