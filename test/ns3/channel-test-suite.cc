/* SPDX-License-Identifier: GPL-2.0-only */
// Who hears a frame, and when: draws by key, links, ranges, positions, rates.
#include "sde-test.h"

#include "ns3/constant-position-mobility-model.h"
#include "ns3/constant-velocity-mobility-model.h"
#include "ns3/double.h"
#include "ns3/mobility-helper.h"
#include "ns3/pointer.h"

#include <algorithm>
#include <set>

using namespace ns3;

/** \return what the deliveries of a run look like: time, receiver, sender; sorted */
static std::vector<std::string> GetDeliveries (const std::function<void (SdeHelper &)> &describe, Time end,
                                               const SdeManner &manner = SdeManner ()) {
  std::set<std::string> seen;
  SdeRunOnce (
      [&] (SdeHelper &sde) {
        describe (sde);
        std::function<void (const SdeEvent &)> note = [&seen] (const SdeEvent &event) {
          seen.insert (std::to_string (event.time) + " " + std::to_string (event.node) + " from " +
                       std::to_string (event.peer));
        };
        sde.GetSimulation ()->TraceConnectWithoutContext ("Deliver", Callback<void, const SdeEvent &> (note));
      },
      end, manner);
  return {seen.begin (), seen.end ()};
}

/** Values are a function of the key and the number of the draw. */
class SdeKeyedVariableTestCase : public TestCase {
public:
  SdeKeyedVariableTestCase () : TestCase ("values of a keyed variable depend on the key alone") {}

private:
  void DoRun () override {
    SdeDraw key = {};
    key.seed = 7;
    for (const char *text :
         {"ns3::UniformRandomVariable[Min=2|Max=5]", "ns3::NormalRandomVariable[Mean=3|Variance=2]",
          "ns3::GammaRandomVariable[Alpha=2|Beta=1]", "ns3::ExponentialRandomVariable[Mean=3]"}) {
      ObjectFactory factory;
      std::istringstream (text) >> factory;
      Ptr<SdeKeyedRandomVariable> variable = CreateObject<SdeKeyedRandomVariable> ();
      variable->SetDistribution (factory.Create<RandomVariableStream> ());
      key.index = 0;
      variable->SetKey (key);
      double first = variable->GetValue (), second = variable->GetValue ();
      NS_TEST_ASSERT_MSG_NE (first, second, text << ": draws of one key differ");
      double sum = 0;
      for (uint32_t i = 1; i <= 2000; i++) {
        SdeDraw other = key;
        other.ordinal = i;
        variable->SetKey (other);
        sum += variable->GetValue ();
      }
      variable->SetKey (key);
      NS_TEST_ASSERT_MSG_EQ (variable->GetValue (), first, text << ": the same key, the same value");
      NS_TEST_ASSERT_MSG_EQ (variable->GetValue (), second, text << ": and the same second value");
      double mean = std::string (text).find ("Gamma") != std::string::npos     ? 2
                    : std::string (text).find ("Uniform") != std::string::npos ? 3.5
                                                                               : 3;
      NS_TEST_ASSERT_MSG_EQ_TOL (sum / 2000, mean, 0.3, text << ": it has the distribution");
    }
  }
};

/** Each part of the key matters. */
class SdeKeyPartsTestCase : public TestCase {
public:
  SdeKeyPartsTestCase () : TestCase ("every part of the key changes the value") {}

private:
  void DoRun () override {
    SdeDraw keys[10] = {};
    keys[1].seed = keys[2].model = keys[3].from_node = keys[4].from_iface = keys[5].to_node =
        keys[6].to_iface = 1;
    keys[7].time = keys[8].ordinal = keys[9].index = 1;
    std::set<uint64_t> values;
    for (const SdeDraw &key : keys)
      values.insert (sde_draw (&key));
    NS_TEST_ASSERT_MSG_EQ (values.size (), 10, "all differ");
  }
};

