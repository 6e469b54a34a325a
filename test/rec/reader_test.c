/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/reader_test.c -- what stands in a database is read as it is, and nothing else can be asked of it */
#include "rec/place.h"
#include "rec/lineage.h"
#include "rec/question.h"
#include "rec/view.h"

#include <sqlite3.h>
#include <signal.h>
#include <sys/wait.h>

static Reader *open_sample (Fixture *f, const char *name) {
  Reader *r;
  assert_ok (reader_open (&f->mem, place_sample (&f->mem, name), &r));
  return r;
}

static int64_t number (Reader *r, const char *sql) {
  int64_t n = -12345;
  assert_ok (reader_number (r, sql, 0, NULL, &n));
  return n;
}

static void every_view_has_its_columns (void **state) {
  Fixture *f = fixture (state);
  Reader *r = open_sample (f, "views.db");
  for (RecView v = 0; v < VIEW_COUNT; v++) {
    size_t n, rows = 0;
    const ViewColumn *c = view_columns (v, &n);
    char sql[100];
    snprintf (sql, sizeof sql, "SELECT * FROM %s", view_name (v));
    Cursor *cursor = reader_ask (r, sql, 0, NULL);
    assert_int_equal (cursor_columns (cursor), n);
    for (size_t i = 0; i < n; i++)
      assert_string_equal (cursor_name (cursor, i), c[i].name);
    while (cursor_step (cursor))
      rows++;
    assert_ok (cursor_end (cursor));
    if (!rows)
      fail_msg ("the sample has nothing to show in %s", view_name (v));
  }
  reader_close (r);
}

static void cells_have_types (void **state) {
  Fixture *f = fixture (state);
  Reader *r = open_sample (f, "cells.db");
  Cursor *c = reader_ask (r, "SELECT id, x, name, program FROM rec_node WHERE id >= ? ORDER BY id", 1,
                          (Field[]){field_int (-1)});
  size_t length;
  assert_true (cursor_step (c));
  assert_int_equal (cursor_int (c, 0), -1);
  assert_true (cursor_null (c, 1) && cursor_real (c, 1) == 0);
  assert_string_equal (cursor_text (c, 2), "environment");
  assert_true (cursor_step (c) && cursor_step (c));
  assert_true (cursor_real (c, 1) == 50);
  assert_null (cursor_blob (c, 2, &length));
  assert_false (cursor_step (c));
  assert_says (cursor_end (c), "column 'name' is not bytes");
  reader_close (r);
}

static void only_one_select (void **state) {
  Fixture *f = fixture (state);
  Reader *r = open_sample (f, "select.db");
  static const char *const refused[][2] = {
      {"DELETE FROM rec_state", "authoriz"},
      {"INSERT INTO rec_text VALUES (99, 'x')", "authoriz"},
      {"DROP VIEW states", "authoriz"},
      {"CREATE TEMP TABLE x (a)", "authoriz"},
      {"ATTACH '/etc/passwd' AS p", "authoriz"},
      {"PRAGMA writable_schema = 1", "authoriz"},
      {"VACUUM INTO '/tmp/sde-never.db'", "authoriz"},
      {"SELECT load_extension ('x')", "not"},
      {"SELECT * FROM pragma_database_list", "authoriz"},
      {"SELECT 1; DELETE FROM rec_state", "one query at a time"},
      {"SELECT 1; SELECT 2", "one query at a time"},
      {"", "empty"},
      {" -- nothing", "empty"},
      {"SELEKT", "syntax error"},
      {"SELECT nosuch FROM states", "no such column"},
      {"SELECT ?", "1 parameters"},
      {"SELECT zeroblob (100000000)", "larger"},
  };
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    Cursor *c = reader_ask (r, refused[i][0], 0, NULL);
    assert_false (cursor_step (c));
    assert_says (cursor_end (c), refused[i][1]);
  }
  assert_int_equal (number (r, "SELECT 5 ; \n ;"), 5);
  reader_close (r);
}

static void endless_queries_end (void **state) {
  Fixture *f = fixture (state);
  Reader *r = open_sample (f, "endless.db");
  reader_limit (r, 1000000);
  Cursor *c = reader_ask (
      r,
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 9999999) SELECT sum (i) FROM n",
      0, NULL);
  assert_false (cursor_step (c));
  assert_says (cursor_end (c), "takes too long");
  assert_int_equal (number (r, "SELECT count (*) FROM states"), 6);
  reader_close (r);
}

