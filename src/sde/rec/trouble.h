/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/trouble.h -- what SQLite complains about, as a sentence that says what to do */
#ifndef SDE_REC_TROUBLE_H
#define SDE_REC_TROUBLE_H

#include "base/status.h"

#include <sqlite3.h>

/* What went wrong in the last call for db (NULL: not even opened), which returned code. */
Status trouble_writing (sqlite3 *db, const char *file, int code);
Status trouble_reading (sqlite3 *db, const char *file, int code);

#endif
