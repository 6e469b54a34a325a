/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/trouble.c -- what SQLite complains about, as a sentence that says what to do */
#include "rec/trouble.h"

#include <errno.h>
#include <string.h>

/* SQLite's own words, with the system's where there are some. */
static Status other_trouble (sqlite3 *db, const char *file, int code) {
  int number = db ? sqlite3_system_errno (db) : 0;
  const char *why = db ? sqlite3_errmsg (db) : sqlite3_errstr (code);
  return number ? status_fail ("%s: %s (%s)", file, why, strerror (number))
                : status_fail ("%s: %s", file, why);
}

static Status damaged (const char *file) {
  return status_fail ("%s: the file is damaged or cut short: take a copy of it that is whole, or run again",
                      file);
}

Status trouble_writing (sqlite3 *db, const char *file, int code) {
  switch (code & 255) {
  case SQLITE_FULL:
    return status_fail ("%s: the disk is full: what was recorded before stays valid; make room, or record to "
                        "another place",
                        file);
  case SQLITE_READONLY:
  case SQLITE_CANTOPEN:
  case SQLITE_PERM:
    return status_fail ("%s: the folder or file cannot be written: record to another place", file);
  case SQLITE_BUSY:
  case SQLITE_LOCKED:
    return status_fail ("%s: another program holds the file locked: end it, or record to another file", file);
  case SQLITE_TOOBIG: return status_fail ("%s: a text or content is longer than SQLite can keep", file);
  case SQLITE_CORRUPT:
  case SQLITE_NOTADB: return damaged (file);
  default: return other_trouble (db, file, code);
  }
}

Status trouble_reading (sqlite3 *db, const char *file, int code) {
  switch (code & 255) {
  case SQLITE_NOTADB:
    return status_fail ("%s: this is not a result database: name a file that was recorded with --db", file);
  case SQLITE_CORRUPT: return damaged (file);
  case SQLITE_BUSY:
  case SQLITE_LOCKED:
    return status_fail ("%s: another program holds the file locked: try again when it has ended", file);
  case SQLITE_PERM:
  case SQLITE_AUTH:
  case SQLITE_CANTOPEN: return status_fail ("%s: the file cannot be opened for reading", file);
  case SQLITE_TOOBIG: return status_fail ("%s: a cell is larger than the limit for reading", file);
  default: return other_trouble (db, file, code);
  }
}
