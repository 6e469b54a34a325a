/* SPDX-License-Identifier: GPL-2.0-only */
#include "sde-base-channel.h"

#include "sde-model-check.h"
#include "sde-net-device.h"
#include "sde-simulation.h"

#include "ns3/boolean.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"

namespace ns3 {

NS_LOG_COMPONENT_DEFINE ("SdeBaseChannel");
NS_OBJECT_ENSURE_REGISTERED (SdeBaseChannel);

TypeId SdeBaseChannel::GetTypeId () {
  static TypeId tid =
      TypeId ("ns3::SdeBaseChannel")
          .SetParent<Channel> ()
          .SetGroupName ("Sde")
          .AddAttribute ("ErrorModel", "Loses frames on their way: a RateErrorModel, or null.",
                         PointerValue (), MakePointerAccessor (&SdeBaseChannel::m_errorModel),
                         MakePointerChecker<ErrorModel> ())
          .AddAttribute (
              "TrustModels",
              "Also use models that SDE does not know: they must keep nothing that a frame changes, "
              "and draw no random numbers.",
              BooleanValue (false), MakeBooleanAccessor (&SdeBaseChannel::m_trustModels),
              MakeBooleanChecker ());
  return tid;
}

SdeBaseChannel::SdeBaseChannel () { NS_LOG_FUNCTION (this); }

SdeBaseChannel::~SdeBaseChannel () { NS_LOG_FUNCTION (this); }

void SdeBaseChannel::DoDispose () {
  m_devices.clear ();
  m_errorModel = nullptr;
  m_errorVariable = nullptr;
  m_packet = nullptr;
  Channel::DoDispose ();
}

void SdeBaseChannel::Add (Ptr<SdeNetDevice> device) {
  device->SetPosition (static_cast<uint32_t> (m_devices.size ()));
  m_devices.push_back (device);
}

void SdeBaseChannel::SetErrorModel (Ptr<ErrorModel> model) { m_errorModel = model; }

Ptr<ErrorModel> SdeBaseChannel::GetErrorModel () const { return m_errorModel; }

std::size_t SdeBaseChannel::GetNDevices () const { return m_devices.size (); }

Ptr<NetDevice> SdeBaseChannel::GetDevice (std::size_t i) const { return m_devices[i]; }

std::string SdeBaseChannel::Prepare (SdeSimulation *simulation) {
  NS_LOG_FUNCTION (this << simulation);
  m_simulation = simulation;
  m_packet = nullptr;
  for (const Ptr<SdeNetDevice> &device : m_devices)
    if (device->GetNodeNumber () == UINT32_MAX)
      return SdeSimulation::GetNodeName (device->GetNode ()) +
             " has an SdeNetDevice but no program: install one";
  return m_errorModel ? SdePrepareModel (m_errorModel, m_trustModels, &m_errorVariable) : "";
}

SdeDraw SdeBaseChannel::MakeKey (Model model, const SdeNetDevice *sender, const SdeNetDevice *receiver,
                                 const SdeTransmission &transmission) const {
  SdeDraw key = {};
  key.seed = m_simulation->GetSeed ();
  key.model = model;
  key.from_node = sender->GetNodeNumber ();
  key.from_iface = sender->GetInterfaceNumber ();
  key.to_node = receiver->GetNodeNumber ();
  key.to_iface = receiver->GetInterfaceNumber ();
  key.time = Simulator::Now ().GetNanoSeconds ();
  key.ordinal = transmission.ordinal;
  return key;
}

Ptr<Packet> SdeBaseChannel::GetPacket (const SdeTransmission &transmission) {
  if (!m_packet || m_packetNumber != transmission.number) {
    m_packet = SdeNetDevice::MakePacket (transmission);
    m_packetNumber = transmission.number;
  }
  return m_packet;
}

bool SdeBaseChannel::IsLost (SdeNetDevice *sender, SdeNetDevice *receiver,
                             const SdeTransmission &transmission) {
  if (!m_errorModel)
    return false;
  if (m_errorVariable)
    m_errorVariable->SetKey (MakeKey (MODEL_ERROR, sender, receiver, transmission));
  return m_errorModel->IsCorrupt (GetPacket (transmission));
}

} // namespace ns3
