/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/field.c -- a cell of a database */
#include "rec/field.h"
#include "rec/bind.h"

#include <string.h>

Field field_text (const char *s) {
  return s ? (Field){FIELD_TEXT, (int64_t)strlen (s), 0, s} : field_null ();
}

int field_bind (sqlite3_stmt *s, int i, Field f) {
  switch (f.type) {
  case FIELD_NULL: break;
  case FIELD_INT: return sqlite3_bind_int64 (s, i, f.number);
  case FIELD_REAL: return sqlite3_bind_double (s, i, f.real);
  case FIELD_TEXT: return sqlite3_bind_text64 (s, i, f.bytes, (uint64_t)f.number, SQLITE_STATIC, SQLITE_UTF8);
  case FIELD_BLOB: return sqlite3_bind_blob64 (s, i, f.bytes, (uint64_t)f.number, SQLITE_STATIC);
  }
  return sqlite3_bind_null (s, i);
}
