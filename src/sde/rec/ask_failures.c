/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/ask_failures.c -- failures: how often each was offered and taken, and how many bugs need it */
#include "rec/question.h"

Status ask_failures (Reader *reader, const char *const *args, size_t n, Answer *answer) {
  (void)args, (void)n;
  answer_section (answer, "failures", false);
  answer_column (answer, "name", ANSWER_TEXT);
  answer_column (answer, "kind", ANSWER_TEXT);
  answer_column (answer, "offered", ANSWER_INT);
  answer_column (answer, "taken", ANSWER_INT);
  answer_column (answer, "changed", ANSWER_INT); /* bugs whose simplest scenario would be none without it */
  Status s = answer_query (
      answer, reader,
      "SELECT f.name, f.kind, f.offered, f.taken, (SELECT count (DISTINCT c.error) FROM rec_case c"
      " JOIN rec_case_value v ON v.test = c.id WHERE c.id = (SELECT max (id) FROM rec_case WHERE error = "
      "c.error)"
      " AND v.decision = 1 AND v.outcome > 0 AND v.freedom = x'01'"
      " AND substr (v.name, 1, length (f.name) + 1) = f.name || '[') FROM rec_failure f ORDER BY f.id",
      0, NULL);
  answer_section (answer, "decisions", false);
  answer_column (answer, "name", ANSWER_TEXT);
  answer_column (answer, "outcome", ANSWER_INT);
  answer_column (answer, "states", ANSWER_INT);
  if (status_ok (s))
    s = answer_query (
        answer, reader,
        "SELECT name, outcome, count (*) FROM decisions GROUP BY name, outcome ORDER BY min (seq)", 0, NULL);
  return s;
}
