/* SPDX-License-Identifier: GPL-2.0-only */
/* api/database_impl.h -- what a public database is made of */
#ifndef SDE_API_DATABASE_IMPL_H
#define SDE_API_DATABASE_IMPL_H

#include "rec/reader.h"

#include <sde/database.h>

struct SdeDatabase {
  Mem mem;
  Reader *reader;
};

#endif
