/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SDE_SIMULATION_H
#define SDE_SIMULATION_H

#include "ns3/event-id.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <sde/case.h>
#include <sde/network.h>

#include <functional>
#include <iosfwd>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace ns3 {

class Packet;
class SdeApplication;
class SdeBaseChannel;
class SdeFailureModel;
class SdeNetDevice;
class SdeProgramStore;
class SdePropertyModel;

/**
 * \ingroup sde
 * \brief A network under symbolic distributed execution: owns the engine's network, and is its host.
 *
 * ns-3's events only mark what happens at a time; at its end one event lets the engine handle
 * all of it.  So no order among events of equal times comes from ns-3, and every scheduler gives the
 * same result.
 *
 * A script uses SdeHelper.  Attributes hold for the next Start.
 */
class SdeSimulation : public Object {
public:
  /** \return the type of this class */
  static TypeId GetTypeId ();

  SdeSimulation ();
  ~SdeSimulation () override;

  // --- building ---

  /** \param application what its node runs: the node gets the next number */
  void AddApplication (Ptr<SdeApplication> application);
  /** \param failure that may happen */
  void AddFailure (Ptr<SdeFailureModel> failure);
  /** \param property that is checked */
  void AddProperty (Ptr<SdePropertyModel> property);
  /**
   * \param name for some nodes, to be used in properties
   * \param nodes these
   */
  void NameNodes (const std::string &name, NodeContainer nodes);
  /**
   * \param kind which bytes are meant
   * \param node whose they are
   * \param frame the n-th, from 1; 0: every
   * \param first byte
   * \param last byte, included
   * \param variable name of a variable, if that is the kind
   */
  void AddInput (SdeInputKind kind, Ptr<Node> node, uint32_t frame, uint64_t first, uint64_t last,
                 const std::string &variable = "");

  /** \return how many nodes run programs */
  uint32_t GetNNodes () const;
  /** \return the node with this number */
  Ptr<Node> GetNode (uint32_t number) const;
  /** \return the number of the node; UINT32_MAX: it runs no program */
  uint32_t GetNodeNumber (Ptr<const Node> node) const;
  /** \return the node's name in reports: that of ns3::Names, or "node" and its id in ns-3 */
  static std::string GetNodeName (Ptr<const Node> node);
  /** \return interface \p iface of the node with this number; null before Start */
  Ptr<SdeNetDevice> GetDevice (uint32_t node, uint32_t iface) const;

  // --- running ---

  /**
   * Checks and builds the network and schedules its beginning.  Simulator::Run does the rest.
   * \param end of the simulated time; 0: when nothing happens any more
   * \return "" or what is wrong, one sentence a line
   */
  std::string Start (Time end);
  /**
   * Says what will be explored: nodes, links, what is symbolic, what may fail, limits.
   * \param os gets the text; call it after Start
   */
  void Explain (std::ostream &os) const;
  /** What waits is done: results can be read.  Call it after Simulator::Run. */
  void Finish ();
  /** \param callback is called after each round, for progress lines */
  void SetRoundCallback (std::function<void (SdeSimulation *)> callback);
  /**
   * For the result database: how the run can be made again.
   * \param door "script" (the default: the program itself is what is run), or "run"
   * \param file that says what is run, if the program alone does not
   */
  void SetOrigin (const std::string &door, const std::string &file);
  /** The run ends in order at the next occasion, as at SIGINT; safe in signal handlers. */
  void Interrupt ();

  // --- results ---

  /** \return the engine's network, for everything of sde/network.h; null before Start */
  SdeNetwork *GetNetwork () const;
  /** \return hash of the set of scenarios: equal for all algorithms, schedulers and hosts */
  uint64_t GetDigest () const;
  /** \return the exact number of scenarios, decimal */
  std::string GetScenarios () const;
  /** \return figures of the run */
  SdeNetworkStats GetStats () const;
  /** \return report for people, or with the attribute Json as JSON */
  std::string GetReport () const;
  /** \return a line about the run so far */
  std::string GetProgress () const;
  /** \return 0 everything explored, nothing found; 1 bugs; 3 nothing found, not exhaustive */
  int GetStatus () const;

  /**
   * For trace sinks: what has happened.  Pointers in it are valid during the call only.
   * \param [in] event see sde/network.h and sde/event.def
   */
  typedef void (*EventTracedCallback) (const SdeEvent &event);

  // --- for channels ---

  /**
   * A frame will reach a device, or gets lost on its way.
   * \param transmission that carries it
   * \param receiver that it would reach
   * \param delay after which it does, ns
   * \param lost it does not
   */
  void Announce (const SdeTransmission &transmission, SdeNetDevice *receiver, int64_t delay, bool lost);
  /** \return seed of all random draws */
  uint64_t GetSeed () const;

protected:
  void DoDispose () override;

private:
  /** An input as AddInput takes it. */
  struct Input {
    SdeInputKind kind;    //!< which bytes are meant
    Ptr<Node> node;       //!< whose
    uint32_t frame;       //!< the n-th
    uint64_t first, last; //!< bytes
    std::string variable; //!< or of which variable
  };
  /** Deliveries of one frame at one time: one event of ns-3. */
  struct Batch {
    int64_t delay;                         //!< until then, ns
    std::vector<uint64_t> deliveries;      //!< their numbers
    Ptr<const Packet> packet;              //!< for trace sinks; null: there are none
    std::vector<Ptr<SdeNetDevice>> traced; //!< receivers with trace sinks
  };

