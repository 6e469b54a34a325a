/* SPDX-License-Identifier: GPL-2.0-only */
// Trace sources of the simulation and of devices, and pcap files.
#include "sde-test.h"

#include "ns3/packet.h"
#include "ns3/pcap-file.h"
#include "ns3/sde-transmission-tag.h"

#include <map>
#include <sys/stat.h>

using namespace ns3;

/** Each trace source tells what it is named after. */
class SdeTraceTestCase : public TestCase {
public:
  SdeTraceTestCase () : TestCase ("trace sources tell what happens") {}

private:
  void Count (const SdeEvent &event) { m_count[sde_event_name (event.kind)]++; }
  void Sent (Ptr<const Packet> packet) {
    SdeTransmissionTag tag;
    m_tagged += packet->PeekPacketTag (tag) && tag.GetNumber () > 0;
    m_sent += packet->GetSize () == 4;
  }
  void Received (Ptr<const Packet> packet) { m_received += packet->GetSize () == 4; }

  void DoRun () override {
    SdeOutcome outcome = SdeRunOnce (
        [this] (SdeHelper &sde) {
          NodeContainer nodes (2);
          sde.Connect (nodes.Get (0), nodes.Get (1), MilliSeconds (5));
          sde.Install (nodes, SdeTestProgram ("ping"));
          sde.SetSymbolicSent (nodes.Get (0), 1, 0, 0);
          sde.AddFailure (CreateObjectWithAttributes<SdeDrop> ("Name", StringValue ("loss")));
          for (const char *source :
               {"Boot", "Fork", "Transmit", "Map", "Deliver", "Drop", "Decide", "Stop", "Log"}) {
            bool connected = sde.GetSimulation ()->TraceConnectWithoutContext (
                source, MakeCallback (&SdeTraceTestCase::Count, this));
            NS_TEST_ASSERT_MSG_EQ (connected, true, source);
          }
          Config::ConnectWithoutContext ("/NodeList/*/DeviceList/*/$ns3::SdeNetDevice/PhyTxBegin",
                                         MakeCallback (&SdeTraceTestCase::Sent, this));
          Config::ConnectWithoutContext ("/NodeList/*/DeviceList/*/$ns3::SdeNetDevice/PhyRxEnd",
                                         MakeCallback (&SdeTraceTestCase::Received, this));
        },
        Seconds (2));
    NS_TEST_ASSERT_MSG_EQ (outcome.status, 0, "nothing is found");
    NS_TEST_ASSERT_MSG_EQ (m_count["boot"], 2, "two nodes begin");
    NS_TEST_ASSERT_MSG_EQ (m_count["transmit"], outcome.stats.transmissions, "every transmission");
    NS_TEST_ASSERT_MSG_EQ (m_count["fork"], outcome.stats.states - 2, "every copy of a state");
    NS_TEST_ASSERT_MSG_EQ (m_count["map"], outcome.stats.arrivals, "every arrival");
    NS_TEST_ASSERT_MSG_GT (m_count["deliver"], 0, "frames are received");
    NS_TEST_ASSERT_MSG_EQ (m_count["drop"], outcome.stats.dropped, "and lost");
    NS_TEST_ASSERT_MSG_GT (m_count["decide"], 1, "both outcomes are told");
    NS_TEST_ASSERT_MSG_GT (m_count["stop"], 1, "programs end");
    NS_TEST_ASSERT_MSG_GT (m_count["log"], 1, "lines of the program");
    NS_TEST_ASSERT_MSG_EQ (m_sent, outcome.stats.transmissions, "packets with the content of frames");
    NS_TEST_ASSERT_MSG_EQ (m_tagged, outcome.stats.transmissions, "and the number of the transmission");
    NS_TEST_ASSERT_MSG_EQ (m_received, outcome.stats.deliveries, "arrive at devices");
  }

  std::map<std::string, uint64_t> m_count;           //!< events by kind
  uint64_t m_sent = 0, m_tagged = 0, m_received = 0; //!< packets
};

/** The frames of the scenario in which the bug happens. */
class SdePcapTestCase : public TestCase {
public:
  SdePcapTestCase () : TestCase ("pcap files of a scenario") {}

private:
  /** \return what the frames of a file begin with, and their times in ms */
  std::string Read (const std::string &name, uint32_t linkType) {
    PcapFile file;
    file.Open (name, std::ios::in);
    NS_TEST_EXPECT_MSG_EQ (file.Fail (), false, name << " can be read");
    if (file.Fail ())
      return "";
    NS_TEST_EXPECT_MSG_EQ (file.GetDataLinkType (), linkType, name);
    std::string text;
    uint8_t bytes[64];
    uint32_t seconds, micros, captured, original, read;
    while (true) {
      file.Read (bytes, sizeof bytes, seconds, micros, captured, original, read);
      if (file.Eof () || file.Fail ())
        return text;
      text += std::string (1, static_cast<char> (bytes[0])) +
              std::to_string (seconds * 1000 + micros / 1000) + " ";
    }
  }

  void Run (bool bug, uint32_t linkType) {
    std::string prefix = CreateTempDirFilename (bug ? "bug" : "first");
    SdeOutcome outcome = SdeRunOnce (
        [&] (SdeHelper &sde) {
          NodeContainer nodes (2);
          sde.Connect (nodes.Get (0), nodes.Get (1), MilliSeconds (5));
          sde.Install (nodes, SdeTestProgram ("fault"));
          Ptr<SdeDrop> drop = CreateObject<SdeDrop> ();
          drop->SetNodes (nodes.Get (1));
          sde.AddFailure (drop);
          sde.SetPcapLinkType (linkType);
          if (bug)
            sde.EnablePcap (prefix);
          else
            sde.EnablePcapScenario (prefix, SIZE_MAX);
        },
        Seconds (1));
    NS_TEST_ASSERT_MSG_EQ (outcome.status, 1, "a bug is found");
    NS_TEST_ASSERT_MSG_EQ (Read (prefix + "-0-0.pcap", linkType), "a0 b10 ", "what node 0 sends");
    if (bug)
      NS_TEST_ASSERT_MSG_EQ (Read (prefix + "-1-0.pcap", linkType), "b15 ",
                             "what node 1 receives: the first is lost");
  }

  void DoRun () override {
    Run (true, SdeHelper::LINK_USER0);
    Run (false, SdeHelper::LINK_RAW);
  }
};

static class SdeTraceTestSuite : public TestSuite {
public:
  SdeTraceTestSuite () : TestSuite ("sde-trace", Type::UNIT) {
    AddTestCase (new SdeTraceTestCase);
    AddTestCase (new SdePcapTestCase);
  }
} g_sdeTraceTestSuite;
