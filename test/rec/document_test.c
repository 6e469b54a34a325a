/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/document_test.c -- doc/database.md says what is so, and test/rec/v1.db can be read
 *
 * The part of the page behind its marker is made here from view.def, the page's own queries, and their answers from
 * v1.db; it must be what stands there.  SDE_UPDATE=1 writes the page, and v1.db from the sample, instead.
 */
#include "rec/place.h"
#include "rec/question.h"
#include "rec/view.h"

#include "base/text.h"

#include <ctype.h>
#include <sqlite3.h>

static bool updating (void) { return getenv ("SDE_UPDATE") != NULL; }

static const char *in_tree (const char *name) {
  static char path[2][512];
  static unsigned next;
  const char *root = getenv ("SRC");
  char *p = path[next++ % 2];
  snprintf (p, sizeof path[0], "%s/%s", root ? root : "../..", name);
  return p;
}

static void load_text (Mem *mem, const char *path, Text *t) {
  char block[4096];
  size_t n;
  FILE *file = fopen (path, "rb");
  if (!file)
    fail_msg ("%s cannot be read", path);
  while ((n = fread (block, 1, sizeof block, file)) > 0)
    text_bytes (mem, t, block, n);
  fclose (file);
}

static void store_text (const char *path, const Text *t) {
  FILE *file = fopen (path, "wb");
  assert_non_null (file);
  assert_int_equal (fwrite (t->data, 1, t->len, file), t->len);
  fclose (file);
}

/* One cell as the page shows it. */
static void show_cell (Mem *mem, Text *t, Field f) {
  switch (f.type) {
  case FIELD_NULL: text_add (mem, t, "-"); break;
  case FIELD_INT: text_printf (mem, t, "%lld", (long long)f.number); break;
  case FIELD_REAL: text_printf (mem, t, "%g", f.real); break;
  case FIELD_TEXT:
    for (int64_t i = 0; i < f.number; i++) {
      char c = ((const char *)f.bytes)[i];
      text_printf (mem, t, c == '\n' ? "\\n" : "%c", c);
    }
    break;
  case FIELD_BLOB:
    text_add (mem, t, "0x");
    for (int64_t i = 0; i < f.number; i++)
      text_printf (mem, t, "%02x", ((const uint8_t *)f.bytes)[i]);
    break;
  }
}

static size_t cell_width (Mem *mem, Field f) {
  Text t = {0};
  show_cell (mem, &t, f);
  size_t n = t.len;
  text_free (mem, &t);
  return n;
}

static size_t column_width (Mem *mem, const Answer *a, size_t column) {
  const AnswerSection *s = &a->sections.data[0];
  size_t width = strlen (s->columns.data[column].name);
  for (size_t row = 0; row < answer_rows (s); row++) {
    size_t n = cell_width (mem, answer_cell (a, 0, row, column));
    width = n > width ? n : width;
  }
  return width;
}

static void pad (Mem *mem, Text *t, size_t width, size_t used, bool last) {
  text_printf (mem, t, "%*s", last ? 0 : (int)(width - used + 2), last ? "\n" : "");
}

static void show_answer (Mem *mem, Text *t, const Answer *a) {
  const AnswerSection *s = &a->sections.data[0];
  size_t n = s->columns.len;
  for (size_t row = 0; row <= answer_rows (s); row++)
    for (size_t i = 0; i < n; i++) {
      Field f = row ? answer_cell (a, 0, row - 1, i) : field_text (s->columns.data[i].name);
      show_cell (mem, t, f);
      pad (mem, t, column_width (mem, a, i), cell_width (mem, f), i + 1 == n);
    }
}

/* The query that the page has for a view, or everything. */
static void find_query (Mem *mem, const char *page, RecView v, Text *sql) {
  char head[100];
  snprintf (head, sizeof head, "\n## `%s`\n", view_name (v));
  const char *at = strstr (page, head);
  const char *next = at ? strstr (at + 1, "\n## `") : NULL;
  at = at ? strstr (at, "```sql\n") : NULL;
  if (!at || (next && at > next)) {
    text_printf (mem, sql, "SELECT * FROM %s", view_name (v));
    return;
  }
  at += strlen ("```sql\n");
  text_bytes (mem, sql, at, (size_t)(strstr (at, "\n```") - at));
}

static void show_columns (Mem *mem, Text *out, RecView v) {
  size_t n;
  const ViewColumn *c = view_columns (v, &n);
  text_add (mem, out, "| column | meaning |\n|---|---|\n");
  for (size_t i = 0; i < n; i++)
    text_printf (mem, out, "| `%s` | %s |\n", c[i].name, c[i].meaning);
}

