/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/resolve_topology.cc -- nodes and links from [topology], and [[node]] */
#include "netfile/resolve_impl.h"

#include "ns3/sde-topology.h"

#include <algorithm>
#include <sstream>

namespace netfile {

namespace {

/* Does the shape take this key; must it be given?  The shape's fields are words, required ones with a star. */
void CheckShapeKey (const ns3::SdeTopologyShapeRow &row, const std::string &key, bool given,
                    const Where &where, const Where &table) {
  std::istringstream fields (row.fields);
  bool known = false, required = false;
  for (std::string field; fields >> field;) {
    required = required || field == key + "*";
    known = known || field == key || field == key + "*";
  }
  if (given && !known)
    where.Fail (std::string ("a ") + row.name + " takes no " + key);
  if (!given && required && key != "height")
    table.Fail (std::string ("a ") + row.name + " needs " + key);
}

const ns3::SdeTopologyShapeRow &ShapeRow (const Given<Text> &shape) {
  std::vector<std::string> names;
  for (const auto *row = ns3::SdeTopologyShapes (); row->name; row++) {
    if (*shape == row->name)
      return *row;
    names.push_back (row->name);
  }
  std::string suggestion = DidYouMean (*shape, names);
  shape.where.Fail ("there is no shape " + Quote (*shape) +
                    (suggestion.empty () ? "; there are " + Enumerate (names) : suggestion));
}

uint32_t Small (const Given<Count> &key, uint32_t standard) {
  if (!key)
    return standard;
  if (key->n > UINT32_MAX)
    key.where.Fail ("that is too many");
  return static_cast<uint32_t> (key->n);
}

void Generate (const TopologyTable &table, ns3::SdeTopology &made) {
  const auto &row = ShapeRow (table.shape);
  TopologyTable copy = table;
  if (table.format)
    table.format.where.Fail ("only a file has a format");
  copy.Visit ([&] (const char *name, auto &given) {
    std::string key = name;
    if (key != "shape" && key != "file" && key != "format")
      CheckShapeKey (row, key, given.given, given.where, table.where);
  });
  ns3::SdeTopologyShape shape;
  shape.shape = *table.shape;
  shape.nodes = Small (table.nodes, 0);
  shape.width = Small (table.width, 0);
  shape.height = Small (table.height, shape.width);
  shape.neighbours = Small (table.neighbours, 4);
  shape.fanout = Small (table.fanout, 2);
  shape.depth = Small (table.depth, 0);
  shape.spacing = table.spacing ? table.spacing->x : 1;
  shape.range = table.range ? table.range->x : 0;
  shape.seed = table.seed ? table.seed->n : 1;
  shape.connected = table.connected ? *table.connected : true;
  std::string error = ns3::SdeGenerateTopology (shape, made);
  if (!error.empty ())
    table.shape.where.Fail (error);
}

void ReadFile (const TopologyTable &table, const std::string &folder, ns3::SdeTopology &made) {
  TopologyTable copy = table;
  copy.Visit ([&] (const char *name, auto &given) {
    std::string key = name;
    if (given && key != "file" && key != "format")
      given.where.Fail (key == "shape"
                            ? "a topology has a file or a shape, not both"
                            : "only a generated topology takes this key; this one comes from a file");
  });
  std::string path = (*table.file)[0] == '/' ? *table.file : folder + *table.file;
  std::string error = ns3::SdeReadTopology (path, table.format ? *table.format : "", made);
  if (!error.empty ())
    table.file.where.Fail (error);
}

bool IsNumber (const std::string &text) { return text.find_first_not_of ("0123456789") == text.npos; }

Node MakeNode (const ns3::SdeTopologyNode &from) {
  Node node;
  node.id = from.id;
  node.name = !from.name.empty () ? from.name : IsNumber (from.id) ? "node " + from.id : from.id;
  node.hasPosition = from.hasPosition;
  node.position = {from.x, from.y, from.z};
  node.parameters = from.parameters;
  return node;
}

/* ns-3 takes a slash for the end of a name. */
void CheckName (const std::string &name, const Where &where) {
  if (name.empty () || name.find ('/') != name.npos || name.find ('\0') != name.npos)
    where.Fail (Quote (name) + " cannot be the name of a node: it is empty or has a slash");
}

} // namespace

void Resolver::Topology () {
  ns3::SdeTopology made;
  const TopologyTable &table = document.topology;
  if (!table.where.line)
    return;
  if (table.file)
    ReadFile (table, document.folder, made);
  else if (table.shape)
    Generate (table, made);
  else
    table.where.Fail ("a topology has a file or a shape");
  const Where &where = table.file ? table.file.where : table.shape.where;
  for (const auto &node : made.nodes) {
    out.nodes.push_back (MakeNode (node));
    topologyProgram.push_back (node.program);
    CheckName (out.nodes.back ().name, where);
    select.AddNode (static_cast<uint32_t> (out.nodes.size () - 1), node.id, out.nodes.back ().name, where);
  }
  for (const auto &link : made.links) {
    linkOf[std::minmax (link.a, link.b)] = out.links.size ();
    out.links.push_back ({link.a, link.b, link.delay, link.rate, link.loss});
  }
  out.topology = made.name;
  if (table.file) {
    size_t slash = table.file->rfind ('/');
    topologyFolder =
        slash == table.file->npos ? document.folder : document.folder + table.file->substr (0, slash + 1);
    if ((*table.file)[0] == '/')
      topologyFolder = table.file->substr (0, slash + 1);
  }
}

void Resolver::AddNodes () {
  for (const NodeTable &table : document.node) {
    Node node;
    if (!table.name)
      table.where.Fail ("the node has no name");
    CheckName (*table.name, table.name.where);
    node.id = node.name = *table.name;
    node.hasPosition = table.position.given;
    node.position = *table.position;
    node.parameters = *table.parameters;
    for (const Node &other : out.nodes)
      if (other.name == node.name || other.id == node.name)
        table.name.where.Fail ("there is already a node called " + Quote (node.name));
    select.AddNode (static_cast<uint32_t> (out.nodes.size ()), node.id, node.name, table.name.where);
    out.nodes.push_back (node);
    topologyProgram.push_back ("");
  }
  if (out.nodes.empty ())
    Where{document.file, 0, ""}.Fail ("there are no nodes: write [topology], or [[node]] for each");
  select.SetCount (static_cast<uint32_t> (out.nodes.size ()));
}

} // namespace netfile
