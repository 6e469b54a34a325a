/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SDE_TOPOLOGY_H
#define SDE_TOPOLOGY_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3 {

/** Names and values that a topology gives to nodes and links, for whoever builds a network from it. */
using SdeParameters = std::map<std::string, std::string>;

/** \ingroup sde \brief A node of a topology. */
struct SdeTopologyNode {
  std::string id;           //!< unique
  std::string name;         //!< for reports; empty: none
  bool hasPosition = false; //!< x, y, z are known
  double x = 0;             //!< metres
  double y = 0;             //!< metres
  double z = 0;             //!< metres
  std::string program;      //!< a file, or a name that the user of the topology knows; empty: none
  SdeParameters parameters; //!< everything else that the file says
};

/** \ingroup sde \brief A link of a topology.  It goes both ways. */
struct SdeTopologyLink {
  uint32_t a = 0;           //!< position of one end in nodes
  uint32_t b = 0;           //!< position of the other end
  int64_t delay = -1;       //!< nanoseconds; -1: not said
  uint64_t rate = 0;        //!< bits a second; 0: not said
  double loss = -1;         //!< probability that a frame is lost; -1: not said
  SdeParameters parameters; //!< everything else that the file says
};

/**
 * \ingroup sde
 * \brief Which nodes there are, where they stand, and which of them are linked.
 *
 * Plain data: from a file (GraphML, or a format of ns-3's topology-read), from a generator, or filled in by hand.
 * What is not said stays unset; whoever builds a network from it supplies a default.
 *
 * A function below that can fail returns an empty string when it worked, otherwise one sentence that names the file
 * and what is wrong; the topology is then empty.
 */
struct SdeTopology {
  std::string name;                   //!< the file's, or what was made, as in "ring of 6 nodes"
  std::vector<SdeTopologyNode> nodes; //!< by number
  std::vector<SdeTopologyLink> links; //!< at most one for each two nodes

  /** \return number of the node with this id; nodes.size () if there is none */
  size_t Find (const std::string &id) const;
  /** \return for each node those that it is linked with, ascending */
  std::vector<std::vector<uint32_t>> Neighbours () const;
  /** \return how many parts there are between which no link leads */
  size_t Parts () const;
  /**
   * \return what is wrong with it, without a file's name: no nodes, doubled ids, links to nowhere, doubled links, a
   * node linked with itself, a loss that is no probability; empty: nothing
   */
  std::string Check () const;
};

/**
 * \param file to be read
 * \param format graphml, inet, orbis or rocketfuel; empty: as the file's ending says
 * \param out gets the topology
 * \return "" or what is wrong
 */
std::string SdeReadTopology (const std::string &file, const std::string &format, SdeTopology &out);

/**
 * GraphML.  Data of nodes: name, x, y, z, program, and id where it is not the attribute.  Data of edges: delay ("2ms",
 * or nanoseconds), rate ("1Mbps", or bits a second), loss (0 to 1).  All other data are parameters.
 * \param file to be read
 * \param out gets the topology
 * \return "" or what is wrong
 */
std::string SdeReadGraphml (const std::string &file, SdeTopology &out);
/**
 * \param name of the file in messages
 * \param text GraphML
 * \param out gets the topology
 * \return "" or what is wrong
 */
std::string SdeParseGraphml (const std::string &name, const std::string &text, SdeTopology &out);
/** \param topology to be written \return it as GraphML */
std::string SdeGraphmlText (const SdeTopology &topology);

/**
 * Files that ns-3 reads.  It leaves its own unused ns3::Node objects behind.  The weight of a link is its parameter
 * "weight"; links that are named in both directions are one.
 * \param file to be read
 * \param format inet, orbis or rocketfuel
 * \param out gets the topology
 * \return "" or what is wrong
 */
std::string SdeReadNs3Topology (const std::string &file, const std::string &format, SdeTopology &out);

/**
 * \ingroup sde
 * \brief What to generate.  A shape takes the fields that sde-topology-shape.def names for it.
 */
struct SdeTopologyShape {
  std::string shape;       //!< line, ring, star, grid, tree, mesh, geometric
  uint32_t nodes = 0;      //!< line, ring, star, mesh, geometric
  uint32_t width = 0;      //!< grid: columns
  uint32_t height = 0;     //!< grid: rows
  uint32_t neighbours = 4; //!< grid: 4 or 8
  uint32_t fanout = 2;     //!< tree
  uint32_t depth = 0;      //!< tree: 0 is the root alone
  double spacing = 1;      //!< metres between neighbours; geometric: side of the square
  double range = 0;        //!< geometric: nodes not farther apart are linked
  uint64_t seed = 1;       //!< geometric
  bool connected = true;   //!< geometric: refuse what falls into parts
};

/**
 * Ids are "0", "1" ...  A grid is numbered by rows from the top left; a star's hub and a tree's root are node 0.
 * \param shape what to generate
 * \param out gets the topology
 * \return "" or what is wrong
 */
std::string SdeGenerateTopology (const SdeTopologyShape &shape, SdeTopology &out);

/** A row of sde-topology-shape.def. */
struct SdeTopologyShapeRow {
  const char *name;    //!< of the shape; null behind the last
  const char *fields;  //!< that it takes, parted by blanks, required ones with a star
  const char *meaning; //!< one line
};
/** \return all shapes */
const SdeTopologyShapeRow *SdeTopologyShapes ();

} // namespace ns3

#endif /* SDE_TOPOLOGY_H */
