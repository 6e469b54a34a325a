/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/resolve_impl.h -- the steps of Resolve, in their order
 *
 * Each step needs what those above it have filled in.
 */
#ifndef SDE_NETFILE_RESOLVE_IMPL_H
#define SDE_NETFILE_RESOLVE_IMPL_H

#include "netfile/network.h"
#include "netfile/resolve.h"
#include "netfile/select.h"

namespace netfile {

struct Resolver {
  const Document &document;
  Network &out;
  Selector select;

  /* resolve_topology.cc: nodes with names and positions, links of the topology */
  void Topology ();
  void AddNodes ();
  /* resolve_nodes.cc: names for several nodes; resolve_adversaries.cc; then programs, arguments, environment, start and
   * mobility of all others */
  void Groups ();
  void Adversaries ();
  void Settings ();
  /* resolve_channel.cc: links, channel; then HasLink can be asked */
  void Links ();
  void ChannelOf ();
  void BroadcastLinks ();
  void WiredLinks ();
  /* Can a frame get from a to b, as far as is known beforehand? */
  bool HasLink (uint32_t a, uint32_t b) const;
  /* resolve_symbolic.cc, resolve_failures.cc */
  void Inputs ();
  void Failures ();
  /* resolve_properties.cc */
  void Properties ();
  /* resolve.cc: [run] and [limits] */
  void Run ();

  std::vector<const GroupTable *> groups{};                     /* of each table [[group]] */
  std::vector<std::vector<uint32_t>> groupNodes{};              /* the nodes of each */
  std::vector<std::string> topologyProgram{};                   /* of each node; "": none */
  std::string topologyFolder{};                                 /* that these are relative to */
  std::map<std::pair<uint32_t, uint32_t>, size_t> linkOf{};     /* a < b: number of the link */
  std::map<std::pair<std::string, std::string>, size_t> seen{}; /* programs by name and folder */
};

} // namespace netfile

#endif
