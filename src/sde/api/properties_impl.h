/* SPDX-License-Identifier: GPL-2.0-only */
/* api/properties_impl.h -- what the files about properties share */
#ifndef SDE_API_PROPERTIES_IMPL_H
#define SDE_API_PROPERTIES_IMPL_H

#include "api/properties.h"
#include "prop/prop.h"
#include "vm/node.h"

typedef struct NodeSet {
  char *name;
  uint32_t *nodes;
  size_t n;
} NodeSet;

/* What was found out about a property. */
typedef struct Finding {
  size_t error;        /* its number among the network's errors; SIZE_MAX: none */
  bool reached;        /* SOMETIMES: in some scenario */
  bool judged;         /* EVENTUALLY, WITHIN: looked at when its time had come */
  const char *unknown; /* why it is not decided; NULL: it is, so far */
} Finding;

struct Properties {
  Mem mem;
  Props *props;
  VEC (NodeSet) sets;
  VEC (Finding) found; /* by property */
  StateVec touched, changed;
  IdVec dstates;
  VEC (PropValue) values; /* scratch */
  Text why;               /* scratch */
  bool looked;            /* all properties, at the end of the first instant */
  bool finished;
};

/* The valuation of a state with that local. */
uint32_t properties_valuation (const Properties *properties, uint32_t local);

/* property_check.c */
Status property_kind (const SdeProperty *property, PropKind *kind);

/* properties_check.c */
/* The dstates that hold a changed state, at the end of an instant. */
void properties_check (SdeNetwork *network, PropInstant at);
/* What must have happened before this time. */
void properties_due (SdeNetwork *network, int64_t time);
/* What is judged at the end of the run. */
void properties_end (SdeNetwork *network);

#endif
