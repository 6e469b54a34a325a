/* SPDX-License-Identifier: GPL-2.0-only */
// What cannot be is told in a sentence, and the status is 2; nothing crashes, nothing is ignored.
#include "sde-test.h"

#include "ns3/constant-position-mobility-model.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/integer.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"

#include <iostream>
#include <sstream>

using namespace ns3;

/** A network of two nodes with something wrong. */
class SdeRefusalTestCase : public TestCase {
public:
  typedef std::function<void (SdeHelper &, NodeContainer)> Spoil; //!< makes something wrong

  /**
   * \param name what is wrong
   * \param words that the sentence must have
   * \param spoil makes it wrong
   */
  SdeRefusalTestCase (const std::string &name, const std::string &words, const Spoil &spoil)
      : TestCase (name), m_words (words), m_spoil (spoil) {}

private:
  void DoRun () override {
    std::ostringstream said;
    std::streambuf *before = std::cerr.rdbuf (said.rdbuf ());
    SdeOutcome outcome = SdeRunOnce (
        [this] (SdeHelper &sde) {
          NodeContainer nodes (2);
          sde.Connect (nodes.Get (0), nodes.Get (1), MilliSeconds (5));
          sde.Install (nodes, SdeTestProgram ("ping"));
          m_spoil (sde, nodes);
        },
        Seconds (1));
    std::cerr.rdbuf (before);
    NS_TEST_ASSERT_MSG_EQ (outcome.status, 2, "it is refused");
    NS_TEST_ASSERT_MSG_EQ (outcome.errors.empty (), false, "and the reason is remembered");
    bool found = said.str ().find (m_words) != std::string::npos;
    NS_TEST_ASSERT_MSG_EQ (found, true, "'" << m_words << "' is in what it says: " << said.str ());
  }

  std::string m_words; //!< of the sentence
  Spoil m_spoil;       //!< makes something wrong
};

/** Uses a model in a broadcast channel of both nodes. */
template <class Model> static SdeRefusalTestCase::Spoil WithError () {
  return [] (SdeHelper &sde, NodeContainer nodes) {
    sde.Connect (nodes.Get (0), nodes.Get (1), Seconds (0), CreateObject<Model> ());
  };
}

/** Uses a loss model in a broadcast channel of both nodes. */
template <class Model> static SdeRefusalTestCase::Spoil WithLoss () {
  return [] (SdeHelper &sde, NodeContainer nodes) {
    for (uint32_t i = 0; i < nodes.GetN (); i++)
      nodes.Get (i)->AggregateObject (CreateObject<ConstantPositionMobilityModel> ());
    Ptr<SdeChannel> channel = CreateObject<SdeChannel> ();
    channel->SetPropagationLossModel (CreateObject<Model> ());
    sde.InstallBroadcast (nodes, channel);
  };
}

/** An error model that SDE does not know. */
class StrangeErrorModel : public ErrorModel {
public:
  /** \return the type of this class */
  static TypeId GetTypeId () {
    static TypeId tid = TypeId ("ns3::StrangeErrorModel").SetParent<ErrorModel> ();
    return tid;
  }

private:
  bool DoCorrupt (Ptr<Packet>) override { return false; }
  void DoReset () override {}
};

static class SdeRefusalTestSuite : public TestSuite {
public:
  SdeRefusalTestSuite () : TestSuite ("sde-refusal", Type::UNIT) {
    AddModels ();
    AddNodes ();
    AddFailures ();
    AddValues ();
  }

private:
  void Add (const std::string &name, const std::string &words, const SdeRefusalTestCase::Spoil &spoil) {
    AddTestCase (new SdeRefusalTestCase (name, words, spoil));
  }

  void AddModels () {
    Add ("a burst error model", "BurstErrorModel cannot be used here: it counts frames",
         WithError<BurstErrorModel> ());
    Add ("a binary error model", "BinaryErrorModel cannot be used here", WithError<BinaryErrorModel> ());
    Add ("a receive-list error model", "ReceiveListErrorModel cannot be used",
         WithError<ReceiveListErrorModel> ());
    Add ("a list error model", "ListErrorModel cannot be used here: it looks at packet",
         WithError<ListErrorModel> ());
    Add ("an unknown error model", "StrangeErrorModel is not known", WithError<StrangeErrorModel> ());
    Add ("a Nakagami model", "NakagamiPropagationLossModel cannot be used",
         WithLoss<NakagamiPropagationLossModel> ());
    Add ("a sequential random variable", "cannot be drawn by key", [] (SdeHelper &sde, NodeContainer nodes) {
      Ptr<RateErrorModel> error = CreateObject<RateErrorModel> ();
      error->SetRandomVariable (CreateObject<SequentialRandomVariable> ());
      sde.Connect (nodes.Get (0), nodes.Get (1), Seconds (0), error);
    });
    Add ("a loss model without positions", "has no position", [] (SdeHelper &sde, NodeContainer nodes) {
      Ptr<SdeChannel> channel = CreateObject<SdeChannel> ();
      channel->SetPropagationLossModel (CreateObject<FriisPropagationLossModel> ());
      sde.InstallBroadcast (nodes, channel);
    });
  }

