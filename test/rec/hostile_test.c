/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/hostile_test.c -- databases that are cut, damaged or made to do harm: a sentence or safe rows, never a crash */
#include "rec/place.h"
#include "rec/lineage.h"
#include "rec/question.h"
#include "rec/view.h"

#include <signal.h>
#include <sqlite3.h>
#include <sys/wait.h>

/* Changes a database by plain SQLite. */
static void change (const char *path, const char *sql) {
  sqlite3 *db;
  char *why = NULL;
  assert_int_equal (sqlite3_open (path, &db), SQLITE_OK);
  if (sqlite3_exec (db, sql, NULL, NULL, &why) != SQLITE_OK)
    fail_msg ("%s: %s", sql, why);
  sqlite3_close (db);
}

static Status read_rows (Reader *r, const char *sql) {
  Cursor *c = reader_ask (r, sql, 0, NULL);
  while (cursor_step (c))
    for (size_t i = 0; i < cursor_columns (c); i++)
      cursor_field (c, i);
  return cursor_end (c);
}

static Status read_views (Reader *r) {
  Status s = STATUS_OK;
  for (RecView v = 0; status_ok (s) && v < VIEW_COUNT; v++) {
    char sql[100];
    snprintf (sql, sizeof sql, "SELECT * FROM %s", view_name (v));
    s = read_rows (r, sql);
  }
  return s;
}

/* Those that need arguments are asked about an error and about a state. */
static Status read_questions (Reader *r) {
  static const char *const args[2][2] = {{"1", "--state=5"}, {"--state=5", "1"}};
  Status s = STATUS_OK;
  for (size_t i = 0; question_at (i); i++)
    for (size_t k = 0; k < (question_at (i)->most ? 2 : 1); k++) {
      Answer a;
      answer_init (reader_mem (r), &a);
      Status more = question_ask (r, question_at (i)->name, args[k], question_at (i)->least, &a);
      answer_fini (&a);
      if (status_ok (s) && !question_at (i)->least)
        s = more;
      else
        status_free (more);
    }
  return s;
}

static Status read_lineages (Reader *r) {
  Lineage l = {0};
  Status s = STATUS_OK;
  for (int64_t state = 0; status_ok (s) && state < 6; state++)
    s = lineage_of (r, state, &l);
  VEC_FREE (reader_mem (r), &l);
  return s;
}

/* Everything that can be read of a file; the first sentence. */
static Status read_all (Mem *mem, const char *path) {
  Reader *r;
  Status s = reader_open (mem, path, &r);
  if (!status_ok (s))
    return s;
  reader_limit (r, 50000000);
  static Status (*const parts[]) (Reader *) = {read_views, read_questions, read_lineages};
  for (size_t i = 0; i < 3; i++) {
    Status more = parts[i](r);
    if (status_ok (s))
      s = more;
    else
      status_free (more);
  }
  reader_close (r);
  return s;
}

static size_t load (const char *path, uint8_t **out) {
  FILE *file = fopen (path, "rb");
  assert_non_null (file);
  fseek (file, 0, SEEK_END);
  size_t n = (size_t)ftell (file);
  rewind (file);
  *out = malloc (n);
  assert_int_equal (fread (*out, 1, n, file), n);
  fclose (file);
  return n;
}

static void store (const char *path, const uint8_t *bytes, size_t n) {
  unlink (path); /* some systems wait for the disk when a file is cut and written again */
  FILE *file = fopen (path, "wb");
  assert_non_null (file);
  assert_int_equal (fwrite (bytes, 1, n, file), n);
  fclose (file);
}

static void cut_anywhere_is_told (void **state) {
  Fixture *f = fixture (state);
  uint8_t *bytes;
  size_t n = load (place_sample (&f->mem, "whole.db"), &bytes);
  assert_ok (read_all (&f->mem, place ("whole.db")));
  for (size_t cut = 0; cut < n; cut += 512) {
    store (place ("cut.db"), bytes, cut);
    assert_says (read_all (&f->mem, place ("cut.db")), "cut.db: ");
  }
  free (bytes);
}

/* A file of which bytes were changed may well be read; it must not crash, hang or leak. */
static void changed_bytes_do_no_harm (void **state) {
  Fixture *f = fixture (state);
  uint8_t *bytes;
  unsigned told = 0, rounds = 600 * fixture_rounds (1);
  size_t n = load (place_sample (&f->mem, "good.db"), &bytes);
  for (unsigned i = 0; i < rounds; i++) {
    uint8_t *copy = malloc (n);
    memcpy (copy, bytes, n);
    for (uint64_t k = rng_below (&f->rng, 4); k < 4; k++) /* often in the schema's pages */
      copy[rng_below (&f->rng, rng_below (&f->rng, 3) ? n : 8192)] = (uint8_t)rng_next (&f->rng);
    store (place ("bad.db"), copy, n);
    Status s = read_all (&f->mem, place ("bad.db"));
    told += !status_ok (s);
    status_free (s);
    free (copy);
  }
  assert_true (told > rounds / 10);
  free (bytes);
}

