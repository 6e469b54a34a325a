/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/ask_stats.c -- figures of the run, its growth, and what weakened it */
#include "rec/question.h"

/* How many points of growth are shown at most. */
#define POINTS "20"

/* Everything there is a whole number if it reads as one. */
static AnswerType figure_type (const char *name) {
  (void)name;
  return ANSWER_INT;
}

static Status ask_growth (Reader *reader, Answer *answer) {
  answer_section (answer, "growth", false);
  answer_column (answer, "time", ANSWER_TIME);
  answer_column (answer, "states", ANSWER_INT);
  answer_column (answer, "states_alive", ANSWER_INT);
  answer_column (answer, "dstates", ANSWER_INT);
  answer_column (answer, "scenarios", ANSWER_BIG);
  answer_column (answer, "transmissions", ANSWER_INT);
  answer_column (answer, "seconds", ANSWER_REAL);
  answer_column (answer, "bytes_alive", ANSWER_INT);
  /* the last one of each of equally many, so that the end is always there */
  return answer_query (
      answer, reader,
      "SELECT time, states, states_alive, dstates, scenarios, transmissions, seconds, bytes_alive"
      " FROM rec_sample WHERE id IN (SELECT max (id) FROM (SELECT id, ntile (" POINTS ")"
      " OVER (ORDER BY id) AS part FROM rec_sample) GROUP BY part) ORDER BY id",
      0, NULL);
}

static Status ask_weak (Reader *reader, Answer *answer) {
  answer_section (answer, "weakenings", false);
  answer_column (answer, "name", ANSWER_TEXT);
  answer_column (answer, "count", ANSWER_INT);
  answer_column (answer, "meaning", ANSWER_TEXT);
  return answer_query (answer, reader, "SELECT name, count, meaning FROM weakenings", 0, NULL);
}

Status ask_stats (Reader *reader, const char *const *args, size_t n, Answer *answer) {
  (void)args, (void)n;
  Status s = answer_figures (answer, reader, "statistics",
                             "SELECT name, value FROM rec_stat WHERE id IN"
                             " (SELECT max (id) FROM rec_stat GROUP BY name) ORDER BY id",
                             figure_type);
  if (status_ok (s))
    s = ask_growth (reader, answer);
  return status_ok (s) ? ask_weak (reader, answer) : s;
}
