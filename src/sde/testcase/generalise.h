/* SPDX-License-Identifier: GPL-2.0-only */
/* testcase/generalise.h -- what of a test case matters
 *
 * For each byte of input: all values that it may have, the others being as they are, such that the scenario's members
 * stay the same.  Exact: the constraints are evaluated for every value.
 * For each decision: would the same error happen if it alone turned out otherwise?  Inputs and the other decisions are
 * as they are, new ones 0 and without failure; that has exactly one scenario, which is looked up among the
 * mapped ones.  It is needed if some other outcome leads elsewhere.
 */
#ifndef SDE_TESTCASE_GENERALISE_H
#define SDE_TESTCASE_GENERALISE_H

#include "testcase/testcase.h"

/* Fills in the freedom of all inputs. */
void case_free_bytes (TestCase *c);

typedef struct FlipAsk {
  /* Is the error among what happens to this state? */
  bool (*failing) (void *data, StateId s);
  void *data;
  uint64_t steps; /* dstates to look at; 0: FLIP_STEPS */
} FlipAsk;

enum { FLIP_STEPS = 200000 };

/* Fills in what decisions are needed; those that a budget forbids to turn out otherwise, and what the steps do not reach,
 * stay unknown. */
void case_flip_decisions (TestCase *c, const FlipAsk *ask);

/* How free a byte is. */
typedef enum Freedom { FREEDOM_EXACTLY, FREEDOM_RANGE, FREEDOM_SET, FREEDOM_ANY } Freedom;
/* RANGE: from *lo to *hi without a gap. */
Freedom freedom_kind (const ByteSet *set, unsigned *lo, unsigned *hi);

#endif
