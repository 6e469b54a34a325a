/* SPDX-License-Identifier: GPL-2.0-only */
// One digest over both hosts, ns-3's schedulers, the algorithms, and equal frames merged or not (utils/test digest)
#include "sde-test.h"

#include "ns3/constant-velocity-mobility-model.h"
#include "ns3/double.h"
#include "ns3/integer.h"
#include "ns3/mobility-helper.h"

#include <iostream>

using namespace ns3;

/** A link, both ways. */
struct Wire {
  uint32_t a, b; //!< nodes
  int64_t delay; //!< in nanoseconds
  double loss;   //!< of a RateErrorModel
};

/** A network that both hosts can run. */
struct Network {
  std::string name;
  uint32_t nodes;
  const char *program; //!< of test/ns3
  std::vector<Wire> wires;
  bool drops;     //!< every node may lose its first frame
  int cut;        //!< this wire may be cut, each time; -1: none
  int budget;     //!< of failures
  bool positions; //!< ns-3 alone: a radio cell whose nodes move
};

static const int64_t END = 60000000;

static const std::vector<Network> g_networks = {
    {"a ring that loses a fifth",
     4,
     "gossip",
     {{0, 1, 2000000, 0.2}, {1, 2, 2000000, 0.2}, {2, 3, 2000000, 0.2}, {3, 0, 2000000, 0.2}},
     true,
     -1,
     -1,
     false},
    {"no delay, frames of one instant",
     4,
     "relay",
     {{0, 1, 0, 0}, {1, 2, 0, 0}, {2, 3, 0, 0}, {3, 1, 0, 0}},
     true,
     1,
     -1,
     false},
    {"no delay, and a fifth is lost",
     4,
     "relay",
     {{0, 1, 0, 0.2}, {1, 2, 0, 0.2}, {2, 3, 0, 0.2}, {3, 1, 0, 0.2}},
     true,
     -1,
     -1,
     false},
    {"a star of one instant, a cut, budget 2",
     4,
     "gossip",
     {{0, 1, 0, 0.2}, {0, 2, 0, 0}, {0, 3, 1000000, 0.2}},
     true,
     0,
     2,
     false},
    {"a cell that moves, loses and delays", 4, "gossip", {}, true, -1, -1, true},
};

static Ptr<RateErrorModel> Lose (double rate) {
  Ptr<RateErrorModel> error = CreateObject<RateErrorModel> ();
  error->SetUnit (RateErrorModel::ERROR_UNIT_PACKET);
  error->SetRate (rate);
  return error;
}

/** The cell: everything that only ns-3 has. */
static void DescribeCell (SdeHelper &sde, NodeContainer nodes) {
  MobilityHelper mobility;
  mobility.SetPositionAllocator ("ns3::GridPositionAllocator", "DeltaX", DoubleValue (40));
  mobility.SetMobilityModel ("ns3::ConstantVelocityMobilityModel");
  mobility.Install (nodes);
  nodes.Get (3)->GetObject<ConstantVelocityMobilityModel> ()->SetVelocity (Vector (-2000, 0, 0));
  Ptr<SdeChannel> channel = CreateObject<SdeChannel> ();
  Ptr<RangePropagationLossModel> range = CreateObject<RangePropagationLossModel> ();
  range->SetAttribute ("MaxRange", DoubleValue (90));
  channel->SetPropagationLossModel (range);
  channel->SetPropagationDelayModel (CreateObject<ConstantSpeedPropagationDelayModel> ());
  channel->SetErrorModel (Lose (0.2));
  sde.InstallBroadcast (nodes, channel);
}

static void Describe (const Network &network, SdeHelper &sde) {
  NodeContainer nodes (network.nodes);
  for (const Wire &wire : network.wires)
    sde.Connect (nodes.Get (wire.a), nodes.Get (wire.b), NanoSeconds (wire.delay),
                 wire.loss > 0 ? Lose (wire.loss) : nullptr);
  if (network.positions)
    DescribeCell (sde, nodes);
  sde.SetAttribute ("Budget", IntegerValue (network.budget));
  sde.Install (nodes, SdeTestProgram (network.program));
  if (network.drops)
    sde.AddFailure (CreateObject<SdeDrop> ());
  if (network.cut >= 0) {
    Ptr<SdeLinkCut> cut = CreateObject<SdeLinkCut> ();
    cut->SetNodes (nodes.Get (network.wires[network.cut].a));
    cut->SetPeers (nodes.Get (network.wires[network.cut].b));
    cut->SetAttribute ("Every", BooleanValue (true));
    cut->SetAttribute ("Duration", TimeValue (MilliSeconds (5)));
    sde.AddFailure (cut);
  }
}

static void Check (char *message) {
  if (message)
    NS_FATAL_ERROR (message);
}

