/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/schema.h -- what a result database is made of: tables from table.def, indexes from index.def
 *
 * A database says by its header that it is one: REC_APPLICATION, and REC_VERSION of the tables.
 */
#ifndef SDE_REC_SCHEMA_H
#define SDE_REC_SCHEMA_H

#include "base/text.h"
#include "rec/writer.h"

enum { REC_APPLICATION = 0x53444531, REC_VERSION = 1 }; /* "SDE1" */

typedef enum ColumnType {
  COLUMN_KEY,
  COLUMN_INT,
  COLUMN_REAL,
  COLUMN_TEXT,
  COLUMN_BLOB,
  COLUMN_FIRST, /* parts of a key of two columns */
  COLUMN_SECOND
} ColumnType;

typedef struct RecColumn {
  RecTable table;
  const char *name;
  ColumnType type;
  const char *meaning;
} RecColumn;

/* The version of SQLite that is used. */
const char *schema_sqlite (void);
const char *schema_table (RecTable table);
const char *schema_meaning (RecTable table);
/* The columns of a table, in order. */
const RecColumn *schema_columns (RecTable table, size_t *n);
/* CREATE TABLE ..., as it also stands in a database's sqlite_schema. */
void schema_create (Mem *mem, RecTable table, Text *sql);
/* INSERT INTO ... with a parameter for each column. */
void schema_insert (Mem *mem, RecTable table, Text *sql);
/* The name of the i-th kind of event; NULL behind the last. */
const char *schema_kind (size_t i);
/* The i-th index: its CREATE INDEX; NULL behind the last. */
const char *schema_index (size_t i);

#endif
