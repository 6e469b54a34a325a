/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/create.h -- making the file of a result database
 *
 * A file that is there already is left alone, or (replace) exchanged for the new one when that is whole and nobody has
 * the old one open; when anything fails, the old one is as it was.
 */
#ifndef SDE_REC_CREATE_H
#define SDE_REC_CREATE_H

#include "base/mem.h"
#include "base/status.h"

#include <sqlite3.h>
#include <stdbool.h>

/* Out: the open database with all its tables, empty, in WAL mode. */
Status create_database (Mem *mem, const char *file, bool replace, sqlite3 **out);

#endif
