/* SPDX-License-Identifier: GPL-2.0-only */
/* map/read.h -- event scripts of the source tree */
#ifndef SDE_TEST_MAP_READ_H
#define SDE_TEST_MAP_READ_H

#include "support/fixture.h"

#include "map/script.h"

/* Where a file or folder of the source tree is. */
static inline void source_path (char *out, size_t size, const char *name) {
  snprintf (out, size, "%s/%s", getenv ("SRC") ? getenv ("SRC") : ".", name);
}

static inline char *read_whole (Mem *mem, const char *path, size_t *size) {
  FILE *file = fopen (path, "r");
  assert_non_null (file);
  assert_int_equal (fseek (file, 0, SEEK_END), 0);
  *size = (size_t)ftell (file);
  rewind (file);
  char *text = mem_new (mem, *size + 1);
  assert_int_equal (fread (text, 1, *size, file), *size);
  fclose (file);
  return text;
}

static inline Script *read_script (Mem *mem, const char *path) {
  size_t size;
  char *text = read_whole (mem, path, &size);
  Script *script;
  Status st = script_read (mem, path, text, size, &script);
  if (!status_ok (st))
    fail_msg ("%s", st.text);
  mem_free (mem, text, size + 1);
  return script;
}

#endif
