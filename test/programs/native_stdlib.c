/* SPDX-License-Identifier: GPL-2.0-only */
/* Sorting, searching, numbers from text, computed jumps, atexit and the exit status.
 * TEST: levels -O0 -O1 -O2
 * TEST: native
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_value (const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void leave (void) { puts ("leaving"); }

static int steps (const char *code) {
  static const void *const labels[] = {&&add, &&twice, &&end};
  int x = 1;
#define NEXT goto *labels[*code++ - '0']
  NEXT;
add:
  x += 3;
  NEXT;
twice:
  x *= 2;
  NEXT;
end:
  return x;
}

int main (void) {
  int numbers[9] = {5, -2, 77, 0, 5, 13, -100, 8, 1};
  atexit (leave);
  qsort (numbers, 9, sizeof *numbers, by_value);
  for (int i = 0; i < 9; i++)
    printf ("%d ", numbers[i]);
  int key = 13, *found = bsearch (&key, numbers, 9, sizeof *numbers, by_value);
  printf ("\n%td\n", found - numbers);
  char *end;
  printf ("%ld %s\n", strtol ("  -0x1fz", &end, 0), end);
  errno = 0;
  printf ("%ld %d\n", strtol ("99999999999999999999", NULL, 10), errno == ERANGE);
  printf ("%lu %lld %d\n", strtoul ("777", NULL, 8), atoll ("-12345678901"), abs (INT_MIN + 1));
  printf ("%.6g %.3e %a\n", strtod ("2.5e-3x", &end), 12345.678, 1.5);
  div_t d = div (-17, 5);
  printf ("%d %d %d\n", d.quot, d.rem, steps ("010112"));
  char *big = calloc (10, 10);
  big = realloc (big, 1000);
  printf ("%d %zu\n", big[99], strspn ("aabbc", "ab"));
  free (big);
  return 42;
}
