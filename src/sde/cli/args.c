/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/args.c -- strings, lists of them, and messages */
#include "cli/cli.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *cli_alloc (size_t size) {
  void *p = calloc (1, size ? size : 1);
  if (!p) {
    fprintf (stderr, "sde: the system has no memory left\n");
    exit (EXIT_USAGE);
  }
  return p;
}

char *cli_copy (const char *s) {
  size_t n = strlen (s) + 1;
  return memcpy (cli_alloc (n), s, n);
}

char *cli_format (const char *format, ...) {
  va_list ap;
  va_start (ap, format);
  int n = vsnprintf (NULL, 0, format, ap);
  va_end (ap);
  char *out = cli_alloc ((size_t)n + 1);
  va_start (ap, format);
  vsnprintf (out, (size_t)n + 1, format, ap);
  va_end (ap);
  return out;
}

int cli_fail (const char *format, ...) {
  va_list ap;
  va_start (ap, format);
  fputs ("sde: ", stderr);
  vfprintf (stderr, format, ap);
  fputc ('\n', stderr);
  va_end (ap);
  return EXIT_USAGE;
}

int cli_fail_with (char *message) {
  cli_fail ("%s", message);
  free (message);
  return EXIT_USAGE;
}

void args_take (Args *args, char *s) {
  if (args->len + 2 > args->cap) {
    size_t cap = args->cap ? args->cap * 2 : 16;
    char **data = cli_alloc (cap * sizeof *data);
    if (args->len)
      memcpy (data, args->data, args->len * sizeof *data);
    free (args->data);
    args->data = data;
    args->cap = cap;
  }
  args->data[args->len++] = s;
  args->data[args->len] = NULL;
}

void args_add (Args *args, const char *s) { args_take (args, cli_copy (s)); }

void args_add_all (Args *args, const Args *more) {
  for (size_t i = 0; i < more->len; i++)
    args_add (args, more->data[i]);
}

void args_free (Args *args) {
  for (size_t i = 0; i < args->len; i++)
    free (args->data[i]);
  free (args->data);
  *args = (Args){0};
}

/* How many letters must be put in, left out or changed to get from a to b; both short. */
static size_t distance (const char *a, const char *b) {
  size_t row[32], m = strlen (b);
  if (m >= 31 || strlen (a) >= 31)
    return 99;
  for (size_t j = 0; j <= m; j++)
    row[j] = j;
  for (size_t i = 1; *a; a++, i++) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= m; j++) {
      size_t best = diagonal + (*a != b[j - 1]);
      diagonal = row[j];
      best = row[j] + 1 < best ? row[j] + 1 : best;
      row[j] = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
    }
  }
  return row[m];
}

const char *cli_nearest (const char *word, const char *const *names) {
  const char *nearest = NULL;
  size_t least = strlen (word) / 3 + 2;
  for (; *names; names++) {
    size_t d = distance (word, *names);
    if (d < least) {
      least = d;
      nearest = *names;
    }
  }
  return nearest;
}
