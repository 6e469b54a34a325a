/* SPDX-License-Identifier: GPL-2.0-only */
#include "sde-point-to-point-channel.h"

#include "sde-net-device.h"
#include "sde-simulation.h"

#include "ns3/log.h"

#include <sstream>

namespace ns3 {

NS_LOG_COMPONENT_DEFINE ("SdePointToPointChannel");
NS_OBJECT_ENSURE_REGISTERED (SdePointToPointChannel);

TypeId SdePointToPointChannel::GetTypeId () {
  static TypeId tid =
      TypeId ("ns3::SdePointToPointChannel")
          .SetParent<SdeBaseChannel> ()
          .SetGroupName ("Sde")
          .AddConstructor<SdePointToPointChannel> ()
          .AddAttribute ("Delay", "Propagation delay of the link.", TimeValue (Seconds (0)),
                         MakeTimeAccessor (&SdePointToPointChannel::m_delay), MakeTimeChecker ());
  return tid;
}

std::string SdePointToPointChannel::Prepare (SdeSimulation *simulation) {
  if (m_devices.size () != 2)
    return "a link has two devices; an SdePointToPointChannel has " + std::to_string (m_devices.size ());
  if (m_delay.IsStrictlyNegative ())
    return "the delay of a link cannot be negative";
  return SdeBaseChannel::Prepare (simulation);
}

void SdePointToPointChannel::Transmit (SdeNetDevice *sender, const SdeTransmission &transmission) {
  NS_LOG_FUNCTION (this << sender << transmission.number);
  SdeNetDevice *receiver = PeekPointer (m_devices[1 - sender->GetPosition ()]);
  bool lost = IsLost (sender, receiver, transmission);
  m_simulation->Announce (transmission, receiver, transmission.delay + m_delay.GetNanoSeconds (), lost);
}

bool SdePointToPointChannel::IsLinked (const SdeNetDevice *from, const SdeNetDevice *to) const {
  return from != to;
}

std::string SdePointToPointChannel::Describe () const {
  std::ostringstream os;
  os << SdeSimulation::GetNodeName (m_devices[0]->GetNode ()) << " and "
     << SdeSimulation::GetNodeName (m_devices[1]->GetNode ()) << ", delay " << m_delay.As (Time::S);
  if (GetErrorModel ())
    os << ", " << GetErrorModel ()->GetInstanceTypeId ().GetName ();
  return os.str ();
}

} // namespace ns3
