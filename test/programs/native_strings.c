/* SPDX-License-Identifier: GPL-2.0-only */
/* string.h, ctype.h, stdlib.h and the printf family.
 * TEST: native
 * TEST: levels -O0 -O1 -O2
 */
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_value (const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}

static void strings (void) {
  char text[64] = "the quick brown fox", other[64];
  printf ("%zu %s %s %s\n", strlen (text), strchr (text, 'q'), strrchr (text, 'o'), strstr (text, "own"));
  printf ("%d %d %d\n", strcmp ("abc", "abd") < 0, strncmp ("abcx", "abcy", 3),
          memcmp ("a\0b", "a\0c", 3) < 0);
  strcpy (other, text);
  strcat (other, " jumps");
  strncpy (text, "0123456789", 5);
  printf ("%s|%s\n", text, other);
  for (char *w = strtok (other, " "); w; w = strtok (NULL, " "))
    printf ("[%s]", w);
  memmove (text + 2, text, 8);
  printf ("\n%s %zu %zu\n", text, strspn ("aabbc", "ab"), strcspn ("hello, world", ",.!"));
  char *copy = strdup ("duplicate");
  copy = realloc (copy, 100);
  strcat (copy, "d");
  puts (copy);
  free (copy);
}

static void numbers (void) {
  char *end;
  printf ("%ld %ld %lu %lld\n", strtol ("-123xyz", &end, 10), strtol ("0x7f", NULL, 0),
          strtoul ("777", NULL, 8), strtoll ("zz", NULL, 36));
  printf ("%s %d\n", end, atoi ("  42 "));
  errno = 0;
  long big = strtol ("99999999999999999999", NULL, 10);
  printf ("%d %d\n", big == LONG_MAX, errno == ERANGE);
  int v[] = {5, 3, 9, -1, 7, 0, 3};
  qsort (v, 7, sizeof *v, by_value);
  for (int i = 0; i < 7; i++)
    printf ("%d ", v[i]);
  int key = 7, *hit = bsearch (&key, v, 7, sizeof *v, by_value);
  printf ("%ld\n", hit ? (long)(hit - v) : -1L);
  for (int c = 0; c < 128; c += 7)
    printf ("%d%d%d%d%d ", !!isalpha (c), !!isdigit (c), !!isspace (c), !!ispunct (c), toupper (c));
  printf ("\n%x %x %x\n", htonl (0x01020304u), ntohs (0x0102), htons (0xabcd));
}

static void formats (void) {
  printf ("%5d|%-5d|%05d|%+d|% d|%x|%X|%#x|%o|%#o|%u\n", 42, 42, 42, 42, 42, 255, 255, 255, 8, 8,
          4000000000u);
  printf ("%hhd %hd %ld %lld %zu %jd %td\n", (char)200, (short)70000, -1L, -2LL, sizeof (int), (intmax_t)3,
          (ptrdiff_t)-4);
  printf ("%c|%5c|%-5c|%s|%10s|%-10s|%.3s|%*d|%.*f|%%\n", 'a', 'b', 'c', "str", "right", "left", "truncate",
          6, 7, 2, 3.14159);
  printf ("%.0d|%.5d|%8.3d|%p\n", 0, 42, 42, (void *)0);
  char buffer[8];
  int n = snprintf (buffer, sizeof buffer, "%s", "more than eight");
  printf ("%d %s\n", n, buffer);
}

int main (void) {
  strings ();
  numbers ();
  formats ();
  fflush (stdout);
  return 3;
}
