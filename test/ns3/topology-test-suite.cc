/* SPDX-License-Identifier: GPL-2.0-only */
// Topologies: generators, GraphML, ns-3's formats, and what bad ones get.
#include "ns3/sde-text-file.h"
#include "ns3/sde-topology-helper.h"
#include "ns3/sde-topology.h"
#include "ns3/sde-units.h"
#include "ns3/simulator.h"
#include "ns3/test.h"

#include "ns3/mobility-model.h"
#include "ns3/names.h"

#include <algorithm>
#include <cmath>
#include <fstream>

using namespace ns3;

namespace {

/** \return degrees, ascending, with how often each occurs: "2*4 3*12" */
std::string Degrees (const SdeTopology &topology) {
  std::map<size_t, size_t> count;
  std::string text;
  for (const auto &neighbours : topology.Neighbours ())
    count[neighbours.size ()]++;
  for (const auto &[degree, nodes] : count)
    text += (text.empty () ? "" : " ") + std::to_string (degree) + "*" + std::to_string (nodes);
  return text;
}

/** \return where the source tree is */
std::string Source () { return SDE_TEST_SOURCE; }

/** \return GraphML with these nodes and edges */
std::string Graph (const std::string &inside) {
  return "<graphml><key id=\"d\" for=\"edge\" attr.name=\"delay\" attr.type=\"string\"/>"
         "<key id=\"x\" for=\"node\" attr.name=\"x\" attr.type=\"double\"/>"
         "<key id=\"l\" for=\"edge\" attr.name=\"loss\" attr.type=\"double\"/>"
         "<key id=\"r\" for=\"edge\" attr.name=\"rate\" attr.type=\"string\"/>"
         "<key id=\"i\" for=\"node\" attr.name=\"id\" attr.type=\"string\"/>"
         "<graph edgedefault=\"undirected\">" +
         inside + "</graph></graphml>";
}

} // namespace

/** Each shape has the nodes, links and degrees that it must have. */
class SdeShapeTestCase : public TestCase {
public:
  SdeShapeTestCase () : TestCase ("generators against known degrees") {}

private:
  void Expect (const SdeTopologyShape &shape, size_t links, const std::string &degrees) {
    SdeTopology made;
    std::string error = SdeGenerateTopology (shape, made);
    NS_TEST_ASSERT_MSG_EQ (error, "", shape.shape);
    NS_TEST_ASSERT_MSG_EQ (made.Check (), "", shape.shape << " is sound");
    NS_TEST_ASSERT_MSG_EQ (made.links.size (), links, shape.shape << ": links");
    NS_TEST_ASSERT_MSG_EQ (Degrees (made), degrees, shape.shape << ": degrees");
    NS_TEST_ASSERT_MSG_EQ (made.Parts (), 1, shape.shape << " is connected");
    SdeTopology again;
    std::string text = SdeGraphmlText (made);
    NS_TEST_ASSERT_MSG_EQ (SdeParseGraphml ("again", text, again), "",
                           shape.shape << " as GraphML is read back");
    NS_TEST_ASSERT_MSG_EQ (SdeGraphmlText (again), text, shape.shape << " is the same when read back");
  }

  void DoRun () override {
    SdeTopologyShape shape;
    shape.shape = "line";
    shape.nodes = 1;
    Expect (shape, 0, "0*1");
    shape.nodes = 7;
    Expect (shape, 6, "1*2 2*5");
    shape.shape = "ring";
    Expect (shape, 7, "2*7");
    shape.shape = "star";
    Expect (shape, 6, "1*6 6*1");
    shape.shape = "mesh";
    Expect (shape, 21, "6*7");
    shape.shape = "tree";
    shape.fanout = 3;
    shape.depth = 2;
    Expect (shape, 12, "1*9 3*1 4*3");
    shape.shape = "grid";
    shape.width = 5;
    shape.height = 4;
    Expect (shape, 31, "2*4 3*10 4*6");
    shape.neighbours = 8;
    Expect (shape, 55, "3*4 5*10 8*6");
    shape.width = shape.height = 1;
    Expect (shape, 0, "0*1");
    shape.shape = "geometric";
    shape.nodes = 2;
    shape.range = 2;
    Expect (shape, 1, "1*2");
  }
};

