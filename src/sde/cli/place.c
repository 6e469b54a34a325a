/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/place.c -- files that belong to this installation, programs and temporary folders */
#include "cli/place.h"
#include "cli/cli.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char *place_installed (const char *relative) {
  char self[PATH_MAX];
  ssize_t n = readlink ("/proc/self/exe", self, sizeof self - 1);
  self[n > 0 ? n : 0] = '\0';
  for (int up = 0; up < 2; up++) {
    char *slash = strrchr (self, '/');
    if (slash)
      *slash = '\0';
  }
  return cli_format ("%s/%s", self, relative);
}

bool place_readable (const char *path) { return access (path, R_OK) == 0; }

static char *on_path (const char *name) {
  const char *path = getenv ("PATH");
  for (const char *p = path ? path : "/usr/bin:/bin"; *p;) {
    size_t n = strcspn (p, ":");
    char *full = cli_format ("%.*s/%s", (int)n, p, name);
    if (n && access (full, X_OK) == 0)
      return full;
    free (full);
    p += n + (p[n] == ':');
  }
  return NULL;
}

char *place_tool (const char *variable, const char *name) {
  const char *given = getenv (variable);
  if (given && *given)
    return strchr (given, '/') ? cli_copy (given) : on_path (given);
  char *versioned = cli_format ("%s-%d", name, SDE_LLVM);
  char *found = on_path (versioned);
  free (versioned);
  if (found)
    return found;
  found = cli_format ("/usr/lib/llvm-%d/bin/%s", SDE_LLVM, name);
  if (access (found, X_OK) == 0)
    return found;
  free (found);
  return NULL;
}

char *place_shorten (const char *text) {
  char here[PATH_MAX + 1], *out = cli_copy (text);
  if (!getcwd (here, PATH_MAX) || !here[1])
    return out;
  size_t n = strlen (here);
  here[n++] = '/';
  here[n] = '\0';
  for (char *p = out; (p = strstr (p, here));)
    if (p == out || strchr (" (\n", p[-1]))
      memmove (p, p + n, strlen (p + n) + 1);
    else
      p += n;
  return out;
}

char *place_temporary (void) {
  const char *where = getenv ("TMPDIR");
  char *folder = cli_format ("%s/sde.XXXXXX", where && *where ? where : "/tmp");
  if (mkdtemp (folder))
    return folder;
  cli_fail ("no temporary folder can be made as %s: %s", folder, strerror (errno));
  free (folder);
  return NULL;
}

void place_remove_folder (char *folder) {
  if (!folder)
    return;
  DIR *dir = opendir (folder);
  for (struct dirent *entry; dir && (entry = readdir (dir));) {
    char *path = cli_format ("%s/%s", folder, entry->d_name);
    unlink (path);
    free (path);
  }
  if (dir)
    closedir (dir);
  rmdir (folder);
  free (folder);
}
