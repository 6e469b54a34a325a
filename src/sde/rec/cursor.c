/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/cursor.c -- rows of a query, with checked types */
#include "rec/bind.h"
#include "rec/reader.h"
#include "rec/reader_impl.h"
#include "rec/trouble.h"

#include <string.h>

struct Cursor {
  Reader *reader;
  sqlite3_stmt *stmt; /* NULL: the query could not be prepared */
  Status status;      /* the first thing that went wrong */
};

static void cursor_fail (Cursor *c, Status s) {
  if (status_ok (c->status))
    c->status = s;
  else
    status_free (s);
}

void cursor_refuse (Cursor *c, const char *what) {
  cursor_fail (c, status_fail ("%s: %s: the file was changed or is damaged", c->reader->file, what));
}

static Status query_trouble (const Reader *r, int code) {
  switch (code & 255) {
  case SQLITE_INTERRUPT:
    return status_fail ("%s: the query takes too long: ask for less, for example with WHERE or LIMIT",
                        r->file);
  case SQLITE_AUTH:
    return status_fail ("%s: only SELECT is allowed on a result database (%s)", r->file,
                        sqlite3_errmsg (r->db));
  case SQLITE_ERROR: return status_fail ("%s: %s", r->file, sqlite3_errmsg (r->db));
  default: return trouble_reading (r->db, r->file, code);
  }
}

/* Nothing but spaces and semicolons behind the one statement? */
static bool is_end (const char *tail) { return tail[strspn (tail, " \t\r\n;")] == '\0'; }

static void cursor_prepare (Cursor *c, const char *sql) {
  const char *tail = "";
  int code = sqlite3_prepare_v2 (c->reader->db, sql, -1, &c->stmt, &tail);
  if (code != SQLITE_OK)
    cursor_fail (c, query_trouble (c->reader, code));
  else if (!c->stmt)
    cursor_fail (c, status_fail ("%s: the query is empty", c->reader->file));
  else if (!is_end (tail))
    cursor_fail (c, status_fail ("%s: one query at a time: there is more behind the first", c->reader->file));
}

static void cursor_bind (Cursor *c, size_t n, const Field *parameters) {
  if (status_ok (c->status) && (size_t)sqlite3_bind_parameter_count (c->stmt) != n)
    cursor_fail (c, status_fail ("%s: the query has %d parameters, but %zu values are given", c->reader->file,
                                 sqlite3_bind_parameter_count (c->stmt), n));
  for (size_t i = 0; status_ok (c->status) && i < n; i++) {
    int code = field_bind (c->stmt, (int)i + 1, parameters[i]);
    if (code != SQLITE_OK)
      cursor_fail (c, query_trouble (c->reader, code));
  }
}

Cursor *reader_ask (Reader *reader, const char *sql, size_t n, const Field *parameters) {
  Cursor *c = MEM_NEW (reader->mem, Cursor);
  c->reader = reader;
  reader->steps = 0;
  cursor_prepare (c, sql);
  cursor_bind (c, n, parameters);
  return c;
}

bool cursor_step (Cursor *c) {
  if (!status_ok (c->status))
    return false;
  int code = sqlite3_step (c->stmt);
  if (code != SQLITE_ROW && code != SQLITE_DONE)
    cursor_fail (c, query_trouble (c->reader, code));
  return code == SQLITE_ROW;
}

size_t cursor_columns (const Cursor *c) { return c->stmt ? (size_t)sqlite3_column_count (c->stmt) : 0; }

const char *cursor_name (const Cursor *c, size_t column) {
  const char *name = sqlite3_column_name (c->stmt, (int)column);
  return name ? name : "";
}

Field cursor_field (Cursor *c, size_t column) {
  int i = (int)column;
  switch (sqlite3_column_type (c->stmt, i)) {
  case SQLITE_INTEGER: return field_int (sqlite3_column_int64 (c->stmt, i));
  case SQLITE_FLOAT: return field_real (sqlite3_column_double (c->stmt, i));
  case SQLITE_BLOB: {
    const void *p = sqlite3_column_blob (c->stmt, i);
    return field_blob (p, (size_t)sqlite3_column_bytes (c->stmt, i));
  }
  case SQLITE_TEXT: {
    const void *p = sqlite3_column_text (c->stmt, i);
    return (Field){FIELD_TEXT, sqlite3_column_bytes (c->stmt, i), 0, p};
  }
  default: return field_null ();
  }
}

/* The cell if it is of that type, else NULL's. */
static Field cell_of (Cursor *c, size_t column, FieldType type, const char *name) {
  Field f = cursor_field (c, column);
  if (f.type == type || f.type == FIELD_NULL)
    return f;
  cursor_fail (c, status_fail ("%s: a cell of column '%s' is not %s: the file was changed or is damaged",
                               c->reader->file, cursor_name (c, column), name));
  return field_null ();
}

int64_t cursor_int (Cursor *c, size_t column) {
  return cell_of (c, column, FIELD_INT, "a whole number").number;
}

double cursor_real (Cursor *c, size_t column) { return cell_of (c, column, FIELD_REAL, "a number").real; }

/* A text ends where SQLite says; one with a zero byte inside would be read only in part. */
const char *cursor_text (Cursor *c, size_t column) {
  Field f = cell_of (c, column, FIELD_TEXT, "a text");
  if (f.type != FIELD_TEXT || strlen (f.bytes) == (size_t)f.number)
    return f.bytes;
  cursor_refuse (c, "a text has a zero byte in it");
  return NULL;
}

const void *cursor_blob (Cursor *c, size_t column, size_t *length) {
  Field f = cell_of (c, column, FIELD_BLOB, "bytes");
  *length = (size_t)f.number;
  return f.bytes;
}

bool cursor_null (Cursor *c, size_t column) {
  return sqlite3_column_type (c->stmt, (int)column) == SQLITE_NULL;
}

Status cursor_end (Cursor *c) {
  Status s = c->status;
  sqlite3_finalize (c->stmt);
  MEM_FREE (c->reader->mem, c);
  return s;
}

Status reader_number (Reader *reader, const char *sql, size_t n, const Field *parameters, int64_t *out) {
  Cursor *c = reader_ask (reader, sql, n, parameters);
  if (cursor_step (c))
    *out = cursor_int (c, 0);
  return cursor_end (c);
}
