/* SPDX-License-Identifier: GPL-2.0-only */
/* testcase/concrete.h -- the one scenario that given values lead to
 *
 * With a value for each byte of input and an outcome for each decision, a run has no choice: exactly one scenario
 * of a whole mapping agrees with all of them.  It is found among the mapped ones, without running anything.
 * Inputs that the case does not have are 0, decisions that it does not have turn out as if nothing failed.
 */
#ifndef SDE_TESTCASE_CONCRETE_H
#define SDE_TESTCASE_CONCRETE_H

#include "testcase/testcase.h"

typedef struct Concrete Concrete;

/* What agrees with the case.  It is remembered from one question to the next; a case must live as long. */
Concrete *concrete_new (const TestCase *c);
void concrete_free (Concrete *concrete);

/* The scenario for the case's values, and its decisions but for one: that one (a place in c->decisions; SIZE_MAX: none)
 * turns out otherwise.  False: no mapped scenario is like that. */
bool concrete_find (Concrete *concrete, size_t flipped, uint32_t outcome, StateId *members);
/* How many outcomes the decision (a place in c->decisions) has in mapped scenarios, at least 2. */
uint32_t concrete_outcomes (Concrete *concrete, size_t decision);
/* Dstates that were looked at so far. */
uint64_t concrete_steps (const Concrete *concrete);

#endif
