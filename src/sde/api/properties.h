/* SPDX-License-Identifier: GPL-2.0-only */
/* api/properties.h -- the properties of a network, checked while it runs; private to api */
#ifndef SDE_API_PROPERTIES_H
#define SDE_API_PROPERTIES_H

#include "api/network_impl.h"

typedef struct Properties Properties;

/* What may be added before the network is started. */
Status properties_add (SdeNetwork *network, const SdeProperty *property);
Status properties_name_nodes (SdeNetwork *network, const char *name, const uint32_t *nodes, size_t n);
void properties_free (SdeNetwork *network);

/* After the start, before and after each round, and when the run has come to its end. */
void properties_begin (SdeNetwork *network);
void properties_before (SdeNetwork *network);
void properties_after (SdeNetwork *network);
void properties_finish (SdeNetwork *network);

size_t properties_count (const SdeNetwork *network);
/* Of the i-th; why stays valid until the next question. */
void properties_result (SdeNetwork *network, size_t i, SdePropertyResult *out);
/* How many could not be decided: they weaken the run. */
uint64_t properties_unknown (const SdeNetwork *network);

#endif