static void foreign_code_does_nothing (void **state) {
  Fixture *f = fixture (state);
  const char *path = place_sample (&f->mem, "foreign.db");
  change (path, "DROP VIEW states; CREATE VIEW states AS SELECT 666 AS state;"
                "CREATE VIEW more AS SELECT load_extension ('x'), randomblob (1000000000) FROM rec_state;"
                "CREATE TABLE own (x); INSERT INTO own VALUES (1);"
                "CREATE TRIGGER t AFTER INSERT ON rec_state BEGIN DELETE FROM rec_error; END;"
                "CREATE INDEX slow ON rec_state (abs (time));"
                "CREATE VIRTUAL TABLE words USING fts5 (a);");
  Reader *r;
  int64_t n = 0;
  assert_ok (reader_open (&f->mem, path, &r));
  assert_ok (reader_number (r, "SELECT count (*) FROM states WHERE state < 666", 0, NULL, &n));
  assert_int_equal (n, 6);
  assert_says (reader_number (r, "SELECT * FROM more", 0, NULL, &n), "foreign.db: ");
  assert_says (reader_number (r, "SELECT x FROM own", 0, NULL, &n), "own");
  assert_says (reader_number (r, "SELECT a FROM words", 0, NULL, &n), "words");
  assert_says (reader_number (r, "SELECT * FROM main.states", 0, NULL, &n), "foreign.db: ");
  reader_close (r);
  assert_ok (read_all (&f->mem, path));
}

static void other_tables_are_refused (void **state) {
  Fixture *f = fixture (state);
  static const char *const changes[] = {
      "DROP TABLE rec_error",
      "ALTER TABLE rec_state ADD COLUMN more INTEGER",
      "ALTER TABLE rec_state RENAME COLUMN cause TO reason",
      "DROP TABLE rec_error; CREATE VIEW rec_error AS SELECT 1 AS id",
      "DROP TABLE rec_text; CREATE TABLE rec_text (id INTEGER PRIMARY KEY, text TEXT)",
      "DROP TABLE rec_text; CREATE TABLE rec_text (id INTEGER PRIMARY KEY, text TEXT DEFAULT 9) STRICT",
      "DROP TABLE rec_weak; CREATE VIRTUAL TABLE rec_weak USING fts5 (id, name, meaning, count)",
  };
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
    place_sample (&f->mem, "other.db");
    change (place ("other.db"), changes[i]);
    assert_says (read_all (&f->mem, place ("other.db")), "is not as a run makes it");
  }
}

static void versions_are_compared (void **state) {
  Fixture *f = fixture (state);
  const char *path = place_sample (&f->mem, "version.db");
  change (path, "PRAGMA user_version = 2");
  assert_says (read_all (&f->mem, path), "version 2, made by a newer release; this one reads up to 1");
  change (path, "PRAGMA user_version = 0");
  assert_says (read_all (&f->mem, path), "version 0");
  change (path, "PRAGMA user_version = 1; PRAGMA application_id = 7");
  assert_says (read_all (&f->mem, path), "no result database");
}

/* Cells that a STRICT table cannot have, put in while it was not strict. */
static void wrong_types_are_told (void **state) {
  Fixture *f = fixture (state);
  const char *path = place_sample (&f->mem, "types.db");
  change (path, "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace (sql, ') STRICT', ')')"
                "WHERE sql LIKE '%) STRICT'");
  change (path, "UPDATE rec_error SET node = 'seven'; UPDATE rec_text SET text = x'ff00' WHERE id = 1;"
                "UPDATE rec_sample SET states = 1.5; UPDATE rec_state SET parent = 'x' WHERE id = 5;"
                "UPDATE rec_stat SET value = x'31'");
  change (path, "PRAGMA writable_schema = ON;"
                "UPDATE sqlite_schema SET sql = sql || ' STRICT' WHERE type = 'table' AND sql LIKE '%)'");
  Reader *r;
  Answer a;
  Lineage l = {0};
  assert_ok (reader_open (&f->mem, path, &r));
  answer_init (&f->mem, &a);
  assert_says (question_ask (r, "errors", NULL, 0, &a), "type");
  assert_says (question_ask (r, "stats", NULL, 0, &a), "text");
  assert_says (lineage_of (r, 5, &l), "no older parent");
  answer_fini (&a);
  VEC_FREE (&f->mem, &l);
  reader_close (r);
}