  static void AddMainAttributes (TypeId *tid); //!< \param tid gets what decides about the exploration
  static void AddLimits (TypeId *tid);         //!< \param tid gets limits of the run and of each state
  void Clear ();                               //!< forgets the network of the last run

  // building: each returns "" or what is wrong
  std::string Build ();
  std::string CheckAttributes () const;
  std::string BuildNodes ();
  std::string BuildNode (uint32_t number);
  std::string BuildInterfaces (uint32_t number);
  std::string BuildChannels ();
  std::string BuildInput (const Input &input);
  std::string BuildFailure (const SdeFailureModel &model);
  std::string BuildProperties ();
  std::string GetNumbers (const NodeContainer &nodes, std::vector<uint32_t> *numbers) const;
  SdeNetworkOptions GetOptions ();                  //!< \return options from attributes
  void ExplainNodes (std::ostream &os) const;       //!< \param os gets what they run
  void ExplainLinks (std::ostream &os) const;       //!< \param os gets channels
  void ExplainInputs (std::ostream &os) const;      //!< \param os gets what is symbolic
  void ExplainFailures (std::ostream &os) const;    //!< \param os gets what may fail
  bool IsTraced () const;                           //!< \return whether anybody watches
  bool IsLinked (uint32_t from, uint32_t to) const; //!< \return whether a channel may carry frames there
  bool AreLinked (const std::vector<uint32_t> &nodes, const std::vector<uint32_t> &peers,
                  bool oneWay) const; //!< \return whether any pair of them is linked

  // the host of the engine
  static int64_t HostNow (void *data);
  static void HostWake (void *data, int64_t time);
  static void HostTransmit (void *data, const SdeTransmission *transmission);
  static void HostWatch (void *data, const SdeEvent *event);
  void Watch (const SdeEvent &event);         //!< \param event that is told to trace sinks
  void ScheduleWake ();                       //!< one event for the earliest time that is wanted
  void Wake ();                               //!< a time has come that was wanted
  void Arrive (std::shared_ptr<Batch> batch); //!< a frame is there
  void Mark ();                               //!< something happens now: flush at the end of this time
  void Flush ();                              //!< let the engine handle a round

  // attributes
  std::string m_algorithm, m_maxScenarios, m_solverLayers, m_dispatch;
  std::string m_database, m_door = "script", m_description; //!< result database, and how the run was started
  bool m_databaseReplace;
  bool m_merge, m_stopAtFirstBug, m_keepFrames, m_uninitialised, m_quiet, m_json, m_progress, m_trusted;
  uint64_t m_seed, m_maxMemory, m_maxStates, m_maxInstructions, m_eventInstructions;
  int32_t m_budget;
  double m_maxTime;
  uint32_t m_maxDepth, m_maxRounds, m_maxQueue, m_maxLooks;
  Time m_pollInterval;

  std::vector<Ptr<SdeApplication>> m_applications;           //!< by number of their nodes
  std::map<Ptr<const Node>, uint32_t> m_numbers;             //!< of nodes
  std::vector<Ptr<SdeFailureModel>> m_failures;              //!< as added
  std::vector<Ptr<SdePropertyModel>> m_properties;           //!< as added
  std::vector<std::pair<std::string, NodeContainer>> m_sets; //!< names for nodes
  std::vector<Input> m_inputs;                               //!< as added
  std::vector<std::vector<Ptr<SdeNetDevice>>> m_devices;     //!< by node, by interface
  std::unique_ptr<SdeProgramStore> m_programs;               //!< each loaded once
  SdeNetwork *m_network = nullptr;                           //!< the engine's
  SdeCase *m_case = nullptr;    //!< that is replayed; null: everything is explored
  Time m_end;                   //!< of the simulated time; 0: none
  bool m_ended = false;         //!< the engine wants no more
  volatile int m_interrupt = 0; //!< the run is to end

  std::set<int64_t> m_wanted;                    //!< times for which the engine has asked
  EventId m_wake;                                //!< for the earliest of them
  int64_t m_wakeTime = -1;                       //!< of m_wake; -1: none
  EventId m_flush;                               //!< at the end of this time
  uint64_t m_marks = 0;                          //!< so far
  uint64_t m_marksSeen = 0;                      //!< when m_flush was scheduled
  std::vector<std::shared_ptr<Batch>> m_batches; //!< of the frame that is being sent
  std::function<void (SdeSimulation *)> m_afterRound = [] (SdeSimulation *) {}; //!< called by Flush

// one trace source for each row of sde/event.def: m_traceFORK is Fork
#define EVENT(name, text, meaning) TracedCallback<const SdeEvent &> m_trace##name;
#include <sde/event.def>
};

} // namespace ns3

#endif /* SDE_SIMULATION_H */
