/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/answer.h -- what a question about a run is answered with
 *
 * An answer is a list of sections; a section is a table with a name, columns and rows, or a single row of figures.
 * It can be shown as aligned text or as JSON (a member for each section: a list of objects, or one object) by
 * somebody who knows nothing of the question.
 *
 *   answer_section (answer, "stops", false);
 *   answer_column (answer, "state", ANSWER_INT);
 *   answer_column (answer, "time", ANSWER_TIME);
 *   answer_row (answer, (Field[]){field_int (7), field_int (1000)});
 *
 * Texts are as they stand in the database: who shows them escapes them.
 */
#ifndef SDE_REC_ANSWER_H
#define SDE_REC_ANSWER_H

#include "base/text.h"
#include "rec/reader.h"

typedef enum AnswerType {
#define ANSWER_TYPE(name, meaning) ANSWER_##name,
#include "rec/answer_type.def"
} AnswerType;

typedef struct AnswerColumn {
  char *name;
  AnswerType type;
} AnswerColumn;

typedef struct AnswerCell {
  FieldType type;
  int64_t number; /* INT; length of TEXT and BLOB */
  double real;
  size_t at; /* of TEXT and BLOB, in the answer's bytes; a zero byte follows */
} AnswerCell;

typedef struct AnswerSection {
  char *name;
  bool single; /* at most one row: an object of figures */
  VEC (AnswerColumn) columns;
  VEC (AnswerCell) cells; /* row by row */
} AnswerSection;

typedef struct Answer {
  Mem *mem;
  VEC (AnswerSection) sections;
  Text bytes;
} Answer;

void answer_init (Mem *mem, Answer *answer);
void answer_fini (Answer *answer);

/* Begins a section; columns and rows go to the last one.  All columns come before the first row. */
void answer_section (Answer *answer, const char *name, bool single);
void answer_column (Answer *answer, const char *name, AnswerType type);
/* A cell for each column; bytes are copied. */
void answer_row (Answer *answer, const Field *fields);
size_t answer_rows (const AnswerSection *section);
/* The cell as a field; bytes are the answer's. */
Field answer_cell (const Answer *answer, size_t section, size_t row, size_t column);

/* All rows of a query, as rows of the last section: cells must have the types of its columns, or be NULL. */
Status answer_query (Answer *answer, Reader *reader, const char *sql, size_t n, const Field *parameters);
/* A single section of the names and texts that a query's rows give; type says what the text of a name is (INT, REAL and
 * FLAG become numbers; what does not read as one stays a text). */
Status answer_figures (Answer *answer, Reader *reader, const char *section, const char *sql,
                       AnswerType (*type) (const char *name));
/* A section "rows" with what a user asks in SQL, columns as they come. */
Status answer_sql (Answer *answer, Reader *reader, const char *sql);

#endif
