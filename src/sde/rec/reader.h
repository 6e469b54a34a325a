/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/reader.h -- reading a result database that may have been made, or damaged, by anybody
 *
 * The file is never written.  It is read while a run still writes to it, after a kill, and in a folder that cannot be
 * written.  Its tables must be exactly those of table.def; what else is in it (views, triggers, other tables) does
 * nothing, and cannot be read.  The views are our own ones.  Nothing in the file is believed: wrong types and damaged
 * pages end a query with a sentence.
 *
 *   Cursor *c = reader_ask (reader, "SELECT state, place FROM stops WHERE node = ?", 1, (Field[]){field_int (3)});
 *   while (cursor_step (c))
 *     ... cursor_int (c, 0), cursor_text (c, 1) ...
 *   Status s = cursor_end (c);   what went wrong from asking to the last row
 */
#ifndef SDE_REC_READER_H
#define SDE_REC_READER_H

#include "base/mem.h"
#include "base/status.h"
#include "rec/field.h"

#include <stdbool.h>

typedef struct Reader Reader;
typedef struct Cursor Cursor;

Status reader_open (Mem *mem, const char *file, Reader **out);
/* All its cursors have ended. */
void reader_close (Reader *reader);
const char *reader_file (const Reader *reader);
Mem *reader_mem (const Reader *reader);
/* How many steps of SQLite's machine a query may take before it ends with a sentence; 0: any number. */
void reader_limit (Reader *reader, uint64_t steps);

/* A query of one statement that only reads, with n parameters.  Never NULL. */
Cursor *reader_ask (Reader *reader, const char *sql, size_t n, const Field *parameters);
/* The next row; false: there is none, or something went wrong. */
bool cursor_step (Cursor *cursor);
size_t cursor_columns (const Cursor *cursor);
const char *cursor_name (const Cursor *cursor, size_t column);
/* A cell as it is; bytes are valid until the next step. */
Field cursor_field (Cursor *cursor, size_t column);
/* Cells of one type; NULL is 0, 0.0, or no text (NULL, length 0).  Another type ends the query. */
int64_t cursor_int (Cursor *cursor, size_t column);
double cursor_real (Cursor *cursor, size_t column);
const char *cursor_text (Cursor *cursor, size_t column);
const void *cursor_blob (Cursor *cursor, size_t column, size_t *length);
bool cursor_null (Cursor *cursor, size_t column);
/* Ends the query with a sentence about what the row says, unless it has ended with one already. */
void cursor_refuse (Cursor *cursor, const char *what);
Status cursor_end (Cursor *cursor);

/* The first cell of the first row; none: out stays. */
Status reader_number (Reader *reader, const char *sql, size_t n, const Field *parameters, int64_t *out);

#endif