static void lineages_go_up (void **state) {
  Fixture *f = fixture (state);
  Reader *r = open_sample (f, "lineage.db");
  Lineage l = {0};
  assert_ok (lineage_of (r, 5, &l));
  assert_int_equal (l.len, 2);
  assert_int_equal (l.data[0].state, 2);
  assert_int_equal (l.data[0].until, 17);
  assert_int_equal (l.data[1].state, 5);
  assert_true (l.data[1].until == INT64_MAX);
  assert_says (lineage_of (r, 77, &l), "no state 77");
  VEC_FREE (&f->mem, &l);
  reader_close (r);
}

static const char *cell_text (const Answer *a, size_t section, size_t row, size_t column) {
  Field f = answer_cell (a, section, row, column);
  assert_int_equal (f.type, FIELD_TEXT);
  return f.bytes;
}

static void questions_are_answered (void **state) {
  Fixture *f = fixture (state);
  Reader *r = open_sample (f, "ask.db");
  Answer a;
  for (size_t i = 0; question_at (i); i++) {
    if (question_at (i)->least)
      continue;
    answer_init (&f->mem, &a);
    assert_ok (question_ask (r, question_at (i)->name, NULL, 0, &a));
    assert_true (a.sections.len > 0);
    answer_fini (&a);
  }
  for (int how = 0; how < 3; how++) {
    answer_init (&f->mem, &a);
    assert_ok (question_ask (r, "errors",
                             (const char *[]){how ? how == 1 ? "1" : "8d1f" : "8d1f0a77c3e2b645"}, 1, &a));
    assert_int_equal (a.sections.len, 4);
    assert_string_equal (cell_text (&a, 0, 0, 0), "8d1f0a77c3e2b645");
    assert_string_equal (cell_text (&a, 0, 0, 2), "sink.c:17");
    assert_int_equal (answer_rows (&a.sections.data[1]), 2);
    assert_string_equal (cell_text (&a, 1, 1, 0), "main sink.c:40");
    assert_int_equal (answer_cell (&a, 2, 0, 4).number, 200);
    assert_int_equal (answer_cell (&a, 3, 2, 1).number, 5);
    answer_fini (&a);
  }
  answer_init (&f->mem, &a);
  assert_says (question_ask (r, "errors", (const char *[]){"ffff"}, 1, &a), "no error 'ffff'");
  assert_says (question_ask (r, "errors", (const char *[]){"1", "2"}, 2, &a), "[ID]");
  assert_says (question_ask (r, "weather", NULL, 0, &a), "no question");
  answer_fini (&a);
  reader_close (r);
}

static void the_last_figure_holds (void **state) {
  Fixture *f = fixture (state);
  Reader *r = open_sample (f, "figures.db");
  Answer a;
  answer_init (&f->mem, &a);
  assert_ok (question_ask (r, "summary", NULL, 0, &a));
  const AnswerSection *run = &a.sections.data[0];
  assert_true (run->single && answer_rows (run) == 1);
  bool found = false;
  for (size_t i = 0; i < run->columns.len; i++)
    if (!strcmp (run->columns.data[i].name, "states")) {
      found = true;
      assert_int_equal (run->columns.data[i].type, ANSWER_INT);
      assert_int_equal (answer_cell (&a, 0, 0, i).number, 6);
    }
  assert_true (found);
  answer_fini (&a);
  reader_close (r);
}

static void a_run_is_read_while_it_goes_on (void **state) {
  Fixture *f = fixture (state);
  Writer *w;
  Reader *r;
  assert_ok (writer_new (&f->mem, place ("live.db"), false, &w));
  assert_ok (reader_open (&f->mem, place ("live.db"), &r));
  assert_int_equal (number (r, "SELECT count (*) FROM states"), 0);
  sample_write (w);
  writer_flush (w);
  assert_int_equal (number (r, "SELECT count (*) FROM states"), 6);
  assert_ok (writer_close (w));
  assert_int_equal (number (r, "SELECT count (*) FROM states"), 6);
  reader_close (r);
}

static void a_killed_run_leaves_whole_batches (void **state) {
  Fixture *f = fixture (state);
  const char *path = place ("killed.db");
  pid_t child = fork ();
  if (child == 0) {
    Writer *w;
    Mem mem;
    mem_init (&mem, "child", NULL);
    if (!status_ok (writer_new (&mem, path, false, &w)))
      _exit (1);
    writer_text (w, "kept");
    writer_flush (w);
    writer_text (w, "lost");
    kill (getpid (), SIGKILL);
  }
  int status;
  waitpid (child, &status, 0);
  assert_true (WIFSIGNALED (status));
  Reader *r;
  assert_ok (reader_open (&f->mem, path, &r));
  assert_int_equal (number (r, "SELECT count (*) FROM rec_text"), 1);
  reader_close (r);
}

