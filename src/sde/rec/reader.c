/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/reader.c -- opening a result database that may have been made by anybody
 *
 * In this order: nothing of the file's own code may run (views, triggers, extensions); sizes are limited; the header
 * says that it is ours and of a version that we know; its tables are ours to the letter; our views are made in
 * memory; and from then on only SELECT is allowed.
 */
#include "rec/reader.h"
#include "rec/path.h"
#include "rec/reader_impl.h"
#include "rec/schema.h"
#include "rec/trouble.h"
#include "rec/view.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

enum { WAIT_MS = 2000, LONGEST_CELL = 64 << 20, LONGEST_SQL = 1 << 20 };
static const uint64_t default_limit = 4000000000u; /* about a minute */

static void set_limits (sqlite3 *db) {
  static const int limits[][2] = {
      {SQLITE_LIMIT_LENGTH, LONGEST_CELL},      {SQLITE_LIMIT_SQL_LENGTH, LONGEST_SQL},
      {SQLITE_LIMIT_EXPR_DEPTH, 200},           {SQLITE_LIMIT_COMPOUND_SELECT, 50},
      {SQLITE_LIMIT_VDBE_OP, 1000000},          {SQLITE_LIMIT_ATTACHED, 0},
      {SQLITE_LIMIT_TRIGGER_DEPTH, 1},          {SQLITE_LIMIT_WORKER_THREADS, 0},
      {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000},
  };
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
    sqlite3_limit (db, limits[i][0], limits[i][1]);
}

