/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/fault_test.c -- whatever fails below, a sentence comes, and what stands in the file is whole batches of the truth
 *
 * The sample is written in five batches while the n-th write, sync, open ... fails, for each n until none is left.
 */
#include "rec/place.h"
#include "rec/faulty.h"
#include "rec/reader.h"

enum { BATCHES = 5 };

static void write_part (Writer *w, int part) {
  static void (*const parts[BATCHES]) (Writer *) = {sample_run, sample_static, sample_story, sample_ends,
                                                    sample_found};
  parts[part](w);
  writer_flush (w);
}

/* Rows of all tables, counted one by one. */
static int64_t all_rows (Reader *r) {
  int64_t sum = 0, n = 0;
  for (RecTable t = 0; t < TABLE_COUNT; t++) {
    char sql[100];
    snprintf (sql, sizeof sql, "SELECT count (*) FROM %s", schema_table (t));
    assert_ok (reader_number (r, sql, 0, NULL, &n));
    sum += n;
  }
  return sum;
}

static int64_t rows_in (Mem *mem, const char *path) {
  Reader *r;
  assert_ok (reader_open (mem, path, &r));
  int64_t n = all_rows (r);
  reader_close (r);
  return n;
}

/* The number of rows after each batch, [0] of none. */
static void boundaries (Mem *mem, int64_t rows[BATCHES + 1]) {
  Writer *w;
  assert_ok (writer_new (mem, place ("truth.db"), true, &w));
  for (int i = 0; i <= BATCHES; i++) {
    rows[i] = rows_in (mem, place ("truth.db"));
    if (i < BATCHES)
      write_part (w, i);
  }
  assert_ok (writer_close (w));
}

/* No table of the file has a row that the truth has not. */
static void only_true_rows (const char *path) {
  sqlite3 *db;
  char sql[400];
  assert_int_equal (sqlite3_open (place ("truth.db"), &db), SQLITE_OK);
  snprintf (sql, sizeof sql, "ATTACH '%s' AS other", path);
  assert_int_equal (sqlite3_exec (db, sql, NULL, NULL, NULL), SQLITE_OK);
  for (RecTable t = 0; t < TABLE_COUNT; t++) {
    sqlite3_stmt *s;
    snprintf (sql, sizeof sql, "SELECT * FROM other.%s EXCEPT SELECT * FROM main.%s", schema_table (t),
              schema_table (t));
    assert_int_equal (sqlite3_prepare_v2 (db, sql, -1, &s, NULL), SQLITE_OK);
    assert_int_equal (sqlite3_step (s), SQLITE_DONE);
    sqlite3_finalize (s);
  }
  sqlite3_close (db);
}

static void prefix_of_truth (Mem *mem, const char *path, const int64_t rows[BATCHES + 1], bool all) {
  int64_t n = rows_in (mem, path);
  bool found = false;
  for (int i = all ? BATCHES : 0; i <= BATCHES; i++)
    found |= n == rows[i];
  if (!found)
    fail_msg ("%lld rows are no whole batches", (long long)n);
  only_true_rows (path);
}

/* Writes the sample under a fault, then looks at the file without.  The fault was met? */
static bool one_fault (Fixture *f, Faulty *faulty, const int64_t rows[BATCHES + 1], bool replace) {
  const char *path = place ("fault.db");
  Writer *w;
  bool made = false;
  Status s = writer_new (&f->mem, path, replace, &w);
  if (status_ok (s)) {
    made = true;
    for (int i = 0; i < BATCHES; i++)
      write_part (w, i);
    s = writer_close (w);
  }
  bool met = faulty->hits > 0, whole = status_ok (s);
  assert_true (whole || (met && strlen (s.text) > strlen (path) + 10));
  status_free (s);
  faulty_set (faulty, FAULT_NONE, 0, false);
  if (made || replace)
    prefix_of_truth (&f->mem, path, rows, whole || !made);
  else
    assert_int_equal (access (path, F_OK), -1);
  assert_int_equal (access (place ("fault.db-new"), F_OK), -1);
  assert_int_equal (access (place ("fault.db-replaced"), F_OK), -1);
  return met;
}

static void clear (void) {
  static const char *const ends[] = {"", "-wal", "-shm", "-journal"};
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    char name[40];
    snprintf (name, sizeof name, "fault.db%s", ends[i]);
    unlink (place (name));
  }
}

/* Each operation in a long run; otherwise all of the first ones, and fewer and fewer of the later ones. */
static int stride (int n) { return fixture_rounds (1) > 1 ? 1 : 1 + n / 4; }

static void sweep (Fixture *f, bool replace, bool lasting) {
  int64_t rows[BATCHES + 1];
  Faulty faulty;
  int met = 0;
  boundaries (&f->mem, rows);
  faulty_install (&faulty);
  for (FaultKind kind = FAULT_NONE; kind < FAULT_KINDS; kind++)
    for (int n = 0;; n += stride (n)) {
      clear ();
      if (replace)
        place_sample (&f->mem, "fault.db");
      faulty_set (&faulty, kind, n, lasting);
      if (!one_fault (f, &faulty, rows, replace))
        break;
      met++;
    }
  faulty_remove (&faulty);
  assert_true (met > 50);
}

static void a_new_file_once (void **state) { sweep (fixture (state), false, false); }
static void a_new_file_for_good (void **state) { sweep (fixture (state), false, true); }
static void a_replaced_file_once (void **state) { sweep (fixture (state), true, false); }
static void a_replaced_file_for_good (void **state) { sweep (fixture (state), true, true); }

static void full_disks_are_told (void **state) {
  Fixture *f = fixture (state);
  Faulty faulty;
  Writer *w;
  faulty_install (&faulty);
  assert_ok (writer_new (&f->mem, place ("full.db"), false, &w));
  faulty_set (&faulty, FAULT_FULL, 0, true);
  writer_text (w, "x");
  writer_flush (w);
  assert_says (writer_status (w), "the disk is full");
  assert_says (writer_close (w), "make room");
  faulty_remove (&faulty);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      FIXTURE_TEST (a_new_file_once),      FIXTURE_TEST (a_new_file_for_good),
      FIXTURE_TEST (a_replaced_file_once), FIXTURE_TEST (a_replaced_file_for_good),
      FIXTURE_TEST (full_disks_are_told),
  };
  return cmocka_run_group_tests (tests, place_make, place_remove);
}
