/* SPDX-License-Identifier: GPL-2.0-only */
/* rec/dstates.h -- the scenarios at the end of a run, as groups of states and dstates of groups */
#ifndef SDE_REC_DSTATES_H
#define SDE_REC_DSTATES_H

#include "base/vec.h"
#include "rec/reader.h"

typedef struct DstateGroup {
  int64_t node;
  size_t first, len; /* of members */
} DstateGroup;

typedef struct Dstates {
  Mem *mem;
  VEC (DstateGroup) groups;  /* by number - 1 */
  VEC (int64_t) members;     /* states */
  VEC (int64_t) nodes;       /* ascending */
  VEC (size_t) usual;        /* of each node: place in groups */
  VEC (int64_t) ids;         /* of dstates, ascending */
  VEC (size_t) start;        /* of each dstate, and of the end: place in unusual */
  VEC (size_t) unusual_node; /* place in nodes */
  VEC (size_t) unusual;      /* place in groups */
} Dstates;

Status dstates_read (Reader *reader, Dstates *out);
void dstates_free (Dstates *dstates);
/* The groups of a dstate: out has room for one of each node, in their order. */
void dstates_groups (const Dstates *dstates, size_t dstate, size_t *out);

#endif