/** Interfaces are numbered as Connect does it: in the order of the wires. */
static void DescribeLoop (const Network &network, SdeLoop *loop, SdeProgram *program) {
  SdeNetwork *net = sde_loop_network (loop);
  std::vector<uint32_t> interfaces (network.nodes);
  for (uint32_t i = 0; i < network.nodes; i++) {
    SdeNode node = {};
    node.program = program;
    Check (sde_network_add_node (net, &node, nullptr));
  }
  for (const Wire &wire : network.wires) {
    SdeInterface interface = {};
    Check (sde_network_add_interface (net, wire.a, &interface, nullptr));
    Check (sde_network_add_interface (net, wire.b, &interface, nullptr));
    uint32_t a = interfaces[wire.a]++, b = interfaces[wire.b]++;
    Check (sde_loop_link (loop, wire.a, a, wire.b, b, wire.delay, wire.loss));
    Check (sde_loop_link (loop, wire.b, b, wire.a, a, wire.delay, wire.loss));
  }
  SdeFailure failure = {};
  failure.budget = -1;
  if (network.drops)
    Check (sde_network_add_failure (net, &failure));
  if (network.cut >= 0) {
    failure.kind = SDE_FAILURE_CUT;
    failure.nodes = &network.wires[network.cut].a;
    failure.peers = &network.wires[network.cut].b;
    failure.nnodes = failure.npeers = 1;
    failure.every = true;
    failure.duration = 5000000;
    Check (sde_network_add_failure (net, &failure));
  }
}

static SdeOutcome RunLoop (const Network &network, const SdeManner &manner) {
  SdeNetworkOptions options;
  SdeProgram *program;
  SdeLoop *loop;
  SdeOutcome outcome = {};
  sde_network_defaults (&options);
  options.seed = manner.seed;
  options.budget = network.budget;
  options.algorithm = manner.algorithm.c_str ();
  options.split_equal_frames = !manner.merge;
  options.end = END;
  Check (sde_program_load (SdeTestProgram (network.program).c_str (), true, &program));
  Check (sde_loop_new (&options, &loop));
  DescribeLoop (network, loop, program);
  Check (sde_loop_run (loop));
  outcome.status = sde_network_status (sde_loop_network (loop));
  outcome.digest = sde_network_digest (sde_loop_network (loop));
  char *scenarios = sde_network_scenarios (sde_loop_network (loop));
  outcome.scenarios = scenarios;
  sde_free (scenarios);
  sde_network_stats (sde_loop_network (loop), &outcome.stats);
  sde_loop_free (loop);
  sde_program_free (program);
  return outcome;
}

/** All runs of one network and seed. */
class Comparison {
public:
  Comparison (const Network &network, uint64_t seed) : m_network (network), m_seed (seed) {}

  /** \return whether all runs agree; prints a line */
  bool Run (uint64_t *all) {
    for (const char *algorithm : {"cob", "cow", "sds"})
      for (bool merge : {true, false}) {
        SdeManner manner;
        manner.algorithm = algorithm;
        manner.merge = merge;
        manner.seed = m_seed;
        if (!m_network.positions)
          Compare (RunLoop (m_network, manner), manner, "the loop");
        for (const char *scheduler : {"Map", "Heap", "PriorityQueue", "List"}) {
          manner.scheduler = std::string ("ns3::") + scheduler + "Scheduler";
          auto describe = [this] (SdeHelper &sde) { Describe (m_network, sde); };
          Compare (SdeRunOnce (describe, NanoSeconds (END), manner), manner, scheduler);
        }
      }
    std::cout << m_network.name << ", seed " << m_seed << ": " << m_runs << " runs, " << m_first.scenarios
              << " scenarios, " << m_first.stats.lost << " frames lost, digest " << std::hex << m_first.digest
              << std::dec << (m_wrong ? " DIFFERS" : "") << std::endl;
    *all = *all * 1000003 + m_first.digest;
    return !m_wrong;
  }

  /** \return how many runs there were */
  unsigned GetRuns () const { return m_runs; }

private:
  void Compare (const SdeOutcome &outcome, const SdeManner &manner, const std::string &host) {
    if (!m_runs++)
      m_first = outcome;
    if (outcome.status == 0 && outcome.scenarios == m_first.scenarios && outcome.digest == m_first.digest)
      return;
    m_wrong = true;
    std::cout << "  " << manner.algorithm << (manner.merge ? "+merge, " : ", ") << host << ": "
              << outcome.scenarios << " scenarios, digest " << std::hex << outcome.digest << std::dec
              << ", status " << outcome.status << std::endl;
  }

  const Network &m_network; //!< what is run
  uint64_t m_seed;          //!< of draws
  unsigned m_runs = 0;      //!< so far
  SdeOutcome m_first;       //!< of the first run
  bool m_wrong = false;     //!< some run differs from the first
};

int main () {
  uint64_t all = 0;
  unsigned runs = 0, wrong = 0;
  const char *longer = std::getenv ("LONG");
  uint64_t seeds = longer && *longer == '1' ? 10 : 2;
  for (const Network &network : g_networks)
    for (uint64_t seed = 1; seed <= seeds; seed++) {
      Comparison comparison (network, seed);
      wrong += !comparison.Run (&all);
      runs += comparison.GetRuns ();
    }
  std::cout << "4 schedulers and the loop, 3 algorithms, merged and not: " << runs << " runs, " << wrong
            << " differences, one digest of all: " << std::hex << all << std::endl;
  return wrong ? 1 : 0;
}
