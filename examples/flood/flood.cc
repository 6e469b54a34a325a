/* SPDX-License-Identifier: GPL-2.0-only */
/* flood.cc -- neighbour discovery in a full mesh, whose nodes may each miss the first frame that comes
 *
 *   flood               four nodes, three rounds
 *   flood --table       states of the three algorithms by number of nodes: little is saved here
 */
#include "ns3/core-module.h"
#include "ns3/network-module.h"
#include "ns3/sde-helper.h"

#include "../measure.h"

using namespace ns3;

namespace {

Time End (uint32_t rounds) { return Seconds (rounds + 2); }

void Build (SdeHelper &sde, uint32_t size, uint32_t rounds) {
  NodeContainer nodes (size);
  Ptr<SdeChannel> air = CreateObject<SdeChannel> ();
  air->SetAttribute ("Delay", TimeValue (MilliSeconds (1)));
  sde.InstallBroadcast (nodes, air);
  sde.Install (nodes, SdeHelper::Find ("flood/flood.bc"), {std::to_string (rounds)});
  sde.AddFailure (CreateObject<SdeDrop> ());
}

Figures Explore (uint32_t size, uint32_t rounds, const std::string &algorithm) {
  SdeHelper sde;
  Build (sde, size, rounds);
  return Measure (sde, algorithm, true, End (rounds));
}

void PrintTable (uint32_t rounds) {
  std::printf ("%5s %10s %8s %8s %8s\n", "nodes", "scenarios", "COB", "COW", "SDS");
  for (uint32_t size : {2, 3, 4, 5, 6}) {
    Figures sds = Explore (size, rounds, "sds");
    std::printf ("%5u %10s %8s %8s %8s\n", size, sds.scenarios.c_str (),
                 Thousands (Explore (size, rounds, "cob").stats.states).c_str (),
                 Thousands (Explore (size, rounds, "cow").stats.states).c_str (),
                 Thousands (sds.stats.states).c_str ());
  }
}

} // namespace

int main (int argc, char **argv) {
  uint32_t size = 4, rounds = 3;
  bool table = false;
  SdeHelper sde;
  CommandLine cmd (__FILE__);
  cmd.AddValue ("nodes", "that all hear each other, 2 to 8", size);
  cmd.AddValue ("rounds", "in which everyone sends", rounds);
  cmd.AddValue ("table", "print states by number of nodes", table);
  sde.AddOptions (cmd);
  cmd.Parse (argc, argv);
  if (table) {
    PrintTable (rounds);
    return 0;
  }
  if (size < 2 || size > 8)
    sde.Fail ("2 to 8 nodes discover each other");
  Build (sde, size, rounds);
  int status = sde.Run (End (rounds));
  Simulator::Destroy ();
  return status;
}
