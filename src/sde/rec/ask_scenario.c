/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/ask_scenario.c -- the story of one scenario: time, node, what, why
 *
 * Bytes are as in one possible run; "??" stands for a byte that may have other values.
 */
#include "base/varint.h"
#include "rec/question.h"
#include "rec/story.h"

#include <string.h>

#define STORY_KINDS "'boot', 'transmit', 'deliver', 'drop', 'decide', 'stop', 'log', 'publish'"

static void story_columns (Answer *answer) {
  answer_section (answer, "story", false);
  answer_column (answer, "time", ANSWER_TIME);
  answer_column (answer, "round", ANSWER_INT);
  answer_column (answer, "node", ANSWER_TEXT);
  answer_column (answer, "what", ANSWER_TEXT);
  answer_column (answer, "peer", ANSWER_TEXT);
  answer_column (answer, "why", ANSWER_TEXT);
  answer_column (answer, "bytes", ANSWER_TEXT);
}

/* Bytes as pairs of digits, those that the varints of symbolic call symbolic as question marks. */
static void bytes_text (Mem *mem, const uint8_t *bytes, size_t n, const uint8_t *symbolic, size_t left,
                        Text *out) {
  enum { SHOWN = 64 };
  const uint8_t *end = left ? symbolic + left : symbolic;
  for (size_t i = 0; i < n && i < SHOWN; i++) {
    uint64_t expr = 0;
    if (left && !varint_get (&symbolic, end, &expr))
      symbolic = end;
    text_printf (mem, out, expr ? "%s??" : "%s%02x", i ? " " : "", bytes[i]);
  }
  if (n > SHOWN)
    text_add (mem, out, " ...");
}

/* kind, text, value, peer's name, bytes, symbolic */
static const char *const event_sql =
    "SELECT k.name, x.text, e.value, p.name, c.bytes, c.symbolic FROM rec_event e"
    " LEFT JOIN rec_kind k ON k.id = e.kind LEFT JOIN rec_text x ON x.id = e.text"
    " LEFT JOIN rec_node p ON p.id = e.peer LEFT JOIN rec_content c ON c.id = e.content WHERE e.seq = ?";

/* The same columns of the state that a branch made. */
static const char *const branch_sql =
    "SELECT 'branch', iif (p.line > 0, p.file || ':' || p.line, p.function) || ' ' ||"
    " CASE s.outcome WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE s.outcome END, s.outcome, NULL, NULL, NULL"
    " FROM rec_state s LEFT JOIN rec_place p ON p.id = s.place WHERE s.id = ?";

static void story_row (Reader *reader, const Moment *m, const char *node, Cursor *c, Answer *answer) {
  Mem *mem = reader_mem (reader);
  Text bytes = {0}, why = {0};
  size_t n, left;
  const uint8_t *data = cursor_blob (c, 4, &n), *symbolic = cursor_blob (c, 5, &left);
  bytes_text (mem, data, n, symbolic, left, &bytes);
  if (!cursor_null (c, 1))
    text_add (mem, &why, cursor_text (c, 1));
  const char *kind = cursor_text (c, 0);
  if (kind && !strcmp (kind, "decide"))
    text_printf (mem, &why, cursor_int (c, 2) ? ": outcome %lld" : ": no", (long long)cursor_int (c, 2));
  answer_row (answer,
              (Field[]){field_int (m->time), field_int (m->round), field_text (node), field_text (kind),
                        field_text (cursor_text (c, 3)), field_text (why.len ? text_c (mem, &why) : NULL),
                        field_text (n ? text_c (mem, &bytes) : NULL)});
  text_free (mem, &bytes);
  text_free (mem, &why);
}

static Status node_name (Reader *reader, int64_t node, Text *out) {
  Cursor *c = reader_ask (reader, "SELECT name FROM rec_node WHERE id = ?", 1, (Field[]){field_int (node)});
  out->len = 0;
  if (cursor_step (c) && !cursor_null (c, 0))
    text_add (reader_mem (reader), out, cursor_text (c, 0));
  return cursor_end (c);
}

static Status tell_moment (Reader *reader, const Moment *m, Answer *answer) {
  Text node = {0};
  Status s = node_name (reader, m->node, &node);
  if (status_ok (s)) {
    Cursor *c = reader_ask (reader, m->event ? event_sql : branch_sql, 1,
                            (Field[]){field_int (m->event ? m->event : m->state)});
    if (cursor_step (c))
      story_row (reader, m, text_c (reader_mem (reader), &node), c, answer);
    s = cursor_end (c);
  }
  text_free (reader_mem (reader), &node);
  return s;
}

static Status tell_members (Reader *reader, const Scenario *scenario, Answer *answer) {
  Status s = STATUS_OK;
  answer_section (answer, "members", false);
  answer_column (answer, "node", ANSWER_INT);
  answer_column (answer, "name", ANSWER_TEXT);
  answer_column (answer, "state", ANSWER_INT);
  answer_column (answer, "status", ANSWER_TEXT);
  answer_column (answer, "stop", ANSWER_TEXT);
  for (size_t i = 0; i < scenario->members.len && status_ok (s); i++) {
    const Member *m = &scenario->members.data[i];
    s = answer_query (
        answer, reader,
        "SELECT n.id, n.name, ?2, t.text, x.text FROM (SELECT ?1 AS node) LEFT JOIN rec_node n"
        " ON n.id = node LEFT JOIN rec_end e ON e.state = ?2 LEFT JOIN rec_text t ON t.id = e.status"
        " LEFT JOIN rec_text x ON x.id = e.stop",
        2, (Field[]){field_int (m->node), field_int (m->state)});
  }
  return s;
}

static Status tell_story (Reader *reader, const Scenario *scenario, Answer *answer) {
  Moments moments = {0};
  Status s = scenario_moments (reader, scenario, STORY_KINDS, &moments);
  story_columns (answer);
  for (size_t i = 0; i < moments.len && status_ok (s); i++)
    s = tell_moment (reader, &moments.data[i], answer);
  VEC_FREE (reader_mem (reader), &moments);
  return s;
}

static Status tell_name (Reader *reader, const Scenario *scenario, Answer *answer) {
  answer_section (answer, "scenario", true);
  answer_column (answer, "scenario", ANSWER_TEXT);
  answer_column (answer, "error", ANSWER_TEXT);
  answer_column (answer, "failures", ANSWER_INT);
  answer_column (answer, "decisions", ANSWER_INT);
  return answer_query (answer, reader,
                       "SELECT c.scenario, e.name, c.failures, c.decisions FROM rec_case c"
                       " LEFT JOIN rec_error e ON e.id = c.error WHERE c.id = ?",
                       1, (Field[]){field_int (scenario->test)});
}

Status ask_scenario (Reader *reader, const char *const *args, size_t n, Answer *answer) {
  Scenario scenario;
  (void)n;
  Status s = scenario_named (reader, args[0], &scenario);
  if (status_ok (s))
    s = tell_name (reader, &scenario, answer);
  if (status_ok (s))
    s = tell_story (reader, &scenario, answer);
  if (status_ok (s))
    s = tell_members (reader, &scenario, answer);
  scenario_free (reader, &scenario);
  return s;
}
