/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/schema.c -- what a result database is made of */
#include "rec/schema.h"

#include <sqlite3.h>

typedef struct TableRow {
  const char *name;
  const char *options;
  const char *meaning;
} TableRow;

static const TableRow tables[TABLE_COUNT] = {
#define TABLE(name, options, meaning) {#name, options, meaning},
#define COLUMN(table, name, type, meaning)
#include "rec/table.def"
};

static const RecColumn columns[] = {
#define TABLE(name, options, meaning)
#define COLUMN(table, name, type, meaning) {TABLE_##table, #name, COLUMN_##type, meaning},
#include "rec/table.def"
};

enum { COLUMNS = sizeof columns / sizeof *columns };

static const char *const indexes[] = {
#define INDEX(name, table, on) "CREATE INDEX " #name " ON " #table " " on,
#include "rec/index.def"
};

static const char *const kinds[] = {
#define EVENT(name, text, meaning) text,
#include <sde/event.def>
};

static const char *type_name (ColumnType type) {
  switch (type) {
  case COLUMN_KEY: return "INTEGER PRIMARY KEY";
  case COLUMN_INT: return "INTEGER";
  case COLUMN_REAL: return "REAL";
  case COLUMN_TEXT: return "TEXT";
  case COLUMN_BLOB: return "BLOB";
  case COLUMN_FIRST:
  case COLUMN_SECOND: break;
  }
  return "INTEGER NOT NULL";
}

const char *schema_sqlite (void) { return sqlite3_libversion (); }

const char *schema_table (RecTable table) { return tables[table].name; }

const char *schema_meaning (RecTable table) { return tables[table].meaning; }

const RecColumn *schema_columns (RecTable table, size_t *n) {
  size_t first = 0;
  while (columns[first].table != table)
    first++;
  for (*n = 0; first + *n < COLUMNS && columns[first + *n].table == table;)
    ++*n;
  return columns + first;
}

void schema_create (Mem *mem, RecTable table, Text *sql) {
  size_t n;
  const RecColumn *c = schema_columns (table, &n);
  text_printf (mem, sql, "CREATE TABLE %s (", tables[table].name);
  for (size_t i = 0; i < n; i++)
    text_printf (mem, sql, "%s%s %s", i ? ", " : "", c[i].name, type_name (c[i].type));
  if (c[0].type == COLUMN_FIRST)
    text_printf (mem, sql, ", PRIMARY KEY (%s, %s)", c[0].name, c[1].name);
  text_printf (mem, sql, ") %s%sSTRICT", tables[table].options, *tables[table].options ? ", " : "");
}

void schema_insert (Mem *mem, RecTable table, Text *sql) {
  size_t n;
  schema_columns (table, &n);
  text_printf (mem, sql, "INSERT INTO %s VALUES (?", tables[table].name);
  for (size_t i = 1; i < n; i++)
    text_add (mem, sql, ", ?");
  text_add (mem, sql, ")");
}

const char *schema_kind (size_t i) { return i < sizeof kinds / sizeof *kinds ? kinds[i] : NULL; }

const char *schema_index (size_t i) { return i < sizeof indexes / sizeof *indexes ? indexes[i] : NULL; }
