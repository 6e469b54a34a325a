/* SPDX-License-Identifier: GPL-2.0-only */
// One digest for every scheduler of ns-3, every algorithm, frames merged or not, and both hosts.
#include "sde-test.h"

#include "ns3/constant-velocity-mobility-model.h"
#include "ns3/double.h"
#include "ns3/mobility-helper.h"
#include "ns3/position-allocator.h"

using namespace ns3;

typedef std::function<void (SdeHelper &)> Describe;

/** \return a model that loses a fifth of the frames */
static Ptr<RateErrorModel> LoseFifth () {
  Ptr<RateErrorModel> error = CreateObject<RateErrorModel> ();
  error->SetUnit (RateErrorModel::ERROR_UNIT_PACKET);
  error->SetRate (0.2);
  return error;
}

/** Four nodes in a ring with links that lose frames; nodes may lose the first frame, too. */
static void DescribeRing (SdeHelper &sde) {
  NodeContainer nodes (4);
  for (uint32_t i = 0; i < 4; i++)
    sde.Connect (nodes.Get (i), nodes.Get ((i + 1) % 4), MilliSeconds (2), LoseFifth ());
  sde.Install (nodes, SdeTestProgram ("gossip"));
  sde.AddFailure (CreateObject<SdeDrop> ());
}

/** A radio cell with nodes that move, loss and delay drawn at random, rates, and drops. */
static void DescribeCell (SdeHelper &sde) {
  NodeContainer nodes (4);
  MobilityHelper mobility;
  mobility.SetPositionAllocator ("ns3::GridPositionAllocator", "DeltaX", DoubleValue (40));
  mobility.SetMobilityModel ("ns3::ConstantVelocityMobilityModel");
  mobility.Install (nodes);
  nodes.Get (3)->GetObject<ConstantVelocityMobilityModel> ()->SetVelocity (Vector (-2000, 0, 0));
  Ptr<SdeChannel> channel = CreateObject<SdeChannel> ();
  Ptr<RandomPropagationLossModel> fading = CreateObject<RandomPropagationLossModel> ();
  fading->SetAttribute ("Variable", StringValue ("ns3::NormalRandomVariable[Mean=60|Variance=90]"));
  Ptr<RangePropagationLossModel> range = CreateObject<RangePropagationLossModel> ();
  range->SetAttribute ("MaxRange", DoubleValue (90));
  fading->SetNext (range);
  channel->SetPropagationLossModel (fading);
  Ptr<RandomPropagationDelayModel> delay = CreateObject<RandomPropagationDelayModel> ();
  delay->SetAttribute ("Variable", StringValue ("ns3::UniformRandomVariable[Min=0.0001|Max=0.004]"));
  channel->SetPropagationDelayModel (delay);
  channel->SetErrorModel (LoseFifth ());
  sde.SetDeviceAttribute ("RxThreshold", DoubleValue (-50));
  sde.SetDeviceAttribute ("DataRate", StringValue ("1Mbps"));
  sde.InstallBroadcast (nodes, channel);
  sde.Install (nodes, SdeTestProgram ("gossip"));
  sde.AddFailure (CreateObject<SdeDrop> ());
}

/** Links without delay, frames of one instant, and a link that may be cut. */
static void DescribeRelay (SdeHelper &sde) {
  NodeContainer nodes (4);
  for (uint32_t i = 1; i < 4; i++)
    sde.Connect (nodes.Get (i - 1), nodes.Get (i), Seconds (0));
  sde.Connect (nodes.Get (3), nodes.Get (1), Seconds (0));
  sde.Install (nodes, SdeTestProgram ("relay"));
  Ptr<SdeDrop> drop = CreateObject<SdeDrop> ();
  drop->SetNodes (nodes.Get (2));
  sde.AddFailure (drop);
  Ptr<SdeLinkCut> cut = CreateObject<SdeLinkCut> ();
  cut->SetNodes (nodes.Get (1));
  cut->SetPeers (nodes.Get (2));
  sde.AddFailure (cut);
}

