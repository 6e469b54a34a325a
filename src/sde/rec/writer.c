/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/writer.c -- writing a result database while the run goes on */
#include "rec/writer.h"
#include "rec/batch.h"
#include "rec/bind.h"
#include "rec/create.h"
#include "rec/schema.h"
#include "rec/texts.h"
#include "rec/trouble.h"

#include <string.h>
#include <time.h>

/* When a batch is full. */
enum { BATCH_BYTES = 2 << 20, BATCH_NS = 1000000000 };

struct Writer {
  Mem *mem;
  char *file;
  sqlite3 *db;
  sqlite3_stmt *insert[TABLE_COUNT]; /* made when first needed */
  size_t columns[TABLE_COUNT];
  Batch batch;
  Texts texts;
  int64_t written; /* when the last batch was written */
  Status status;   /* the first thing that went wrong */
};

static int64_t clock_now (void) {
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC_COARSE, &t);
  return t.tv_sec * (int64_t)1000000000 + t.tv_nsec;
}

static void writer_free (Writer *w) {
  for (int t = 0; t < TABLE_COUNT; t++)
    sqlite3_finalize (w->insert[t]);
  sqlite3_close (w->db);
  batch_free (w->mem, &w->batch);
  texts_free (w->mem, &w->texts);
  status_free (w->status);
  mem_free (w->mem, w->file, strlen (w->file) + 1);
  MEM_FREE (w->mem, w);
}

Status writer_new (Mem *mem, const char *file, bool replace, Writer **out) {
  Writer *w = MEM_NEW (mem, Writer);
  w->mem = mem;
  w->file = mem_string (mem, file, strlen (file));
  w->written = clock_now ();
  for (RecTable t = 0; t < TABLE_COUNT; t++)
    schema_columns (t, &w->columns[t]);
  Status s = create_database (mem, file, replace, &w->db);
  if (!status_ok (s)) {
    writer_free (w);
    w = NULL;
  }
  *out = w;
  return s;
}

static int writer_prepare (Writer *w, RecTable table) {
  Text sql = {0};
  schema_insert (w->mem, table, &sql);
  int code = sqlite3_prepare_v3 (w->db, text_c (w->mem, &sql), -1, SQLITE_PREPARE_PERSISTENT,
                                 &w->insert[table], NULL);
  text_free (w->mem, &sql);
  return code;
}

static int write_row (Writer *w, size_t *at) {
  RecTable table = batch_table (&w->batch, at);
  int code = w->insert[table] ? SQLITE_OK : writer_prepare (w, table);
  for (size_t i = 0; i < w->columns[table]; i++) {
    Field f = batch_field (&w->batch, at);
    if (code == SQLITE_OK)
      code = field_bind (w->insert[table], (int)i + 1, f);
  }
  if (code != SQLITE_OK)
    return code;
  code = sqlite3_step (w->insert[table]);
  sqlite3_reset (w->insert[table]);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int write_batch (Writer *w) {
  int code = sqlite3_exec (w->db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
  for (size_t at = 0; code == SQLITE_OK && at < w->batch.bytes.len;)
    code = write_row (w, &at);
  return code == SQLITE_OK ? sqlite3_exec (w->db, "COMMIT", NULL, NULL, NULL) : code;
}

static void writer_keep (Writer *w, int code) {
  if (code != SQLITE_OK && status_ok (w->status))
    w->status = trouble_writing (w->db, w->file, code);
}

void writer_flush (Writer *w) {
  if (status_ok (w->status) && w->batch.rows) {
    writer_keep (w, write_batch (w));
    if (!sqlite3_get_autocommit (w->db))
      sqlite3_exec (w->db, "ROLLBACK", NULL, NULL, NULL);
  }
  batch_clear (&w->batch);
  w->written = clock_now ();
}

static bool writer_full (const Writer *w) {
  return w->batch.bytes.len >= BATCH_BYTES || clock_now () - w->written >= BATCH_NS;
}

void writer_add (Writer *w, RecTable table, const Field *fields) {
  if (!status_ok (w->status))
    return;
  batch_add (w->mem, &w->batch, table, fields, w->columns[table]);
  if (writer_full (w))
    writer_flush (w);
}

int64_t writer_text (Writer *w, const char *text) {
  bool fresh;
  int64_t number = (int64_t)texts_number (w->mem, &w->texts, text, &fresh);
  if (fresh)
    writer_add (w, TABLE_rec_text, (Field[]){field_int (number), field_text (text)});
  return number;
}

Status writer_status (const Writer *w) {
  return status_ok (w->status) ? STATUS_OK : status_fail ("%s", w->status.text);
}

static int make_indexes (sqlite3 *db) {
  int code = sqlite3_exec (db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
  for (size_t i = 0; code == SQLITE_OK && schema_index (i); i++)
    code = sqlite3_exec (db, schema_index (i), NULL, NULL, NULL);
  return code == SQLITE_OK ? sqlite3_exec (db, "COMMIT", NULL, NULL, NULL) : code;
}

Status writer_close (Writer *w) {
  writer_flush (w);
  if (status_ok (w->status))
    writer_keep (w, make_indexes (w->db));
  if (status_ok (w->status)) /* one plain file, unless somebody is reading: then it stays as it is */
    sqlite3_exec (w->db, "PRAGMA journal_mode = MEMORY", NULL, NULL, NULL);
  Status s = writer_status (w);
  writer_free (w);
  return s;
}
