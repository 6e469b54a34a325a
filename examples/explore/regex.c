/* SPDX-License-Identifier: GPL-2.0-only */
/* regex.c -- a small matcher of regular expressions, with all patterns of N - 1 characters
 *
 * Knows letters, . for any letter, * for any number of the letter before it, ^ and $.
 * The pattern is symbolic, the text is not.
 */
#include <klee/klee.h>

#ifndef N
#define N 4
#endif

static int match_here (const char *pattern, const char *text);

static int match_star (char c, const char *pattern, const char *text) {
  for (;; text++) {
    if (match_here (pattern, text))
      return 1;
    if (*text == '\0' || (c != '.' && c != *text))
      return 0;
  }
}

static int match_here (const char *pattern, const char *text) {
  if (pattern[0] == '\0')
    return 1;
  if (pattern[1] == '*')
    return match_star (pattern[0], pattern + 2, text);
  if (pattern[0] == '$' && pattern[1] == '\0')
    return *text == '\0';
  if (*text != '\0' && (pattern[0] == '.' || pattern[0] == *text))
    return match_here (pattern + 1, text + 1);
  return 0;
}

static int match (const char *pattern, const char *text) {
  if (pattern[0] == '^')
    return match_here (pattern + 1, text);
  do
    if (match_here (pattern, text))
      return 1;
  while (*text++ != '\0');
  return 0;
}

int main (void) {
  char pattern[N];
  klee_make_symbolic (pattern, sizeof pattern, "pattern");
  klee_assume (pattern[N - 1] == '\0');
  return match (pattern, "hello");
}