/** Distances of neighbours are what spacing says. */
class SdePositionTestCase : public TestCase {
public:
  SdePositionTestCase () : TestCase ("neighbours stand as far apart as spacing says") {}

private:
  void DoRun () override {
    for (const char *name : {"line", "ring", "star", "grid"}) {
      SdeTopologyShape shape;
      SdeTopology made;
      shape.shape = name;
      shape.nodes = 6;
      shape.width = shape.height = 3;
      shape.spacing = 10;
      NS_TEST_ASSERT_MSG_EQ (SdeGenerateTopology (shape, made), "", name);
      for (const SdeTopologyLink &link : made.links) {
        const SdeTopologyNode &a = made.nodes[link.a], &b = made.nodes[link.b];
        NS_TEST_ASSERT_MSG_EQ_TOL (std::hypot (a.x - b.x, a.y - b.y), 10, 1e-9, name << ": length of a link");
      }
    }
  }
};

/** A seed gives the same network everywhere; parts are told. */
class SdeGeometricTestCase : public TestCase {
public:
  SdeGeometricTestCase () : TestCase ("random geometric networks: equal for a seed, connected or refused") {}

private:
  void DoRun () override {
    size_t refused = 0, made = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
      SdeTopologyShape shape;
      SdeTopology one, other;
      shape.shape = "geometric";
      shape.nodes = 30;
      shape.range = 0.26;
      shape.seed = seed;
      std::string error = SdeGenerateTopology (shape, one);
      shape.connected = false;
      NS_TEST_ASSERT_MSG_EQ (SdeGenerateTopology (shape, other), "", "seed " << seed);
      NS_TEST_ASSERT_MSG_EQ (error.empty (), (other.Parts () == 1),
                             "seed " << seed << ": refused iff it has parts");
      refused += !error.empty ();
      made += error.empty ();
      if (error.empty ())
        NS_TEST_ASSERT_MSG_EQ (SdeGraphmlText (one), SdeGraphmlText (other),
                               "seed " << seed << " gives one network");
      else
        NS_TEST_ASSERT_MSG_NE (error.find ("parts"), std::string::npos, error);
      for (size_t a = 0; a < other.nodes.size (); a++)
        for (size_t b = a + 1; b < other.nodes.size (); b++) {
          bool near =
              std::hypot (other.nodes[a].x - other.nodes[b].x, other.nodes[a].y - other.nodes[b].y) <= 0.26;
          auto neighbours = other.Neighbours ()[a];
          bool linked = std::count (neighbours.begin (), neighbours.end (), b);
          NS_TEST_ASSERT_MSG_EQ (linked, near,
                                 "seed " << seed << ": nodes within range are linked, no others");
        }
    }
    NS_TEST_ASSERT_MSG_GT (refused, 0, "some of the seeds give networks that fall into parts");
    NS_TEST_ASSERT_MSG_GT (made, 0, "some of the seeds give networks that do not");
  }
};

/** The files that come with us. */
class SdeTopologyFilesTestCase : public TestCase {
public:
  SdeTopologyFilesTestCase () : TestCase ("the files of topologies against known degrees") {}

private:
  void Expect (const std::string &name, const std::string &degrees) {
    SdeTopology read;
    NS_TEST_ASSERT_MSG_EQ (SdeReadTopology (Source () + "/topologies/" + name + ".graphml", "", read), "",
                           name);
    NS_TEST_ASSERT_MSG_EQ (Degrees (read), degrees, name << ": degrees");
    NS_TEST_ASSERT_MSG_EQ (read.Parts (), 1, name << " is connected");
    for (const SdeTopologyNode &node : read.nodes)
      NS_TEST_ASSERT_MSG_EQ (node.hasPosition, true, name << ": every node has a position");
  }

