/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/explain.h -- what a network file makes the engine explore, in words */
#ifndef SDE_NETFILE_EXPLAIN_H
#define SDE_NETFILE_EXPLAIN_H

#include "netfile/network.h"

namespace netfile {

std::string Explain (const Network &network);

/* How often it can be decided whether failures happen, as far as that is known before the run. */
struct Estimate {
  uint64_t decisions = 0; /* that are offered at most, of failures that are offered once at each place */
  double log2 = 0;        /* of the number of combinations of their outcomes, the budget considered */
  bool bounded = true;    /* there are no failures without such a bound */
};
Estimate EstimateDecisions (const Network &network);

} // namespace netfile

#endif
