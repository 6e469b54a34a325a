/* SPDX-License-Identifier: GPL-2.0-only */
/* api/testcases_impl.h -- handing out test cases */
#ifndef SDE_API_TESTCASES_IMPL_H
#define SDE_API_TESTCASES_IMPL_H

#include "base/vec.h"
#include "rec/reader.h"

#include <sde/testcases.h>

/* Who gets the cases, and how many there were. */
typedef struct Giving {
  Mem *mem;
  Reader *reader;
  uint64_t most;
  bool (*fn) (void *data, const SdeTestCase *test);
  void *data;
  SdeTestsFigures *figures;
} Giving;

/* Numbers the case and hands it out; false: no more are wanted. */
bool give_case (Giving *g, SdeTestCase *test);

/* testcases_recorded.c: cases that stand in the database: of errors, or of paths */
Status give_recorded (Giving *g, bool errors);

#endif
