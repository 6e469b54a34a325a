/* SPDX-License-Identifier: GPL-2.0-only */
/* testcase/testcase.h -- concrete inputs for all nodes of one scenario
 *
 * A test case is a scenario that can happen: its members, a value for each byte of each symbolic input that they have
 * made, and the outcome of each of their decisions.  Inputs and decisions stand in the order of nodes and, within a
 * node, of making; of decisions of one name the first comes first.  A replay with these values takes the scenario's
 * way; what is not named in it does not fail and is 0.
 */
#ifndef SDE_TESTCASE_TESTCASE_H
#define SDE_TESTCASE_TESTCASE_H

#include "net/joint.h"

typedef struct CaseInput {
  NodeId node;
  ArrayId array;
  uint32_t size;
  uint8_t *bytes;
  /* For each byte the values that it may have, all else being as it is, so that the scenario's members stay the
   * same; NULL: not computed (generalise.h). */
  ByteSet *freedom;
} CaseInput;

typedef enum CaseNeed { NEED_NOT_KNOWN, NEED_NEEDED, NEED_NO_DIFFERENCE } CaseNeed;

typedef struct CaseDecision {
  NodeId node;
  char *name;
  uint32_t outcome;
  CaseNeed need;
} CaseDecision;

typedef struct TestCase {
  Mem *mem;
  const Scenarios *from;
  size_t nodes;
  StateId *members; /* by node */
  uint64_t name;    /* of the scenario: the same in every run */
  JointCost cost;
  Cond *cond;  /* all that the members demand */
  Cond *model; /* the same, with the values of the inputs; it has the values of other symbols too */
  bool least;  /* values are the least ones, byte by byte; otherwise some that the solver knows */
  VEC (CaseInput) inputs;
  VEC (CaseDecision) decisions;
} TestCase;

/* Of a scenario whose members demand cond, with the least values.  Source and account must live as long. */
TestCase *case_new (Mem *mem, const Scenarios *from, const StateId *members, const Cond *cond);
void case_free (TestCase *c);
/* The name of an input without the number of its node. */
const char *case_input_name (const char *name);

#endif
