/* SPDX-License-Identifier: GPL-2.0-only */
/* api/recorded.h -- the scenarios of a recorded network, read as far as they are asked for
 *
 * Groups, states, conditions and expressions are read when a search first wants them, and kept.  The file is not
 * trusted: the first thing in it that cannot be is kept as a sentence, and what is asked from then on has empty
 * answers.  Whoever searches looks at recorded_status before believing a result.
 */
#ifndef SDE_API_RECORDED_H
#define SDE_API_RECORDED_H

#include "net/scenarios.h"
#include "rec/reader.h"

typedef struct Recorded Recorded;

Status recorded_new (Mem *mem, Reader *reader, Recorded **out);
void recorded_free (Recorded *recorded);
Scenarios recorded_scenarios (Recorded *recorded);
/* What went wrong so far, as a copy. */
Status recorded_status (const Recorded *recorded);
/* Names of nodes: 0 is the environment. */
const char *recorded_node (const Recorded *recorded, NodeId node);
/* Items of coverage, and those that a state has reached, appended. */
uint32_t recorded_items (Recorded *recorded);
void recorded_covers (void *recorded, StateId s, IdVec *out, Mem *mem);

#endif
