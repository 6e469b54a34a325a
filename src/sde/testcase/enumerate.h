/* SPDX-License-Identifier: GPL-2.0-only */
/* testcase/enumerate.h -- all scenarios that can happen, one after the other
 *
 * In the mapping's order: by dstate, then by the states of node 0, 1, ...  Nothing is listed beforehand, and the
 * condition of the members chosen so far is kept on the way down, so that the first scenario comes at once however many
 * there are.  Where no member of a node fits, the search goes back to the last node that has to do with it.
 */
#ifndef SDE_TESTCASE_ENUMERATE_H
#define SDE_TESTCASE_ENUMERATE_H

#include "testcase/testcase.h"

typedef struct Stream Stream;

Stream *stream_new (Mem *mem, const Scenarios *from);
void stream_free (Stream *stream);

typedef struct StreamItem {
  const StateId *members; /* by node; valid until the next call, as the condition */
  Cond *cond;
  uint32_t dstate;
  bool unknown; /* the solver could not tell whether it can happen */
} StreamItem;

/* The next scenario; false: that was the last. */
bool stream_next (Stream *stream, StreamItem *out);
/* Mapped scenarios passed so far that cannot happen; UINT64_MAX: at least so many. */
uint64_t stream_infeasible (const Stream *stream);

#endif
