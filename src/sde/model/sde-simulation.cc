/* SPDX-License-Identifier: GPL-2.0-only */
#include "sde-simulation.h"

#include "sde-application.h"
#include "sde-failure-model.h"
#include "sde-net-device.h"
#include "sde-program-store.h"
#include "sde-property-model.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/integer.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cctype>

namespace ns3 {

NS_LOG_COMPONENT_DEFINE ("SdeSimulation");
NS_OBJECT_ENSURE_REGISTERED (SdeSimulation);

/** \return the name of a trace source: "fork" is Fork */
static std::string TraceName (std::string text) {
  text[0] = static_cast<char> (std::toupper (text[0]));
  return text;
}

/** Adds what decides about the exploration. */
void SdeSimulation::AddMainAttributes (TypeId *tid) {
  *tid = tid->AddAttribute ("Algorithm", "State mapping: cob, cow or sds.", StringValue ("sds"),
                            MakeStringAccessor (&SdeSimulation::m_algorithm), MakeStringChecker ())
             .AddAttribute ("MergeEqualFrames", "Equal frames of rival states arrive as one.",
                            BooleanValue (true), MakeBooleanAccessor (&SdeSimulation::m_merge),
                            MakeBooleanChecker ())
             .AddAttribute ("Seed", "Of all random draws: of channels, and of sde_random.", UintegerValue (1),
                            MakeUintegerAccessor (&SdeSimulation::m_seed), MakeUintegerChecker<uint64_t> ())
             .AddAttribute ("Budget", "Failures in one scenario, at most 255; -1: any number.",
                            IntegerValue (-1), MakeIntegerAccessor (&SdeSimulation::m_budget),
                            MakeIntegerChecker<int32_t> (-1, 255))
             .AddAttribute ("StopAtFirstBug", "End when a bug has been found.", BooleanValue (false),
                            MakeBooleanAccessor (&SdeSimulation::m_stopAtFirstBug), MakeBooleanChecker ())
             .AddAttribute ("KeepFrames", "States know the frames of their paths: needed for pcap files.",
                            BooleanValue (false), MakeBooleanAccessor (&SdeSimulation::m_keepFrames),
                            MakeBooleanChecker ())
             .AddAttribute ("Uninitialised", "Report outcomes that depend on uninitialised memory.",
                            BooleanValue (true), MakeBooleanAccessor (&SdeSimulation::m_uninitialised),
                            MakeBooleanChecker ())
             .AddAttribute ("Trusted", "Read bitcode at once, without trying it in a child process first.",
                            BooleanValue (false), MakeBooleanAccessor (&SdeSimulation::m_trusted),
                            MakeBooleanChecker ())
             .AddAttribute ("SolverLayers", "Layers that may answer queries; empty: all.", StringValue (""),
                            MakeStringAccessor (&SdeSimulation::m_solverLayers), MakeStringChecker ())
             .AddAttribute ("Dispatch", "The interpreter's loop: threaded or switch; empty: the faster one.",
                            StringValue (""), MakeStringAccessor (&SdeSimulation::m_dispatch),
                            MakeStringChecker ())
             .AddAttribute ("Database", "File that keeps everything that happens; empty: none.",
                            StringValue (""), MakeStringAccessor (&SdeSimulation::m_database),
                            MakeStringChecker ())
             .AddAttribute ("DatabaseReplace", "Replace a result database that is there already.",
                            BooleanValue (false), MakeBooleanAccessor (&SdeSimulation::m_databaseReplace),
                            MakeBooleanChecker ())
             .AddAttribute ("Quiet", "No progress line and no report: the exit status tells.",
                            BooleanValue (false), MakeBooleanAccessor (&SdeSimulation::m_quiet),
                            MakeBooleanChecker ())
             .AddAttribute ("Json", "The report is JSON.", BooleanValue (false),
                            MakeBooleanAccessor (&SdeSimulation::m_json), MakeBooleanChecker ())
             .AddAttribute ("Progress", "A progress line also where standard error is no terminal.",
                            BooleanValue (false), MakeBooleanAccessor (&SdeSimulation::m_progress),
                            MakeBooleanChecker ());
}

/** Adds limits of the run and of each state. */
void SdeSimulation::AddLimits (TypeId *tid) {
  *tid =
      tid->AddAttribute ("MaxTime", "Seconds that the run may take; 0: any.", DoubleValue (0),
                         MakeDoubleAccessor (&SdeSimulation::m_maxTime), MakeDoubleChecker<double> (0))
          .AddAttribute ("MaxMemory", "Bytes that states may take; 0: three quarters of the machine's.",
                         UintegerValue (0), MakeUintegerAccessor (&SdeSimulation::m_maxMemory),
                         MakeUintegerChecker<uint64_t> ())
          .AddAttribute ("MaxStates", "States alive at once; 0: any number.", UintegerValue (0),
                         MakeUintegerAccessor (&SdeSimulation::m_maxStates), MakeUintegerChecker<uint64_t> ())
          .AddAttribute ("MaxScenarios", "Scenarios, a decimal number of any size; empty: any number.",
                         StringValue (""), MakeStringAccessor (&SdeSimulation::m_maxScenarios),
                         MakeStringChecker ())
          .AddAttribute ("MaxInstructions", "Instructions of all states; 0: any number.", UintegerValue (0),
                         MakeUintegerAccessor (&SdeSimulation::m_maxInstructions),
                         MakeUintegerChecker<uint64_t> ())
          .AddAttribute ("EventInstructions",
                         "Instructions of a state between two waits: with more it hangs.",
                         UintegerValue (10000000), MakeUintegerAccessor (&SdeSimulation::m_eventInstructions),
                         MakeUintegerChecker<uint64_t> (1))
          .AddAttribute ("MaxDepth", "Decisions of one path; 0: any number.", UintegerValue (0),
                         MakeUintegerAccessor (&SdeSimulation::m_maxDepth), MakeUintegerChecker<uint32_t> ())
          .AddAttribute ("MaxRounds", "Rounds of one time: frames without delay and sleeps of no time.",
                         UintegerValue (1000), MakeUintegerAccessor (&SdeSimulation::m_maxRounds),
                         MakeUintegerChecker<uint32_t> (1))
          .AddAttribute ("MaxQueue", "Frames that wait for a program that does not receive.",
                         UintegerValue (64), MakeUintegerAccessor (&SdeSimulation::m_maxQueue),
                         MakeUintegerChecker<uint32_t> (1))
          .AddAttribute (
              "MaxLooks",
              "Looks at clock or queue without waiting, before a program is taken for one that polls.",
              UintegerValue (1000), MakeUintegerAccessor (&SdeSimulation::m_maxLooks),
              MakeUintegerChecker<uint32_t> (1))
          .AddAttribute ("PollInterval", "How long a program that polls is suspended if no frame comes.",
                         TimeValue (MilliSeconds (1)), MakeTimeAccessor (&SdeSimulation::m_pollInterval),
                         MakeTimeChecker ());
}

TypeId SdeSimulation::GetTypeId () {
  static TypeId tid = [] {
    TypeId made = TypeId ("ns3::SdeSimulation")
                      .SetParent<Object> ()
                      .SetGroupName ("Sde")
                      .AddConstructor<SdeSimulation> ();
    AddMainAttributes (&made);
    AddLimits (&made);
#define EVENT(name, text, meaning)                                                                           \
  made.AddTraceSource (TraceName (text), meaning, MakeTraceSourceAccessor (&SdeSimulation::m_trace##name),   \
                       "ns3::SdeSimulation::EventTracedCallback");
#include <sde/event.def>
    return made;
  }();
  return tid;
}

SdeSimulation::SdeSimulation () : m_programs (std::make_unique<SdeProgramStore> ()) {
  NS_LOG_FUNCTION (this);
}

SdeSimulation::~SdeSimulation () {
  NS_LOG_FUNCTION (this);
  Clear ();
}

void SdeSimulation::DoDispose () {
  NS_LOG_FUNCTION (this);
  Clear ();
  m_applications.clear ();
  m_numbers.clear ();
  m_failures.clear ();
  m_properties.clear ();
  m_sets.clear ();
  m_inputs.clear ();
  Object::DoDispose ();
}

void SdeSimulation::Clear () {
  m_wake.Cancel ();
  m_flush.Cancel ();
  m_devices.clear ();
  sde_network_free (m_network);
  m_network = nullptr;
  sde_case_free (m_case);
  m_case = nullptr;
}

// --- describing ---

void SdeSimulation::AddApplication (Ptr<SdeApplication> application) {
  m_numbers.emplace (application->GetNode (), static_cast<uint32_t> (m_applications.size ()));
  m_applications.push_back (application);
}

void SdeSimulation::AddFailure (Ptr<SdeFailureModel> failure) { m_failures.push_back (failure); }

void SdeSimulation::AddProperty (Ptr<SdePropertyModel> property) { m_properties.push_back (property); }

void SdeSimulation::NameNodes (const std::string &name, NodeContainer nodes) {
  m_sets.push_back ({name, nodes});
}

void SdeSimulation::AddInput (SdeInputKind kind, Ptr<Node> node, uint32_t frame, uint64_t first,
                              uint64_t last, const std::string &variable) {
  m_inputs.push_back ({kind, node, frame, first, last, variable});
}

uint32_t SdeSimulation::GetNNodes () const { return static_cast<uint32_t> (m_applications.size ()); }

Ptr<Node> SdeSimulation::GetNode (uint32_t number) const { return m_applications.at (number)->GetNode (); }

uint32_t SdeSimulation::GetNodeNumber (Ptr<const Node> node) const {
  auto found = m_numbers.find (node);
  return found == m_numbers.end () ? UINT32_MAX : found->second;
}

Ptr<SdeNetDevice> SdeSimulation::GetDevice (uint32_t node, uint32_t iface) const {
  return node < m_devices.size () && iface < m_devices[node].size () ? m_devices[node][iface] : nullptr;
}

uint64_t SdeSimulation::GetSeed () const { return m_seed; }

// --- the clock ---

int64_t SdeSimulation::HostNow (void *) { return Simulator::Now ().GetNanoSeconds (); }

void SdeSimulation::HostWake (void *data, int64_t time) {
  SdeSimulation *self = static_cast<SdeSimulation *> (data);
  self->m_wanted.insert (time);
  self->ScheduleWake ();
}

void SdeSimulation::ScheduleWake () {
  if (m_wanted.empty () || (m_wake.IsRunning () && m_wakeTime <= *m_wanted.begin ()))
    return;
  m_wake.Cancel ();
  m_wakeTime = *m_wanted.begin ();
  m_wake = Simulator::Schedule (NanoSeconds (m_wakeTime - HostNow (this)), &SdeSimulation::Wake, this);
}

void SdeSimulation::Wake () {
  m_wanted.erase (m_wanted.begin (), m_wanted.upper_bound (HostNow (this)));
  sde_network_wake (m_network);
  Mark ();
  ScheduleWake ();
}

void SdeSimulation::Mark () {
  m_marks++;
  if (m_flush.IsRunning () || m_ended)
    return;
  m_marksSeen = m_marks;
  m_flush = Simulator::ScheduleNow (&SdeSimulation::Flush, this);
}

void SdeSimulation::Flush () {
  if (m_marks != m_marksSeen) {
    m_marksSeen = m_marks;
    m_flush = Simulator::ScheduleNow (&SdeSimulation::Flush, this);
    return;
  }
  NS_LOG_LOGIC ("flush at " << Simulator::Now ().As (Time::NS));
  bool more = sde_network_flush (m_network);
  m_afterRound (this);
  if (more)
    return;
  m_ended = true;
  m_wake.Cancel ();
  Simulator::Stop ();
}

// --- frames ---

void SdeSimulation::HostTransmit (void *data, const SdeTransmission *transmission) {
  SdeSimulation *self = static_cast<SdeSimulation *> (data);
  self->m_batches.clear ();
  self->m_devices[transmission->node][transmission->iface]->Transmit (*transmission);
  for (std::shared_ptr<Batch> &batch : self->m_batches)
    Simulator::Schedule (NanoSeconds (batch->delay), &SdeSimulation::Arrive, Ptr<SdeSimulation> (self),
                         batch);
}

void SdeSimulation::Announce (const SdeTransmission &transmission, SdeNetDevice *receiver, int64_t delay,
                              bool lost) {
  uint64_t delivery = sde_network_announce (m_network, transmission.number, receiver->GetNodeNumber (),
                                            receiver->GetInterfaceNumber (), HostNow (this) + delay);
  if (!delivery)
    return;
  if (lost) {
    sde_network_lose (m_network, delivery);
    return;
  }
  // frames that arrive together are one event of ns-3
  if (m_batches.empty () || m_batches.back ()->delay != delay) {
    m_batches.push_back (std::make_shared<Batch> ());
    m_batches.back ()->delay = delay;
  }
  Batch &batch = *m_batches.back ();
  batch.deliveries.push_back (delivery);
  if (!receiver->IsRxTraced ())
    return;
  if (!batch.packet)
    batch.packet = SdeNetDevice::MakePacket (transmission);
  batch.traced.push_back (receiver);
}

void SdeSimulation::Arrive (std::shared_ptr<Batch> batch) {
  if (m_ended || !m_network)
    return;
  for (uint64_t delivery : batch->deliveries)
    sde_network_arrive (m_network, delivery);
  for (const Ptr<SdeNetDevice> &device : batch->traced)
    device->NotifyRx (batch->packet);
  Mark ();
}

// --- watching ---

bool SdeSimulation::IsTraced () const {
  bool traced = g_log.IsEnabled (LOG_INFO);
#define EVENT(name, text, meaning) traced = traced || !m_trace##name.IsEmpty ();
#include <sde/event.def>
  return traced;
}

void SdeSimulation::HostWatch (void *data, const SdeEvent *event) {
  static_cast<SdeSimulation *> (data)->Watch (*event);
}

void SdeSimulation::Watch (const SdeEvent &event) {
  NS_LOG_INFO (sde_event_name (event.kind) << ": node " << static_cast<int32_t> (event.node) << ", state "
                                           << event.state << " " << (event.text ? event.text : ""));
  switch (event.kind) {
#define EVENT(name, text, meaning)                                                                           \
  case SDE_EVENT_##name:                                                                                     \
    m_trace##name (event);                                                                                   \
    break;
#include <sde/event.def>
  case SDE_EVENT_COUNT: break;
  }
}

// --- running ---

std::string SdeSimulation::Start (Time end) {
  NS_LOG_FUNCTION (this << end);
  Clear ();
  m_end = end;
  m_ended = false;
  m_interrupt = 0;
  m_wanted.clear ();
  return Build ();
}

void SdeSimulation::Finish () {
  NS_LOG_FUNCTION (this);
  m_ended = true;
  m_wake.Cancel ();
  m_flush.Cancel ();
  if (m_network)
    sde_network_finish (m_network);
  if (m_case)
    sde_free (sde_case_tell_fit (m_case)); // who replays misses the file
}

void SdeSimulation::Interrupt () { m_interrupt = 1; }

void SdeSimulation::SetRoundCallback (std::function<void (SdeSimulation *)> callback) {
  m_afterRound = callback;
}

// --- results ---

/** \return the engine's text */
static std::string Take (char *text) {
  std::string copy = text ? text : "";
  sde_free (text);
  return copy;
}

SdeNetwork *SdeSimulation::GetNetwork () const { return m_network; }

uint64_t SdeSimulation::GetDigest () const { return m_network ? sde_network_digest (m_network) : 0; }

std::string SdeSimulation::GetScenarios () const {
  return m_network ? Take (sde_network_scenarios (m_network)) : "0";
}

SdeNetworkStats SdeSimulation::GetStats () const {
  SdeNetworkStats stats = {};
  if (m_network)
    sde_network_stats (m_network, &stats);
  return stats;
}

std::string SdeSimulation::GetReport () const {
  return m_network ? Take (sde_network_report (m_network, m_json)) : "";
}

std::string SdeSimulation::GetProgress () const {
  return m_network ? Take (sde_network_progress (m_network)) : "";
}

int SdeSimulation::GetStatus () const { return m_network ? sde_network_status (m_network) : 2; }

} // namespace ns3
