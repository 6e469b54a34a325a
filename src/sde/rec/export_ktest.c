/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/export_ktest.c -- the inputs of one node in an error's simplest scenario, or of a single program, as KLEE's file */
#include "rec/export.h"

#include "base/ktest.h"
#include "rec/question.h"
#include "rec/which.h"

#include <stdio.h>
#include <string.h>

/* "ERROR", "ERROR --node=N", or "--node=N". */
static Status parse (Reader *reader, const char *which, int64_t *error, int64_t *node) {
  Status s = STATUS_OK;
  const char *dash = which ? strstr (which, "--node=") : NULL;
  char name[64] = "";
  if (dash)
    s = which_node (dash, node);
  if (which && dash != which)
    snprintf (name, sizeof name, "%.*s", dash ? (int)(dash - which) : 63, which);
  name[strcspn (name, " ")] = '\0';
  if (status_ok (s) && *name)
    s = error_named (reader, name, error);
  else if (status_ok (s))
    s = reader_number (reader, "SELECT min (error) FROM rec_case WHERE error IS NOT NULL", 0, NULL, error);
  return s;
}

static Status add_objects (Reader *reader, int64_t error, int64_t node, Ktest *test) {
  Mem *mem = reader_mem (reader);
  Cursor *c = reader_ask (reader,
                          "SELECT name, bytes FROM rec_case_value WHERE decision = 0 AND node = ?2 AND test ="
                          " (SELECT max (id) FROM rec_case WHERE error = ?1) ORDER BY id",
                          2, (Field[]){field_int (error), field_int (node)});
  while (cursor_step (c)) {
    size_t n;
    const void *bytes = cursor_blob (c, 1, &n);
    if (n >= UINT32_MAX)
      cursor_refuse (c, "an input is too long");
    else
      ktest_add_object (mem, test, cursor_null (c, 0) ? "" : cursor_text (c, 0), bytes, n);
  }
  return cursor_end (c);
}

Status export_ktest (Reader *reader, const char *which, Text *out) {
  Mem *mem = reader_mem (reader);
  Ktest test = {0};
  int64_t error = 0, node = 0;
  Status s = parse (reader, which, &error, &node);
  if (status_ok (s) && !error)
    s = status_fail ("%s: there is no error with a test case", reader_file (reader));
  if (status_ok (s))
    s = add_objects (reader, error, node, &test);
  if (status_ok (s)) {
    ktest_add_arg (mem, &test, "program");
    ktest_encode (mem, &test, out);
  }
  ktest_free (mem, &test);
  return s;
}
