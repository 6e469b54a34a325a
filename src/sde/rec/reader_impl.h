/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/reader_impl.h -- what opening and asking share */
#ifndef SDE_REC_READER_IMPL_H
#define SDE_REC_READER_IMPL_H

#include "rec/reader.h"

#include <sqlite3.h>

struct Reader {
  Mem *mem;
  char *file;
  sqlite3 *db;
  uint64_t limit; /* steps of a query; 0: none */
  uint64_t steps; /* of the query that runs */
};

/* Counts the steps of the query that runs; called by SQLite every READER_PROGRESS of them. */
enum { READER_PROGRESS = 10000 };
int reader_progress (void *reader);

#endif
