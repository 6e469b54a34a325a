/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/create.c -- making the file of a result database
 *
 * The tables are made in a file that is empty at first and belongs to nobody else (O_EXCL): at the place itself, or,
 * to replace another one, beside it; then it is renamed.  The old one's journals are merged into it before, so
 * that none of them is taken for the new one's.
 */
#include "rec/create.h"
#include "rec/path.h"
#include "rec/schema.h"
#include "rec/trouble.h"
#include "rec/view.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WAIT_MS = 5000 }; /* for a lock that another program holds */

static int pragma_number (sqlite3 *db, const char *sql, int64_t *out) {
  sqlite3_stmt *s = NULL;
  int code = sqlite3_prepare_v2 (db, sql, -1, &s, NULL);
  if (code == SQLITE_OK && (code = sqlite3_step (s)) == SQLITE_ROW) {
    *out = sqlite3_column_int64 (s, 0);
    code = SQLITE_OK;
  }
  sqlite3_finalize (s);
  return code;
}

/* Nobody else has the file open if it can leave WAL mode and be locked as a whole.  (The journal of that is in memory:
 * one in a file would have to be brought back by whoever reads next, and a reader cannot.) */
static int take_alone (sqlite3 *db) {
  int code = sqlite3_exec (db, "PRAGMA journal_mode = MEMORY", NULL, NULL, NULL);
  return code == SQLITE_OK ? sqlite3_exec (db, "BEGIN EXCLUSIVE; ROLLBACK", NULL, NULL, NULL) : code;
}