  void DoRun () override {
    Expect ("line4", "1*2 2*2");
    Expect ("ring6", "2*6");
    Expect ("star5", "1*4 4*1");
    Expect ("mesh4", "3*4");
    Expect ("tree7", "1*4 2*1 3*2");
    Expect ("grid5x5", "3*4 5*12 8*9");
    Expect ("abilene", "2*5 3*6");
  }
};

/** What GraphML says arrives in the topology, and in ns-3's nodes. */
class SdeGraphmlTestCase : public TestCase {
public:
  SdeGraphmlTestCase () : TestCase ("GraphML: every key, and ns-3 nodes made of it") {}

private:
  void DoRun () override {
    SdeTopology read;
    std::string file = Source () + "/topologies/abilene.graphml";
    NS_TEST_ASSERT_MSG_EQ (SdeReadTopology (file, "graphml", read), "", file);
    size_t chicago = read.Find ("chi");
    NS_TEST_ASSERT_MSG_LT (chicago, read.nodes.size (), "Chicago is there");
    NS_TEST_ASSERT_MSG_EQ (read.Find ("rome"), read.nodes.size (), "Rome is not");
    NS_TEST_ASSERT_MSG_EQ (read.nodes[chicago].name, "Chicago", "its name");
    NS_TEST_ASSERT_MSG_EQ (read.nodes[chicago].parameters["latitude"], "41.9", "a parameter");
    NS_TEST_ASSERT_MSG_EQ (read.links[0].delay, 5600000, "a delay");
    NS_TEST_ASSERT_MSG_EQ (read.links[0].rate, 10000000000, "a rate");
    NodeContainer nodes = SdeTopologyHelper (read).CreateNodes ();
    NS_TEST_ASSERT_MSG_EQ (nodes.GetN (), 11, "an ns-3 node for each");
    NS_TEST_ASSERT_MSG_EQ (Names::FindName (nodes.Get (static_cast<uint32_t> (chicago))), "Chicago", "named");
    Vector place = nodes.Get (static_cast<uint32_t> (chicago))->GetObject<MobilityModel> ()->GetPosition ();
    NS_TEST_ASSERT_MSG_EQ (place.x, 900000, "placed");
    Simulator::Destroy ();
    Names::Clear ();
  }
};

/** One sentence for each mistake. */
class SdeBadGraphmlTestCase : public TestCase {
public:
  SdeBadGraphmlTestCase () : TestCase ("GraphML: what bad files get") {}

private:
  void Expect (const std::string &text, const std::string &error) {
    SdeTopology read;
    read.nodes.resize (3);
    NS_TEST_ASSERT_MSG_EQ (SdeParseGraphml ("x", text, read), "x" + error, text);
    NS_TEST_ASSERT_MSG_EQ (read.nodes.size (), 0, "nothing is left of it");
  }

