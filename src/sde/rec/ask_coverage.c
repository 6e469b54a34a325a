/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/ask_coverage.c -- lines and sides of branches that were reached: per program, per node, and those that nobody has */
#include "rec/question.h"

static void coverage_columns (Answer *answer, const char *section, const char *of) {
  answer_section (answer, section, false);
  answer_column (answer, of, ANSWER_TEXT);
  answer_column (answer, "lines", ANSWER_INT);
  answer_column (answer, "lines_reached", ANSWER_INT);
  answer_column (answer, "branches", ANSWER_INT);
  answer_column (answer, "branches_taken", ANSWER_INT);
}

static Status ask_programs (Reader *reader, Answer *answer) {
  coverage_columns (answer, "programs", "program");
  return answer_query (
      answer, reader,
      "WITH got (item) AS (SELECT DISTINCT item FROM rec_covered)"
      " SELECT p.file, sum (i.branch IS NULL), sum (i.branch IS NULL AND got.item IS NOT NULL),"
      " sum (i.branch IS NOT NULL), sum (i.branch IS NOT NULL AND got.item IS NOT NULL)"
      " FROM rec_program p JOIN rec_cover_item i ON i.program = p.id"
      " LEFT JOIN got ON got.item = i.id GROUP BY p.id ORDER BY p.id",
      0, NULL);
}

static Status ask_nodes (Reader *reader, Answer *answer) {
  coverage_columns (answer, "nodes", "node");
  return answer_query (
      answer, reader,
      "WITH whole (program, lines, branches) AS (SELECT program, sum (branch IS NULL), sum (branch IS NOT "
      "NULL)"
      " FROM rec_cover_item GROUP BY program), reached (node, lines, branches) AS (SELECT c.node,"
      " sum (i.branch IS NULL), sum (i.branch IS NOT NULL) FROM rec_covered c JOIN rec_cover_item i ON i.id "
      "= c.item"
      " GROUP BY c.node) SELECT n.name, w.lines, coalesce (r.lines, 0), w.branches, coalesce (r.branches, 0)"
      " FROM rec_node n JOIN whole w ON w.program = n.program LEFT JOIN reached r ON r.node = n.id ORDER BY "
      "n.id",
      0, NULL);
}

/* What no node of a program has executed. */
static Status ask_missed (Reader *reader, Answer *answer) {
  answer_section (answer, "missed", false);
  answer_column (answer, "file", ANSWER_TEXT);
  answer_column (answer, "line", ANSWER_INT);
  answer_column (answer, "function", ANSWER_TEXT);
  answer_column (answer, "side", ANSWER_TEXT);
  return answer_query (
      answer, reader,
      "WITH got (item) AS (SELECT DISTINCT item FROM rec_covered)"
      " SELECT i.file, i.line, i.function, CASE i.side WHEN 1 THEN 'true' WHEN 0 THEN 'false' END"
      " FROM rec_cover_item i LEFT JOIN got ON got.item = i.id WHERE got.item IS NULL"
      " ORDER BY i.program, i.file, i.line, i.branch, i.side DESC",
      0, NULL);
}

Status ask_coverage (Reader *reader, const char *const *args, size_t n, Answer *answer) {
  (void)args, (void)n;
  Status s = ask_programs (reader, answer);
  if (status_ok (s))
    s = ask_nodes (reader, answer);
  return status_ok (s) ? ask_missed (reader, answer) : s;
}
