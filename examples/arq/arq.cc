/* SPDX-License-Identifier: GPL-2.0-only */
/* arq.cc -- stop-and-wait: one acknowledgement may be lost, one data frame may come twice
 *
 *   arq                 frames numbered 0, 1, 0, 1 ...: an old message is delivered as a new one
 *   arq --modulus=8     numbers that do not come again so soon: no bug
 */
#include "ns3/core-module.h"
#include "ns3/network-module.h"
#include "ns3/sde-helper.h"

using namespace ns3;

int main (int argc, char **argv) {
  uint32_t modulus = 2;
  SdeHelper sde;
  CommandLine cmd (__FILE__);
  cmd.AddValue ("modulus", "frames are numbered modulo this, 2 to 256", modulus);
  sde.AddOptions (cmd);
  cmd.Parse (argc, argv);

  NodeContainer nodes (2);
  Names::Add ("sender", nodes.Get (0));
  Names::Add ("receiver", nodes.Get (1));
  sde.Connect (nodes.Get (0), nodes.Get (1), MilliSeconds (1));
  sde.Install (nodes.Get (0), SdeHelper::Find ("arq/sender.bc"), {std::to_string (modulus)});
  sde.Install (nodes.Get (1), SdeHelper::Find ("arq/receiver.bc"), {std::to_string (modulus)});

  Ptr<SdeDrop> lost = CreateObject<SdeDrop> (); // what arrives at the sender are acknowledgements
  lost->SetNodes (NodeContainer (nodes.Get (0)));
  lost->SetAttribute ("Every", BooleanValue (true));
  lost->SetAttribute ("Budget", IntegerValue (1));
  sde.AddFailure (lost);
  Ptr<SdeDuplicate> twice = CreateObject<SdeDuplicate> ();
  twice->SetNodes (NodeContainer (nodes.Get (1)));
  twice->SetAttribute ("Every", BooleanValue (true));
  twice->SetAttribute ("Budget", IntegerValue (1));
  twice->SetAttribute ("Duration", TimeValue (MilliSeconds (50)));
  sde.AddFailure (twice);

  sde.AddProperty ("sometimes", "all is delivered", "receiver.delivered == 3");
  if (modulus < 2 || modulus > 256)
    sde.Fail ("frames are numbered modulo 2 to 256");
  int status = sde.Run (Seconds (3));
  Simulator::Destroy ();
  return status;
}