  void Structure () {
    std::string two = "<node id=\"a\"/><node id=\"b\"/>";
    Expect (Graph (""), ": there are no nodes");
    Expect (Graph (two + "<node id=\"a\"/>"), ": two nodes have the id 'a'");
    Expect (Graph ("<node/>"), ": a node has no attribute id");
    Expect (Graph (two + "<edge source=\"a\" target=\"c\"/>"),
            ": the link 'a' - 'c' leads to nowhere: there is no node 'c'");
    Expect (Graph (two + "<edge source=\"a\"/>"), ": an edge has no attribute target");
    Expect (Graph (two + "<edge source=\"a\" target=\"a\"/>"), ": node 'a' is linked with itself");
    Expect (Graph (two + "<edge source=\"a\" target=\"b\"/><edge source=\"b\" target=\"a\"/>"),
            ": nodes 'b' and 'a' are linked twice");
    Expect (Graph (two + "<edge source=\"a\" target=\"b\" directed=\"true\"/>"),
            ": the link 'a' - 'b' is directed; links go both ways here");
    Expect (Graph (two + "<hyperedge/>"),
            ": the graph has a hyperedge inside; only nodes and edges can be read");
    Expect (Graph ("<node id=\"a\"><graph/></node>"),
            ": node 'a' has a graph inside; only one plain graph can be read");
    Expect (Graph ("<node id=\"a\"><data key=\"i\">z</data></node><node id=\"z\"/>"),
            ": two nodes have the id 'z'");
    Expect ("<graphml><graph edgedefault=\"directed\"><node id=\"a\"/></graph></graphml>",
            ": the graph is directed; links go both ways here: write edgedefault=\"undirected\"");
    Expect ("<graphml><graph><node id=\"a\"/></graph></graphml>", ": the graph has no attribute edgedefault");
    Expect ("<graphml/>", ": there is no <graph>");
    Expect ("<graphml><graph/><graph/></graphml>", ": there are several graphs; one is wanted");
    Expect ("<svg/>", ": this is not GraphML: it does not begin with <graphml>");
  }

  void Data () {
    std::string edge = "<node id=\"a\"/><node id=\"b\"/><edge source=\"a\" target=\"b\">";
    Expect (Graph (edge + "<data key=\"d\">soon</data></edge>"),
            ": the link 'a' - 'b': the delay is 'soon', not a time such as 2ms");
    Expect (Graph (edge + "<data key=\"d\">-2ms</data></edge>"),
            ": the link 'a' - 'b': the delay is '-2ms', not a time such as 2ms");
    Expect (Graph (edge + "<data key=\"l\">1.5</data></edge>"),
            ": the link 'a' - 'b': the loss is '1.5', not a probability from 0 to 1");
    Expect (Graph (edge + "<data key=\"r\">0</data></edge>"),
            ": the link 'a' - 'b': the rate is '0', not a data rate such as 1Mbps");
    Expect (Graph (edge + "<data key=\"q\">0</data></edge>"),
            ": the link 'a' - 'b' has data of key 'q', which no <key> declares");
    Expect (Graph (edge + "<data key=\"x\">0</data></edge>"),
            ": the link 'a' - 'b' has data of key 'x', which is for node");
    Expect (Graph (edge + "<data key=\"d\">1</data><data key=\"d\">1</data></edge>"),
            ": the link 'a' - 'b' has data of key 'd' twice");
    Expect (Graph ("<node id=\"a\"><data key=\"x\">far</data></node>"),
            ": node 'a': x is 'far', not a number");
    Expect ("<graphml><key id=\"d\" for=\"nodes\" attr.name=\"x\"/><graph/></graphml>",
            ": key 'd' is for 'nodes': node, edge, graph or all is wanted");
  }

  void Xml () {
    std::string deep;
    for (int i = 0; i < 100000; i++)
      deep += "<a>";
    Expect ("", ": this is not GraphML: it does not begin with <graphml>");
    Expect ("<graphml>\n<graph>\n</graphml>", ":3: <graph> is closed by </graphml>");
    Expect ("<graphml>\n<graph>", ":2: <graph> is not closed");
    Expect ("<graphml></graphml></graphml>", ":1: </graphml> closes nothing");
    Expect ("<graphml", ":1: a tag has no end");
    Expect (deep, ":1: elements are nested too deeply");
    Expect ("<graphml a=b></graphml>", ":1: not well-formed XML: expected ' or \"");
  }

  void DoRun () override {
    Structure ();
    Data ();
    Xml ();
  }
};

/** The formats of ns-3's topology-read, good and bad. */
class SdeNs3TopologyTestCase : public TestCase {
public:
  SdeNs3TopologyTestCase () : TestCase ("Inet, Orbis and Rocketfuel") {}

private:
  std::string Read (const std::string &format, const std::string &text, SdeTopology &read) {
    std::string file = CreateTempDirFilename ("topology." + format);
    std::ofstream (file) << text;
    std::string error = SdeReadTopology (file, "", read);
    return error.compare (0, file.size (), file) ? error : error.substr (file.size ());
  }

