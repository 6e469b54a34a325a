/* SPDX-License-Identifier: GPL-2.0-only */
/* leader.cc -- a ring of nodes has elected a leader; then one of its links is down for a while
 *
 *   leader              two nodes lead in the same term
 *   leader --strict     who was not confirmed does not lead: no bug
 */
#include "ns3/core-module.h"
#include "ns3/network-module.h"
#include "ns3/sde-helper.h"

using namespace ns3;

int main (int argc, char **argv) {
  uint32_t size = 4;
  bool strict = false;
  SdeHelper sde;
  CommandLine cmd (__FILE__);
  cmd.AddValue ("nodes", "of the ring", size);
  cmd.AddValue ("strict", "only who is confirmed leads", strict);
  sde.AddOptions (cmd);
  cmd.Parse (argc, argv);
  if (size < 3 || size > 200)
    sde.Fail ("the ring has 3 to 200 nodes");

  NodeContainer nodes (size);
  for (uint32_t i = 0; i < size; i++)
    sde.Connect (nodes.Get (i), nodes.Get ((i + 1) % size), MilliSeconds (10));
  sde.Install (nodes, SdeHelper::Find ("leader/leader.bc"),
               strict ? std::vector<std::string>{"strict"} : std::vector<std::string>{});

  Ptr<SdeLinkCut> cut = CreateObject<SdeLinkCut> ();
  cut->SetNodes (nodes);
  cut->SetPeers (nodes);
  cut->SetAttribute ("Start", TimeValue (Seconds (10)));
  cut->SetAttribute ("End", TimeValue (Seconds (11)));
  cut->SetAttribute ("Duration", TimeValue (Seconds (10)));
  sde.AddFailure (cut);
  sde.AddProperty ("sometimes", "somebody leads", "any(n: n.leader == n)");
  sde.AddProperty ("eventually", "all follow one leader", "all(n: n.leader == 0.leader && n.leader != 255)",
                   Seconds (9));
  sde.SetAttribute ("Budget", IntegerValue (1)); // one link of the ring
  int status = sde.Run (Seconds (30));
  Simulator::Destroy ();
  return status;
}
