/* SPDX-License-Identifier: GPL-2.0-only */
/* testcase/simplest.h -- the simplest scenario in which something happens
 *
 * Simple is: few failures, then few decisions, then small values, byte by byte in the order of nodes and inputs.
 * Which scenario that is depends on the scenarios alone, not on the algorithm that has mapped them.
 */
#ifndef SDE_TESTCASE_SIMPLEST_H
#define SDE_TESTCASE_SIMPLEST_H

#include "testcase/testcase.h"

typedef struct SimplestAsk {
  const Scenarios *from;
  Mem *mem;
  const StateId *states; /* one of these is a member; ascending, of any nodes */
  size_t len;
  uint64_t steps; /* 0: SIMPLEST_STEPS */
} SimplestAsk;

enum { SIMPLEST_STEPS = 200000 };

typedef struct SimplestAnswer {
  JointFound found; /* as in net/joint.h */
  bool cut;         /* the steps were used up: the test case is the simplest of those that were looked at */
  TestCase *test;   /* found: to be freed */
} SimplestAnswer;

SimplestAnswer case_simplest (const SimplestAsk *ask);

#endif
