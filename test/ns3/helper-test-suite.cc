/* SPDX-License-Identifier: GPL-2.0-only */
// SdeHelper: programs, what is symbolic, options, names, the report.
#include "sde-test.h"

#include "ns3/command-line.h"
#include "ns3/integer.h"
#include "ns3/sde-files.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

using namespace ns3;

/** Variables, arguments and environment that a script makes symbolic. */
class SdeInputTestCase : public TestCase {
public:
  SdeInputTestCase () : TestCase ("symbolic variables, arguments and environment") {}

private:
  void Expect (const std::string &scenarios, const std::string &what,
               const std::function<void (SdeHelper &, NodeContainer)> &describe) {
    SdeOutcome outcome = SdeRunOnce (
        [&] (SdeHelper &sde) {
          NodeContainer nodes (1);
          sde.SetProgram (SdeTestProgram ("choice"));
          describe (sde, nodes);
          if (!sde.GetSimulation ()->GetNNodes ())
            sde.Install (nodes);
        },
        Seconds (1));
    NS_TEST_ASSERT_MSG_EQ (outcome.status, 0, what);
    NS_TEST_ASSERT_MSG_EQ (outcome.scenarios, scenarios, what);
  }

  void DoRun () override {
    Expect ("1", "nothing is symbolic", [] (SdeHelper &, NodeContainer) {});
    Expect ("2", "a variable", [] (SdeHelper &sde, NodeContainer nodes) {
      sde.Install (nodes);
      sde.SetSymbolicVariable (nodes.Get (0), "mode");
    });
    Expect ("4", "two arguments of three", [] (SdeHelper &sde, NodeContainer) {
      sde.AddSymbolicArgument (1);
      sde.AddArgument ("x");
      sde.AddSymbolicArgument (2);
    });
    Expect ("2", "the environment",
            [] (SdeHelper &sde, NodeContainer) { sde.SetSymbolicEnvironment ("LEVEL", 1); });
    Expect ("1", "a fixed environment",
            [] (SdeHelper &sde, NodeContainer) { sde.SetEnvironment ("LEVEL", "y"); });
  }
};

/** C files are compiled by the command sde, and nothing is left behind. */
class SdeCompileTestCase : public TestCase {
public:
  SdeCompileTestCase () : TestCase ("C files as programs") {}

private:
  void DoRun () override {
    std::string folder = CreateTempDirFilename ("sources");
    std::filesystem::create_directories (folder + "/tmp");
    std::ofstream (folder + "/main.c") << "int other (void);\nint main (void) { return other (); }\n";
    std::ofstream (folder + "/other.c") << "int other (void) { return VALUE; }\n";
    std::ofstream (folder + "/bad.c") << "int main (void) { return }\n";
    setenv ("TMPDIR", (folder + "/tmp").c_str (), 1);
    SdeOutcome outcome = SdeRunOnce (
        [&] (SdeHelper &sde) {
          sde.SetProgram ({folder + "/main.c", folder + "/other.c"}, {"-DVALUE=0"});
          sde.Install (NodeContainer (2));
        },
        Seconds (1));
    NS_TEST_ASSERT_MSG_EQ (outcome.status, 0, "two files with a flag are a program");
    NS_TEST_ASSERT_MSG_EQ (outcome.stats.states, 2, "of two nodes");
    NS_TEST_ASSERT_MSG_EQ (std::filesystem::is_empty (folder + "/tmp"), true, "nothing is left behind");
    setenv ("SDE_COMMAND", "/bin/false", 1);
    std::ostringstream said;
    std::streambuf *before = std::cerr.rdbuf (said.rdbuf ());
    outcome = SdeRunOnce ([&] (SdeHelper &sde) { sde.Install (NodeContainer (1), folder + "/bad.c"); },
                          Seconds (1));
    std::cerr.rdbuf (before);
    unsetenv ("SDE_COMMAND");
    unsetenv ("TMPDIR");
    NS_TEST_ASSERT_MSG_EQ (outcome.status, 2, "what cannot be compiled is an error");
    NS_TEST_ASSERT_MSG_EQ ((said.str ().find ("node 0: `sde cc` did not succeed") != std::string::npos), true,
                           said.str ());
  }
};

/** Options of the command line. */
class SdeOptionTestCase : public TestCase {
public:
  SdeOptionTestCase () : TestCase ("options of the command line set attributes, bad values are told") {}

private:
  /** \return the status of a run with these options; said gets what it prints */
  int RunWith (std::vector<std::string> options, std::string *said) {
    std::ostringstream text;
    std::streambuf *out = std::cout.rdbuf (text.rdbuf ()), *err = std::cerr.rdbuf (text.rdbuf ());
    int status;
    {
      SdeHelper sde;
      CommandLine cmd ("options.cc");
      sde.AddOptions (cmd);
      options.insert (options.begin (), "options");
      cmd.Parse (options);
      NodeContainer nodes (2);
      sde.Connect (nodes.Get (0), nodes.Get (1), MilliSeconds (5));
      sde.Install (nodes, SdeTestProgram ("ping"));
      sde.SetSymbolicSent (nodes.Get (0), 1, 0, 0);
      sde.AddFailure (CreateObject<SdeDrop> ());
      status = sde.Run (Seconds (1));
      m_stats = sde.GetSimulation ()->GetStats ();
      StringValue algorithm;
      sde.GetSimulation ()->GetAttribute ("Algorithm", algorithm);
      m_algorithm = algorithm.Get ();
    }
    Simulator::Destroy ();
    std::cout.rdbuf (out);
    std::cerr.rdbuf (err);
    *said = text.str ();
    return status;
  }

