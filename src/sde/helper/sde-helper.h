/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SDE_HELPER_H
#define SDE_HELPER_H

#include "ns3/application-container.h"
#include "ns3/channel.h"
#include "ns3/command-line.h"
#include "ns3/error-model.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"

#include "ns3/sde-application.h"
#include "ns3/sde-channel.h"
#include "ns3/sde-failure-model.h"
#include "ns3/sde-net-device.h"
#include "ns3/sde-point-to-point-channel.h"
#include "ns3/sde-property-model.h"
#include "ns3/sde-simulation.h"

#include <memory>
#include <string>
#include <vector>

namespace ns3 {

struct SdeOptions;

/**
 * \defgroup sde Symbolic distributed execution
 *
 * Networks of C programs, explored in all their scenarios at once.
 */

/**
 * \ingroup sde
 * \brief Describes a network of C programs and explores every scenario of it.
 *
 * \code
 *   NodeContainer nodes (2);
 *   SdeHelper sde;
 *   CommandLine cmd;
 *   sde.AddOptions (cmd);
 *   cmd.Parse (argc, argv);
 *   sde.Connect (nodes.Get (0), nodes.Get (1), MilliSeconds (5));
 *   sde.Install (nodes, "ping.c");
 *   sde.SetSymbolicSent (nodes.Get (0), 1, 0, 3);
 *   sde.AddFailure (CreateObject<SdeDrop> ());
 *   int status = sde.Run (Seconds (10));
 *   Simulator::Destroy ();
 *   return status;
 * \endcode
 *
 * What cannot be is not fatal where it is said: it is remembered, Run prints all of it and returns 2.
 */
class SdeHelper {
public:
  SdeHelper ();
  ~SdeHelper ();
  SdeHelper (const SdeHelper &) = delete;
  SdeHelper &operator= (const SdeHelper &) = delete;

  /** \return the network, for attributes, trace sources and results */
  Ptr<SdeSimulation> GetSimulation () const;
  /**
   * \param name of an attribute of SdeSimulation
   * \param value of it
   */
  void SetAttribute (const std::string &name, const AttributeValue &value);

  // --- what nodes run ---

  /**
   * \param file for the following Install: bitcode made by `sde cc -o x.bc`, or a C file, which is compiled by
   *        the command sde: $SDE_COMMAND, or beside the running program, or in the PATH
   */
  void SetProgram (const std::string &file);
  /**
   * \param files C files that make one program
   * \param flags for `sde cc`
   */
  void SetProgram (const std::vector<std::string> &files, const std::vector<std::string> &flags = {});
  /** \param arguments of main for the following Install */
  void SetArguments (const std::vector<std::string> &arguments);
  /** \param text one more argument */
  void AddArgument (const std::string &text);
  /** \param bytes one more argument: that many symbolic bytes */
  void AddSymbolicArgument (uint32_t bytes);
  /**
   * \param name of a variable of the environment for the following Install
   * \param value of it
   */
  void SetEnvironment (const std::string &name, const std::string &value);
  /**
   * \param name of a variable of the environment for the following Install
   * \param bytes number of symbolic bytes that are its value
   */
  void SetSymbolicEnvironment (const std::string &name, uint32_t bytes);
  /** The following Install begins without arguments and environment, at time 0. */
  void Reset ();
  /** \param start when main begins, for the following Install */
  void SetStartTime (Time start);

  /**
   * The i-th node that is installed in all has the number i for programs and reports.
   * \param nodes that run the program
   * \return what they run, one for each node
   */
  ApplicationContainer Install (NodeContainer nodes);
  /** \param node that runs the program \return what it runs */
  ApplicationContainer Install (Ptr<Node> node);
  /**
   * \param nodes that run this program, whatever was set before
   * \param file as in SetProgram
   * \param arguments of main
   * \return what they run, one for each node
   */
  ApplicationContainer Install (NodeContainer nodes, const std::string &file,
                                const std::vector<std::string> &arguments = {});
  /**
   * An adversary instead of a program: it sends frames of any content, or replays, alters or withholds what it
   * hears.
   * \param node that is the adversary
   * \param arguments budgets, as in "replay=1 delay=1000000"
   * \return what it runs
   */
  ApplicationContainer InstallAdversary (Ptr<Node> node, const std::string &arguments);

  // --- what is symbolic without the program knowing it ---

  /**
   * \param node that sends
   * \param frame its n-th frame, from 1; 0: every
   * \param first byte
   * \param last byte, included; cut to the frame's end
   */
  void SetSymbolicSent (Ptr<Node> node, uint32_t frame, uint64_t first, uint64_t last);
  /**
   * \param node that receives
   * \param frame its n-th frame, from 1; 0: every
   * \param first byte
   * \param last byte, included; cut to the frame's end
   */
  void SetSymbolicReceived (Ptr<Node> node, uint32_t frame, uint64_t first, uint64_t last);
  /**
   * \param node whose program has the variable
   * \param variable global, before main
   * \param first byte
   * \param last byte, included; both 0: all of it
   */
  void SetSymbolicVariable (Ptr<Node> node, const std::string &variable, uint64_t first = 0,
                            uint64_t last = 0);