static void distrust (sqlite3 *db) {
  static const int settings[][2] = {
      {SQLITE_DBCONFIG_DEFENSIVE, 1},
      {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
      {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
      {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
      {SQLITE_DBCONFIG_DQS_DML, 0},
      {SQLITE_DBCONFIG_DQS_DDL, 0},
      {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
  };
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
    sqlite3_db_config (db, settings[i][0], settings[i][1], NULL);
  set_limits (db);
  sqlite3_busy_timeout (db, WAIT_MS);
}

int reader_progress (void *data) {
  Reader *r = data;
  r->steps += READER_PROGRESS;
  return r->limit && r->steps > r->limit;
}

/* Opens and reads the first page. */
static int try_open (Reader *r, const char *name, int flags) {
  int code = sqlite3_open_v2 (name, &r->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_EXRESCODE | flags, NULL);
  if (code != SQLITE_OK)
    return code;
  distrust (r->db);
  sqlite3_progress_handler (r->db, READER_PROGRESS, reader_progress, r);
  return sqlite3_exec (r->db,
                       "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY;"
                       "SELECT count (*) FROM sqlite_schema",
                       NULL, NULL, NULL);
}

/* Rows that are not yet in the file itself? */
static bool has_journal (Mem *mem, const char *path) {
  struct stat st;
  bool found = false;
  static const char *const ends[] = {"-wal", "-journal"};
  for (size_t i = 0; i < 2 && !found; i++) {
    Text name = {0};
    text_printf (mem, &name, "%s%s", path, ends[i]);
    found = stat (text_c (mem, &name), &st) == 0 && st.st_size > 0;
    text_free (mem, &name);
  }
  return found;
}

/* In a folder that cannot be written SQLite cannot share the file with a writer; without a journal there is none. */
static int open_quiet (Reader *r, const char *path) {
  Text uri = {0};
  sqlite3_close (r->db);
  r->db = NULL;
  path_quiet (r->mem, path, &uri);
  int code = try_open (r, text_c (r->mem, &uri), SQLITE_OPEN_URI);
  text_free (r->mem, &uri);
  return code;
}

static Status open_path (Reader *r, const char *path) {
  int code = try_open (r, path, 0);
  int why = code & 255;
  if (why != SQLITE_CANTOPEN && why != SQLITE_READONLY)
    return code == SQLITE_OK ? STATUS_OK : trouble_reading (r->db, r->file, code);
  if (has_journal (r->mem, path))
    return status_fail (
        "%s: its last rows are in a journal beside it, and this folder cannot be written: copy the "
        "file and those that begin with its name to another folder",
        r->file);
  code = open_quiet (r, path);
  return code == SQLITE_OK ? STATUS_OK : trouble_reading (r->db, r->file, code);
}

static Status open_file (Reader *r) {
  struct stat st;
  if (stat (r->file, &st) != 0)
    return status_fail ("%s: %s", r->file, strerror (errno));
  if (!S_ISREG (st.st_mode))
    return status_fail ("%s: this is not a result database: it is not a plain file", r->file);
  Text path = {0};
  path_plain (r->mem, r->file, &path);
  Status s = open_path (r, text_c (r->mem, &path));
  text_free (r->mem, &path);
  return s;
}

static Status check_header (Reader *r) {
  int64_t application = 0, version = 0;
  Status s = reader_number (r, "PRAGMA application_id", 0, NULL, &application);
  if (status_ok (s))
    s = reader_number (r, "PRAGMA user_version", 0, NULL, &version);
  if (!status_ok (s))
    return s;
  if (application != REC_APPLICATION)
    return status_fail (
        "%s: this is an SQLite database, but no result database: name a file that was recorded "
        "with --db",
        r->file);
  if (version > REC_VERSION)
    return status_fail (
        "%s: its schema has version %lld, made by a newer release; this one reads up to %d: use the "
        "newer one",
        r->file, (long long)version, REC_VERSION);
  if (version < 1)
    return status_fail ("%s: its schema has version %lld, which no release has made", r->file,
                        (long long)version);
  return STATUS_OK;
}

static Status check_table (Reader *r, RecTable table) {
  Text sql = {0};
  int64_t equal = 0;
  schema_create (r->mem, table, &sql);
  Status s = reader_number (
      r, "SELECT count (*) FROM main.sqlite_schema WHERE type = 'table' AND name = ? AND sql = ?", 2,
      (Field[]){field_text (schema_table (table)), field_text (text_c (r->mem, &sql))}, &equal);
  text_free (r->mem, &sql);
  if (status_ok (s) && equal != 1)
    return status_fail ("%s: its table %s is not as a run makes it: the file was changed or is not whole",
                        r->file, schema_table (table));
  return s;
}

static Status make_views (Reader *r) {
  Text sql = {0};
  for (RecView v = 0; v < VIEW_COUNT; v++) {
    view_create (r->mem, v, "TEMP", &sql);
    text_add (r->mem, &sql, ";\n");
  }
  int code = sqlite3_exec (r->db, text_c (r->mem, &sql), NULL, NULL, NULL);
  text_free (r->mem, &sql);
  return code == SQLITE_OK ? STATUS_OK : trouble_reading (r->db, r->file, code);
}

static bool is_ours (const char *table) {
  for (RecTable t = 0; t < TABLE_COUNT; t++)
    if (!strcmp (table, schema_table (t)))
      return true;
  return false;
}

/* Reading is allowed, of our tables and views, and functions that compute. */
static int only_reading (void *data, int action, const char *a, const char *b, const char *database,
                         const char *inside) {
  (void)data, (void)inside;
  switch (action) {
  case SQLITE_SELECT:
  case SQLITE_RECURSIVE: return SQLITE_OK;
  case SQLITE_FUNCTION: return b && !strcmp (b, "load_extension") ? SQLITE_DENY : SQLITE_OK;
  case SQLITE_READ:
    return (database && !strcmp (database, "temp")) || (a && is_ours (a)) ? SQLITE_OK : SQLITE_DENY;
  default: return SQLITE_DENY;
  }
}

static Status reader_check (Reader *r) {
  Status s = check_header (r);
  for (RecTable t = 0; status_ok (s) && t < TABLE_COUNT; t++)
    s = check_table (r, t);
  if (status_ok (s))
    s = make_views (r);
  sqlite3_set_authorizer (r->db, only_reading, r);
  return s;
}

Status reader_open (Mem *mem, const char *file, Reader **out) {
  Reader *r = MEM_NEW (mem, Reader);
  r->mem = mem;
  r->file = mem_string (mem, file, strlen (file));
  r->limit = default_limit;
  Status s = open_file (r);
  if (status_ok (s))
    s = reader_check (r);
  if (!status_ok (s)) {
    reader_close (r);
    r = NULL;
  }
  *out = r;
  return s;
}

void reader_close (Reader *r) {
  sqlite3_close (r->db);
  mem_free (r->mem, r->file, strlen (r->file) + 1);
  MEM_FREE (r->mem, r);
}

const char *reader_file (const Reader *r) { return r->file; }

Mem *reader_mem (const Reader *r) { return r->mem; }

void reader_limit (Reader *r, uint64_t steps) { r->limit = steps; }