/** All combinations give the digest of the first one. */
class SdeDigestTestCase : public TestCase {
public:
  SdeDigestTestCase (const std::string &name, const Describe &describe)
      : TestCase (name + ": one digest for all schedulers and algorithms"), m_describe (describe) {}

private:
  void DoRun () override {
    SdeOutcome first = {};
    for (const char *algorithm : {"cob", "cow", "sds"})
      for (bool merge : {true, false})
        for (const char *scheduler : {"Map", "Heap", "PriorityQueue", "List"}) {
          SdeManner manner;
          manner.algorithm = algorithm;
          manner.merge = merge;
          manner.scheduler = std::string ("ns3::") + scheduler + "Scheduler";
          SdeOutcome outcome = SdeRunOnce (m_describe, MilliSeconds (100), manner);
          if (first.scenarios.empty ())
            first = outcome;
          std::string name = manner.algorithm + (merge ? "+merge " : " ") + scheduler;
          NS_TEST_ASSERT_MSG_EQ (outcome.status, 0, name << ": everything was explored");
          NS_TEST_ASSERT_MSG_EQ (outcome.scenarios, first.scenarios, name);
          NS_TEST_ASSERT_MSG_EQ (outcome.digest, first.digest, name);
        }
    NS_TEST_ASSERT_MSG_GT (first.stats.states, 8, "the network forks");
  }

  Describe m_describe; //!< the network
};

/** The ring by the plain event loop in C. */
class SdeLoopTestCase : public TestCase {
public:
  SdeLoopTestCase () : TestCase ("the plain event loop gives the digest that ns-3 gives, with loss") {}

private:
  /** \return the digest of the ring with this seed, by the loop in C */
  uint64_t RunLoop (uint64_t seed, SdeProgram *program) {
    SdeNetworkOptions options;
    sde_network_defaults (&options);
    options.seed = seed;
    options.end = MilliSeconds (100).GetNanoSeconds ();
    SdeLoop *loop;
    NS_ABORT_IF (sde_loop_new (&options, &loop));
    for (uint32_t i = 0; i < 4; i++) {
      SdeNode node = {};
      node.program = program;
      uint32_t number;
      SdeInterface interface = {};
      NS_ABORT_IF (sde_network_add_node (sde_loop_network (loop), &node, &number));
      for (int j = 0; j < 2; j++)
        NS_ABORT_IF (sde_network_add_interface (sde_loop_network (loop), i, &interface, &number));
    }
    // the interfaces as Connect makes them: node 0 has the link to 1 first, the others have that to the one before first
    for (uint32_t i = 0; i < 4; i++) {
      uint32_t next = (i + 1) % 4, out = i ? 1 : 0, in = next ? 0 : 1;
      NS_ABORT_IF (sde_loop_link (loop, i, out, next, in, 2000000, 0.2));
      NS_ABORT_IF (sde_loop_link (loop, next, in, i, out, 2000000, 0.2));
    }
    SdeFailure drop = {};
    drop.kind = SDE_FAILURE_DROP;
    drop.budget = -1;
    NS_ABORT_IF (sde_network_add_failure (sde_loop_network (loop), &drop));
    NS_ABORT_IF (sde_loop_run (loop));
    uint64_t digest = sde_network_digest (sde_loop_network (loop));
    sde_network_stats (sde_loop_network (loop), &m_stats);
    sde_loop_free (loop);
    return digest;
  }

  void DoRun () override {
    SdeProgram *program;
    NS_ABORT_IF (sde_program_load (SdeTestProgram ("gossip").c_str (), true, &program));
    uint64_t lost = 0;
    for (uint64_t seed = 1; seed <= 5; seed++) {
      SdeManner manner;
      manner.seed = seed;
      SdeOutcome outcome = SdeRunOnce (DescribeRing, MilliSeconds (100), manner);
      NS_TEST_ASSERT_MSG_EQ (RunLoop (seed, program), outcome.digest, "seed " << seed);
      NS_TEST_ASSERT_MSG_EQ (m_stats.lost, outcome.stats.lost, "seed " << seed);
      NS_TEST_ASSERT_MSG_EQ (m_stats.states, outcome.stats.states, "seed " << seed);
      lost += outcome.stats.lost;
    }
    NS_TEST_ASSERT_MSG_GT (lost, 0, "links lose frames");
    sde_program_free (program);
  }

  SdeNetworkStats m_stats; //!< of the last loop
};

static class SdeDigestTestSuite : public TestSuite {
public:
  SdeDigestTestSuite () : TestSuite ("sde-digest", Type::UNIT) {
    AddTestCase (new SdeDigestTestCase ("a ring that loses frames", DescribeRing));
    AddTestCase (new SdeDigestTestCase ("a radio cell with mobility and random models", DescribeCell));
    AddTestCase (new SdeDigestTestCase ("links without delay and frames of one instant", DescribeRelay));
    AddTestCase (new SdeLoopTestCase);
  }
} g_sdeDigestTestSuite;
