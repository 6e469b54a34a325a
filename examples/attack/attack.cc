/* SPDX-License-Identifier: GPL-2.0-only */
/* attack.cc -- a remote, a lock, and somebody in between who may send a frame again that he has heard
 *
 *   attack                  the lock opens twice for one press
 *   attack --protected      each command opens once: no bug
 */
#include "ns3/core-module.h"
#include "ns3/network-module.h"
#include "ns3/sde-helper.h"

using namespace ns3;

int main (int argc, char **argv) {
  bool protect = false;
  SdeHelper sde;
  CommandLine cmd (__FILE__);
  cmd.AddValue ("protected", "the lock remembers the last command", protect);
  sde.AddOptions (cmd);
  cmd.Parse (argc, argv);

  NodeContainer nodes (3);
  Names::Add ("remote", nodes.Get (0));
  Names::Add ("lock", nodes.Get (1));
  Names::Add ("adversary", nodes.Get (2));
  Ptr<SdeChannel> air = CreateObject<SdeChannel> ();
  air->SetAttribute ("Delay", TimeValue (MilliSeconds (1)));
  sde.InstallBroadcast (nodes, air);
  sde.Install (nodes.Get (0), SdeHelper::Find ("attack/remote.bc"));
  sde.Install (nodes.Get (1), SdeHelper::Find ("attack/lock.bc"),
               protect ? std::vector<std::string>{"protected"} : std::vector<std::string>{});
  sde.InstallAdversary (nodes.Get (2), "replay=1 delay=100000000");
  int status = sde.Run (Seconds (5));
  Simulator::Destroy ();
  return status;
}
