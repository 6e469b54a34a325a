/* SPDX-License-Identifier: GPL-2.0-only */
// Each kind of failure as an ns-3 object, with its attributes: how many scenarios come of it.
#include "sde-test.h"

#include "ns3/integer.h"

using namespace ns3;

/** Node 0 sends a frame at 0 and node 1 answers; one failure may happen. */
class SdeFailureTestCase : public TestCase {
public:
  typedef std::function<void (Ptr<SdeFailureModel>, NodeContainer)> Set; //!< sets attributes

  /**
   * \param kind as in sde/failure.def
   * \param what is special
   * \param scenarios that come of it
   * \param set sets attributes
   */
  SdeFailureTestCase (const std::string &kind, const std::string &what, const std::string &scenarios,
                      const Set &set)
      : TestCase (kind + ": " + what), m_kind (kind), m_scenarios (scenarios), m_set (set) {}

private:
  void DoRun () override {
    uint64_t digest = 0;
    for (const char *algorithm : {"cob", "cow", "sds"}) {
      SdeManner manner;
      manner.algorithm = algorithm;
      SdeOutcome outcome = SdeRunOnce (
          [this] (SdeHelper &sde) {
            NodeContainer nodes (2);
            sde.Connect (nodes.Get (0), nodes.Get (1), MilliSeconds (5));
            if (m_kind == "allocation")
              sde.Install (nodes, SdeTestProgram ("choice"));
            else if (m_kind == "maybe") {
              sde.SetEnvironment ("ASK", "left");
              sde.Install (nodes, SdeTestProgram ("choice"));
            } else
              sde.Install (nodes, SdeTestProgram ("ping"));
            Ptr<SdeFailureModel> failure = SdeFailureModel::Create (m_kind);
            m_set (failure, nodes);
            sde.AddFailure (failure);
          },
          Seconds (2), manner);
      if (!digest)
        digest = outcome.digest;
      NS_TEST_ASSERT_MSG_EQ (outcome.status, 0, algorithm);
      NS_TEST_ASSERT_MSG_EQ (outcome.scenarios, m_scenarios, algorithm);
      NS_TEST_ASSERT_MSG_EQ (outcome.digest, digest, algorithm);
    }
  }

  std::string m_kind, m_scenarios; //!< which failure, and what comes of it
  Set m_set;                       //!< sets attributes
};

/** \return sets one attribute, at node 1 */
static SdeFailureTestCase::Set At1 (const std::string &name = "", const std::string &value = "") {
  return [=] (Ptr<SdeFailureModel> failure, NodeContainer nodes) {
    failure->SetNodes (nodes.Get (1));
    if (!name.empty ())
      failure->SetAttribute (name, StringValue (value));
  };
}

/** \return sets one attribute, between node 0 and node 1 */
static SdeFailureTestCase::Set Between (const std::string &name = "", const std::string &value = "",
                                        uint32_t from = 0) {
  return [=] (Ptr<SdeFailureModel> failure, NodeContainer nodes) {
    failure->SetNodes (nodes.Get (from));
    failure->SetPeers (nodes.Get (1 - from));
    if (!name.empty ())
      failure->SetAttribute (name, StringValue (value));
  };
}

/** The budget of the whole network. */
class SdeBudgetTestCase : public TestCase {
public:
  SdeBudgetTestCase () : TestCase ("a budget over the whole network") {}

private:
  void DoRun () override {
    const char *expected[] = {"1", "3", "4"}; // both nodes ask once
    for (int budget = 0; budget <= 2; budget++) {
      SdeOutcome outcome = SdeRunOnce (
          [budget] (SdeHelper &sde) {
            NodeContainer nodes (2);
            sde.SetEnvironment ("ASK", "left");
            sde.Install (nodes, SdeTestProgram ("choice"));
            sde.SetAttribute ("Budget", IntegerValue (budget));
            sde.AddFailure (CreateObjectWithAttributes<SdeMaybe> ("Name", StringValue ("left")));
          },
          Seconds (2));
      NS_TEST_ASSERT_MSG_EQ (outcome.scenarios, expected[budget], "at most " << budget);
    }
  }
};

static class SdeFailureTestSuite : public TestSuite {
public:
  SdeFailureTestSuite () : TestSuite ("sde-failure", Type::UNIT) {
    Add ("drop", "received or lost", "2", At1 ());
    Add ("drop", "both nodes: the answer only if there is one", "3",
         [] (Ptr<SdeFailureModel>, NodeContainer) {});
    Add ("drop", "outside of its window", "1", At1 ("Start", "1s"));
    Add ("drop", "its window ends when the frame comes", "1", At1 ("End", "5ms"));
    Add ("drop", "its window ends just behind the frame", "2", At1 ("End", "5000001ns"));
    Add ("drop", "frames of nobody", "1", Between ("Start", "6ms", 1));
    Add ("drop", "never more than none", "1", At1 ("Budget", "0"));
    Add ("duplicate", "once or twice", "2", At1 ("Duration", "3ms"));
    Add ("delay", "now, or after one of two delays", "3", At1 ("Delays", "10ms 20ms"));
    Add ("corrupt", "as it is, or any byte: 7 or another", "3", At1 ("First", "0"));
    Add ("corrupt", "a byte that is not looked at", "2", At1 ("First", "2"));
    Add ("crash", "goes on, or halts", "2", At1 ());
    Add ("reboot", "goes on, or begins anew", "2", At1 ("Duration", "100ms"));
    Add ("outage", "hears, or does not", "2", At1 ("Duration", "100ms"));
    Add ("cut", "the link is up or down", "2", Between ());
    Add ("cut", "one way: the frame, not the answer", "2", Between ("OneWay", "true"));
    Add ("cut", "the other way: the answer", "2", Between ("OneWay", "true", 1));
    Add ("partition", "whole or parted", "2", Between ());
    Add ("partition", "from all others", "2", At1 ());
    Add ("allocation", "memory or not", "2", At1 ());
    Add ("maybe", "no or yes at both nodes", "4", [] (Ptr<SdeFailureModel>, NodeContainer) {});
    Add ("maybe", "never", "1", [] (Ptr<SdeFailureModel> failure, NodeContainer) {
      failure->SetAttribute ("Budget", IntegerValue (0));
    });
    AddTestCase (new SdeBudgetTestCase);
  }

private:
  void Add (const std::string &kind, const std::string &what, const std::string &scenarios,
            const SdeFailureTestCase::Set &set) {
    AddTestCase (new SdeFailureTestCase (kind, what, scenarios, set));
  }
} g_sdeFailureTestSuite;
