/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/path.h -- names of files as SQLite takes them */
#ifndef SDE_REC_PATH_H
#define SDE_REC_PATH_H

#include "base/text.h"

/* A name that SQLite does not take for anything but a path (":memory:", "file:..."). */
void path_plain (Mem *mem, const char *file, Text *path);
/* The same as a URI that says that nobody writes. */
void path_quiet (Mem *mem, const char *path, Text *uri);

#endif