/** Loss depends on the seed, not on how many states there are. */
class SdeLossTestCase : public TestCase {
public:
  SdeLossTestCase () : TestCase ("the same frames are lost whatever else is explored") {}

private:
  /** Two nodes exchange frames over a link that loses half of them. */
  static void Describe (SdeHelper &sde, bool fork) {
    NodeContainer nodes (3);
    Ptr<RateErrorModel> error = CreateObject<RateErrorModel> ();
    error->SetUnit (RateErrorModel::ERROR_UNIT_PACKET);
    error->SetRate (0.5);
    sde.Connect (nodes.Get (0), nodes.Get (1), MilliSeconds (1), error);
    sde.Connect (nodes.Get (1), nodes.Get (2), MilliSeconds (1));
    sde.Install (nodes, SdeTestProgram ("gossip"), {"20"});
    Ptr<SdeDrop> drop = CreateObject<SdeDrop> (); // forks node 1, but only by frames of node 2
    drop->SetNodes (nodes.Get (1));
    drop->SetPeers (nodes.Get (2));
    if (fork)
      sde.AddFailure (drop);
  }

  void DoRun () override {
    auto plain = [] (SdeHelper &sde) { Describe (sde, false); };
    auto forked = [] (SdeHelper &sde) { Describe (sde, true); };
    SdeManner manner, split, other;
    split.algorithm = "cob";
    split.merge = false;
    other.seed = 2;
    auto expected = GetDeliveries (plain, Seconds (1), manner);
    NS_TEST_ASSERT_MSG_GT (expected.size (), 40, "frames arrive");
    NS_TEST_ASSERT_MSG_LT (expected.size (), 75, "frames are lost");
    NS_TEST_ASSERT_MSG_EQ ((GetDeliveries (forked, Seconds (1), manner) == expected), true,
                           "SDS with rivals");
    NS_TEST_ASSERT_MSG_EQ ((GetDeliveries (forked, Seconds (1), split) == expected), true, "COB with rivals");
    NS_TEST_ASSERT_MSG_EQ ((GetDeliveries (plain, Seconds (1), other) == expected), false, "another seed");
  }
};

/** A grid of nodes, described in several ways that mean the same. */
class SdeReachTestCase : public TestCase {
public:
  SdeReachTestCase ()
      : TestCase ("links, ranges and loss models with the same reach give the same deliveries") {}

private:
  enum Way { LINKS, MAX_RANGE, RANGE_MODEL, LOG_DISTANCE, MOVING };

  static void Describe (SdeHelper &sde, Way way) {
    const uint32_t width = 6;
    NodeContainer nodes (width * width);
    MobilityHelper mobility;
    mobility.SetPositionAllocator ("ns3::GridPositionAllocator", "GridWidth", UintegerValue (width), "DeltaX",
                                   DoubleValue (10), "DeltaY", DoubleValue (10), "MinX", DoubleValue (-25));
    mobility.SetMobilityModel (way == MOVING ? "ns3::ConstantVelocityMobilityModel"
                                             : "ns3::ConstantPositionMobilityModel");
    mobility.Install (nodes);
    Ptr<SdeChannel> channel = CreateObject<SdeChannel> ();
    channel->SetAttribute ("Delay", TimeValue (MicroSeconds (3)));
    if (way == LINKS)
      for (uint32_t i = 0; i < nodes.GetN (); i++)
        for (uint32_t j = 0; j < i; j++)
          if (nodes.Get (i)->GetObject<MobilityModel> ()->GetDistanceFrom (
                  nodes.Get (j)->GetObject<MobilityModel> ()) < 15)
            channel->AddLink (nodes.Get (i), nodes.Get (j));
    if (way == MAX_RANGE || way == MOVING)
      channel->SetAttribute ("MaxRange", DoubleValue (15));
    if (way == RANGE_MODEL)
      channel->SetPropagationLossModel (
          CreateObjectWithAttributes<RangePropagationLossModel> ("MaxRange", DoubleValue (15)));
    if (way == LOG_DISTANCE) {
      // 46.7 dB at 1 m and 30 dB a decade: 82 dB at 15 m
      channel->SetPropagationLossModel (CreateObject<LogDistancePropagationLossModel> ());
      sde.SetDeviceAttribute ("TxPower", DoubleValue (0));
      sde.SetDeviceAttribute ("RxThreshold", DoubleValue (-82));
    }
    sde.InstallBroadcast (nodes, channel);
    sde.Install (nodes, SdeTestProgram ("gossip"), {"2"});
  }

