/* SPDX-License-Identifier: GPL-2.0-only */
/* testcase/covering.h -- a few scenarios that reach everything that any scenario reaches
 *
 * Items are lines and sides of branches, numbered from 0; which ones a state has reached is its source's affair.  What
 * only scenarios reach that cannot happen does not count.  The set is small, not the smallest: the state
 * with most that is new is taken again and again, with members beside it that bring much themselves, and in the end
 * those scenarios go whose items the others have too.
 */
#ifndef SDE_TESTCASE_COVERING_H
#define SDE_TESTCASE_COVERING_H

#include "testcase/testcase.h"

typedef struct CoverAsk {
  const Scenarios *from;
  Mem *mem;
  uint32_t items;
  /* Appends the items that a state has reached, in any order. */
  void (*covers) (void *data, StateId s, IdVec *out, Mem *mem);
  void *data;
  uint64_t steps; /* of each search; 0: COVER_STEPS */
} CoverAsk;

enum { COVER_STEPS = 20000 };

typedef VEC (TestCase *) TestCases;

typedef struct Covering {
  TestCases cases;  /* in the order of their finding */
  uint32_t reached; /* items that the cases reach */
  uint32_t never;   /* that states reach, but no scenario that can happen */
  uint32_t unknown; /* of which nobody knows */
} Covering;

Covering case_covering (const CoverAsk *ask);
void covering_free (const CoverAsk *ask, Covering *covering);

#endif