  // --- devices and channels ---

  /**
   * \param name of an attribute of SdeNetDevice, for the devices that are installed from now on
   * \param value of it
   */
  void SetDeviceAttribute (const std::string &name, const AttributeValue &value);
  /**
   * Gives each node one more interface, on this channel.
   * \param nodes that hear each other
   * \param channel an SdeChannel; others are refused
   * \return the devices
   */
  NetDeviceContainer InstallBroadcast (NodeContainer nodes, Ptr<Channel> channel);
  /**
   * Gives both nodes one more interface, and a link between them.
   * \param a a node
   * \param b another one
   * \param delay of the link
   * \param error model that loses frames, or null
   * \return the two devices
   */
  NetDeviceContainer Connect (Ptr<Node> a, Ptr<Node> b, Time delay, Ptr<ErrorModel> error = nullptr);

  /** \param failure that may happen */
  void AddFailure (Ptr<SdeFailureModel> failure);

  /** \param property that is checked while the network runs */
  void AddProperty (Ptr<SdePropertyModel> property);
  /**
   * \param kind always, never, sometimes, eventually or within
   * \param name of the property
   * \param text an expression, as in "count(n: n.leader == 1) <= 1"
   * \param time eventually: until when; within: how long after the last failure
   */
  void AddProperty (const std::string &kind, const std::string &name, const std::string &text,
                    Time time = Time (0));
  /**
   * \param name for some nodes, to be used in properties: "all(n in sensors: ...)"
   * \param nodes these
   */
  void NameNodes (const std::string &name, NodeContainer nodes);

  // --- pcap ---

  /** Link types of pcap files. */
  enum LinkType {
    LINK_USER0 = 147, //!< frames of programs, of no known form
    LINK_RAW = 101    //!< IP datagrams: programs that use sockets
  };
  /** \param type link type of the files */
  void SetPcapLinkType (uint32_t type);
  /**
   * After the run, writes the frames of a scenario to PREFIX-NODE-DEVICE.pcap: that of the first bug, or if there is
   * none the first scenario.
   * \param prefix of the files
   */
  void EnablePcap (const std::string &prefix);
  /**
   * \param prefix of the files
   * \param error whose scenario is written, from 0; SIZE_MAX: the first scenario of all
   */
  void EnablePcapScenario (const std::string &prefix, size_t error);

  /**
   * Keeps everything that happens in an SQLite file.  Without it, the environment's SDE_DB names one.
   * \param file that is made
   * \param replace a result database that is there already; otherwise that is an error
   */
  void SetDatabase (const std::string &file, bool replace = false);

  // --- running ---

  /** \param cmd gets the options of every run: --algorithm, --seed, --json ... */
  void AddOptions (CommandLine &cmd);
  /** \param error sentence that Run prints before it returns 2 */
  void Fail (const std::string &error);
  /** \return what was wrong so far */
  const std::vector<std::string> &GetErrors () const;
  /**
   * Explores the network and prints the report.
   * \param end of the simulated time; 0: when nothing happens any more
   * \return 0 everything explored, nothing found; 1 bugs; 2 something was wrong; 3 nothing found, not exhaustive
   */
  int Run (Time end = Time (0));

  /**
   * Finds a file that belongs to ns-3 SDE: in the folders of $SDE_PATH, in ../share/sde/examples beside the running
   * program, or where ns-3 SDE was installed.
   * \param name such as "collect/collect.bc"
   * \return its path; name itself if it is not found
   */
  static std::string Find (const std::string &name);

private:
  Ptr<SdeNetDevice> AddDevice (Ptr<Node> node, Ptr<SdeBaseChannel> channel); //!< \return the new device
  std::string WritePcap (); //!< after the run \return "" or why not
  int Complain () const;    //!< prints what was wrong \return the exit status

  mutable Ptr<SdeSimulation>
      m_simulation; //!< made when first needed, so that defaults of the command line hold
  std::unique_ptr<SdeOptions> m_options;                          //!< of the command line
  std::vector<std::string> m_files, m_flags;                      //!< program of the following Install
  std::vector<SdeApplication::String> m_arguments, m_environment; //!< of the following Install
  Time m_start;                                                   //!< of the following Install
  ObjectFactory m_device;                                         //!< of the following devices
  std::vector<std::string> m_errors;                              //!< so far
  std::string m_pcap;                                             //!< prefix; "": none
  size_t m_pcapError = 0;                                         //!< whose scenario is written
  bool m_pcapFirst = true;                                        //!< the first bug's, if there is one
  uint32_t m_linkType = LINK_USER0;                               //!< of pcap files
};

} // namespace ns3

#endif /* SDE_HELPER_H */