static void names_are_only_names (void **state) {
  Fixture *f = fixture (state);
  static const char *const names[] = {"a'b\".db", "50%?x=1#y.db", "\033[31mred.db",
                                      ":memory:", "file:x?mode=memory"};
  char here[256];
  assert_non_null (getcwd (here, sizeof here));
  assert_int_equal (chdir (place_folder), 0);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    Writer *w;
    Reader *r;
    assert_ok (writer_new (&f->mem, names[i], false, &w));
    assert_says (writer_new (&f->mem, names[i], false, &(Writer *){NULL}), "already");
    writer_text (w, "x");
    assert_ok (writer_close (w));
    assert_ok (reader_open (&f->mem, names[i], &r));
    assert_int_equal (number (r, "SELECT count (*) FROM rec_text"), 1);
    reader_close (r);
  }
  assert_int_equal (chdir (here), 0);
}

/* As a user who may not write: root may always. */
static void read_only_folders_are_read (void **state) {
  Fixture *f = fixture (state);
  char command[600];
  place_sample (&f->mem, "ro.db");
  snprintf (command, sizeof command,
            "cd %s && mkdir ro && cp ro.db ro/ && chmod 555 ro && chmod 444 ro/ro.db && chmod 711 .",
            place_folder);
  assert_int_equal (system (command), 0);
  const char *path = place ("ro/ro.db");
  pid_t child = fork ();
  if (child == 0) {
    Reader *r;
    Mem mem;
    mem_init (&mem, "child", NULL);
    if (geteuid () == 0 && setuid (65534) != 0)
      _exit (2);
    Status s = reader_open (&mem, path, &r);
    int64_t n = 0;
    if (status_ok (s))
      s = reader_number (r, "SELECT count (*) FROM states", 0, NULL, &n);
    Writer *w;
    Status no = writer_new (&mem, place ("ro/new.db"), false, &w);
    _exit (!status_ok (s) || n != 6 ? 3 : status_ok (no) || !strstr (no.text, "cannot be made") ? 4 : 0);
  }
  int status;
  waitpid (child, &status, 0);
  assert_true (WIFEXITED (status));
  assert_int_equal (WEXITSTATUS (status), 0);
}

static void what_is_no_database_is_told (void **state) {
  Fixture *f = fixture (state);
  Reader *r;
  char command[600];
  snprintf (command, sizeof command,
            "cd %s && : >empty && echo hello >text && head -c 5000 /dev/urandom >noise && mkfifo fifo && "
            "ln -s nowhere dangling",
            place_folder);
  assert_int_equal (system (command), 0);
  assert_says (reader_open (&f->mem, place ("empty"), &r), "no result database");
  assert_says (reader_open (&f->mem, place ("text"), &r), "not a result database");
  assert_says (reader_open (&f->mem, place ("noise"), &r), "not a result database");
  assert_says (reader_open (&f->mem, place ("fifo"), &r), "not a plain file");
  assert_says (reader_open (&f->mem, place_folder, &r), "not a plain file");
  assert_says (reader_open (&f->mem, place ("dangling"), &r), "No such file");
  assert_says (reader_open (&f->mem, place ("none"), &r), "No such file");
  assert_says (reader_open (&f->mem, "", &r), "No such file");
}

int main (void) {
  const struct CMUnitTest tests[] = {
      FIXTURE_TEST (every_view_has_its_columns),
      FIXTURE_TEST (cells_have_types),
      FIXTURE_TEST (only_one_select),
      FIXTURE_TEST (endless_queries_end),
      FIXTURE_TEST (lineages_go_up),
      FIXTURE_TEST (questions_are_answered),
      FIXTURE_TEST (the_last_figure_holds),
      FIXTURE_TEST (a_run_is_read_while_it_goes_on),
      FIXTURE_TEST (a_killed_run_leaves_whole_batches),
      FIXTURE_TEST (names_are_only_names),
      FIXTURE_TEST (read_only_folders_are_read),
      FIXTURE_TEST (what_is_no_database_is_told),
  };
  return cmocka_run_group_tests (tests, place_make, place_remove);
}
