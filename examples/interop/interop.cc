/* SPDX-License-Identifier: GPL-2.0-only */
/* interop.cc -- two implementations of one protocol against each other, for every value that a client can ask for
 *
 *   interop                                    client alpha, server beta
 *   interop --client=beta --server=alpha       or any other pair
 */
#include "ns3/core-module.h"
#include "ns3/network-module.h"
#include "ns3/sde-helper.h"

using namespace ns3;

int main (int argc, char **argv) {
  std::string client = "alpha", server = "beta";
  SdeHelper sde;
  CommandLine cmd (__FILE__);
  cmd.AddValue ("client", "alpha or beta", client);
  cmd.AddValue ("server", "alpha or beta", server);
  sde.AddOptions (cmd);
  cmd.Parse (argc, argv);

  NodeContainer nodes (2);
  Names::Add ("client", nodes.Get (0));
  Names::Add ("server", nodes.Get (1));
  sde.Connect (nodes.Get (0), nodes.Get (1), MilliSeconds (5));
  for (const std::string &name : {client, server})
    if (name != "alpha" && name != "beta")
      sde.Fail ("there is no implementation \"" + name + "\", only alpha and beta");
  sde.Install (nodes.Get (0), SdeHelper::Find ("interop/" + client + ".bc"), {"client"});
  sde.Install (nodes.Get (1), SdeHelper::Find ("interop/" + server + ".bc"), {"server"});
  sde.SetSymbolicVariable (nodes.Get (0), "wanted");
  int status = sde.Run (Seconds (3));
  Simulator::Destroy ();
  return status;
}
