/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/lineage.h -- a state and those that it was copied from
 *
 * What a state has lived through: the events of each member of its lineage with a seq below until.
 */
#ifndef SDE_REC_LINEAGE_H
#define SDE_REC_LINEAGE_H

#include "base/vec.h"
#include "rec/reader.h"

typedef struct Ancestor {
  int64_t state;
  int64_t until; /* seq at which the next one was copied from it; INT64_MAX: the state itself */
} Ancestor;

typedef VEC (Ancestor) Lineage;

/* From the first of the node to the state itself.  Parents that are not older than their copies are refused. */
Status lineage_of (Reader *reader, int64_t state, Lineage *out);

#endif
