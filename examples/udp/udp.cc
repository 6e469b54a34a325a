/* SPDX-License-Identifier: GPL-2.0-only */
/* udp.cc -- an ordinary UDP echo client and server, each of which may lose datagrams
 *
 *   udp                 one each: the client, which asks up to three times, always gets its echo
 *   udp --losses=2      two each: it does not
 *
 * The programs are compiled unchanged.  Node n has the address 10.0.0.(n + 1).
 */
#include "ns3/core-module.h"
#include "ns3/network-module.h"
#include "ns3/sde-helper.h"

using namespace ns3;

int main (int argc, char **argv) {
  uint32_t losses = 1;
  SdeHelper sde;
  CommandLine cmd (__FILE__);
  cmd.AddValue ("losses", "datagrams that each node may lose", losses);
  sde.AddOptions (cmd);
  cmd.Parse (argc, argv);

  NodeContainer nodes (2);
  Names::Add ("client", nodes.Get (0));
  Names::Add ("server", nodes.Get (1));
  sde.Connect (nodes.Get (0), nodes.Get (1), MilliSeconds (5));
  sde.Install (nodes.Get (0), SdeHelper::Find ("udp/client.bc"), {"10.0.0.2", "7", "hello"});
  sde.Install (nodes.Get (1), SdeHelper::Find ("udp/server.bc"), {"7"});
  Ptr<SdeDrop> drop = CreateObject<SdeDrop> ();
  drop->SetAttribute ("Every", BooleanValue (true));
  drop->SetAttribute ("Budget", IntegerValue (losses));
  sde.AddFailure (drop);
  sde.SetPcapLinkType (SdeHelper::LINK_RAW); // frames are IP datagrams
  int status = sde.Run (Seconds (5));
  Simulator::Destroy ();
  return status;
}