  void Good (const std::string &format, const std::string &text, const std::string &ids,
             const std::string &degrees) {
    SdeTopology read;
    std::string found;
    NS_TEST_ASSERT_MSG_EQ (Read (format, text, read), "", format);
    for (const SdeTopologyNode &node : read.nodes)
      found += node.id + " ";
    NS_TEST_ASSERT_MSG_EQ (found, ids, format << ": nodes");
    NS_TEST_ASSERT_MSG_EQ (Degrees (read), degrees, format << ": degrees");
  }

  void Bad (const std::string &format, const std::string &text, const std::string &error) {
    SdeTopology read;
    NS_TEST_ASSERT_MSG_EQ (Read (format, text, read), error, format << ": " << text);
    NS_TEST_ASSERT_MSG_EQ (read.nodes.size (), 0, "nothing is left of it");
  }

  void Rocketfuel () {
    Good ("rocketfuel", "a b 3\nb c 2.5\nb a 3\n", "a b c ", "1*2 2*1");
    Good ("rocketfuel", "1 @Bonn,+DE + bb (2) &1 -> <2> <3> {-4} =r1.example r0\n2 @X (1) -> <1> =r2 r0\n",
          "1 2 3 ", "1*2 2*1");
    Bad ("rocketfuel", "", ":1: there are no nodes");
    Bad ("rocketfuel", "a b 3\nb c\n", ":2: this is no line of weights: two nodes and a number");
    Bad ("rocketfuel", "a b 3\n\nb c 2\n", ":2: this is no line of weights: two nodes and a number");
    Bad ("rocketfuel", "1 @X (2) ->  <2>  <3> =r1 r0\n",
         ":1: this is neither a line of a map (uid @place (n) -> <uid> ... =name r0) nor of weights (a b "
         "weight)");
    Bad ("rocketfuel", "1 @X (1) -> <2> =r1 r0\n2 @X (1) -> <> =r2 r0\n",
         ":2: this is no line of a map: uid @place (n) -> <uid> ... =name r0");
    Bad ("rocketfuel", "a a 3\n", ": node 'a' is linked with itself");
  }

  void DoRun () override {
    SdeTopology read;
    Good ("inet", "3 2\n0 1 1\n1 2 2\n2 3 3\n0 1 10\n2 1 20\n", "0 1 2 ", "1*2 2*1");
    Good ("orbis", "10 2\n2 3\n3 2", "2 3 10 ", "1*2 2*1");
    Bad ("inet", "", ":1: the numbers of nodes and of links are wanted");
    Bad ("inet", "0 0\n", ":1: there are no nodes");
    Bad ("inet", "2 1\n0 1 1\n1 2 2\n", ":1: the file should have 4 lines, but has 3");
    Bad ("inet", "2 1\n0 1 1\n0 2 2\n0 0 1\n", ":3: two nodes have the id '0'");
    Bad ("inet", "2 1\n0 1 1\n1 2 2\n0 7 1\n", ":4: the link leads to nowhere: there is no node '7'");
    Bad ("inet", "2 1\n0 1 1\n1 2 2\n0\n", ":4: a link is wanted: two nodes and perhaps a weight");
    Bad ("inet", "3 1\n0 1 1\n1 2 2\n2 2 2\n0 1 1\n",
         ": node '2' has no link; ns-3's reader leaves such nodes out");
    Bad ("inet", "999999999 1\n", ":1: the file should have 1000000001 lines, but has 1");
    Bad ("orbis", "1 2\n3\n", ":2: two nodes are wanted, and nothing else");
    Bad ("orbis", "", ":1: there are no nodes");
    Rocketfuel ();
    std::string missing = CreateTempDirFilename ("missing.orbis");
    NS_TEST_ASSERT_MSG_EQ (SdeReadTopology (missing, "", read),
                           missing + ": cannot be read: no such file or directory", "a missing file");
    NS_TEST_ASSERT_MSG_EQ (SdeReadTopology ("x.dot", "dot", read),
                           "x.dot: there is no topology format 'dot': graphml, inet, orbis or rocketfuel",
                           "an unknown format");
    NS_TEST_ASSERT_MSG_NE (SdeReadTopology ("x.dot", "", read), "", "an unknown ending");
    Simulator::Destroy ();
  }
};