  void ExpectBad (const std::string &option, const std::string &words) {
    std::string said;
    NS_TEST_ASSERT_MSG_EQ (RunWith ({option}, &said), 2, option);
    NS_TEST_ASSERT_MSG_EQ ((said.find (words) != std::string::npos), true, option << ": " << said);
  }

  void DoRun () override {
    std::string said;
    NS_TEST_ASSERT_MSG_EQ (RunWith ({}, &said), 0, "without options");
    NS_TEST_ASSERT_MSG_EQ ((said.find ("scenarios") != std::string::npos), true, "there is a report");
    NS_TEST_ASSERT_MSG_EQ (m_algorithm, "sds", "the default");
    NS_TEST_ASSERT_MSG_EQ (RunWith ({"--quiet", "--algorithm=cow", "--seed=5"}, &said), 0, "--quiet");
    NS_TEST_ASSERT_MSG_EQ (said, "", "nothing is said");
    NS_TEST_ASSERT_MSG_EQ (m_algorithm, "cow", "--algorithm");
    NS_TEST_ASSERT_MSG_EQ (RunWith ({"--json"}, &said), 0, "--json");
    NS_TEST_ASSERT_MSG_EQ ((said.find ("\"digest\"") != std::string::npos), true, "it is JSON");
    NS_TEST_ASSERT_MSG_EQ (RunWith ({"--explain"}, &said), 0, "--explain");
    NS_TEST_ASSERT_MSG_EQ ((said.find ("bytes 0 to 0 of frame 1 that it sends") != std::string::npos), true,
                           said);
    NS_TEST_ASSERT_MSG_EQ (m_stats.transmissions, 0, "nothing was run");
    NS_TEST_ASSERT_MSG_EQ (RunWith ({"--max-states=2", "--quiet"}, &said), 3, "a limit is no exhaustive run");
    NS_TEST_ASSERT_MSG_EQ (RunWith ({"--budget=0", "--quiet"}, &said), 0, "--budget");
    ExpectBad ("--algorithm=xyz", "cob, cow or sds");
    ExpectBad ("--merge-equal-frames=2", "0 or 1");
    ExpectBad ("--budget=1000", "up to 255");
    ExpectBad ("--max-time=soon", "takes a number");
    ExpectBad ("--max-memory=-1", "takes a number");
    ExpectBad ("--max-scenarios=many", "decimal number");
    ExpectBad ("--seed=x", "--seed takes a number");
  }

  SdeNetworkStats m_stats; //!< of the last run
  std::string m_algorithm; //!< of the last run
};

/** Where files are found, and how nodes are called. */
class SdePlaceTestCase : public TestCase {
public:
  SdePlaceTestCase () : TestCase ("files and names") {}

private:
  void DoRun () override {
    setenv ("SDE_PATH", "/nowhere:" SDE_TEST_PROGRAMS, 1);
    NS_TEST_ASSERT_MSG_EQ (SdeHelper::Find ("ping.bc"), SdeTestProgram ("ping"), "in a folder of SDE_PATH");
    NS_TEST_ASSERT_MSG_EQ (SdeHelper::Find ("pong.bc"), "pong.bc", "what is not found is left as it is");
    unsetenv ("SDE_PATH");
    Ptr<Node> node = CreateObject<Node> (), gate = CreateObject<Node> ();
    Names::Add ("gate", gate);
    NS_TEST_ASSERT_MSG_EQ (SdeSimulation::GetNodeName (node), "node " + std::to_string (node->GetId ()),
                           "by its id");
    NS_TEST_ASSERT_MSG_EQ (SdeSimulation::GetNodeName (gate), "gate", "by its name");
    Simulator::Destroy ();
    Names::Clear ();
  }
};

/** A run that is interrupted ends in order. */
class SdeInterruptTestCase : public TestCase {
public:
  SdeInterruptTestCase () : TestCase ("an interrupted run ends in order and is not exhaustive") {}

private:
  void DoRun () override {
    SdeOutcome outcome = SdeRunOnce (
        [] (SdeHelper &sde) {
          NodeContainer nodes (2);
          sde.Connect (nodes.Get (0), nodes.Get (1), MilliSeconds (5));
          sde.Install (nodes, SdeTestProgram ("gossip"), {"100"});
          Simulator::Schedule (MilliSeconds (42), [] { raise (SIGINT); });
        },
        Seconds (10));
    NS_TEST_ASSERT_MSG_EQ (outcome.status, 3, "nothing found, not exhaustive");
    NS_TEST_ASSERT_MSG_LT (outcome.stats.time, 100000000, "it ended soon after 42 ms");
    NS_TEST_ASSERT_MSG_GT (outcome.stats.transmissions, 5, "and not before");
  }
};

static class SdeHelperTestSuite : public TestSuite {
public:
  SdeHelperTestSuite () : TestSuite ("sde-helper", Type::UNIT) {
    AddTestCase (new SdeInputTestCase);
    AddTestCase (new SdeCompileTestCase);
    AddTestCase (new SdeOptionTestCase);
    AddTestCase (new SdePlaceTestCase);
    AddTestCase (new SdeInterruptTestCase);
  }
} g_sdeHelperTestSuite;
