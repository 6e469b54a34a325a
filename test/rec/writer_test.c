/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/writer_test.c -- what is added is what stands in the file, in time and in order */
#include "rec/place.h"

#include <sqlite3.h>

/* The first cell of a query on the file, read by plain SQLite. */
static int64_t number_in (const char *file, const char *sql) {
  sqlite3 *db;
  sqlite3_stmt *s;
  assert_int_equal (sqlite3_open_v2 (file, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
  assert_int_equal (sqlite3_prepare_v2 (db, sql, -1, &s, NULL), SQLITE_OK);
  assert_int_equal (sqlite3_step (s), SQLITE_ROW);
  int64_t n = sqlite3_column_int64 (s, 0);
  sqlite3_finalize (s);
  sqlite3_close (db);
  return n;
}

static Field draw_field (Fixture *f, ColumnType type, int64_t key, char *bytes) {
  size_t n = rng_below (&f->rng, 40);
  uint64_t x = rng_next (&f->rng) >> rng_below (&f->rng, 64);
  if (type == COLUMN_KEY || type == COLUMN_FIRST)
    return field_int (key);
  if (type != COLUMN_SECOND && rng_below (&f->rng, 4) == 0)
    return field_null ();
  for (size_t i = 0; i < n; i++)
    bytes[i] = (char)rng_below (&f->rng, type == COLUMN_TEXT ? 127 : 256);
  switch (type) {
  case COLUMN_REAL: return field_real ((double)(int64_t)x / 7);
  case COLUMN_TEXT: return (Field){FIELD_TEXT, (int64_t)n, 0, bytes};
  case COLUMN_BLOB: return field_blob (bytes, n);
  default: return field_int (rng_below (&f->rng, 2) ? (int64_t)x : -(int64_t)(x >> 1));
  }
}

static void assert_cell (sqlite3_stmt *s, int i, Field f) {
  static const int types[] = {SQLITE_NULL, SQLITE_INTEGER, SQLITE_FLOAT, SQLITE_TEXT, SQLITE_BLOB};
  assert_int_equal (sqlite3_column_type (s, i), types[f.type]);
  if (f.type == FIELD_INT)
    assert_true (sqlite3_column_int64 (s, i) == f.number);
  if (f.type == FIELD_REAL)
    assert_true (sqlite3_column_double (s, i) == f.real);
  if (f.type != FIELD_TEXT && f.type != FIELD_BLOB)
    return;
  assert_int_equal (sqlite3_column_bytes (s, i), (int)f.number);
  if (f.number)
    assert_memory_equal (sqlite3_column_blob (s, i), f.bytes, (size_t)f.number);
}

enum { WIDEST = 16, CELL = 64 };

/* Adds a row of drawn values to a table, or compares the row there with the same draws. */
static void one_row (Fixture *f, Writer *w, sqlite3_stmt *s, RecTable t, int64_t key) {
  size_t n;
  const RecColumn *c = schema_columns (t, &n);
  Field fields[WIDEST];
  char bytes[WIDEST][CELL];
  assert_true (n <= WIDEST);
  for (size_t i = 0; i < n; i++)
    fields[i] = draw_field (f, c[i].type, key, bytes[i]);
  if (w)
    writer_add (w, t, fields);
  for (size_t i = 0; !w && i < n; i++)
    assert_cell (s, (int)i, fields[i]);
}

static void compare_table (Fixture *f, sqlite3 *db, RecTable t, int64_t rows) {
  char sql[128];
  sqlite3_stmt *s;
  snprintf (sql, sizeof sql, "SELECT * FROM %s ORDER BY 1", schema_table (t));
  assert_int_equal (sqlite3_prepare_v2 (db, sql, -1, &s, NULL), SQLITE_OK);
  for (int64_t k = 0; k < rows; k++) {
    assert_int_equal (sqlite3_step (s), SQLITE_ROW);
    one_row (f, NULL, s, t, k);
  }
  assert_int_equal (sqlite3_step (s), SQLITE_DONE);
  sqlite3_finalize (s);
}

static void every_table_comes_back (void **state) {
  Fixture *f = fixture (state);
  Rng start = f->rng;
  int64_t rows = 40 * fixture_rounds (1);
  Writer *w;
  assert_ok (writer_new (&f->mem, place ("all.db"), false, &w));
  for (RecTable t = 0; t < TABLE_COUNT; t++)
    for (int64_t k = 0; t != TABLE_rec_kind && k < rows; k++)
      one_row (f, w, NULL, t, k);
  assert_ok (writer_close (w));
  f->rng = start;
  sqlite3 *db;
  assert_int_equal (sqlite3_open_v2 (place ("all.db"), &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
  for (RecTable t = 0; t < TABLE_COUNT; t++)
    if (t != TABLE_rec_kind) /* it is filled from the start */
      compare_table (f, db, t, rows);
  sqlite3_close (db);
}

static void header_says_what_it_is (void **state) {
  Fixture *f = fixture (state);
  Writer *w;
  assert_ok (writer_new (&f->mem, place ("head.db"), false, &w));
  assert_ok (writer_close (w));
  assert_int_equal (number_in (place ("head.db"), "PRAGMA application_id"), REC_APPLICATION);
  assert_int_equal (number_in (place ("head.db"), "PRAGMA user_version"), REC_VERSION);
  assert_int_equal (number_in (place ("head.db"), "SELECT count(*) FROM sqlite_schema WHERE type = 'table'"),
                    TABLE_COUNT);
  char wal[300];
  snprintf (wal, sizeof wal, "%s-wal", place ("head.db"));
  assert_int_equal (access (wal, F_OK), -1);
}

static void equal_texts_are_one (void **state) {
  Fixture *f = fixture (state);
  Writer *w;
  assert_ok (writer_new (&f->mem, place ("text.db"), false, &w));
  assert_int_equal (writer_text (w, "boot"), 1);
  assert_int_equal (writer_text (w, "'; DROP TABLE rec_text; --"), 2);
  assert_int_equal (writer_text (w, "boot"), 1);
  assert_int_equal (writer_text (w, ""), 3);
  for (int i = 0; i < 1000; i++) {
    char text[32];
    snprintf (text, sizeof text, "text %d", i % 500);
    assert_int_equal (writer_text (w, text), 4 + i % 500);
  }
  assert_ok (writer_close (w));
  assert_int_equal (number_in (place ("text.db"), "SELECT count(*) FROM rec_text"), 503);
  assert_int_equal (number_in (place ("text.db"), "SELECT id FROM rec_text WHERE text LIKE '%DROP%'"), 2);
}

static void others_read_meanwhile (void **state) {
  Fixture *f = fixture (state);
  Writer *w;
  assert_ok (writer_new (&f->mem, place ("live.db"), false, &w));
  for (int i = 0; i < 10; i++) {
    writer_text (w, (char[]){(char)('a' + i), 0});
    assert_int_equal (number_in (place ("live.db"), "SELECT count(*) FROM rec_text"), i);
    writer_flush (w);
    assert_int_equal (number_in (place ("live.db"), "SELECT count(*) FROM rec_text"), i + 1);
  }
  assert_ok (writer_close (w));
}

static void a_second_is_enough (void **state) {
  Fixture *f = fixture (state);
  Writer *w;
  assert_ok (writer_new (&f->mem, place ("second.db"), false, &w));
  writer_text (w, "a");
  assert_int_equal (number_in (place ("second.db"), "SELECT count(*) FROM rec_text"), 0);
  usleep (1100000);
  writer_text (w, "b");
  assert_int_equal (number_in (place ("second.db"), "SELECT count(*) FROM rec_text"), 2);
  assert_ok (writer_close (w));
}

static void many_rows_go_in_batches (void **state) {
  Fixture *f = fixture (state);
  Writer *w;
  size_t peak = f->mem.peak;
  assert_ok (writer_new (&f->mem, place ("many.db"), false, &w));
  for (int64_t i = 0; i < 600000; i++)
    writer_add (w, TABLE_rec_input, (Field[]){field_int (i), field_int (i - 1), field_int (i % 7)});
  assert_true (number_in (place ("many.db"), "SELECT count(*) FROM rec_input") > 100000);
  assert_ok (writer_close (w));
  assert_int_equal (number_in (place ("many.db"), "SELECT count(*) FROM rec_input"), 600000);
  assert_true (f->mem.peak - peak < 8 << 20);
}

static void a_file_that_is_there_stays (void **state) {
  Fixture *f = fixture (state);
  Writer *w, *second;
  assert_ok (writer_new (&f->mem, place ("there.db"), false, &w));
  writer_text (w, "earlier");
  writer_flush (w);
  assert_says (writer_new (&f->mem, place ("there.db"), false, &second), "already");
  assert_null (second);
  assert_says (writer_new (&f->mem, place ("there.db"), true, &second), "another program holds");
  assert_ok (writer_close (w));
  assert_int_equal (number_in (place ("there.db"), "SELECT count(*) FROM rec_text"), 1);
  assert_ok (writer_new (&f->mem, place ("there.db"), true, &w));
  assert_ok (writer_close (w));
  assert_int_equal (number_in (place ("there.db"), "SELECT count(*) FROM rec_text"), 0);
}

static void write_file (const char *path, const char *text) {
  FILE *file = fopen (path, "w");
  assert_non_null (file);
  fputs (text, file);
  fclose (file);
}

static void only_results_are_replaced (void **state) {
  Fixture *f = fixture (state);
  Writer *w;
  write_file (place ("notes.txt"),
              "what I must not forget, and more of it than a header of SQLite is long ..... "
              "..........................................................................");
  assert_says (writer_new (&f->mem, place ("notes.txt"), true, &w), "not a result database");
  sqlite3 *db;
  assert_int_equal (sqlite3_open (place ("other.db"), &db), SQLITE_OK);
  assert_int_equal (sqlite3_exec (db, "CREATE TABLE t (x)", NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close (db);
  assert_says (writer_new (&f->mem, place ("other.db"), true, &w), "not a result database");
  assert_int_equal (number_in (place ("other.db"), "SELECT count(*) FROM t"), 0);
  assert_says (writer_new (&f->mem, place_folder, true, &w), "not a plain file");
  assert_says (writer_new (&f->mem, place ("none/x.db"), false, &w), "No such file");
  assert_says (writer_new (&f->mem, place ("none/x.db"), true, &w), "No such file");
  assert_says (writer_new (&f->mem, "", false, &w), "empty");
  write_file (place ("empty.db"), "");
  assert_ok (writer_new (&f->mem, place ("empty.db"), true, &w));
  assert_ok (writer_close (w));
}

static void a_wrong_row_ends_the_writing (void **state) {
  Fixture *f = fixture (state);
  Writer *w;
  assert_ok (writer_new (&f->mem, place ("wrong.db"), false, &w));
  writer_text (w, "first");
  writer_flush (w);
  writer_text (w, "second");
  writer_add (w, TABLE_rec_text, (Field[]){field_int (1), field_text ("again")});
  writer_flush (w);
  assert_says (writer_status (w), "UNIQUE");
  writer_text (w, "third");
  assert_says (writer_close (w), "UNIQUE");
  assert_int_equal (number_in (place ("wrong.db"), "SELECT count(*) FROM rec_text"), 1);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      FIXTURE_TEST (every_table_comes_back),       FIXTURE_TEST (header_says_what_it_is),
      FIXTURE_TEST (equal_texts_are_one),          FIXTURE_TEST (others_read_meanwhile),
      FIXTURE_TEST (a_second_is_enough),           FIXTURE_TEST (many_rows_go_in_batches),
      FIXTURE_TEST (a_file_that_is_there_stays),   FIXTURE_TEST (only_results_are_replaced),
      FIXTURE_TEST (a_wrong_row_ends_the_writing),
  };
  return cmocka_run_group_tests (tests, place_make, place_remove);
}