static void show_view (Mem *mem, Reader *r, const char *page, RecView v, Text *out) {
  Text sql = {0};
  Answer a;
  const char *meaning = view_meaning (v);
  find_query (mem, page, v, &sql);
  answer_init (mem, &a);
  assert_ok (answer_sql (&a, r, text_c (mem, &sql)));
  assert_true (answer_rows (&a.sections.data[0]) > 0);
  text_printf (mem, out, "\n## `%s`\n\n%c%s.\n\n", view_name (v), toupper (meaning[0]), meaning + 1);
  show_columns (mem, out, v);
  text_printf (mem, out, "\n```sql\n%s\n```\n\n```text\n", text_c (mem, &sql));
  show_answer (mem, out, &a);
  text_add (mem, out, "```\n");
  answer_fini (&a);
  text_free (mem, &sql);
}

/* Queries before the views: they only have to find something. */
static void ask_words (Mem *mem, Reader *r, const char *page, const char *end) {
  static const char fence[] = "```sql\n";
  int64_t n = 0;
  const char *at = strstr (page, fence);
  assert_true (at && at < end);
  for (; at && at < end; at = strstr (at, fence)) {
    Text sql = {0};
    at += strlen (fence);
    text_bytes (mem, &sql, at, (size_t)(strstr (at, "\n```") - at));
    assert_ok (reader_number (r, text_c (mem, &sql), 0, NULL, &n));
    assert_true (n > 0);
    text_free (mem, &sql);
  }
}

static const char *const marker = "<!-- made by test/rec/document_test.c from here on -->\n";

static void the_page_is_true (void **state) {
  Fixture *f = fixture (state);
  Mem *mem = &f->mem;
  Text page = {0}, now = {0};
  Reader *r;
  load_text (mem, in_tree ("doc/database.md"), &page);
  const char *at = strstr (text_c (mem, &page), marker);
  assert_non_null (at);
  at += strlen (marker);
  text_bytes (mem, &now, page.data, (size_t)(at - page.data));
  assert_ok (reader_open (mem, in_tree ("test/rec/v1.db"), &r));
  for (RecView v = 0; v < VIEW_COUNT; v++)
    show_view (mem, r, page.data, v, &now);
  ask_words (mem, r, page.data, at);
  reader_close (r);
  if (updating ())
    store_text (in_tree ("doc/database.md"), &now);
  else
    assert_string_equal (text_c (mem, &now), text_c (mem, &page));
  text_free (mem, &page);
  text_free (mem, &now);
}

/* What a has, b has; later versions know more kinds of events. */
static void compare_tables (sqlite3 *db, const char *a, const char *b, bool later) {
  for (RecTable t = 0; t < TABLE_COUNT; t++) {
    if (later && t == TABLE_rec_kind)
      continue;
    char sql[200];
    sqlite3_stmt *s;
    snprintf (sql, sizeof sql, "SELECT * FROM %s.%s EXCEPT SELECT * FROM %s.%s", a, schema_table (t), b,
              schema_table (t));
    assert_int_equal (sqlite3_prepare_v2 (db, sql, -1, &s, NULL), SQLITE_OK);
    if (sqlite3_step (s) != SQLITE_DONE)
      fail_msg ("%s: %s", schema_table (t), sql);
    sqlite3_finalize (s);
  }
}

/* The kept database is the sample, as its release wrote it. */
static void version_1_is_read (void **state) {
  Fixture *f = fixture (state);
  const char *path = place_sample (&f->mem, "v1.db");
  if (updating ()) {
    Text t = {0};
    load_text (&f->mem, path, &t);
    store_text (in_tree ("test/rec/v1.db"), &t);
    text_free (&f->mem, &t);
  }
  sqlite3 *db;
  char sql[700];
  snprintf (sql, sizeof sql, "ATTACH 'file:%s?immutable=1' AS kept", in_tree ("test/rec/v1.db"));
  assert_int_equal (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL), SQLITE_OK);
  assert_int_equal (sqlite3_exec (db, sql, NULL, NULL, NULL), SQLITE_OK);
  compare_tables (db, "kept", "main", false);
  compare_tables (db, "main", "kept", true);
  sqlite3_close (db);
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (version_1_is_read), FIXTURE_TEST (the_page_is_true)};
  return cmocka_run_group_tests (tests, place_make, place_remove);
}
