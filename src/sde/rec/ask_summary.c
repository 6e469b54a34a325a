/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/ask_summary.c -- what was run, how it ended, and what was found */
#include "rec/question.h"

#include <string.h>

static AnswerType run_type (const char *name) {
#define RUN_KEY(key, type, meaning)                                                                          \
  if (!strcmp (name, #key))                                                                                  \
    return ANSWER_##type;
#include "rec/run_key.def"
  return ANSWER_TEXT;
}

static Status ask_programs (Reader *reader, Answer *answer) {
  answer_section (answer, "programs", false);
  answer_column (answer, "file", ANSWER_TEXT);
  answer_column (answer, "hash", ANSWER_TEXT);
  answer_column (answer, "nodes", ANSWER_INT);
  return answer_query (answer, reader,
                       "SELECT file, hash, (SELECT count (*) FROM rec_node n WHERE n.program = p.program) "
                       "FROM programs p ORDER BY program",
                       0, NULL);
}

static Status ask_properties (Reader *reader, Answer *answer) {
  answer_section (answer, "properties", false);
  answer_column (answer, "name", ANSWER_TEXT);
  answer_column (answer, "kind", ANSWER_TEXT);
  answer_column (answer, "verdict", ANSWER_TEXT);
  answer_column (answer, "text", ANSWER_TEXT);
  answer_column (answer, "why", ANSWER_TEXT);
  return answer_query (answer, reader,
                       "SELECT name, kind, verdict, text, why FROM properties ORDER BY property", 0, NULL);
}

Status ask_summary (Reader *reader, const char *const *args, size_t n, Answer *answer) {
  Status s = answer_figures (answer, reader, "run",
                             "SELECT name, value FROM rec_run WHERE id IN"
                             " (SELECT max (id) FROM rec_run GROUP BY name) ORDER BY id",
                             run_type);
  if (status_ok (s))
    s = ask_programs (reader, answer);
  if (status_ok (s))
    s = ask_errors (reader, args, n, answer);
  return status_ok (s) ? ask_properties (reader, answer) : s;
}
