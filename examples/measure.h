/* SPDX-License-Identifier: GPL-2.0-only */
/* measure.h -- for examples that print tables: explore a network without its report, and write figures */
#ifndef EXAMPLES_MEASURE_H
#define EXAMPLES_MEASURE_H

#include "ns3/core-module.h"
#include "ns3/sde-helper.h"

#include <cmath>
#include <cstdio>
#include <string>

/** What a line of a table shows. */
struct Figures {
  SdeNetworkStats stats;
  std::string scenarios; /* decimal */
  uint64_t digest;
};

/** Explores the network with this algorithm.  The simulator is free for the next one afterwards. */
inline Figures Measure (ns3::SdeHelper &sde, const std::string &algorithm, bool merge, ns3::Time end) {
  ns3::Ptr<ns3::SdeSimulation> simulation = sde.GetSimulation ();
  simulation->SetAttribute ("Algorithm", ns3::StringValue (algorithm));
  simulation->SetAttribute ("MergeEqualFrames", ns3::BooleanValue (merge));
  std::string error = simulation->Start (end);
  if (!error.empty ())
    NS_FATAL_ERROR (error);
  ns3::Simulator::Run ();
  simulation->Finish ();
  Figures figures = {simulation->GetStats (), simulation->GetScenarios (), simulation->GetDigest ()};
  ns3::Simulator::Destroy ();
  ns3::Names::Clear ();
  return figures;
}

/** 34560 -> "34,560" */
inline std::string Thousands (uint64_t number) {
  std::string text = std::to_string (number);
  for (size_t i = text.size (); i > 3; i -= 3)
    text.insert (i - 3, ",");
  return text;
}

/** "262144" -> "2^18"; what is no power of two stays as it is. */
inline std::string PowerOfTwo (const std::string &number) {
  double exponent = std::log2 (std::stold (number));
  long rounded = std::lround (exponent);
  if (rounded < 4 || rounded > 60 || std::to_string (1ULL << rounded) != number)
    return number;
  return "2^" + std::to_string (rounded);
}

#endif
