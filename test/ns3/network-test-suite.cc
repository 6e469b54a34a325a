/* SPDX-License-Identifier: GPL-2.0-only */
// The thinnest whole thing: two nodes, one frame, one fork, through ns-3.
#include "sde-test.h"

using namespace ns3;

/** The same scenarios with COB, COW and SDS. */
class SdePingTestCase : public TestCase {
public:
  SdePingTestCase () : TestCase ("two nodes, one frame, one fork: equal digests for COB, COW and SDS") {}

private:
  void DoRun () override {
    uint64_t digest = 0;
    for (const char *algorithm : {"cob", "cow", "sds"}) {
      SdeManner manner;
      manner.algorithm = algorithm;
      SdeOutcome outcome = SdeRunOnce (
          [] (SdeHelper &sde) {
            NodeContainer nodes (2);
            sde.Connect (nodes.Get (0), nodes.Get (1), MilliSeconds (5));
            sde.Install (nodes, SdeTestProgram ("ping"));
            sde.SetSymbolicSent (nodes.Get (0), 1, 0, 0);
          },
          Seconds (2), manner);
      NS_TEST_ASSERT_MSG_EQ (outcome.status, 0, algorithm << ": everything was explored, nothing found");
      NS_TEST_ASSERT_MSG_EQ (outcome.scenarios, "2", algorithm << ": the byte is 7 or another one");
      NS_TEST_ASSERT_MSG_EQ (outcome.stats.transmissions, 3, algorithm << ": one frame and two answers");
      if (!digest)
        digest = outcome.digest;
      NS_TEST_ASSERT_MSG_EQ (outcome.digest, digest, algorithm << " explores the same scenarios as COB");
    }
  }
};

/** What happens at the end of the simulated time still happens. */
class SdeEndTestCase : public TestCase {
public:
  SdeEndTestCase () : TestCase ("a frame that arrives at the end of the simulated time is received") {}

private:
  void DoRun () override {
    for (int64_t delay : {4, 5, 6}) {
      SdeOutcome outcome = SdeRunOnce (
          [delay] (SdeHelper &sde) {
            NodeContainer nodes (2);
            sde.Connect (nodes.Get (0), nodes.Get (1), MilliSeconds (delay));
            sde.Install (nodes, SdeTestProgram ("ping"));
          },
          MilliSeconds (5));
      NS_TEST_ASSERT_MSG_EQ (outcome.stats.transmissions, (delay <= 5 ? 2u : 1u),
                             "answered after " << delay << " ms");
    }
  }
};

static class SdeNetworkTestSuite : public TestSuite {
public:
  SdeNetworkTestSuite () : TestSuite ("sde-network", Type::UNIT) {
    AddTestCase (new SdePingTestCase);
    AddTestCase (new SdeEndTestCase);
  }
} g_sdeNetworkTestSuite;
