/* SPDX-License-Identifier: GPL-2.0-only */
/* beacon.cc -- everyone sends a beacon a second and may miss the first one that comes
 *
 *   beacon                            equal beacons of rival states are one arrival: nothing grows
 *   beacon --merge-equal-frames=0     each is a conflict
 *   beacon --table                    states by number of nodes
 */
#include "ns3/core-module.h"
#include "ns3/network-module.h"
#include "ns3/sde-helper.h"

#include "../measure.h"

using namespace ns3;

namespace {

Time End (uint32_t beacons) { return Seconds (beacons + 2); }

void Build (SdeHelper &sde, uint32_t size, uint32_t beacons) {
  NodeContainer nodes (size);
  Ptr<SdeChannel> air = CreateObject<SdeChannel> ();
  air->SetAttribute ("Delay", TimeValue (MilliSeconds (1)));
  sde.InstallBroadcast (nodes, air);
  sde.Install (nodes, SdeHelper::Find ("beacon/beacon.bc"), {std::to_string (beacons)});
  sde.AddFailure (CreateObject<SdeDrop> ());
}

Figures Explore (uint32_t size, uint32_t beacons, bool merge) {
  SdeHelper sde;
  Build (sde, size, beacons);
  return Measure (sde, "sds", merge, End (beacons));
}

void PrintTable (uint32_t beacons) {
  std::printf ("%5s %9s %14s %18s\n", "nodes", "scenarios", "states, merged", "states, not merged");
  for (uint32_t size : {2, 3, 4, 6, 8, 10}) {
    Figures merged = Explore (size, beacons, true);
    std::printf ("%5u %9s %14s %18s\n", size, merged.scenarios.c_str (),
                 Thousands (merged.stats.states).c_str (),
                 Thousands (Explore (size, beacons, false).stats.states).c_str ());
  }
}

} // namespace

int main (int argc, char **argv) {
  uint32_t size = 4, beacons = 10;
  bool table = false;
  SdeHelper sde;
  CommandLine cmd (__FILE__);
  cmd.AddValue ("nodes", "that all hear each other", size);
  cmd.AddValue ("beacons", "of each node, one a second", beacons);
  cmd.AddValue ("table", "print states by number of nodes", table);
  sde.AddOptions (cmd);
  cmd.Parse (argc, argv);
  if (table) {
    PrintTable (beacons);
    return 0;
  }
  if (size < 2 || size > 64)
    sde.Fail ("2 to 64 nodes have beacons");
  Build (sde, size, beacons);
  int status = sde.Run (End (beacons));
  Simulator::Destroy ();
  return status;
}
