/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/env.c -- the environment, empty at the start
 *
 * environ is the one list: getenv reads it, so a program may also replace it.
 * Text given to putenv stays the program's; strings made by setenv are not
 * freed, since the program may still hold them.
 */
#include "rt.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *none[1];
char **environ = none;
static char **owned; /* the vector when it is ours to free */

/* The index of the entry for the name of n bytes, or of the final NULL. */
static size_t find (const char *name, size_t n) {
  size_t i = 0;
  while (environ && environ[i] && (strncmp (environ[i], name, n) || environ[i][n] != '='))
    i++;
  return i;
}

char *getenv (const char *name) {
  size_t n = strlen (name);
  if (!environ)
    return NULL;
  char *entry = environ[find (name, n)];
  return entry ? entry + n + 1 : NULL;
}

char *secure_getenv (const char *name) { return getenv (name); }

/* Puts entry at place i, which is an entry or the end of the list. */
static int put (size_t i, char *entry) {
  if (environ && environ[i]) {
    environ[i] = entry;
    return 0;
  }
  char **list = malloc ((i + 2) * sizeof *list);
  if (!list)
    return -1;
  if (i)
    memcpy (list, environ, i * sizeof *list);
  list[i] = entry;
  list[i + 1] = NULL;
  free (owned);
  environ = owned = list;
  return 0;
}

static int bad_name (const char *name) {
  if (name && *name && !strchr (name, '='))
    return 0;
  errno = EINVAL;
  return 1;
}

int setenv (const char *name, const char *value, int replace) {
  if (bad_name (name))
    return -1;
  size_t n = strlen (name), m = strlen (value), i = find (name, n);
  if (environ && environ[i] && !replace)
    return 0;
  char *entry = malloc (n + m + 2);
  if (!entry)
    return -1;
  memcpy (entry, name, n);
  entry[n] = '=';
  memcpy (entry + n + 1, value, m + 1);
  return put (i, entry);
}

int unsetenv (const char *name) {
  if (bad_name (name))
    return -1;
  size_t i = find (name, strlen (name));
  if (!environ)
    return 0;
  for (; environ[i]; i++)
    environ[i] = environ[i + 1];
  return 0;
}

int putenv (char *entry) {
  const char *equals = strchr (entry, '=');
  if (!equals)
    return unsetenv (entry);
  return put (find (entry, (size_t)(equals - entry)), entry);
}

int clearenv (void) {
  free (owned);
  owned = NULL;
  environ = NULL;
  return 0;
}
