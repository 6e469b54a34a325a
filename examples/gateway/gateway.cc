/* SPDX-License-Identifier: GPL-2.0-only */
/* gateway.cc -- a sensor's reading may have any value; two nodes compare it, and one tells the other what it found */
#include "ns3/core-module.h"
#include "ns3/network-module.h"
#include "ns3/sde-helper.h"

using namespace ns3;

int main (int argc, char **argv) {
  SdeHelper sde;
  CommandLine cmd (__FILE__);
  sde.AddOptions (cmd);
  cmd.Parse (argc, argv);

  NodeContainer nodes (3);
  Ptr<Node> sensor = nodes.Get (0), gateway = nodes.Get (1), monitor = nodes.Get (2);
  Names::Add ("sensor", sensor);
  Names::Add ("gateway", gateway);
  Names::Add ("monitor", monitor);
  sde.Connect (sensor, gateway, MilliSeconds (1));
  sde.Connect (sensor, monitor, MilliSeconds (1));
  sde.Connect (gateway, monitor, MilliSeconds (1));
  sde.Install (sensor, SdeHelper::Find ("gateway/sensor.bc"));
  sde.Install (gateway, SdeHelper::Find ("gateway/gateway.bc"));
  sde.Install (monitor, SdeHelper::Find ("gateway/monitor.bc"));
  sde.SetSymbolicVariable (sensor, "temperature");
  int status = sde.Run (Seconds (3));
  Simulator::Destroy ();
  return status;
}
