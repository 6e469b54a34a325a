/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/story.c -- scenarios by name, and what happened in them */
#include "rec/story.h"
#include "rec/lineage.h"
#include "rec/question.h"

#include <stdlib.h>
#include <string.h>

/* ---- which scenario ---- */

static Status members_of (Reader *reader, const char *sql, int64_t key, Scenario *out) {
  Cursor *c = reader_ask (reader, sql, 1, (Field[]){field_int (key)});
  while (cursor_step (c))
    VEC_PUSH (reader_mem (reader), &out->members, ((Member){cursor_int (c, 0), cursor_int (c, 1)}));
  return cursor_end (c);
}

static Status members_of_test (Reader *reader, Scenario *out) {
  return members_of (reader, "SELECT node, state FROM rec_case_state WHERE test = ? ORDER BY node", out->test,
                     out);
}

/* In the first dstate that has the state: it, and of each other node the first of the group. */
static Status members_of_state (Reader *reader, int64_t state, Scenario *out) {
  return members_of (
      reader,
      "WITH mine (grp, node) AS (SELECT g.id, g.node FROM rec_member m JOIN rec_group g ON g.id = m.grp"
      "  WHERE m.state = ?1),"
      " d (id) AS (SELECT min (id) FROM rec_dstate WHERE EXISTS (SELECT 1 FROM mine WHERE mine.grp = "
      "coalesce ("
      "  (SELECT grp FROM rec_unusual WHERE dstate = rec_dstate.id AND node = mine.node),"
      "  (SELECT grp FROM rec_usual WHERE node = mine.node))))"
      " SELECT u.node, iif (u.node = (SELECT node FROM rec_state WHERE id = ?1), ?1,"
      "  (SELECT min (state) FROM rec_member WHERE grp = coalesce ((SELECT grp FROM rec_unusual"
      "   WHERE dstate = d.id AND node = u.node), u.grp)))"
      " FROM d, rec_usual u WHERE d.id IS NOT NULL ORDER BY u.node",
      state, out);
}

static Status state_named (Reader *reader, const char *text, Scenario *out) {
  char *end;
  int64_t state = strtoll (text, &end, 10);
  if (end == text || *end)
    return status_fail ("'%s' is no number of a state", text);
  Status s = members_of_state (reader, state, out);
  if (status_ok (s) && !out->members.len)
    s = status_fail ("%s: no scenario has a state %s at the end of the run", reader_file (reader), text);
  return s;
}

static Status test_named (Reader *reader, const char *text, Scenario *out) {
  Cursor *c = reader_ask (reader,
                          "SELECT id, error FROM rec_case WHERE scenario IS NOT NULL"
                          " AND substr (scenario, 1, ?2) = ?1 AND ?2 >= 4 ORDER BY id DESC",
                          2, (Field[]){field_text (text), field_int ((int64_t)strlen (text))});
  if (cursor_step (c)) {
    out->test = cursor_int (c, 0);
    out->error = cursor_int (c, 1);
  }
  return cursor_end (c);
}

static Status test_of_error (Reader *reader, const char *text, Scenario *out) {
  Status s = error_named (reader, text, &out->error);
  if (status_ok (s))
    s = reader_number (reader, "SELECT max (id) FROM rec_case WHERE error = ?", 1,
                       (Field[]){field_int (out->error)}, &out->test);
  if (status_ok (s) && !out->test)
    s = status_fail ("%s: error '%s' is unconfirmed: it has no scenario", reader_file (reader), text);
  return s;
}

Status scenario_named (Reader *reader, const char *text, Scenario *out) {
  static const char by_state[] = "--state=";
  memset (out, 0, sizeof *out);
  if (!strncmp (text, by_state, sizeof by_state - 1))
    return state_named (reader, text + sizeof by_state - 1, out);
  Status s = test_named (reader, text, out);
  if (status_ok (s) && !out->test)
    s = test_of_error (reader, text, out);
  return status_ok (s) ? members_of_test (reader, out) : s;
}

void scenario_free (Reader *reader, Scenario *scenario) {
  VEC_FREE (reader_mem (reader), &scenario->members);
}

/* ---- what happened ---- */

static Status add_moments (Reader *reader, const Member *m, const Ancestor *a, const char *sql,
                           Moments *out) {
  Cursor *c = reader_ask (reader, sql, 2, (Field[]){field_int (a->state), field_int (a->until)});
  while (cursor_step (c))
    VEC_PUSH (reader_mem (reader), out,
              ((Moment){cursor_int (c, 0), cursor_int (c, 1), cursor_int (c, 2), m->node, a->state,
                        cursor_int (c, 3)}));
  return cursor_end (c);
}

/* A state that a branch has made knows which way it went. */
static const char *const branches =
    "SELECT s.time, s.round, s.seq, 0 FROM rec_state s JOIN rec_text x ON x.id = s.cause"
    " WHERE s.id = ?1 AND ?2 > 0 AND x.text = 'branch' AND s.place IS NOT NULL";

static Status member_moments (Reader *reader, const Member *m, const char *events, Moments *out) {
  Lineage lineage = {0};
  Status s = lineage_of (reader, m->state, &lineage);
  for (size_t i = 0; i < lineage.len && status_ok (s); i++) {
    s = add_moments (reader, m, &lineage.data[i], branches, out);
    if (status_ok (s))
      s = add_moments (reader, m, &lineage.data[i], events, out);
  }
  VEC_FREE (reader_mem (reader), &lineage);
  return s;
}

static int moment_compare (const void *a, const void *b) {
  const Moment *x = a, *y = b;
  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  if (x->round != y->round)
    return x->round < y->round ? -1 : 1;
  return (x->seq > y->seq) - (x->seq < y->seq);
}

Status scenario_moments (Reader *reader, const Scenario *scenario, const char *kinds, Moments *out) {
  Mem *mem = reader_mem (reader);
  Text sql = {0};
  Status s = STATUS_OK;
  text_printf (mem, &sql,
               "SELECT time, round, seq, seq FROM rec_event WHERE state = ?1 AND seq < ?2"
               " AND kind IN (SELECT id FROM rec_kind WHERE name IN (%s))",
               kinds);
  for (size_t i = 0; i < scenario->members.len && status_ok (s); i++)
    s = member_moments (reader, &scenario->members.data[i], text_c (mem, &sql), out);
  text_free (mem, &sql);
  if (out->len > 1)
    qsort (out->data, out->len, sizeof *out->data, moment_compare);
  return s;
}
