/* SPDX-License-Identifier: GPL-2.0-only */
#include "sde-channel.h"

#include "sde-model-check.h"
#include "sde-net-device.h"
#include "sde-receiver-index.h"
#include "sde-simulation.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/pointer.h"

#include <algorithm>
#include <map>
#include <sstream>

namespace ns3 {

NS_LOG_COMPONENT_DEFINE ("SdeChannel");
NS_OBJECT_ENSURE_REGISTERED (SdeChannel);

TypeId SdeChannel::GetTypeId () {
  static TypeId tid =
      TypeId ("ns3::SdeChannel")
          .SetParent<SdeBaseChannel> ()
          .SetGroupName ("Sde")
          .AddConstructor<SdeChannel> ()
          .AddAttribute ("Delay", "Delay of every frame, besides what the delay model says.",
                         TimeValue (Seconds (0)), MakeTimeAccessor (&SdeChannel::m_fixedDelay),
                         MakeTimeChecker ())
          .AddAttribute ("MaxRange", "Metres beyond which nobody hears a frame; 0: there is no such limit.",
                         DoubleValue (0), MakeDoubleAccessor (&SdeChannel::m_maxRange),
                         MakeDoubleChecker<double> (0))
          .AddAttribute ("PropagationLossModel", "The first of a chain of loss models, or null.",
                         PointerValue (), MakePointerAccessor (&SdeChannel::m_loss),
                         MakePointerChecker<PropagationLossModel> ())
          .AddAttribute ("PropagationDelayModel", "The delay model, or null.", PointerValue (),
                         MakePointerAccessor (&SdeChannel::m_delay),
                         MakePointerChecker<PropagationDelayModel> ());
  return tid;
}

SdeChannel::SdeChannel () { NS_LOG_FUNCTION (this); }

SdeChannel::~SdeChannel () { NS_LOG_FUNCTION (this); }

void SdeChannel::DoDispose () {
  m_index.reset ();
  m_mobility.clear ();
  m_links.clear ();
  m_loss = nullptr;
  m_delay = nullptr;
  m_lossVariables.clear ();
  m_delayVariable = nullptr;
  SdeBaseChannel::DoDispose ();
}

void SdeChannel::SetPropagationLossModel (Ptr<PropagationLossModel> loss) { m_loss = loss; }

void SdeChannel::SetPropagationDelayModel (Ptr<PropagationDelayModel> delay) { m_delay = delay; }

void SdeChannel::AddLink (Ptr<Node> a, Ptr<Node> b, bool oneWay) {
  m_needsLinks = true;
  m_links.emplace_back (a, b);
  if (!oneWay)
    m_links.emplace_back (b, a);
}

void SdeChannel::RequireLinks () { m_needsLinks = true; }

// --- making ready ---

std::string SdeChannel::Prepare (SdeSimulation *simulation) {
  std::string error = SdeBaseChannel::Prepare (simulation);
  if (error.empty () && m_fixedDelay.IsStrictlyNegative ())
    error = "the delay of a channel cannot be negative";
  if (error.empty ())
    error = PrepareModels ();
  if (error.empty ())
    error = PrepareLinks ();
  if (error.empty ())
    error = PreparePositions ();
  return error;
}

std::string SdeChannel::PrepareModels () {
  m_lossVariables.clear ();
  for (Ptr<PropagationLossModel> loss = m_loss; loss; loss = loss->GetNext ()) {
    Ptr<SdeKeyedRandomVariable> variable;
    std::string error = SdePrepareModel (loss, m_trustModels, &variable);
    if (!error.empty ())
      return error;
    if (variable)
      m_lossVariables.push_back (variable);
  }
  m_delayVariable = nullptr;
  return m_delay ? SdePrepareModel (m_delay, m_trustModels, &m_delayVariable) : "";
}

std::string SdeChannel::PrepareLinks () {
  std::map<Ptr<Node>, std::vector<uint32_t>> positions;
  for (const Ptr<SdeNetDevice> &device : m_devices)
    positions[device->GetNode ()].push_back (device->GetPosition ());
  m_neighbours.assign (m_devices.size (), {});
  for (const auto &[from, to] : m_links) {
    for (const Ptr<Node> &end : {from, to})
      if (!positions.count (end))
        return "a link leads to " + SdeSimulation::GetNodeName (end) + ", which has no device on the channel";
    for (uint32_t a : positions[from])
      for (uint32_t b : positions[to])
        m_neighbours[a].push_back (b);
  }
  for (std::vector<uint32_t> &list : m_neighbours) {
    std::sort (list.begin (), list.end ());
    list.erase (std::unique (list.begin (), list.end ()), list.end ());
  }
  return "";
}

std::string SdeChannel::PreparePositions () {
  m_index.reset ();
  m_mobility.clear ();
  m_needsPositions = m_loss || m_delay || m_maxRange > 0;
  if (!m_needsPositions)
    return "";
  for (const Ptr<SdeNetDevice> &device : m_devices) {
    m_mobility.push_back (device->GetNode ()->GetObject<MobilityModel> ());
    if (!m_mobility.back ())
      return SdeSimulation::GetNodeName (device->GetNode ()) +
             " has no position, but its channel has a range or a model of propagation: give it a mobility "
             "model";
  }
  double reach = GetReach ();
  if (!m_needsLinks && reach > 0)
    m_index = std::make_unique<SdeReceiverIndex> (reach, m_mobility);
  return "";
}

double SdeChannel::GetReach () const {
  double reach = m_maxRange;
  Ptr<PropagationLossModel> last = m_loss;
  while (last && last->GetNext ())
    last = last->GetNext ();
  if (!last || last->GetInstanceTypeId () != RangePropagationLossModel::GetTypeId ())
    return reach;
  // beyond its range this model leaves -1000 dBm
  for (const Ptr<SdeNetDevice> &device : m_devices)
    if (device->GetRxThreshold () <= -1000)
      return reach;
  DoubleValue range;
  last->GetAttribute ("MaxRange", range);
  return reach > 0 ? std::min (reach, range.Get ()) : range.Get ();
}

// --- carrying frames ---

const std::vector<uint32_t> &SdeChannel::GetCandidates (const SdeNetDevice *sender) {
  if (m_needsLinks)
    return m_neighbours[sender->GetPosition ()];
  if (m_index)
    m_index->Find (m_mobility[sender->GetPosition ()]->GetPosition (), &m_candidates);
  else if (m_candidates.size () != m_devices.size ()) {
    m_candidates.clear ();
    for (uint32_t i = 0; i < m_devices.size (); i++)
      m_candidates.push_back (i);
  }
  return m_candidates;
}

bool SdeChannel::IsHeard (SdeNetDevice *sender, SdeNetDevice *receiver, const SdeTransmission &transmission) {
  if (!m_loss && m_maxRange <= 0)
    return true;
  const Ptr<MobilityModel> &from = m_mobility[sender->GetPosition ()],
                           &to = m_mobility[receiver->GetPosition ()];
  if (m_maxRange > 0 && from->GetDistanceFrom (to) > m_maxRange)
    return false;
  if (!m_loss)
    return true;
  SdeDraw key = MakeKey (MODEL_LOSS, sender, receiver, transmission);
  for (size_t i = 0; i < m_lossVariables.size (); i++) {
    key.model = MODEL_LOSS + MODEL_COUNT * static_cast<uint32_t> (i); // the i-th one of the chain
    m_lossVariables[i]->SetKey (key);
  }
  return m_loss->CalcRxPower (sender->GetTxPower (), from, to) >= receiver->GetRxThreshold ();
}

int64_t SdeChannel::GetDelay (SdeNetDevice *sender, SdeNetDevice *receiver,
                              const SdeTransmission &transmission) {
  int64_t delay = transmission.delay + m_fixedDelay.GetNanoSeconds ();
  if (!m_delay)
    return delay;
  if (m_delayVariable)
    m_delayVariable->SetKey (MakeKey (MODEL_DELAY, sender, receiver, transmission));
  Time more = m_delay->GetDelay (m_mobility[sender->GetPosition ()], m_mobility[receiver->GetPosition ()]);
  return delay + std::max<int64_t> (0, more.GetNanoSeconds ());
}

void SdeChannel::Transmit (SdeNetDevice *sender, const SdeTransmission &transmission) {
  NS_LOG_FUNCTION (this << sender << transmission.number);
  for (uint32_t i : GetCandidates (sender)) {
    SdeNetDevice *receiver = PeekPointer (m_devices[i]);
    if (receiver->GetNodeNumber () == sender->GetNodeNumber () || !IsHeard (sender, receiver, transmission))
      continue;
    bool lost = IsLost (sender, receiver, transmission);
    m_simulation->Announce (transmission, receiver, GetDelay (sender, receiver, transmission), lost);
  }
}

bool SdeChannel::IsLinked (const SdeNetDevice *from, const SdeNetDevice *to) const {
  if (!m_needsLinks)
    return from != to;
  const std::vector<uint32_t> &list = m_neighbours[from->GetPosition ()];
  return std::binary_search (list.begin (), list.end (), to->GetPosition ());
}

std::string SdeChannel::Describe () const {
  std::ostringstream os;
  os << "broadcast, " << m_devices.size () << " devices";
  if (m_needsLinks)
    os << ", " << m_links.size () << " links (each way one)";
  if (m_maxRange > 0)
    os << ", range " << m_maxRange << " m";
  os << ", delay " << m_fixedDelay.As (Time::S);
  std::vector<Ptr<const Object>> models = {m_delay, GetErrorModel ()};
  for (Ptr<PropagationLossModel> loss = m_loss; loss; loss = loss->GetNext ())
    models.push_back (loss);
  for (const Ptr<const Object> &model : models)
    if (model)
      os << ", " << model->GetInstanceTypeId ().GetName ();
  return os.str ();
}

} // namespace ns3
