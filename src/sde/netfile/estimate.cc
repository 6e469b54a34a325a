/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/estimate.cc -- how many decisions about failures there can be
 *
 * A failure that is offered once at each place is one decision there; one that is offered every time has no bound
 * that could be known before the run.  With a budget of k failures in a scenario, n decisions have
 * sum (i <= k) C (n, i) outcomes, each taken one in so many ways as its kind has.
 */
#include "netfile/explain.h"

#include <algorithm>
#include <cmath>

namespace netfile {

/* Outcomes besides that nothing fails. */
static double WaysToFail (const Failure &failure) {
  return failure.kind == SDE_FAILURE_DELAY ? static_cast<double> (failure.delays.size ()) : 1;
}

/* log2 (2^a + 2^b) */
static double AddLog (double a, double b) {
  double high = std::max (a, b), low = std::min (a, b);
  return high + std::log2 (1 + std::exp2 (low - high));
}

Estimate EstimateDecisions (const Network &network) {
  Estimate estimate;
  uint64_t budget = network.run.budget ? network.run.budget->n : UINT64_MAX;
  std::vector<double> ways{0}; /* log2 of the outcomes with i failures */
  bool many = false;
  for (const Failure &failure : network.failures) {
    uint64_t offered = failure.budget == 0 ? 0 : failure.places;
    if (failure.every) {
      estimate.bounded = false;
      continue;
    }
    estimate.decisions += offered;
    estimate.log2 += static_cast<double> (offered) * std::log2 (1 + WaysToFail (failure));
    many = many || budget == UINT64_MAX || offered > 100000;
    for (uint64_t k = 0; k < offered && !many; k++) {
      if (ways.size () <= budget)
        ways.push_back (-INFINITY);
      for (size_t i = ways.size () - 1; i > 0; i--)
        ways[i] = std::isinf (ways[i]) ? ways[i - 1] + std::log2 (WaysToFail (failure))
                                       : AddLog (ways[i], ways[i - 1] + std::log2 (WaysToFail (failure)));
    }
  }
  if (!many) {
    estimate.log2 = ways[0];
    for (size_t i = 1; i < ways.size (); i++)
      estimate.log2 = AddLog (estimate.log2, ways[i]);
  }
  return estimate;
}

} // namespace netfile
