/* SPDX-License-Identifier: GPL-2.0-only */
/* sde-topology-graph.cc -- what Boost.Graph does for topologies: GraphML, connected parts
 *
 * Boost's reader takes a link to a node that does not exist for a new node, two nodes with one id for one,
 * ignores graphs inside nodes, and speaks of graphviz when a graph is directed.  So the file is first looked
 * over as XML, with a sentence for each of these, and Boost reads only what has passed.
 */
#include "sde-text-file.h"
#include "sde-topology.h"
#include "sde-units.h"
#include "sde-xml-nesting.h"

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/connected_components.hpp>
#include <boost/graph/graphml.hpp>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>

#include <map>
#include <set>
#include <sstream>

namespace ns3 {

namespace {

using boost::property_tree::ptree;

/* What is wrong with the file, behind its name; it may begin with a line's number. */
struct GraphmlError {
  std::string text;
  bool line;
};

[[noreturn]] void Fail (const std::string &text) { throw GraphmlError{text, false}; }

std::string Quote (const std::string &text) { return "'" + text + "'"; }

/* --- looking the file over --- */

std::string Attribute (const ptree &element, const char *name, const std::string &where) {
  auto value = element.get_optional<std::string> (ptree::path_type (std::string ("<xmlattr>/") + name, '/'));
  if (!value)
    Fail (where + " has no attribute " + name);
  return *value;
}

std::string Optional (const ptree &element, const char *name) {
  return element.get (ptree::path_type (std::string ("<xmlattr>/") + name, '/'), std::string ());
}

using Keys = std::map<std::string, std::string>; /* id of a <key>, what it is for */

/* Keys without a name are a drawing tool's: they are left alone. */
void CheckKey (const ptree &key, Keys &keys) {
  std::string id = Attribute (key, "id", "a key"), where = "key " + Quote (id);
  std::string use = Attribute (key, "for", where);
  static const std::set<std::string> uses{"graph",     "node", "edge",     "all",
                                          "hyperedge", "port", "endpoint", "graphml"};
  if (!uses.count (use))
    Fail (where + " is for " + Quote (use) + ": node, edge, graph or all is wanted");
  if (!keys.emplace (id, use).second)
    Fail ("two keys have the id " + Quote (id));
}

void CheckData (const ptree &element, const Keys &keys, const char *use, const std::string &where) {
  std::set<std::string> seen;
  for (const auto &[name, data] : element) {
    if (name == "graph")
      Fail (where + " has a graph inside; only one plain graph can be read");
    if (name == "port" || name == "endpoint")
      Fail (where + " has a " + name + "; only nodes and edges can be read");
    if (name != "data")
      continue;
    std::string key = Attribute (data, "key", "data of " + where);
    auto declared = keys.find (key);
    if (declared == keys.end ())
      Fail (where + " has data of key " + Quote (key) + ", which no <key> declares");
    if (declared->second != use && declared->second != "all")
      Fail (where + " has data of key " + Quote (key) + ", which is for " + declared->second);
    if (!seen.insert (key).second)
      Fail (where + " has data of key " + Quote (key) + " twice");
  }
}

void CheckEdge (const ptree &edge, const Keys &keys, const std::set<std::string> &ids) {
  std::string a = Attribute (edge, "source", "an edge"), b = Attribute (edge, "target", "an edge");
  std::string where = "the link " + Quote (a) + " - " + Quote (b);
  for (const std::string &end : {a, b})
    if (!ids.count (end))
      Fail (where + " leads to nowhere: there is no node " + Quote (end));
  if (Optional (edge, "directed") == "true")
    Fail (where + " is directed; links go both ways here");
  CheckData (edge, keys, "edge", where);
}

/* Returns the ids of the nodes, in the file's order. */
std::vector<std::string> CheckGraph (const ptree &graph, const Keys &keys) {
  std::vector<std::string> order;
  std::set<std::string> ids;
  if (Attribute (graph, "edgedefault", "the graph") == "directed")
    Fail ("the graph is directed; links go both ways here: write edgedefault=\"undirected\"");
  for (const auto &[name, element] : graph) {
    if (name == "hyperedge" || name == "graph")
      Fail ("the graph has a " + name + " inside; only nodes and edges can be read");
    if (name != "node")
      continue;
    std::string id = Attribute (element, "id", "a node");
    if (!ids.insert (id).second)
      Fail ("two nodes have the id " + Quote (id));
    order.push_back (id);
    CheckData (element, keys, "node", "node " + Quote (id));
  }
  if (order.empty ())
    Fail ("there are no nodes");
  for (const auto &[name, element] : graph)
    if (name == "edge")
      CheckEdge (element, keys, ids);
  return order;
}

std::vector<std::string> LookOver (const std::string &text) {
  ptree file;
  std::istringstream in (text);
  std::string nesting = SdeCheckXmlNesting (text);
  if (!nesting.empty ())
    throw GraphmlError{nesting, true};
  read_xml (in, file, boost::property_tree::xml_parser::no_comments);
  auto root = file.get_child_optional ("graphml");
  if (!root)
    Fail ("this is not GraphML: it does not begin with <graphml>");
  Keys keys;
  size_t graphs = 0;
  for (const auto &[name, element] : *root) {
    if (name == "key")
      CheckKey (element, keys);
    graphs += name == "graph";
  }
  if (graphs != 1)
    Fail (graphs ? "there are several graphs; one is wanted" : "there is no <graph>");
  return CheckGraph (root->get_child ("graph"), keys);
}

/* --- Boost hands over what it reads --- */

class TopologyGraph : public boost::mutate_graph {
public:
  TopologyGraph (const std::vector<std::string> &ids, SdeTopology &out) : m_ids (ids), m_out (out) {}