static void cycles_of_parents_end (void **state) {
  Fixture *f = fixture (state);
  const char *path = place_sample (&f->mem, "cycle.db");
  Lineage l = {0};
  Reader *r;
  change (path, "UPDATE rec_state SET parent = 5 WHERE id = 2; UPDATE rec_state SET parent = 1 WHERE id = 1");
  assert_ok (reader_open (&f->mem, path, &r));
  assert_says (lineage_of (r, 5, &l), "no older parent");
  assert_says (lineage_of (r, 1, &l), "no older parent");
  VEC_FREE (&f->mem, &l);
  reader_close (r);
}

static void huge_cells_are_told (void **state) {
  Fixture *f = fixture (state);
  const char *path = place_sample (&f->mem, "huge.db");
  change (path, "INSERT INTO rec_content VALUES (99, zeroblob (80000000), NULL)");
  Reader *r;
  assert_ok (reader_open (&f->mem, path, &r));
  assert_says (read_rows (r, "SELECT bytes FROM rec_content"), "larger than the limit");
  assert_ok (read_rows (r, "SELECT bytes FROM rec_content WHERE id < 99"));
  reader_close (r);
}

static void names_are_kept_as_they_are (void **state) {
  Fixture *f = fixture (state);
  static const char *const names[] = {"'; DROP TABLE rec_state; --", "\033[2J\033]0;title\007",
                                      "\xff\xfe not utf-8", "\"quoted\" `and` [more]", "%s%n%d"};
  Writer *w;
  Reader *r;
  assert_ok (writer_new (&f->mem, place ("names.db"), true, &w));
  for (int64_t i = 0; i < 5; i++)
    ROW (rec_node, N (i), T (names[i]), NONE, NONE, NONE);
  assert_ok (writer_close (w));
  assert_ok (reader_open (&f->mem, place ("names.db"), &r));
  Cursor *c = reader_ask (r, "SELECT name FROM nodes ORDER BY node", 0, NULL);
  for (size_t i = 0; i < 5; i++) {
    assert_true (cursor_step (c));
    assert_string_equal (cursor_text (c, 0), names[i]);
  }
  assert_false (cursor_step (c));
  assert_ok (cursor_end (c));
  reader_close (r);
}

/* A child process that runs some SQL on the file, tells so, and then waits to be ended. */
static pid_t hold (const char *path, const char *sql) {
  int ready[2];
  char byte = 0;
  assert_int_equal (pipe (ready), 0);
  pid_t child = fork ();
  if (child == 0) {
    sqlite3 *db;
    if (sqlite3_open (path, &db) == SQLITE_OK && sqlite3_exec (db, sql, NULL, NULL, NULL) == SQLITE_OK)
      byte = 1;
    if (write (ready[1], &byte, 1) == 1)
      pause ();
    _exit (0);
  }
  assert_int_equal (read (ready[0], &byte, 1), 1);
  assert_int_equal (byte, 1);
  close (ready[0]);
  close (ready[1]);
  return child;
}

static void end (pid_t child) {
  int status;
  kill (child, SIGKILL);
  waitpid (child, &status, 0);
}

static void held_files_are_told (void **state) {
  Fixture *f = fixture (state);
  const char *path = place_sample (&f->mem, "held.db");
  Writer *w;
  Reader *r;
  pid_t child = hold (path, "BEGIN EXCLUSIVE");
  assert_says (reader_open (&f->mem, path, &r), "another program holds the file locked");
  assert_says (writer_new (&f->mem, path, true, &w), "another program holds the file locked");
  end (child);
  assert_ok (read_all (&f->mem, path));

  assert_ok (writer_new (&f->mem, path, true, &w));
  child = hold (path, "BEGIN IMMEDIATE");
  writer_text (w, "x");
  writer_flush (w);
  assert_says (writer_status (w), "another program holds the file locked");
  assert_says (writer_close (w), "another program holds the file locked");
  end (child);
  assert_ok (reader_open (&f->mem, path, &r));
  assert_ok (read_views (r));
  reader_close (r);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      FIXTURE_TEST (cut_anywhere_is_told),       FIXTURE_TEST (changed_bytes_do_no_harm),
      FIXTURE_TEST (foreign_code_does_nothing),  FIXTURE_TEST (other_tables_are_refused),
      FIXTURE_TEST (versions_are_compared),      FIXTURE_TEST (wrong_types_are_told),
      FIXTURE_TEST (cycles_of_parents_end),      FIXTURE_TEST (huge_cells_are_told),
      FIXTURE_TEST (names_are_kept_as_they_are), FIXTURE_TEST (held_files_are_told),
  };
  return cmocka_run_group_tests (tests, place_make, place_remove);
}
