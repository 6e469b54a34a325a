/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/native/kept.c -- memory that a reboot keeps, and reboots
 *
 * A reboot executes the program anew in the same process, so that a debugger stays with it.  What is kept travels in a
 * file without a name: a line "NAME SIZE\n" and the bytes for each piece.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "feed.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct Kept {
  struct Kept *before;
  char *name;
  size_t size;
  _Alignas(16) unsigned char bytes[];
} Kept;

static Kept *all;
static int loaded;
static char **arguments;

/* glibc gives constructors what main gets. */
__attribute__ ((constructor)) static void remember (int argc, char **argv) {
  (void)argc;
  arguments = argv;
}

static Kept *add (const char *name, size_t size) {
  Kept *k = calloc (1, sizeof *k + size);
  if (!k || !(k->name = strdup (name)))
    feed_departs ("no memory left");
  k->before = all;
  k->size = size;
  all = k;
  return k;
}

static void load (void) {
  const char *text = getenv ("SDE_FEED_KEPT");
  loaded = 1;
  if (!text)
    return;
  FILE *file = fdopen (atoi (text), "r");
  size_t size;
  char name[1024];
  while (file && fscanf (file, "%1023[^\n]\n%zu\n", name, &size) == 2) {
    Kept *k = add (name, size);
    if (fread (k->bytes, 1, size, file) != size)
      feed_departs ("what was kept over the reboot cannot be read");
  }
  if (file)
    fclose (file);
}

void *kept_memory (const char *name, size_t size) {
  if (!loaded)
    load ();
  for (Kept *k = all; k; k = k->before)
    if (k->size == size && !strcmp (k->name, name))
      return k->bytes;
  return add (name, size)->bytes;
}

size_t kept_begin (void) {
  const char *at = getenv ("SDE_FEED_AT");
  return at ? strtoul (at, NULL, 10) : 0;
}

void kept_reboot (size_t at) {
  char number[24];
  int fd = memfd_create ("sde", 0);
  FILE *file = fd < 0 ? NULL : fdopen (dup (fd), "w");
  if (!file)
    feed_departs ("the reboot cannot be played: %s", strerror (errno));
  if (!loaded)
    load ();
  for (const Kept *k = all; k; k = k->before) {
    fprintf (file, "%s\n%zu\n", k->name, k->size);
    fwrite (k->bytes, 1, k->size, file);
  }
  fclose (file);
  lseek (fd, 0, SEEK_SET);
  snprintf (number, sizeof number, "%d", fd);
  setenv ("SDE_FEED_KEPT", number, 1);
  snprintf (number, sizeof number, "%zu", at);
  setenv ("SDE_FEED_AT", number, 1);
  fflush (NULL);
  execv ("/proc/self/exe", arguments);
  feed_departs ("the reboot cannot be played: %s", strerror (errno));
}
