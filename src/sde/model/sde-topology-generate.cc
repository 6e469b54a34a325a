/* SPDX-License-Identifier: GPL-2.0-only */
/* sde-topology-generate.cc -- topologies of a known shape */
#include "sde-topology.h"

#include <cmath>

namespace ns3 {

namespace {

const uint32_t g_mostNodes = 100000;
const uint32_t g_mostPlaced = 20000; /* of a geometric network: all pairs are looked at */
const uint64_t g_mostLinks = 1000000;

void AddNode (SdeTopology &out, double x, double y) {
  SdeTopologyNode node;
  node.id = std::to_string (out.nodes.size ());
  node.hasPosition = true;
  node.x = x;
  node.y = y;
  out.nodes.push_back (node);
}

void AddLink (SdeTopology &out, uint32_t a, uint32_t b) {
  SdeTopologyLink link;
  link.a = a;
  link.b = b;
  out.links.push_back (link);
}

std::string Count (uint64_t n, const char *what) {
  return std::to_string (n) + " " + what + (n == 1 ? "" : "s");
}

/* n nodes on a circle around (0, 0), neighbours that far apart. */
void AddCircle (SdeTopology &out, uint32_t n, double spacing) {
  double turn = 2 * M_PI / n, radius = n > 1 ? spacing / (2 * std::sin (M_PI / n)) : 0;
  for (uint32_t i = 0; i < n; i++)
    AddNode (out, radius * std::cos (turn * i), radius * std::sin (turn * i));
}

std::string CheckNodes (const SdeTopologyShape &shape, uint64_t nodes, uint32_t least,
                        uint32_t most = g_mostNodes) {
  if (nodes < least)
    return "a " + shape.shape + " has at least " + Count (least, "node") + ", not " + std::to_string (nodes);
  if (nodes > most)
    return "a " + shape.shape + " of that many nodes is too large; at most " + std::to_string (most) +
           " can be generated";
  return "";
}

std::string Line (const SdeTopologyShape &shape, SdeTopology &out) {
  std::string error = CheckNodes (shape, shape.nodes, 1);
  for (uint32_t i = 0; error.empty () && i < shape.nodes; i++) {
    AddNode (out, i * shape.spacing, 0);
    if (i)
      AddLink (out, i - 1, i);
  }
  out.name = "line of " + Count (shape.nodes, "node");
  return error;
}

std::string Ring (const SdeTopologyShape &shape, SdeTopology &out) {
  std::string error = CheckNodes (shape, shape.nodes, 3);
  if (!error.empty ())
    return error;
  AddCircle (out, shape.nodes, shape.spacing);
  for (uint32_t i = 0; i < shape.nodes; i++)
    AddLink (out, i, (i + 1) % shape.nodes);
  out.name = "ring of " + Count (shape.nodes, "node");
  return "";
}

std::string Star (const SdeTopologyShape &shape, SdeTopology &out) {
  std::string error = CheckNodes (shape, shape.nodes, 1);
  if (!error.empty ())
    return error;
  AddNode (out, 0, 0);
  for (uint32_t i = 1; i < shape.nodes; i++) {
    double angle = 2 * M_PI * (i - 1) / (shape.nodes - 1);
    AddNode (out, shape.spacing * std::cos (angle), shape.spacing * std::sin (angle));
    AddLink (out, 0, i);
  }
  out.name = "star of " + Count (shape.nodes, "node");
  return "";
}

/* The links of the node in that column and row to the right and downwards. */
void LinkGridNode (const SdeTopologyShape &shape, uint32_t column, uint32_t row, SdeTopology &out) {
  uint32_t self = row * shape.width + column, below = self + shape.width;
  bool more = row + 1 < shape.height, diagonal = shape.neighbours == 8;
  if (column + 1 < shape.width)
    AddLink (out, self, self + 1);
  if (more && diagonal && column)
    AddLink (out, self, below - 1);
  if (more)
    AddLink (out, self, below);
  if (more && diagonal && column + 1 < shape.width)
    AddLink (out, self, below + 1);
}

std::string Grid (const SdeTopologyShape &shape, SdeTopology &out) {
  uint64_t nodes = uint64_t{shape.width} * shape.height;
  std::string error = CheckNodes (shape, nodes, 1);
  if (error.empty () && shape.neighbours != 4 && shape.neighbours != 8)
    error = "a node of a grid has 4 or 8 neighbours, not " + std::to_string (shape.neighbours);
  if (!error.empty ())
    return error;
  for (uint32_t row = 0; row < shape.height; row++)
    for (uint32_t column = 0; column < shape.width; column++)
      AddNode (out, column * shape.spacing, row * shape.spacing);
  for (uint32_t row = 0; row < shape.height; row++)
    for (uint32_t column = 0; column < shape.width; column++)
      LinkGridNode (shape, column, row, out);
  out.name = "grid of " + std::to_string (shape.width) + " x " + std::to_string (shape.height) + " nodes, " +
             std::to_string (shape.neighbours) + " neighbours";
  return "";
}

/* How many nodes a tree has; more than g_mostNodes if it has very many. */
uint64_t TreeSize (const SdeTopologyShape &shape) {
  uint64_t all = 1, level = 1;
  for (uint32_t i = 0; i < shape.depth && all <= g_mostNodes; i++) {
    level *= shape.fanout;
    all += level;
  }
  return all;
}

std::string Tree (const SdeTopologyShape &shape, SdeTopology &out) {
  if (!shape.fanout)
    return "a tree has a fanout of at least 1";
  std::string error = CheckNodes (shape, TreeSize (shape), 1);
  if (!error.empty ())
    return error;
  AddNode (out, 0, 0);
  uint32_t parent = 0, width = 1;
  for (uint32_t level = 1; level <= shape.depth; level++, width *= shape.fanout)
    for (uint32_t i = 0; i < width; i++, parent++)
      for (uint32_t k = 0; k < shape.fanout; k++) {
        double place = i * shape.fanout + k - (width * shape.fanout - 1) / 2.0;
        AddNode (out, place * shape.spacing, level * shape.spacing);
        AddLink (out, parent, static_cast<uint32_t> (out.nodes.size () - 1));
      }
  out.name = "tree of " + Count (out.nodes.size (), "node") + ", fanout " + std::to_string (shape.fanout);
  return "";
}

std::string Mesh (const SdeTopologyShape &shape, SdeTopology &out) {
  std::string error = CheckNodes (shape, shape.nodes, 1);
  if (error.empty () && uint64_t{shape.nodes} * (shape.nodes - 1) / 2 > g_mostLinks)
    error = "a mesh of " + Count (shape.nodes, "node") + " has too many links";
  if (!error.empty ())
    return error;
  AddCircle (out, shape.nodes, shape.spacing);
  for (uint32_t a = 0; a < shape.nodes; a++)
    for (uint32_t b = a + 1; b < shape.nodes; b++)
      AddLink (out, a, b);
  out.name = "full mesh of " + Count (shape.nodes, "node");
  return "";
}

/* A number from 0 to below 1, the next one of the seed's sequence (splitmix64). */
double Draw (uint64_t &seed) {
  uint64_t x = seed += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return static_cast<double> ((x ^ (x >> 31)) >> 11) * 0x1p-53;
}

void LinkNearby (const SdeTopologyShape &shape, SdeTopology &out) {
  for (uint32_t a = 0; a < shape.nodes; a++)
    for (uint32_t b = a + 1; b < shape.nodes && out.links.size () <= g_mostLinks; b++) {
      double x = out.nodes[a].x - out.nodes[b].x, y = out.nodes[a].y - out.nodes[b].y;
      if (x * x + y * y <= shape.range * shape.range)
        AddLink (out, a, b);
    }
}

std::string Geometric (const SdeTopologyShape &shape, SdeTopology &out) {
  std::string error = CheckNodes (shape, shape.nodes, 1, g_mostPlaced);
  if (error.empty () && !(shape.range > 0))
    error = "a geometric network needs a range above 0";
  if (!error.empty ())
    return error;
  uint64_t seed = shape.seed;
  for (uint32_t i = 0; i < shape.nodes; i++) {
    double x = Draw (seed) * shape.spacing, y = Draw (seed) * shape.spacing;
    AddNode (out, x, y);
  }
  LinkNearby (shape, out);
  if (out.links.size () > g_mostLinks)
    return "a geometric network of that range has too many links";
  out.name =
      "random geometric network of " + Count (shape.nodes, "node") + ", seed " + std::to_string (shape.seed);
  size_t parts = shape.connected ? out.Parts () : 1;
  if (parts > 1)
    return "the " + out.name + ", falls into " + std::to_string (parts) +
           " parts; take a greater range or another seed, or say connected = false";
  return "";
}

struct Generator {
  const char *name;
  std::string (*make) (const SdeTopologyShape &shape, SdeTopology &out);
};

const Generator g_generators[] = {
#define SHAPE(name, function, fields, meaning) {name, function},
#include "sde-topology-shape.def"
};

} // namespace

const SdeTopologyShapeRow *SdeTopologyShapes () {
  static const SdeTopologyShapeRow rows[] = {
#define SHAPE(name, function, fields, meaning) {name, fields, meaning},
#include "sde-topology-shape.def"
      {nullptr, nullptr, nullptr}};
  return rows;
}

std::string SdeGenerateTopology (const SdeTopologyShape &shape, SdeTopology &out) {
  std::string names;
  for (const auto &generator : g_generators) {
    names += (names.empty () ? "" : ", ") + std::string (generator.name);
    if (shape.shape != generator.name)
      continue;
    SdeTopology made;
    std::string error = "the spacing must be above 0";
    if (shape.spacing > 0 && std::isfinite (shape.spacing))
      error = generator.make (shape, made);
    out = error.empty () ? std::move (made) : SdeTopology ();
    return error;
  }
  out = SdeTopology ();
  return "there is no shape '" + shape.shape + "'; there are " + names;
}

} // namespace ns3
