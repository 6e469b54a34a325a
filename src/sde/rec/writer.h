/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/writer.h -- writing a result database while the run goes on
 *
 * Rows are added in any order of tables; within a table in the order in which they shall stand.  They are kept in
 * memory until a batch is full and written in one transaction, so that others can read the file meanwhile and a killed
 * run leaves whole batches.  The first thing that goes wrong (a full disk) ends the writing: later rows are
 * dropped, what is in the file stays valid, and writer_status says what it was.
 */
#ifndef SDE_REC_WRITER_H
#define SDE_REC_WRITER_H

#include "base/mem.h"
#include "base/status.h"
#include "rec/field.h"

#include <stdint.h>

typedef enum RecTable {
#define TABLE(name, options, meaning) TABLE_##name,
#define COLUMN(table, name, type, meaning)
#include "rec/table.def"
  TABLE_COUNT
} RecTable;

typedef struct Writer Writer;

/* Makes a new file.  One that is there already is an error, unless replace: then only if it is a result database
 * that nobody has open; it is exchanged when the new one is there. */
Status writer_new (Mem *mem, const char *file, bool replace, Writer **out);
/* As many fields as the table has columns, in their order; their bytes are copied. */
void writer_add (Writer *writer, RecTable table, const Field *fields);
/* The number of a text in rec_text: the same text, the same number. */
int64_t writer_text (Writer *writer, const char *text);
/* Writes what is kept now. */
void writer_flush (Writer *writer);
/* What went wrong, as a copy; STATUS_OK: nothing so far. */
Status writer_status (const Writer *writer);
/* Writes the rest, makes the indexes, and closes. */
Status writer_close (Writer *writer);

#endif
