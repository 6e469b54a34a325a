/* SPDX-License-Identifier: GPL-2.0-only */
/* net/net_view.h -- what a recorder looks at: states as they stand now, and what they are made of
 *
 * Between two calls of net, and within a watch.  Nodes are numbered as the network's users do: UINT32_MAX is the environment.
 */
#ifndef SDE_NET_NET_VIEW_H
#define SDE_NET_NET_VIEW_H

#include "net/net.h"

/* A state; pointers are the network's. */
typedef struct NetView {
  uint32_t node;
  const char *status; /* waiting, off, exited, crashed, stopped, or cut */
  Vm *vm;
  const State *state; /* NULL: of the environment */
  Hash128 path;
  unsigned weight;    /* failures that it has taken */
  unsigned decisions; /* of its path, named ones and branches */
  int64_t failed;     /* time of the last failure that it has taken; -1: none */
} NetView;

/* States that were ever made, those of the environment too: numbers are below. */
size_t net_view_states (const Net *net);
/* False: the state is in no scenario any more. */
bool net_view (const Net *net, StateId s, NetView *out);
/* The node of a state, as cheaply as can be; the state lives. */
uint32_t net_view_node (const Net *net, StateId s);
/* The expressions of the bytes of the event that is being told, EXPR_NONE where a byte is concrete; NULL: all are. */
const Expr *net_view_exprs (const Net *net);
const SdeNetworkOptions *net_view_options (const Net *net);
ExprPool *net_view_pool (const Net *net);
/* The number of a node's program, as net_program counts. */
uint32_t net_view_program (const Net *net, uint32_t node);
/* What runs the i-th program. */
Vm *net_view_vm (const Net *net, size_t i);
const char *net_view_name (const Net *net, uint32_t node);
/* The kind of the i-th failure of net_failure_stats. */
SdeFailureKind net_view_failure (const Net *net, size_t i);
/* Rounds handled so far end at this instant. */
void net_view_now (const Net *net, int64_t *time, uint32_t *round);

#endif
