/* SPDX-License-Identifier: GPL-2.0-only */
#include "sde-failure-model.h"

#include "ns3/boolean.h"
#include "ns3/integer.h"
#include "ns3/log.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <regex>
#include <sstream>

namespace ns3 {

NS_LOG_COMPONENT_DEFINE ("SdeFailureModel");

// --- what all failures have ---

NS_OBJECT_ENSURE_REGISTERED (SdeFailureModel);

TypeId SdeFailureModel::GetTypeId () {
  static TypeId tid =
      TypeId ("ns3::SdeFailureModel")
          .SetParent<Object> ()
          .SetGroupName ("Sde")
          .AddAttribute ("Name", "Its name in reports; empty: that of its kind.", StringValue (""),
                         MakeStringAccessor (&SdeFailureModel::m_name), MakeStringChecker ())
          .AddAttribute ("Start", "It may happen from this time on.", TimeValue (Seconds (0)),
                         MakeTimeAccessor (&SdeFailureModel::m_start), MakeTimeChecker ())
          .AddAttribute ("End", "It may happen before this time; 0: to the end of the run.",
                         TimeValue (Seconds (0)), MakeTimeAccessor (&SdeFailureModel::m_end),
                         MakeTimeChecker ())
          .AddAttribute ("Every", "It may happen at each occasion, not only at the first.",
                         BooleanValue (false), MakeBooleanAccessor (&SdeFailureModel::m_every),
                         MakeBooleanChecker ())
          .AddAttribute ("Budget", "How often it happens at most at one place; -1: any number.",
                         IntegerValue (-1), MakeIntegerAccessor (&SdeFailureModel::m_budget),
                         MakeIntegerChecker<int32_t> (-1));
  return tid;
}

SdeFailureModel::SdeFailureModel (SdeFailureKind kind) : m_kind (kind) { NS_LOG_FUNCTION (this << kind); }

/** \return a failure of this row of sde/failure.def */
static Ptr<SdeFailureModel> CreateKind (SdeFailureKind kind) {
  switch (kind) {
  case SDE_FAILURE_DROP: return CreateObject<SdeDrop> ();
  case SDE_FAILURE_DUPLICATE: return CreateObject<SdeDuplicate> ();
  case SDE_FAILURE_DELAY: return CreateObject<SdeDelay> ();
  case SDE_FAILURE_CORRUPT: return CreateObject<SdeCorrupt> ();
  case SDE_FAILURE_CRASH: return CreateObject<SdeCrash> ();
  case SDE_FAILURE_REBOOT: return CreateObject<SdeReboot> ();
  case SDE_FAILURE_OUTAGE: return CreateObject<SdeOutage> ();
  case SDE_FAILURE_CUT: return CreateObject<SdeLinkCut> ();
  case SDE_FAILURE_PARTITION: return CreateObject<SdePartition> ();
  case SDE_FAILURE_ALLOCATION: return CreateObject<SdeAllocationFailure> ();
  case SDE_FAILURE_MAYBE: return CreateObject<SdeMaybe> ();
  case SDE_FAILURE_COUNT: break;
  }
  return nullptr;
}

/** \return the text of a row of sde/failure.def */
static std::string GetText (SdeFailureKind kind) {
  static const char *const texts[] = {
#define FAILURE(name, text, decides, offered, outcomes) text,
#include <sde/failure.def>
  };
  return texts[kind];
}

Ptr<SdeFailureModel> SdeFailureModel::Create (const std::string &kind) {
  for (int i = 0; i < SDE_FAILURE_COUNT; i++)
    if (kind == GetText (static_cast<SdeFailureKind> (i)))
      return CreateKind (static_cast<SdeFailureKind> (i));
  return nullptr;
}

void SdeFailureModel::SetNodes (NodeContainer nodes) { m_nodes = nodes; }

NodeContainer SdeFailureModel::GetNodes () const { return m_nodes; }

void SdeFailureModel::SetPeers (NodeContainer peers) { m_peers = peers; }

NodeContainer SdeFailureModel::GetPeers () const { return m_peers; }

void SdeFailureModel::SetName (std::string name) { m_name = name; }

std::string SdeFailureModel::GetName () const { return m_name; }

SdeFailureKind SdeFailureModel::GetKind () const { return m_kind; }

std::string SdeFailureModel::Describe () const { return m_name.empty () ? GetText (m_kind) : m_name; }

std::string SdeFailureModel::Check () const {
  if (m_start.IsStrictlyNegative () || m_end.IsStrictlyNegative ())
    return Describe () + ": its window cannot begin or end at a negative time";
  if (!m_end.IsZero () && m_end <= m_start)
    return Describe () + ": its window ends before it begins";
  return "";
}

void SdeFailureModel::Fill (SdeFailure *failure) const {
  *failure = SdeFailure ();
  failure->kind = m_kind;
  failure->name = m_name.empty () ? nullptr : m_name.c_str ();
  failure->start = m_start.GetNanoSeconds ();
  failure->end = m_end.GetNanoSeconds ();
  failure->every = m_every;
  failure->budget = m_budget;
}

// --- Duration ---

NS_OBJECT_ENSURE_REGISTERED (SdeLastingFailure);

TypeId SdeLastingFailure::GetTypeId () {
  static TypeId tid =
      TypeId ("ns3::SdeLastingFailure")
          .SetParent<SdeFailureModel> ()
          .SetGroupName ("Sde")
          .AddAttribute (
              "Duration",
              "For how long, or after what time; for SdeLinkCut and SdePartition 0 is to the end of the "
              "window.",
              TimeValue (Seconds (0)), MakeTimeAccessor (&SdeLastingFailure::m_duration), MakeTimeChecker ());
  return tid;
}

std::string SdeLastingFailure::Check () const {
  if (m_duration.IsStrictlyNegative ())
    return Describe () + ": its duration cannot be negative";
  return SdeFailureModel::Check ();
}

void SdeLastingFailure::Fill (SdeFailure *failure) const {
  SdeFailureModel::Fill (failure);
  failure->duration = m_duration.GetNanoSeconds ();
}

// --- the kinds that have nothing of their own ---

/** Type and constructor of a kind of failure. */
#define SDE_FAILURE_CLASS(name, parent, kind)                                                                \
  NS_OBJECT_ENSURE_REGISTERED (name);                                                                        \
  TypeId name::GetTypeId () {                                                                                \
    static TypeId tid =                                                                                      \
        TypeId ("ns3::" #name).SetParent<parent> ().SetGroupName ("Sde").AddConstructor<name> ();            \
    return tid;                                                                                              \
  }                                                                                                          \
  name::name () : parent (kind) {}

SDE_FAILURE_CLASS (SdeDrop, SdeFailureModel, SDE_FAILURE_DROP)
SDE_FAILURE_CLASS (SdeDuplicate, SdeLastingFailure, SDE_FAILURE_DUPLICATE)
SDE_FAILURE_CLASS (SdeCrash, SdeFailureModel, SDE_FAILURE_CRASH)
SDE_FAILURE_CLASS (SdeReboot, SdeLastingFailure, SDE_FAILURE_REBOOT)
SDE_FAILURE_CLASS (SdeOutage, SdeLastingFailure, SDE_FAILURE_OUTAGE)
SDE_FAILURE_CLASS (SdePartition, SdeLastingFailure, SDE_FAILURE_PARTITION)
SDE_FAILURE_CLASS (SdeAllocationFailure, SdeFailureModel, SDE_FAILURE_ALLOCATION)
SDE_FAILURE_CLASS (SdeMaybe, SdeFailureModel, SDE_FAILURE_MAYBE)

std::string SdePartition::Check () const {
  if (GetNodes ().GetN () == 0)
    return Describe () + ": a partition needs the nodes of one part";
  return SdeLastingFailure::Check ();
}

// --- delay ---

NS_OBJECT_ENSURE_REGISTERED (SdeDelay);

TypeId SdeDelay::GetTypeId () {
  static TypeId tid =
      TypeId ("ns3::SdeDelay")
          .SetParent<SdeFailureModel> ()
          .SetGroupName ("Sde")
          .AddConstructor<SdeDelay> ()
          .AddAttribute (
              "Delays", "Times parted by blanks, one outcome each: \"10ms 200ms\".", StringValue (""),
              MakeStringAccessor (&SdeDelay::SetDelayText, &SdeDelay::GetDelayText), MakeStringChecker ());
  return tid;
}

SdeDelay::SdeDelay () : SdeFailureModel (SDE_FAILURE_DELAY) {}

void SdeDelay::SetDelays (const std::vector<Time> &delays) {
  m_bad.clear ();
  m_delays.clear ();
  for (const Time &delay : delays)
    m_delays.push_back (delay.GetNanoSeconds ());
}

/** \return whether ns-3 reads the word as a time; what it cannot read ends the program */
static bool IsTime (const std::string &word) {
  static const std::regex form (
      "[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)(e[+-]?[0-9]+)?(s|ms|us|ns|ps|fs|min|h|d|y)?");
  return std::regex_match (word, form);
}

void SdeDelay::SetDelayText (std::string text) {
  std::istringstream words (text);
  m_bad.clear ();
  m_delays.clear ();
  for (std::string word; words >> word;) {
    if (IsTime (word))
      m_delays.push_back (Time (word).GetNanoSeconds ());
    else
      m_bad = word;
  }
}

std::string SdeDelay::GetDelayText () const {
  std::string text;
  for (int64_t delay : m_delays)
    text += (text.empty () ? "" : " ") + std::to_string (delay) + "ns";
  return text;
}

std::string SdeDelay::Check () const {
  if (!m_bad.empty ())
    return Describe () + ": '" + m_bad + "' is not a time";
  if (m_delays.empty ())
    return Describe () + ": it needs at least one delay";
  for (int64_t delay : m_delays)
    if (delay < 0)
      return Describe () + ": a delay cannot be negative";
  return SdeFailureModel::Check ();
}

void SdeDelay::Fill (SdeFailure *failure) const {
  SdeFailureModel::Fill (failure);
  failure->delays = m_delays.data ();
  failure->ndelays = m_delays.size ();
}

// --- corrupt ---

NS_OBJECT_ENSURE_REGISTERED (SdeCorrupt);

TypeId SdeCorrupt::GetTypeId () {
  static TypeId tid =
      TypeId ("ns3::SdeCorrupt")
          .SetParent<SdeFailureModel> ()
          .SetGroupName ("Sde")
          .AddConstructor<SdeCorrupt> ()
          .AddAttribute ("First", "The first byte that may be wrong.", UintegerValue (0),
                         MakeUintegerAccessor (&SdeCorrupt::m_first), MakeUintegerChecker<uint32_t> ())
          .AddAttribute ("Size", "How many bytes may be wrong.", UintegerValue (1),
                         MakeUintegerAccessor (&SdeCorrupt::m_size), MakeUintegerChecker<uint32_t> (1));
  return tid;
}

SdeCorrupt::SdeCorrupt () : SdeFailureModel (SDE_FAILURE_CORRUPT) {}

void SdeCorrupt::Fill (SdeFailure *failure) const {
  SdeFailureModel::Fill (failure);
  failure->first = m_first;
  failure->size = m_size;
}

// --- link cut ---

NS_OBJECT_ENSURE_REGISTERED (SdeLinkCut);

TypeId SdeLinkCut::GetTypeId () {
  static TypeId tid =
      TypeId ("ns3::SdeLinkCut")
          .SetParent<SdeLastingFailure> ()
          .SetGroupName ("Sde")
          .AddConstructor<SdeLinkCut> ()
          .AddAttribute ("OneWay", "Only frames from the nodes to the peers are lost.", BooleanValue (false),
                         MakeBooleanAccessor (&SdeLinkCut::m_oneWay), MakeBooleanChecker ());
  return tid;
}

SdeLinkCut::SdeLinkCut () : SdeLastingFailure (SDE_FAILURE_CUT) {}

void SdeLinkCut::Fill (SdeFailure *failure) const {
  SdeLastingFailure::Fill (failure);
  failure->one_way = m_oneWay;
}

} // namespace ns3
