/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/export_lcov.c -- coverage as a tracefile of lcov: how many nodes have reached each line and side of a branch */
#include "rec/export.h"
#include "rec/which.h"

#include <stdio.h>
#include <string.h>

typedef struct Trace {
  Mem *mem;
  Text *out;
  char file[4096];
} Trace;

static void end_file (Trace *t) {
  if (*t->file)
    text_add (t->mem, t->out, "end_of_record\n");
}

/* Line ends would end the record. */
static void begin_file (Trace *t, const char *file) {
  if (!strncmp (t->file, file, sizeof t->file - 1))
    return;
  end_file (t);
  snprintf (t->file, sizeof t->file, "%s", file);
  text_add (t->mem, t->out, "TN:\nSF:");
  for (const char *s = t->file; *s; s++)
    text_bytes (t->mem, t->out, *s == '\n' || *s == '\r' ? "?" : s, 1);
  text_add (t->mem, t->out, "\n");
}

/* file, line, branch (NULL: a line), side, nodes */
static const char *const sql =
    "SELECT i.file, i.line, i.branch, i.side, count (c.item) FROM rec_cover_item i"
    " LEFT JOIN rec_covered c ON c.item = i.id AND (?1 IS NULL OR c.node = ?1)"
    " WHERE i.file IS NOT NULL AND i.file <> '' AND i.line > 0"
    " AND (?1 IS NULL OR i.program = (SELECT program FROM rec_node WHERE id = ?1))"
    " GROUP BY i.file, i.line, i.branch, i.side ORDER BY i.file, i.line, i.branch, i.side DESC";

Status export_lcov (Reader *reader, const char *which, Text *out) {
  Trace t = {.mem = reader_mem (reader), .out = out};
  int64_t node = -1;
  Status s = which_node (which, &node);
  if (!status_ok (s))
    return s;
  Cursor *c = reader_ask (reader, sql, 1, (Field[]){node < 0 ? field_null () : field_int (node)});
  while (cursor_step (c)) {
    const char *file = cursor_text (c, 0);
    long long line = cursor_int (c, 1), nodes = cursor_int (c, 4);
    begin_file (&t, file ? file : "");
    if (cursor_null (c, 2))
      text_printf (t.mem, out, "DA:%lld,%lld\n", line, nodes);
    else
      text_printf (t.mem, out, "BRDA:%lld,%lld,%d,%lld\n", line, (long long)cursor_int (c, 2),
                   cursor_int (c, 3) ? 0 : 1, nodes);
  }
  end_file (&t);
  return cursor_end (c);
}
