/* SPDX-License-Identifier: GPL-2.0-only */
/* sde/database.h -- asking the database that a run has left
 *
 * A database is only read, also while a run still writes to it.  Questions have names (sde_question_name); SQL over the
 * views of doc/database.md is the other way to ask.  An answer is a list of sections, each a table of named and
 * typed columns.
 *
 *   sde_database_open ("run.db", &db);
 *   sde_ask (db, "errors", 0, NULL, &answer);
 *   for (size_t row = 0; row < sde_answer_rows (answer, 0); row++)
 *     puts (sde_answer_cell (answer, 0, row, 0).text);
 *
 * Texts are as they stand in the file, which may come from anywhere: show control characters escaped.
 * A function that can fail returns NULL when it worked, otherwise one sentence, to be freed with sde_free; what it puts
 * into out is NULL then.
 */
#ifndef SDE_DATABASE_H
#define SDE_DATABASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct SdeDatabase SdeDatabase;
typedef struct SdeAnswer SdeAnswer;

/* Refuses what is not a whole result database of a version that is known. */
char *sde_database_open (const char *file, SdeDatabase **out);
/* Answers stay. */
void sde_database_close (SdeDatabase *database);

/* One question, with its arguments.  The answer is freed with sde_answer_free. */
char *sde_ask (SdeDatabase *database, const char *question, size_t n, const char *const *arguments,
               SdeAnswer **out);
/* One SELECT over the views; the answer has one section, "rows". */
char *sde_database_query (SdeDatabase *database, const char *sql, SdeAnswer **out);
void sde_answer_free (SdeAnswer *answer);

/* A run, or one scenario of it, in the format of another tool; which: as the format's argument says, or NULL.  The bytes
 * are freed with sde_free; a NUL that is not counted stands behind them. */
char *sde_export (SdeDatabase *database, const char *format, const char *which, char **out, size_t *length);
/* The formats, for help and checks; NULL behind the last. */
const char *sde_export_name (size_t i);
const char *sde_export_argument (size_t i);
const char *sde_export_meaning (size_t i);

/* The questions, for help and checks; NULL behind the last. */
const char *sde_question_name (size_t i);
const char *sde_question_arguments (size_t i); /* as they are written: "[ID]" */
const char *sde_question_meaning (size_t i);

/* The views, for help and checks; NULL behind the last. */
const char *sde_view_name (size_t i);
const char *sde_view_meaning (size_t i);
const char *sde_view_column (size_t i, size_t column);
const char *sde_view_column_meaning (size_t i, size_t column);

typedef enum SdeColumnType {
  SDE_COLUMN_INT,
  SDE_COLUMN_REAL,
  SDE_COLUMN_TEXT,
  SDE_COLUMN_BYTES, /* to be shown in hexadecimal */
  SDE_COLUMN_TIME,  /* INT: nanoseconds of simulated time */
  SDE_COLUMN_FLAG,  /* INT: 0 or 1 */
  SDE_COLUMN_BIG,   /* TEXT: a whole number of any length */
  SDE_COLUMN_ANY    /* as each cell says */
} SdeColumnType;

typedef enum SdeCellType {
  SDE_CELL_NULL,
  SDE_CELL_INT,
  SDE_CELL_REAL,
  SDE_CELL_TEXT,
  SDE_CELL_BYTES
} SdeCellType;

typedef struct SdeCell {
  SdeCellType type;
  int64_t number;
  double real;
  const char *text;  /* TEXT: ends with a zero byte; it and bytes live as long as the answer */
  const void *bytes; /* TEXT, BYTES */
  size_t length;     /* of both, in bytes */
} SdeCell;

size_t sde_answer_sections (const SdeAnswer *answer);
const char *sde_answer_name (const SdeAnswer *answer, size_t section);
/* At most one row, meant as a list of figures. */
bool sde_answer_single (const SdeAnswer *answer, size_t section);
size_t sde_answer_columns (const SdeAnswer *answer, size_t section);
const char *sde_answer_column (const SdeAnswer *answer, size_t section, size_t column);
SdeColumnType sde_answer_type (const SdeAnswer *answer, size_t section, size_t column);
size_t sde_answer_rows (const SdeAnswer *answer, size_t section);
SdeCell sde_answer_cell (const SdeAnswer *answer, size_t section, size_t row, size_t column);

#ifdef __cplusplus
}
#endif

#endif
