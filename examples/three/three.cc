/* SPDX-License-Identifier: GPL-2.0-only */
/* three.cc -- every two of three nodes agree, all three do not: there is no bug, since no scenario has it */
#include "ns3/core-module.h"
#include "ns3/network-module.h"
#include "ns3/sde-helper.h"

using namespace ns3;

int main (int argc, char **argv) {
  SdeHelper sde;
  CommandLine cmd (__FILE__);
  sde.AddOptions (cmd);
  cmd.Parse (argc, argv);

  NodeContainer nodes (4);
  for (uint32_t i = 1; i < 4; i++)
    sde.Connect (nodes.Get (0), nodes.Get (i), MilliSeconds (1));
  sde.Connect (nodes.Get (1), nodes.Get (3), MilliSeconds (1)); // interface 1 of both
  sde.Connect (nodes.Get (2), nodes.Get (3), MilliSeconds (1)); // interface 1 of node 2, 2 of node 3
  sde.Install (nodes, SdeHelper::Find ("three/three.bc"));
  int status = sde.Run (Seconds (1));
  Simulator::Destroy ();
  return status;
}