static Status may_replace_database (sqlite3 *db, const char *file) {
  int64_t application = 0;
  sqlite3_db_config (db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  int code = pragma_number (db, "PRAGMA application_id", &application);
  if (code == SQLITE_NOTADB || (code == SQLITE_OK && application != REC_APPLICATION))
    return status_fail ("%s: the file there is not a result database: it is not replaced; name another one",
                        file);
  if (code == SQLITE_OK)
    code = take_alone (db);
  return code == SQLITE_OK ? STATUS_OK : trouble_writing (db, file, code);
}

/* May the file that is there be replaced?  An empty one always. */
static Status may_replace (const char *file) {
  struct stat st;
  if (lstat (file, &st) == 0 && !S_ISREG (st.st_mode))
    return status_fail ("%s: this is not a plain file: it is not replaced; name another one", file);
  if (st.st_size == 0)
    return STATUS_OK;
  sqlite3 *db = NULL;
  int code = sqlite3_open_v2 (file, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW, NULL);
  Status s = code == SQLITE_OK ? may_replace_database (db, file) : trouble_writing (db, file, code);
  sqlite3_close (db);
  return s;
}

static Status make_empty (const char *file, const char *path) {
  int fd = open (path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd >= 0) {
    close (fd);
    return STATUS_OK;
  }
  if (errno == EEXIST && path != file)
    return status_fail ("%s: %s is there: another run is replacing the file, or was ended while it did; then "
                        "remove %s",
                        file, path, path);
  if (errno == EEXIST)
    return status_fail ("%s: there is a file of that name already: name another one, or ask to replace it",
                        file);
  return status_fail ("%s: it cannot be made (%s): record to another place", file, strerror (errno));
}

static void add_schema (Mem *mem, Text *sql) {
  for (RecTable t = 0; t < TABLE_COUNT; t++) {
    schema_create (mem, t, sql);
    text_add (mem, sql, ";\n");
  }
  for (RecView v = 0; v < VIEW_COUNT; v++) {
    view_create (mem, v, "", sql);
    text_add (mem, sql, ";\n");
  }
  for (size_t i = 0; schema_kind (i); i++)
    text_printf (mem, sql, "INSERT INTO rec_kind VALUES (%zu, '%s');\n", i, schema_kind (i));
}

/* The file is new: there is nothing that a journal would have to bring back. */
static int make_tables (Mem *mem, sqlite3 *db) {
  Text sql = {0};
  text_printf (mem, &sql,
               "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = NORMAL; BEGIN;\n"
               "PRAGMA application_id = %d; PRAGMA user_version = %d;\n",
               REC_APPLICATION, REC_VERSION);
  add_schema (mem, &sql);
  text_add (mem, &sql, "COMMIT");
  int code = sqlite3_exec (db, text_c (mem, &sql), NULL, NULL, NULL);
  text_free (mem, &sql);
  return code;
}

/* Makes all tables in the empty file at path; it is complete when this returns. */
static Status make_schema (Mem *mem, const char *file, const char *path) {
  sqlite3 *db = NULL;
  int code = sqlite3_open_v2 (path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
  if (code == SQLITE_OK)
    code = make_tables (mem, db);
  Status s = code == SQLITE_OK ? STATUS_OK : trouble_writing (db, file, code);
  sqlite3_close (db);
  return s;
}

static void unlink_beside (Mem *mem, const char *file, const char *end) {
  Text name = {0};
  text_printf (mem, &name, "%s%s", file, end);
  unlink (text_c (mem, &name));
  text_free (mem, &name);
}

/* In WAL mode; what could not be opened leaves no journal that might be taken for another file's. */
static Status open_for_writing (Mem *mem, const char *file, sqlite3 **out) {
  int code = sqlite3_open_v2 (file, out, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
  if (code == SQLITE_OK)
    code = sqlite3_busy_timeout (*out, WAIT_MS);
  if (code == SQLITE_OK)
    code = sqlite3_exec (
        *out, "PRAGMA journal_mode = MEMORY; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL", NULL,
        NULL, NULL);
  if (code == SQLITE_OK)
    return STATUS_OK;
  Status s = trouble_writing (*out, file, code);
  sqlite3_close (*out);
  *out = NULL;
  unlink_beside (mem, file, "-journal");
  unlink_beside (mem, file, "-wal");
  unlink_beside (mem, file, "-shm");
  return s;
}

/* Moves the file at path over the other one and opens it; the other one comes back if that fails. */
static Status exchange (Mem *mem, const char *file, const char *path, sqlite3 **out) {
  Text kept = {0};
  text_printf (mem, &kept, "%s-replaced", file);
  bool safe = link (file, text_c (mem, &kept)) == 0;
  Status s =
      rename (path, file) == 0
          ? open_for_writing (mem, file, out)
          : status_fail ("%s: it cannot be replaced (%s): record to another place", file, strerror (errno));
  if (safe && !status_ok (s))
    (void)!rename (text_c (mem, &kept), file);
  if (safe)
    unlink (text_c (mem, &kept));
  text_free (mem, &kept);
  return s;
}

/* Makes the file at path, moves it to its place, opens it. */
static Status make_file (Mem *mem, const char *file, const char *path, sqlite3 **out) {
  Status s = make_empty (file, path);
  if (!status_ok (s))
    return s;
  s = make_schema (mem, file, path);
  if (status_ok (s))
    s = path == file ? open_for_writing (mem, file, out) : exchange (mem, file, path, out);
  if (!status_ok (s))
    unlink (path);
  return s;
}

static Status replace_file (Mem *mem, const char *file, sqlite3 **out) {
  Status s = may_replace (file);
  if (!status_ok (s))
    return s;
  Text path = {0};
  text_printf (mem, &path, "%s-new", file);
  s = make_file (mem, file, text_c (mem, &path), out);
  text_free (mem, &path);
  return s;
}

Status create_database (Mem *mem, const char *name, bool replace, sqlite3 **out) {
  struct stat there;
  Text path = {0};
  *out = NULL;
  if (!*name)
    return status_fail ("the name of the database is empty");
  path_plain (mem, name, &path);
  const char *file = text_c (mem, &path);
  Status s =
      replace && lstat (file, &there) == 0 ? replace_file (mem, file, out) : make_file (mem, file, file, out);
  text_free (mem, &path);
  return s;
}
