/* SPDX-License-Identifier: GPL-2.0-only */
/* api/network_impl.h -- what a public network is made of */
#ifndef SDE_API_NETWORK_IMPL_H
#define SDE_API_NETWORK_IMPL_H

#include "api/explore_impl.h"
#include "api/record.h"
#include "net/net.h"

#include <sde/network.h>

struct SdeNetwork {
  Mem mem;
  Net *net;
  VEC (struct ErrorView *) errors;                   /* by error: what users see of it; NULL: nobody asked */
  Text texts;                                        /* scratch */
  VEC (SdeProgram *) programs;                       /* as net_program numbers them */
  SdeRecord record;                                  /* its texts are this struct's own */
  Recorder *recorder;                                /* while the network runs with a database */
  char *record_error;                                /* why the database is not complete; of sde_free */
  void (*watch) (void *data, const SdeEvent *event); /* the user's, if there is a database */
  void *watch_data;
  char *max_scenarios;           /* copied option */
  struct Properties *properties; /* NULL: there are none */
};

/* counterexample.c: at the end of the run, each bug gets its simplest scenario, and what of it matters. */
void network_simplify (SdeNetwork *network);

/* api/network_record.c: the database that the options ask for */

/* Before the network is made: what the options say is copied, and the watch becomes the recorder's. */
void network_record_keep (SdeNetwork *network, SdeNetworkOptions *options);
Status network_record_start (SdeNetwork *network);
void network_record_round (SdeNetwork *network);
void network_record_end (SdeNetwork *network);
void network_record_free (SdeNetwork *network);

/* network_error.c: all that users have seen of errors. */
void network_forget_errors (SdeNetwork *network);

#endif
