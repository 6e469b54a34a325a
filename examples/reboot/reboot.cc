/* SPDX-License-Identifier: GPL-2.0-only */
/* reboot.cc -- a meter numbers its readings and may reboot once, at any time
 *
 *   reboot                    the number is kept in RAM: it comes again
 *   reboot --memory=flash     in persistent memory: it does not
 */
#include "ns3/core-module.h"
#include "ns3/network-module.h"
#include "ns3/sde-helper.h"

using namespace ns3;

int main (int argc, char **argv) {
  std::string memory = "ram";
  SdeHelper sde;
  CommandLine cmd (__FILE__);
  cmd.AddValue ("memory", "where the meter keeps its number: ram or flash", memory);
  sde.AddOptions (cmd);
  cmd.Parse (argc, argv);
  if (memory != "ram" && memory != "flash")
    sde.Fail ("the number is kept in ram or in flash");

  NodeContainer nodes (2);
  Names::Add ("meter", nodes.Get (0));
  Names::Add ("base", nodes.Get (1));
  sde.Connect (nodes.Get (0), nodes.Get (1), MilliSeconds (5));
  sde.Install (nodes.Get (0), SdeHelper::Find ("reboot/meter.bc"), {memory});
  sde.Install (nodes.Get (1), SdeHelper::Find ("reboot/base.bc"));
  Ptr<SdeReboot> reboot = CreateObject<SdeReboot> ();
  reboot->SetNodes (NodeContainer (nodes.Get (0)));
  reboot->SetAttribute ("Every", BooleanValue (true));
  reboot->SetAttribute ("Budget", IntegerValue (1));
  reboot->SetAttribute ("Duration", TimeValue (MilliSeconds (500)));
  sde.AddFailure (reboot);
  int status = sde.Run (Seconds (20));
  Simulator::Destroy ();
  return status;
}
