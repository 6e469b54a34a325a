/* SPDX-License-Identifier: GPL-2.0-only */
/* api/network_impl.h -- what a public network is made of */
#ifndef SDE_API_NETWORK_IMPL_H
#define SDE_API_NETWORK_IMPL_H

#include "api/explore_impl.h"
#include "net/net.h"

#include <sde/network.h>

struct SdeNetwork {
  Mem mem;
  Net *net;
  VEC (SdeNetworkError) errors; /* public views, made when first asked for */
  VEC (SdeValue) values;        /* of all of them */
  Text texts;                   /* scratch */
  char *max_scenarios;          /* copied option */
};

/* counterexample.c: at the end of the run, each bug gets its simplest scenario, and what of it matters. */
void network_simplify (SdeNetwork *network);

/* The public views of all errors. */
void network_view_errors (SdeNetwork *network);

#endif
