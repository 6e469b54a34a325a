/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/bind.h -- a cell as a parameter of an SQL statement */
#ifndef SDE_REC_BIND_H
#define SDE_REC_BIND_H

#include "rec/field.h"

#include <sqlite3.h>

/* Bytes must stay until the next call for the same parameter, or the end. */
int field_bind (sqlite3_stmt *s, int i, Field f);

#endif
