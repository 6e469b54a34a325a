/* SPDX-License-Identifier: GPL-2.0-only */
/* sde-topology.cc -- the type itself: looking things up, and what may be wrong with one */
#include "sde-topology.h"

#include <algorithm>
#include <set>

namespace ns3 {

size_t SdeTopology::Find (const std::string &id) const {
  auto found = std::find_if (nodes.begin (), nodes.end (), [&] (const auto &node) { return node.id == id; });
  return static_cast<size_t> (found - nodes.begin ());
}

std::vector<std::vector<uint32_t>> SdeTopology::Neighbours () const {
  std::vector<std::vector<uint32_t>> all (nodes.size ());
  for (const auto &link : links) {
    all[link.a].push_back (link.b);
    all[link.b].push_back (link.a);
  }
  for (auto &some : all)
    std::sort (some.begin (), some.end ());
  return all;
}

namespace {

std::string CheckNodes (const SdeTopology &topology) {
  std::set<std::string> ids;
  if (topology.nodes.empty ())
    return "there are no nodes";
  for (const auto &node : topology.nodes) {
    if (node.id.empty ())
      return "node " + std::to_string (&node - topology.nodes.data ()) + " has no id";
    if (!ids.insert (node.id).second)
      return "two nodes have the id '" + node.id + "'";
  }
  return "";
}

std::string CheckLink (const SdeTopology &topology, const SdeTopologyLink &link) {
  if (link.a >= topology.nodes.size () || link.b >= topology.nodes.size ())
    return "link " + std::to_string (&link - topology.links.data ()) + " leads to a node that does not exist";
  const std::string &a = topology.nodes[link.a].id, &b = topology.nodes[link.b].id;
  if (link.a == link.b)
    return "node '" + a + "' is linked with itself";
  if (link.loss != -1 && !(link.loss >= 0 && link.loss <= 1))
    return "the loss of link '" + a + "' - '" + b + "' is not from 0 to 1";
  if (link.delay < -1)
    return "the delay of link '" + a + "' - '" + b + "' is negative";
  return "";
}

} // namespace

std::string SdeTopology::Check () const {
  std::set<std::pair<uint32_t, uint32_t>> pairs;
  std::string error = CheckNodes (*this);
  for (const auto &link : links) {
    if (error.empty ())
      error = CheckLink (*this, link);
    if (error.empty () && !pairs.insert (std::minmax (link.a, link.b)).second)
      error = "nodes '" + nodes[link.a].id + "' and '" + nodes[link.b].id + "' are linked twice";
  }
  return error;
}

namespace {

bool EndsWith (const std::string &text, const std::string &end) {
  return text.size () >= end.size () && !text.compare (text.size () - end.size (), end.size (), end);
}

std::string FormatOf (const std::string &file) {
  for (const char *format : {"graphml", "inet", "orbis", "rocketfuel"})
    if (EndsWith (file, std::string (".") + format))
      return format;
  return EndsWith (file, ".xml") ? "graphml" : "";
}

} // namespace

std::string SdeReadTopology (const std::string &file, const std::string &format, SdeTopology &out) {
  std::string chosen = format.empty () ? FormatOf (file) : format;
  out = SdeTopology ();
  if (chosen == "graphml")
    return SdeReadGraphml (file, out);
  if (chosen == "inet" || chosen == "orbis" || chosen == "rocketfuel")
    return SdeReadNs3Topology (file, chosen, out);
  if (format.empty ())
    return file + ": the file's ending does not tell its format: graphml, inet, orbis or rocketfuel";
  return file + ": there is no topology format '" + format + "': graphml, inet, orbis or rocketfuel";
}

} // namespace ns3
