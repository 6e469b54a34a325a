/* SPDX-License-Identifier: GPL-2.0-only */
/* sde-topology-ns3.cc -- topologies in the formats of ns-3's topology-read
 *
 * ns-3's readers give no nodes for a missing file, stop silently at a line that they do not know, take an unknown
 * format for a reason to crash, and write in front of a string at an empty name.  So each line is looked at before
 * they see the file.
 */
#include "sde-text-file.h"
#include "sde-topology.h"

#include "ns3/node-container.h"
#include "ns3/topology-reader-helper.h"
#include "ns3/topology-reader.h"

#include <algorithm>
#include <regex.h>
#include <set>
#include <sstream>

namespace ns3 {

namespace {

using Lines = std::vector<std::string>;
using Names = std::vector<std::string>;

/* The lines of a text; a missing newline at the end makes no difference. */
Lines Split (const std::string &text) {
  Lines lines;
  std::istringstream in (text);
  for (std::string line; std::getline (in, line);)
    lines.push_back (line);
  return lines;
}

Names Words (const std::string &line) {
  std::istringstream in (line);
  Names words;
  for (std::string word; in >> word;)
    words.push_back (word);
  return words;
}

bool IsNumber (const std::string &text) {
  return !text.empty () && text.size () <= 9 && text.find_first_not_of ("0123456789") == text.npos;
}

std::string At (size_t line, const std::string &what) { return std::to_string (line + 1) + ": " + what; }

/* --- Inet: "nodes links", a line for each node (id x y), a line for each link (a b weight) --- */

std::string CheckInetLinks (const Lines &lines, size_t from, const std::set<std::string> &ids) {
  std::set<std::string> linked;
  for (size_t i = from; i < lines.size (); i++) {
    Names words = Words (lines[i]);
    if (words.size () != 2 && words.size () != 3)
      return At (i, "a link is wanted: two nodes and perhaps a weight");
    for (size_t k = 0; k < 2; k++) {
      if (!ids.count (words[k]))
        return At (i, "the link leads to nowhere: there is no node '" + words[k] + "'");
      linked.insert (words[k]);
    }
  }
  for (const std::string &id : ids)
    if (!linked.count (id))
      return " node '" + id + "' has no link; ns-3's reader leaves such nodes out";
  return "";
}

std::string CheckInet (const Lines &lines) {
  Names head = lines.empty () ? Names () : Words (lines[0]);
  if (head.size () != 2 || !IsNumber (head[0]) || !IsNumber (head[1]))
    return At (0, "the numbers of nodes and of links are wanted");
  size_t nodes = std::stoul (head[0]), links = std::stoul (head[1]);
  if (!nodes)
    return At (0, "there are no nodes");
  if (lines.size () != 1 + nodes + links)
    return At (0, "the file should have " + std::to_string (1 + nodes + links) + " lines, but has " +
                      std::to_string (lines.size ()));
  std::set<std::string> ids;
  for (size_t i = 1; i <= nodes; i++) {
    Names words = Words (lines[i]);
    if (words.size () != 3)
      return At (i, "a node is wanted: id, x, y");
    if (!ids.insert (words[0]).second)
      return At (i, "two nodes have the id '" + words[0] + "'");
  }
  return CheckInetLinks (lines, 1 + nodes, ids);
}

/* --- Orbis: two nodes a line --- */

std::string CheckOrbis (const Lines &lines) {
  for (size_t i = 0; i < lines.size (); i++)
    if (Words (lines[i]).size () != 2)
      return At (i, "two nodes are wanted, and nothing else");
  return lines.empty () ? At (0, "there are no nodes") : "";
}

/* --- Rocketfuel: maps, or weights --- */

const char g_maps[] =
    "^-?[0-9]+[ \t]+@[?A-Za-z0-9,+]+[ \t]+(\\+[ \t]*)?(bb[ \t]*)?\\([0-9]+\\)[ \t]+(&[0-9]+[ \t]*)?"
    "->([ \t]<[0-9]+>)*([ \t]\\{-[0-9]+\\})*[ \t]+=[A-Za-z0-9.!-]+[ \t]+r[0-9][ \t]*$";
const char g_weights[] = "^[^ \t]+[ \t]+[^ \t]+[ \t]+[0-9]+(\\.[0-9]+)?[ \t]*$";

/* The first line that does not match; lines.size (): all do. */
size_t FirstOther (const Lines &lines, const char *pattern) {
  regex_t regex;
  size_t i = 0;
  if (regcomp (&regex, pattern, REG_EXTENDED | REG_NOSUB))
    return 0;
  while (i < lines.size () && !regexec (&regex, lines[i].c_str (), 0, nullptr, 0))
    i++;
  regfree (&regex);
  return i;
}

std::string CheckRocketfuel (const Lines &lines) {
  if (lines.empty ())
    return At (0, "there are no nodes");
  size_t maps = FirstOther (lines, g_maps), weights = FirstOther (lines, g_weights);
  if (maps == lines.size () || weights == lines.size ())
    return "";
  if (!maps && !weights)
    return At (
        0,
        "this is neither a line of a map (uid @place (n) -> <uid> ... =name r0) nor of weights (a b weight)");
  return maps > weights ? At (maps, "this is no line of a map: uid @place (n) -> <uid> ... =name r0")
                        : At (weights, "this is no line of weights: two nodes and a number");
}

/* --- what ns-3 has read --- */

bool ByNumber (const std::string &a, const std::string &b) {
  return a.size () != b.size () ? a.size () < b.size () : a < b;
}

/* The names in the order of the file, or by number if all are numbers. */
Names NodeNames (const TopologyReader &reader) {
  Names names;
  std::set<std::string> seen;
  for (auto link = reader.LinksBegin (); link != reader.LinksEnd (); ++link)
    for (const std::string &name : {link->GetFromNodeName (), link->GetToNodeName ()})
      if (seen.insert (name).second)
        names.push_back (name);
  if (std::all_of (names.begin (), names.end (), IsNumber))
    std::sort (names.begin (), names.end (), ByNumber);
  return names;
}

void AddLinks (const TopologyReader &reader, const Names &names, SdeTopology &out) {
  std::map<std::string, uint32_t> number;
  std::set<std::pair<uint32_t, uint32_t>> seen;
  for (uint32_t i = 0; i < names.size (); i++)
    number[names[i]] = i;
  for (auto from = reader.LinksBegin (); from != reader.LinksEnd (); ++from) {
    SdeTopologyLink link;
    std::tie (link.a, link.b) =
        std::minmax (number[from->GetFromNodeName ()], number[from->GetToNodeName ()]);
    std::string weight;
    if (from->GetAttributeFailSafe ("Weight", weight))
      link.parameters["weight"] = weight;
    if (seen.insert ({link.a, link.b}).second)
      out.links.push_back (link);
  }
}

struct Format {
  const char *name, *ns3;
  std::string (*check) (const Lines &lines);
};

const Format g_formats[] = {{"inet", "Inet", CheckInet},
                            {"orbis", "Orbis", CheckOrbis},
                            {"rocketfuel", "Rocketfuel", CheckRocketfuel}};

std::string ReadAs (const Format &format, const std::string &file, SdeTopology &out) {
  TopologyReaderHelper helper;
  helper.SetFileName (file);
  helper.SetFileType (format.ns3);
  Ptr<TopologyReader> reader = helper.GetTopologyReader ();
  reader->Read ();
  for (const std::string &name : NodeNames (*reader)) {
    SdeTopologyNode node;
    node.id = name;
    out.nodes.push_back (node);
  }
  AddLinks (*reader, NodeNames (*reader), out);
  out.name = file;
  return out.Check ();
}

} // namespace

std::string SdeReadNs3Topology (const std::string &file, const std::string &format, SdeTopology &out) {
  std::string text, error = SdeReadText (file, text);
  out = SdeTopology ();
  for (const Format &row : g_formats) {
    if (!error.empty () || format != row.name)
      continue;
    error = row.check (Split (text));
    if (!error.empty ())
      return SdeOneLine (file + ":" + error);
    error = ReadAs (row, file, out);
    if (error.empty ())
      return "";
    error = SdeOneLine (file + ": " + error);
  }
  out = SdeTopology ();
  return error.empty () ? file + ": there is no format '" + format + "': inet, orbis or rocketfuel" : error;
}

} // namespace ns3