/** Times, rates and sizes, exactly. */
class SdeUnitsTestCase : public TestCase {
public:
  SdeUnitsTestCase () : TestCase ("times, rates and sizes as people write them") {}

private:
  void Times () {
    const std::pair<const char *, int64_t> good[] = {{"10ms", 10000000},
                                                     {"1.5s", 1500000000},
                                                     {"200us", 200000},
                                                     {"7", 7},
                                                     {"0", 0},
                                                     {"40 ns", 40},
                                                     {"2min", 120000000000},
                                                     {"0.1us", 100},
                                                     {"9223372036854775807", INT64_MAX}};
    for (const auto &[text, value] : good) {
      int64_t time = -1;
      NS_TEST_ASSERT_MSG_EQ (SdeParseTime (text, time), true, text);
      NS_TEST_ASSERT_MSG_EQ (time, value, text);
      int64_t again = -1;
      NS_TEST_ASSERT_MSG_EQ (SdeParseTime (SdeTimeText (time), again), true, SdeTimeText (time));
      NS_TEST_ASSERT_MSG_EQ (again, value, SdeTimeText (time));
    }
    for (const char *text :
         {"", "ms", "-1", "-1s", "1.5", "0.5ns", "1.s", ".5s", "1e3", "1 s s", "5parsec", "1..5s",
          "9223372036854775808", "99999999999999999999999999h", "0x10", "+1", "1s ", " 1s"}) {
      int64_t time = 3;
      NS_TEST_ASSERT_MSG_EQ (SdeParseTime (text, time), false, "'" << text << "' is no time");
      NS_TEST_ASSERT_MSG_EQ (time, 3, "'" << text << "' changes nothing");
    }
  }

  void DoRun () override {
    uint64_t value = 0;
    Times ();
    NS_TEST_ASSERT_MSG_EQ ((SdeParseRate ("2.5Mbps", value) && value == 2500000), true, "a rate");
    NS_TEST_ASSERT_MSG_EQ (SdeParseRate ("2.5bps", value), false, "half a bit");
    NS_TEST_ASSERT_MSG_EQ (SdeRateText (250000), "250kbps", "a rate as text");
    NS_TEST_ASSERT_MSG_EQ ((SdeParseSize ("1.5k", value) && value == 1536), true, "a size");
    NS_TEST_ASSERT_MSG_EQ ((SdeParseSize ("2GB", value) && value == 2147483648), true, "a size");
    NS_TEST_ASSERT_MSG_EQ ((SdeParseCount ("50k", value) && value == 50000), true, "a number");
    NS_TEST_ASSERT_MSG_EQ (SdeParseCount ("0.0005k", value), false, "half a thing");
  }
};

static class SdeTopologyTestSuite : public TestSuite {
public:
  SdeTopologyTestSuite () : TestSuite ("sde-topology", Type::UNIT) {
    AddTestCase (new SdeShapeTestCase);
    AddTestCase (new SdePositionTestCase);
    AddTestCase (new SdeGeometricTestCase);
    AddTestCase (new SdeTopologyFilesTestCase);
    AddTestCase (new SdeGraphmlTestCase);
    AddTestCase (new SdeBadGraphmlTestCase);
    AddTestCase (new SdeNs3TopologyTestCase);
    AddTestCase (new SdeUnitsTestCase);
  }
} g_sdeTopologyTestSuite;
