/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/ask_errors.c -- bugs and violated properties; one of them with its stack and test case */
#include "rec/question.h"

#include <stdlib.h>
#include <string.h>

static void error_columns (Answer *answer) {
  answer_section (answer, "errors", false);
  answer_column (answer, "id", ANSWER_TEXT);
  answer_column (answer, "kind", ANSWER_TEXT);
  answer_column (answer, "place", ANSWER_TEXT);
  answer_column (answer, "node", ANSWER_INT);
  answer_column (answer, "scenario", ANSWER_TEXT);
  answer_column (answer, "time", ANSWER_TIME);
  answer_column (answer, "states", ANSWER_INT);
  answer_column (answer, "confirmed", ANSWER_FLAG);
  answer_column (answer, "message", ANSWER_TEXT);
}

#define ERROR_COLUMNS "id, kind, place, node, scenario, time, states, confirmed, message"

static Status ask_stack (Reader *reader, int64_t error, Answer *answer) {
  answer_section (answer, "stack", false);
  answer_column (answer, "frame", ANSWER_TEXT);
  /* the lines of a text */
  return answer_query (answer, reader,
                       "WITH RECURSIVE l (line, rest) AS ("
                       " SELECT NULL, rtrim (stack, char (10)) || char (10) FROM errors WHERE error = ?"
                       " UNION ALL SELECT substr (rest, 1, instr (rest, char (10)) - 1),"
                       " substr (rest, instr (rest, char (10)) + 1) FROM l WHERE rest <> '')"
                       " SELECT line FROM l WHERE line IS NOT NULL",
                       1, (Field[]){field_int (error)});
}

static Status ask_values (Reader *reader, int64_t error, Answer *answer) {
  answer_section (answer, "values", false);
  answer_column (answer, "node", ANSWER_INT);
  answer_column (answer, "name", ANSWER_TEXT);
  answer_column (answer, "outcome", ANSWER_INT);
  answer_column (answer, "bytes", ANSWER_BYTES);
  answer_column (answer, "number", ANSWER_INT);
  answer_column (answer, "needed", ANSWER_FLAG);
  return answer_query (answer, reader,
                       "SELECT node, name, outcome, bytes, number, needed FROM case_values"
                       " WHERE test = (SELECT test FROM errors WHERE error = ?)",
                       1, (Field[]){field_int (error)});
}

static Status ask_members (Reader *reader, int64_t error, Answer *answer) {
  answer_section (answer, "members", false);
  answer_column (answer, "node", ANSWER_INT);
  answer_column (answer, "state", ANSWER_INT);
  return answer_query (answer, reader,
                       "SELECT node, state FROM scenario_members"
                       " WHERE test = (SELECT test FROM errors WHERE error = ?) ORDER BY node",
                       1, (Field[]){field_int (error)});
}

static Status ask_error (Reader *reader, const char *text, Answer *answer) {
  int64_t error;
  Status s = error_named (reader, text, &error);
  if (!status_ok (s))
    return s;
  error_columns (answer);
  s = answer_query (answer, reader, "SELECT " ERROR_COLUMNS " FROM errors WHERE error = ?", 1,
                    (Field[]){field_int (error)});
  if (status_ok (s))
    s = ask_stack (reader, error, answer);
  if (status_ok (s))
    s = ask_values (reader, error, answer);
  return status_ok (s) ? ask_members (reader, error, answer) : s;
}

Status ask_errors (Reader *reader, const char *const *args, size_t n, Answer *answer) {
  if (n)
    return ask_error (reader, args[0], answer);
  error_columns (answer);
  return answer_query (answer, reader, "SELECT " ERROR_COLUMNS " FROM errors ORDER BY error", 0, NULL);
}

Status error_named (Reader *reader, const char *text, int64_t *error) {
  size_t found = 0;
  Cursor *c = reader_ask (
      reader,
      "SELECT error FROM errors WHERE id = ?1 OR error = ?2"
      " OR (?3 >= 4 AND substr (id, 1, ?3) = ?1) ORDER BY id = ?1 DESC, error = ?2 DESC",
      3,
      (Field[]){field_text (text), field_int (strtoll (text, NULL, 10)), field_int ((int64_t)strlen (text))});
  while (found < 2 && cursor_step (c))
    if (!found++)
      *error = cursor_int (c, 0);
  Status s = cursor_end (c);
  if (status_ok (s) && !found)
    s = status_fail ("%s: there is no error '%s': `errors` lists them", reader_file (reader), text);
  return s;
}
