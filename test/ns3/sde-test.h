/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SDE_TEST_H
#define SDE_TEST_H

#include "ns3/sde-helper.h"
#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/names.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <functional>

namespace ns3 {

/** \return a program of test/ns3, as bitcode */
inline std::string SdeTestProgram (const std::string &name) {
  return std::string (SDE_TEST_PROGRAMS) + "/" + name + ".bc";
}

/** What came out of a run. */
struct SdeOutcome {
  int status;                      //!< of SdeHelper::Run
  uint64_t digest;                 //!< of the scenarios
  std::string scenarios;           //!< their number
  SdeNetworkStats stats;           //!< figures; its texts are gone
  std::vector<std::string> errors; //!< of the helper
};

/** How a network is explored. */
struct SdeManner {
  std::string algorithm = "sds";               //!< state mapping
  bool merge = true;                           //!< equal frames
  uint64_t seed = 1;                           //!< of draws
  std::string scheduler = "ns3::MapScheduler"; //!< of ns-3
};

/** Explores a network once, from an empty ns-3. */
inline SdeOutcome SdeRunOnce (const std::function<void (SdeHelper &)> &describe, Time end,
                              const SdeManner &manner = SdeManner ()) {
  ObjectFactory factory;
  factory.SetTypeId (manner.scheduler);
  Simulator::SetScheduler (factory);
  SdeOutcome outcome = {};
  {
    SdeHelper sde;
    sde.SetAttribute ("Quiet", BooleanValue (true));
    sde.SetAttribute ("Trusted", BooleanValue (true));
    sde.SetAttribute ("Algorithm", StringValue (manner.algorithm));
    sde.SetAttribute ("MergeEqualFrames", BooleanValue (manner.merge));
    sde.SetAttribute ("Seed", UintegerValue (manner.seed));
    describe (sde);
    outcome.status = sde.Run (end);
    outcome.digest = sde.GetSimulation ()->GetDigest ();
    outcome.scenarios = sde.GetSimulation ()->GetScenarios ();
    outcome.stats = sde.GetSimulation ()->GetStats ();
    outcome.errors = sde.GetErrors ();
  }
  Simulator::Destroy ();
  Names::Clear ();
  return outcome;
}

} // namespace ns3

#endif /* SDE_TEST_H */