  void DoRun () override {
    auto with = [] (Way way) {
      return GetDeliveries ([way] (SdeHelper &sde) { Describe (sde, way); }, Seconds (1));
    };
    auto expected = with (LINKS);
    NS_TEST_ASSERT_MSG_EQ (expected.size (), 2 * (16 * 8 + 16 * 5 + 4 * 3),
                           "8, 5 or 3 neighbours hear each of two frames");
    for (Way way : {MAX_RANGE, RANGE_MODEL, LOG_DISTANCE, MOVING})
      NS_TEST_ASSERT_MSG_EQ ((with (way) == expected), true, "way " << way);
  }
};

/** Positions are those of the time of sending. */
class SdeMobilityTestCase : public TestCase {
public:
  SdeMobilityTestCase () : TestCase ("a node that moves or is moved hears what is sent when it is near") {}

private:
  static void Describe (SdeHelper &sde, bool jump) {
    NodeContainer nodes (2);
    nodes.Get (0)->AggregateObject (CreateObject<ConstantPositionMobilityModel> ());
    if (jump) {
      Ptr<ConstantPositionMobilityModel> place = CreateObject<ConstantPositionMobilityModel> ();
      nodes.Get (1)->AggregateObject (place);
      place->SetPosition (Vector (100, 0, 0));
      Simulator::Schedule (MilliSeconds (45), &MobilityModel::SetPosition, place, Vector (10, 0, 0));
    } else {
      Ptr<ConstantVelocityMobilityModel> way = CreateObject<ConstantVelocityMobilityModel> ();
      nodes.Get (1)->AggregateObject (way);
      way->SetPosition (Vector (100, 0, 0));
      way->SetVelocity (Vector (-1112, 0, 0)); // 50 m away after 45 ms
    }
    Ptr<SdeChannel> channel = CreateObject<SdeChannel> ();
    channel->SetAttribute ("MaxRange", DoubleValue (50));
    channel->SetAttribute ("Delay", TimeValue (MilliSeconds (1)));
    sde.InstallBroadcast (nodes, channel);
    sde.Install (nodes, SdeTestProgram ("gossip"), {"10"});
  }

  void DoRun () override {
    for (bool jump : {false, true}) {
      auto got = GetDeliveries ([jump] (SdeHelper &sde) { Describe (sde, jump); }, MilliSeconds (99));
      NS_TEST_ASSERT_MSG_EQ (got.size (), 10, "frames 5 to 9 of both nodes");
      NS_TEST_ASSERT_MSG_EQ (std::count (got.begin (), got.end (), "51000000 1 from 0"), 1,
                             "the first is that of 50 ms");
    }
  }
};

/** An interface with a rate: frames of one state wait for each other. */
class SdeRateTestCase : public TestCase {
public:
  SdeRateTestCase () : TestCase ("frames take the time that rate and delay give them, and wait in a queue") {}

private:
  static void Describe (SdeHelper &sde, uint32_t limit) {
    NodeContainer nodes (2);
    sde.SetDeviceAttribute ("DataRate", StringValue ("16kbps")); // 2 bytes: 1 ms
    sde.SetDeviceAttribute ("QueueLimit", UintegerValue (limit));
    sde.Connect (nodes.Get (0), nodes.Get (1), MicroSeconds (500));
    sde.Install (nodes, SdeTestProgram ("relay"));
  }

  void DoRun () override {
    auto got = GetDeliveries ([] (SdeHelper &sde) { Describe (sde, 0); }, Seconds (1));
    std::vector<std::string> expected = {"1500000 1 from 0", "2500000 1 from 0", "3500000 1 from 0"};
    NS_TEST_ASSERT_MSG_EQ ((got == expected), true, "three frames, 1 ms each, and 0.5 ms on the way");
    got = GetDeliveries ([] (SdeHelper &sde) { Describe (sde, 1); }, Seconds (1));
    expected.pop_back ();
    NS_TEST_ASSERT_MSG_EQ ((got == expected), true, "one on the air, one in the queue, one is lost");
  }
};

static class SdeChannelTestSuite : public TestSuite {
public:
  SdeChannelTestSuite () : TestSuite ("sde-channel", Type::UNIT) {
    AddTestCase (new SdeKeyedVariableTestCase);
    AddTestCase (new SdeKeyPartsTestCase);
    AddTestCase (new SdeLossTestCase);
    AddTestCase (new SdeReachTestCase);
    AddTestCase (new SdeMobilityTestCase);
    AddTestCase (new SdeRateTestCase);
  }
} g_sdeChannelTestSuite;
