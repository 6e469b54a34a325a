/* SPDX-License-Identifier: GPL-2.0-only */
/* Words cut out of symbolic text with the functions of string.h and printed: nothing is wrong with it. */
#include <assert.h>
#include <ctype.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main (void) {
  char text[4];
  int words = 0;
  klee_make_symbolic (text, sizeof text, "text");
  for (int i = 0; i < 3; i++)
    klee_assume ((text[i] == ' ') | (text[i] == 'a') | (text[i] == '7') | (text[i] == '\0'));
  text[3] = '\0';
  char *copy = strdup (text), *rest = copy;
  size_t length = strlen (text), letters = 0;
  for (char *word; (word = strtok_r (rest, " ", &rest));) {
    words++;
    letters += strlen (word);
    if (isdigit ((unsigned char)*word))
      assert (strtol (word, NULL, 10) % 7 == 0);
  }
  assert (letters <= length && words <= 2);
  char line[32];
  int n = snprintf (line, sizeof line, "%d:%s", words, text);
  assert (n == (int)length + 2 && !strcmp (line + 2, text));
  free (copy);
  return 0;
}