  void AddNodes () {
    Add ("a channel of ns-3", "ns3::SimpleChannel cannot carry", [] (SdeHelper &sde, NodeContainer nodes) {
      sde.InstallBroadcast (nodes, CreateObject<SimpleChannel> ());
    });
    Add ("a device of ns-3", "node 1: its ns3::SimpleNetDevice cannot be used",
         [] (SdeHelper &, NodeContainer nodes) {
           nodes.Get (1)->AddDevice (CreateObject<SimpleNetDevice> ());
         });
    Add ("a device without a channel", "attached to no channel",
         [] (SdeHelper &, NodeContainer nodes) { nodes.Get (1)->AddDevice (CreateObject<SdeNetDevice> ()); });
    Add ("a link to a node without a program", "but no program", [] (SdeHelper &sde, NodeContainer nodes) {
      sde.Connect (nodes.Get (0), CreateObject<Node> (), Seconds (0));
    });
    Add ("a link to itself", "cannot be linked with itself", [] (SdeHelper &sde, NodeContainer nodes) {
      sde.Connect (nodes.Get (0), nodes.Get (0), Seconds (0));
    });
    Add ("a neighbour that is not there", "has no device on the channel",
         [] (SdeHelper &sde, NodeContainer nodes) {
           Ptr<SdeChannel> channel = CreateObject<SdeChannel> ();
           sde.InstallBroadcast (NodeContainer (nodes.Get (0)), channel);
           channel->AddLink (nodes.Get (0), nodes.Get (1));
         });
    Add ("two programs on a node", "it runs two programs",
         [] (SdeHelper &sde, NodeContainer nodes) { sde.Install (nodes.Get (0)); });
    Add ("a program that is not there", "there is no file nowhere.bc",
         [] (SdeHelper &sde, NodeContainer) { sde.Install (NodeContainer (1), "nowhere.bc"); });
    Add ("a program that is no program",
         "node 2: ", [] (SdeHelper &sde, NodeContainer) { sde.Install (NodeContainer (1), "/etc/passwd"); });
    Add ("a stop time", "StopTime", [] (SdeHelper &, NodeContainer nodes) {
      nodes.Get (0)->GetApplication (0)->SetStopTime (Seconds (1));
    });
  }

  void AddFailures () {
    Add ("a cut of a link that is not there", "there is no link between",
         [] (SdeHelper &sde, NodeContainer nodes) {
           NodeContainer lonely (1);
           sde.Install (lonely);
           Ptr<SdeLinkCut> cut = CreateObject<SdeLinkCut> ();
           cut->SetNodes (nodes.Get (0));
           cut->SetPeers (lonely);
           sde.AddFailure (cut);
         });
    Add ("a failure of a node without a program", "runs no program", [] (SdeHelper &sde, NodeContainer) {
      Ptr<SdeCrash> crash = CreateObject<SdeCrash> ();
      crash->SetNodes (NodeContainer (1));
      sde.AddFailure (crash);
    });
    Add ("a window that ends before it begins", "ends before it begins", [] (SdeHelper &sde, NodeContainer) {
      sde.AddFailure (CreateObjectWithAttributes<SdeDrop> ("Start", TimeValue (Seconds (2)), "End",
                                                           TimeValue (Seconds (1))));
    });
    Add ("a failure at a negative time", "negative", [] (SdeHelper &sde, NodeContainer) {
      sde.AddFailure (CreateObjectWithAttributes<SdeDrop> ("Start", TimeValue (Seconds (-2))));
    });
    Add ("a delay without delays", "needs at least one delay",
         [] (SdeHelper &sde, NodeContainer) { sde.AddFailure (CreateObject<SdeDelay> ()); });
    Add ("delays that are no times", "'soon' is not a time", [] (SdeHelper &sde, NodeContainer) {
      sde.AddFailure (CreateObjectWithAttributes<SdeDelay> ("Delays", StringValue ("10ms soon")));
    });
    Add ("a partition without parts", "needs the nodes of one part",
         [] (SdeHelper &sde, NodeContainer) { sde.AddFailure (CreateObject<SdePartition> ()); });
    Add ("a kind of failure that there is not", "no such kind",
         [] (SdeHelper &sde, NodeContainer) { sde.AddFailure (SdeFailureModel::Create ("flood")); });
  }

  void AddValues () {
    Add ("an algorithm that there is not", "algorithm 'xyz'",
         [] (SdeHelper &sde, NodeContainer) { sde.SetAttribute ("Algorithm", StringValue ("xyz")); });
    Add ("an attribute that there is not", "no attribute Colour",
         [] (SdeHelper &sde, NodeContainer) { sde.SetAttribute ("Colour", StringValue ("red")); });
    Add ("a value that cannot be", "no attribute Budget",
         [] (SdeHelper &sde, NodeContainer) { sde.SetAttribute ("Budget", IntegerValue (1000)); });
    Add ("a device attribute that there is not", "SdeNetDevice has no attribute Colour",
         [] (SdeHelper &sde, NodeContainer) { sde.SetDeviceAttribute ("Colour", StringValue ("red")); });
    Add ("a start at a negative time", "negative", [] (SdeHelper &, NodeContainer nodes) {
      nodes.Get (0)->GetApplication (0)->SetStartTime (Seconds (-1));
    });
    Add ("a negative delay", "cannot be negative", [] (SdeHelper &sde, NodeContainer nodes) {
      sde.Connect (nodes.Get (0), nodes.Get (1), Seconds (-1));
    });
    Add ("a variable that there is not", "variable",
         [] (SdeHelper &sde, NodeContainer nodes) { sde.SetSymbolicVariable (nodes.Get (0), "colour"); });
    Add ("input of a node without a program", "runs no program",
         [] (SdeHelper &sde, NodeContainer) { sde.SetSymbolicSent (CreateObject<Node> (), 1, 0, 0); });
  }
} g_sdeRefusalTestSuite;
