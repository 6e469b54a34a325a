/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/path.c -- names of files as SQLite takes them */
#include "rec/path.h"

#include <string.h>

void path_plain (Mem *mem, const char *file, Text *path) {
  text_add (mem, path, *file == ':' || !strncmp (file, "file:", 5) ? "./" : "");
  text_add (mem, path, file);
}

void path_quiet (Mem *mem, const char *path, Text *uri) {
  text_add (mem, uri, "file:");
  for (; *path; path++)
    if (strchr ("%?#", *path))
      text_printf (mem, uri, "%%%02X", (unsigned)(unsigned char)*path);
    else
      text_bytes (mem, uri, path, 1);
  text_add (mem, uri, "?immutable=1");
}