  bool is_directed () const override { return false; }

  boost::any do_add_vertex () override {
    SdeTopologyNode node;
    node.id = m_ids.at (m_out.nodes.size ());
    m_out.nodes.push_back (node);
    return static_cast<uint32_t> (m_out.nodes.size () - 1);
  }

  std::pair<boost::any, bool> do_add_edge (boost::any source, boost::any target) override {
    SdeTopologyLink link;
    link.a = boost::any_cast<uint32_t> (source);
    link.b = boost::any_cast<uint32_t> (target);
    m_out.links.push_back (link);
    return {m_out.links.size () - 1, true};
  }

  void set_graph_property (const std::string &name, const std::string &value, const std::string &) override {
    if (name == "name")
      m_out.name = value;
  }

  void set_vertex_property (const std::string &name, boost::any vertex, const std::string &value,
                            const std::string &) override;
  void set_edge_property (const std::string &name, boost::any edge, const std::string &value,
                          const std::string &) override;

private:
  const std::vector<std::string> &m_ids;
  SdeTopology &m_out;
};

void SetPosition (SdeTopologyNode &node, char axis, const std::string &value) {
  double &place = axis == 'x' ? node.x : axis == 'y' ? node.y : node.z;
  if (!SdeParseNumber (value, place))
    Fail ("node " + Quote (node.id) + ": " + axis + " is " + Quote (value) + ", not a number");
  node.hasPosition = true;
}

void TopologyGraph::set_vertex_property (const std::string &name, boost::any vertex, const std::string &value,
                                         const std::string &) {
  SdeTopologyNode &node = m_out.nodes[boost::any_cast<uint32_t> (vertex)];
  if (name == "id")
    node.id = value;
  else if (name == "name")
    node.name = value;
  else if (name == "program")
    node.program = value;
  else if (name == "x" || name == "y" || name == "z")
    SetPosition (node, name[0], value);
  else if (!name.empty ())
    node.parameters[name] = value;
}

void TopologyGraph::set_edge_property (const std::string &name, boost::any edge, const std::string &value,
                                       const std::string &) {
  SdeTopologyLink &link = m_out.links[boost::any_cast<size_t> (edge)];
  std::string where = "the link " + Quote (m_out.nodes[link.a].id) + " - " + Quote (m_out.nodes[link.b].id);
  if (name == "delay" && !SdeParseTime (value, link.delay))
    Fail (where + ": the delay is " + Quote (value) + ", not a time such as 2ms");
  if (name == "rate" && (!SdeParseRate (value, link.rate) || !link.rate))
    Fail (where + ": the rate is " + Quote (value) + ", not a data rate such as 1Mbps");
  if (name == "loss" && (!SdeParseNumber (value, link.loss) || link.loss < 0 || link.loss > 1))
    Fail (where + ": the loss is " + Quote (value) + ", not a probability from 0 to 1");
  if (!name.empty () && name != "delay" && name != "rate" && name != "loss")
    link.parameters[name] = value;
}

void Read (const std::string &text, SdeTopology &out) {
  std::vector<std::string> ids = LookOver (text);
  TopologyGraph graph (ids, out);
  std::istringstream in (text);
  boost::read_graphml (in, graph, 0);
  std::string error = out.Check ();
  if (!error.empty ())
    Fail (error);
}

std::string FirstLetterDown (std::string text) {
  if (!text.empty () && text[0] >= 'A' && text[0] <= 'Z')
    text[0] = static_cast<char> (text[0] - 'A' + 'a');
  return text;
}

} // namespace

std::string SdeParseGraphml (const std::string &name, const std::string &text, SdeTopology &out) {
  std::string error;
  out = SdeTopology ();
  try {
    Read (text, out);
    if (out.name.empty ())
      out.name = name;
    return "";
  } catch (const GraphmlError &e) {
    error = name + (e.line ? ":" : ": ") + e.text;
  } catch (const boost::property_tree::xml_parser_error &e) {
    error =
        name + ":" + std::to_string (e.line ()) + ": not well-formed XML: " + FirstLetterDown (e.message ());
  } catch (const std::exception &e) {
    error = name + ": cannot be read as GraphML: " + FirstLetterDown (e.what ());
  }
  out = SdeTopology ();
  return SdeOneLine (error);
}

std::string SdeReadGraphml (const std::string &file, SdeTopology &out) {
  std::string text, error = SdeReadText (file, text);
  out = SdeTopology ();
  return error.empty () ? SdeParseGraphml (file, text, out) : error;
}

/* --- writing --- */

namespace {

std::string Escape (const std::string &text) {
  std::string out;
  for (char c : text)
    out += c == '&'   ? "&amp;"
           : c == '<' ? "&lt;"
           : c == '>' ? "&gt;"
           : c == '"' ? "&quot;"
                      : std::string (1, c);
  return out;
}

std::string Number (double value) {
  std::ostringstream out;
  out.precision (12);
  out << value;
  return out.str ();
}

SdeParameters NodeData (const SdeTopologyNode &node) {
  SdeParameters data = node.parameters;
  data["id"] = node.id;
  if (!node.name.empty ())
    data["name"] = node.name;
  if (!node.program.empty ())
    data["program"] = node.program;
  if (node.hasPosition) {
    data["x"] = Number (node.x);
    data["y"] = Number (node.y);
    if (node.z != 0)
      data["z"] = Number (node.z);
  }
  return data;
}

SdeParameters LinkData (const SdeTopologyLink &link) {
  SdeParameters data = link.parameters;
  if (link.delay >= 0)
    data["delay"] = SdeTimeText (link.delay);
  if (link.rate)
    data["rate"] = SdeRateText (link.rate);
  if (link.loss >= 0)
    data["loss"] = Number (link.loss);
  return data;
}

void WriteKeys (std::ostream &out, const char *use, const std::set<std::string> &names) {
  for (const std::string &name : names) {
    bool number = name == "x" || name == "y" || name == "z" || name == "loss";
    out << "  <key id=\"" << use << "." << Escape (name) << "\" for=\"" << use << "\" attr.name=\""
        << Escape (name) << "\" attr.type=\"" << (number ? "double" : "string") << "\"/>\n";
  }
}

void WriteData (std::ostream &out, const char *use, const SdeParameters &data) {
  for (const auto &[name, value] : data)
    out << "<data key=\"" << use << "." << Escape (name) << "\">" << Escape (value) << "</data>";
}

} // namespace

std::string SdeGraphmlText (const SdeTopology &topology) {
  std::ostringstream out;
  std::set<std::string> nodeKeys, linkKeys;
  for (const auto &node : topology.nodes)
    for (const auto &[name, value] : NodeData (node))
      nodeKeys.insert (name);
  for (const auto &link : topology.links)
    for (const auto &[name, value] : LinkData (link))
      linkKeys.insert (name);
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
         "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n";
  if (!topology.name.empty ())
    WriteKeys (out, "graph", {"name"});
  WriteKeys (out, "node", nodeKeys);
  WriteKeys (out, "edge", linkKeys);
  out << "  <graph edgedefault=\"undirected\">\n";
  if (!topology.name.empty ())
    out << "    <data key=\"graph.name\">" << Escape (topology.name) << "</data>\n";
  for (const auto &node : topology.nodes) {
    out << "    <node id=\"" << Escape (node.id) << "\">";
    WriteData (out, "node", NodeData (node));
    out << "</node>\n";
  }
  for (const auto &link : topology.links) {
    out << "    <edge source=\"" << Escape (topology.nodes[link.a].id) << "\" target=\""
        << Escape (topology.nodes[link.b].id) << "\">";
    WriteData (out, "edge", LinkData (link));
    out << "</edge>\n";
  }
  out << "  </graph>\n</graphml>\n";
  return out.str ();
}

size_t SdeTopology::Parts () const {
  boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS> graph (nodes.size ());
  std::vector<int> part (nodes.size ());
  for (const auto &link : links)
    boost::add_edge (link.a, link.b, graph);
  return nodes.empty () ? 0 : static_cast<size_t> (boost::connected_components (graph, part.data ()));
}

} // namespace ns3
