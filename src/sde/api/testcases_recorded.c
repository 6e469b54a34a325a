/* SPDX-License-Identifier: GPL-2.0-only */
/* api/testcases_recorded.c -- test cases that stand in a database, and test cases as files */
#include "api/explore_impl.h"
#include "api/testcases_impl.h"
#include "base/ktest.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct RecordedCase {
  VEC (SdeTestValue) values;
  VEC (char *) kept; /* texts and bytes, strlen + 1 or their size */
  VEC (size_t) sizes;
} RecordedCase;

static void *keep (Mem *mem, RecordedCase *c, const void *bytes, size_t n) {
  char *copy = mem_string (mem, bytes ? bytes : "", bytes ? n : 0);
  VEC_PUSH (mem, &c->kept, copy);
  VEC_PUSH (mem, &c->sizes, (bytes ? n : 0) + 1);
  return copy;
}

static char *keep_text (Mem *mem, RecordedCase *c, const char *text) {
  return keep (mem, c, text, text ? strlen (text) : 0);
}

static void recorded_free (Mem *mem, RecordedCase *c) {
  for (size_t i = 0; i < c->kept.len; i++)
    mem_free (mem, c->kept.data[i], c->sizes.data[i]);
  VEC_FREE (mem, &c->kept);
  VEC_FREE (mem, &c->sizes);
  VEC_FREE (mem, &c->values);
}

/* The how-many-th input of that name at its node. */
static uint32_t ordinal_of (const RecordedCase *c, const SdeTestValue *v) {
  uint32_t n = 0;
  for (size_t i = 0; i < c->values.len; i++) {
    const SdeTestValue *w = &c->values.data[i];
    n += !w->decision && w->node == v->node && !strcmp (w->name, v->name);
  }
  return n;
}

static SdeNeed need_of (const uint8_t *freedom, size_t n) {
  return n != 1 ? SDE_NEED_NOT_KNOWN : *freedom ? SDE_NEED_NEEDED : SDE_NEED_NO_DIFFERENCE;
}

static void read_value (Giving *g, Cursor *row, RecordedCase *c) {
  size_t size, nfreedom;
  const void *bytes = cursor_blob (row, 4, &size);
  SdeTestValue v = {.node = cursor_int (row, 0), .decision = cursor_int (row, 1) != 0};
  v.name = keep_text (g->mem, c, cursor_text (row, 2));
  v.outcome = (unsigned)cursor_int (row, 3);
  v.bytes = keep (g->mem, c, bytes, size);
  v.size = size;
  const uint8_t *freedom = cursor_blob (row, 5, &nfreedom);
  if (v.decision)
    v.need = need_of (freedom, nfreedom);
  else if (nfreedom && nfreedom == size * sizeof (uint64_t[4]))
    v.freedom = keep (g->mem, c, freedom, nfreedom);
  v.node_name = v.node == -1 ? "environment" : keep_text (g->mem, c, cursor_text (row, 6));
  v.ordinal = v.decision ? 0 : ordinal_of (c, &v);
  VEC_PUSH (g->mem, &c->values, v);
}

static Status read_values (Giving *g, int64_t test, RecordedCase *c) {
  Cursor *row = reader_ask (g->reader,
                            "SELECT v.node, v.decision, v.name, v.outcome, v.bytes, v.freedom, n.name"
                            " FROM rec_case_value v LEFT JOIN rec_node n ON n.id = v.node"
                            " WHERE v.test = ? ORDER BY v.id",
                            1, (Field[]){field_int (test)});
  while (cursor_step (row))
    read_value (g, row, c);
  return cursor_end (row);
}

/* The case of this row; false: no more are wanted, or something went wrong. */
static bool read_case (Giving *g, Cursor *row, Status *st) {
  RecordedCase c = {0};
  const char *scenario = keep_text (g->mem, &c, cursor_text (row, 1));
  const char *error = cursor_null (row, 4) ? NULL : keep_text (g->mem, &c, cursor_text (row, 4));
  SdeTestCase test = {.scenario = scenario,
                      .error = error,
                      .failures = (uint64_t)cursor_int (row, 2),
                      .decisions = (uint64_t)cursor_int (row, 3)};
  *st = read_values (g, cursor_int (row, 0), &c);
  bool more = status_ok (*st);
  test.values = c.values.data;
  test.nvalues = c.values.len;
  if (more)
    more = give_case (g, &test);
  recorded_free (g->mem, &c);
  return more;
}

Status give_recorded (Giving *g, bool errors) {
  static const char *const of_errors =
      "SELECT c.id, c.scenario, c.failures, c.decisions, e.name FROM rec_error e JOIN rec_case c ON c.id ="
      " (SELECT max (id) FROM rec_case WHERE error = e.id) ORDER BY e.id";
  static const char *const of_paths =
      "SELECT id, NULL, failures, decisions, NULL FROM rec_case WHERE error IS NULL ORDER BY id";
  Status st = STATUS_OK;
  Cursor *row = reader_ask (g->reader, errors ? of_errors : of_paths, 0, NULL);
  while (cursor_step (row) && read_case (g, row, &st))
    continue;
  Status end = cursor_end (row);
  if (status_ok (st))
    return end;
  status_free (end);
  return st;
}

/* ---- files ---- */

static Status write_node (const SdeTestCase *test, int64_t node, const char *folder) {
  Mem mem;
  Ktest ktest = {0};
  Text file = {0};
  mem_init (&mem, "test case", NULL);
  for (size_t i = 0; i < test->nvalues; i++) {
    const SdeTestValue *v = &test->values[i];
    if (!v->decision && v->node == node)
      ktest_add_object (&mem, &ktest, v->name, v->bytes, v->size);
  }
  text_printf (&mem, &file, "%s/test%06" PRIu64 ".node%" PRId64 ".ktest", folder, test->number, node);
  Status st = ktest_write (&mem, &ktest, text_c (&mem, &file), false);
  text_free (&mem, &file);
  ktest_free (&mem, &ktest);
  mem_fini (&mem);
  return st;
}

char *sde_testcase_write (const SdeTestCase *test, const char *folder) {
  Status st = STATUS_OK;
  for (size_t i = 0; i < test->nvalues && status_ok (st); i++) {
    const SdeTestValue *v = &test->values[i];
    bool first = !v->decision;
    for (size_t k = 0; k < i && first; k++)
      first = test->values[k].decision || test->values[k].node != v->node;
    if (first)
      st = write_node (test, v->node, folder);
  }
  return api_message (st);
}
