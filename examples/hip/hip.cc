/* SPDX-License-Identifier: GPL-2.0-only */
/* hip.cc -- the experiment of the SymNet paper in miniature: a HIP exchange whose first header is symbolic
 *
 *   hip                    the byte with version and reserved bits of the first message may have any value
 *   hip --log              and what the programs say in each state
 *   hip --symbolic=40      all of its header
 *   hip --table            1, 2, 4, 8, 20, 40 bytes
 */
#include "ns3/core-module.h"
#include "ns3/network-module.h"
#include "ns3/sde-helper.h"

#include "../measure.h"

using namespace ns3;

namespace {

const Time END = Seconds (5);

/** \param symbolic how many bytes of the header: the version's byte (3), up to three before it, then from 0 on */
void Build (SdeHelper &sde, uint32_t symbolic) {
  NodeContainer nodes (2);
  Names::Add ("initiator", nodes.Get (0));
  Names::Add ("responder", nodes.Get (1));
  sde.Connect (nodes.Get (0), nodes.Get (1), MilliSeconds (10));
  sde.Install (nodes.Get (0), SdeHelper::Find ("hip/initiator.bc"));
  sde.Install (nodes.Get (1), SdeHelper::Find ("hip/responder.bc"));
  uint32_t first = symbolic < 4 ? 4 - symbolic : 0;
  if (symbolic > 0)
    sde.SetSymbolicSent (nodes.Get (0), 1, first, first + symbolic - 1);
}

/** A trace sink: a program has said something. */
void PrintLog (const SdeEvent &event) {
  std::printf ("%.2f s, %s, state %u: %s\n", static_cast<double> (event.time) / 1e9,
               event.node == 0 ? "initiator" : "responder", event.state, event.text);
}

void PrintTable () {
  std::printf ("%14s %10s %16s %16s %5s\n", "symbolic bytes", "scenarios", "responder's paths", "initiator's",
               "bugs");
  for (uint32_t symbolic : {1, 2, 4, 8, 20, 40}) {
    SdeHelper sde;
    Build (sde, symbolic);
    Figures figures = Measure (sde, "sds", true, END);
    SdeNodeStats nodes[2];
    for (uint32_t i = 0; i < 2; i++)
      sde_network_node_stats (sde.GetSimulation ()->GetNetwork (), i, &nodes[i]);
    std::printf ("%14u %10s %17s %16s %5s\n", symbolic, figures.scenarios.c_str (),
                 Thousands (nodes[1].states_alive).c_str (), Thousands (nodes[0].states_alive).c_str (),
                 Thousands (figures.stats.bugs).c_str ());
  }
}

} // namespace

int main (int argc, char **argv) {
  uint32_t symbolic = 1;
  bool table = false, log = false;
  SdeHelper sde;
  CommandLine cmd (__FILE__);
  cmd.AddValue ("symbolic", "symbolic bytes in the first message's header, 0 to 40", symbolic);
  cmd.AddValue ("log", "print what the programs say", log);
  cmd.AddValue ("table", "print paths for 1 to 40 symbolic bytes", table);
  sde.AddOptions (cmd);
  cmd.Parse (argc, argv);
  if (table) {
    PrintTable ();
    return 0;
  }
  if (symbolic > 40)
    sde.Fail ("the header has 40 bytes");
  Build (sde, symbolic);
  if (log)
    sde.GetSimulation ()->TraceConnectWithoutContext ("Log", MakeCallback (&PrintLog));
  int status = sde.Run (END);
  Simulator::Destroy ();
  return status;
}
