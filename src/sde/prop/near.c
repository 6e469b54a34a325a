/* SPDX-License-Identifier: GPL-2.0-only */
/* prop/near.c -- the word that was meant */
#include "prop/ast.h"

#include <ctype.h>
#include <string.h>

enum { LONGEST = 64 };

static size_t least (size_t a, size_t b) { return a < b ? a : b; }

/* Changes of one character that lead from one to the other. */
static size_t distance (const char *a, size_t n, const char *b) {
  size_t m = strlen (b), row[LONGEST + 1];
  for (size_t j = 0; j <= m; j++)
    row[j] = j;
  for (size_t i = 1; i <= n; i++) {
    size_t before = row[0];
    row[0] = i;
    for (size_t j = 1; j <= m; j++) {
      size_t change = before + (tolower ((unsigned char)a[i - 1]) != tolower ((unsigned char)b[j - 1]));
      before = row[j];
      row[j] = least (change, least (row[j], row[j - 1]) + 1);
    }
  }
  return row[m];
}

void nearest_try (Nearest *nearest, const char *wanted, size_t n, const char *word) {
  size_t m = strlen (word);
  if (!n || !m || n > LONGEST || m > LONGEST)
    return;
  size_t d = distance (wanted, n, word);
  if (d > (n < 4 ? 1 : n / 3 + 1) || d >= n || (nearest->word && d >= nearest->distance))
    return;
  *nearest = (Nearest){word, d};
}

const char *nearest_word (const Nearest *nearest) { return nearest->word; }
