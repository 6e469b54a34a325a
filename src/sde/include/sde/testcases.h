/* SPDX-License-Identifier: GPL-2.0-only */
/* sde/testcases.h -- concrete inputs for all nodes of recorded scenarios
 *
 * A test case has a value for each byte of each symbolic input, solved jointly over all nodes, and the outcome of each
 * decision.  Cases are made one by one and handed to a function as they are made, so that the first one comes at once
 * however many scenarios there are.
 */
#ifndef SDE_TESTCASES_H
#define SDE_TESTCASES_H

#include <sde/database.h>
#include <sde/network_results.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum SdeTestsKind {
  SDE_TESTS_ALL,      /* of each scenario that can happen; of a program explored alone: of each path */
  SDE_TESTS_COVERING, /* a few that reach each line and branch that any scenario reaches */
  SDE_TESTS_ERRORS    /* of each error the simplest one, as it was recorded */
} SdeTestsKind;

typedef struct SdeTestValue {
  int64_t node; /* -1: the environment */
  const char *node_name, *name;
  bool decision;
  unsigned outcome; /* of a decision */
  SdeNeed need;     /* of a decision: does the error need it? */
  uint32_t ordinal; /* of an input: the how-many-th of that name at its node, from 0 */
  const uint8_t *bytes;
  size_t size;
  const uint8_t *
      freedom; /* of an input: 32 bytes for each byte, the set of values that it may have; NULL: not computed */
} SdeTestValue;

typedef struct SdeTestCase {
  uint64_t number;      /* from 1 */
  const char *scenario; /* its name; "" of a path of a single program */
  const char *error;    /* id of the error that it is of, or NULL */
  uint64_t failures, decisions;
  bool unknown; /* the solver could not tell whether it can happen: its values may lead elsewhere */
  const SdeTestValue *values;
  size_t nvalues;
} SdeTestCase;

typedef struct SdeTestsFigures {
  uint64_t cases, unknown;
  uint64_t infeasible;                /* scenarios passed that cannot happen; UINT64_MAX: at least */
  uint64_t reached, never, undecided; /* COVERING: items that the cases reach; that only scenarios reach
                                                   which cannot happen; of which nobody knows */
} SdeTestsFigures;

/* At most so many cases (0: all).  fn answers false to end.  What it gets is valid during the call. */
char *sde_testcases (SdeDatabase *database, SdeTestsKind kind, uint64_t most,
                     bool (*fn) (void *data, const SdeTestCase *test), void *data, SdeTestsFigures *out);
/* What the bytes of an input may be, in words: "any", "exactly", ranges in hexadecimal, or these by byte; "" if it
 * was not computed.  To be freed. */
char *sde_freedom_text (const uint8_t *freedom, size_t size);
/* One .ktest file for each node that has inputs: FOLDER/test000001.node3.ktest. */
char *sde_testcase_write (const SdeTestCase *test, const char *folder);

#ifdef __cplusplus
}
#endif

#endif
