/* SPDX-License-Identifier: GPL-2.0-only */
#include "sde-net-device.h"

#include "sde-base-channel.h"
#include "sde-transmission-tag.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/uinteger.h"

namespace ns3 {

NS_LOG_COMPONENT_DEFINE ("SdeNetDevice");
NS_OBJECT_ENSURE_REGISTERED (SdeNetDevice);

TypeId SdeNetDevice::GetTypeId () {
  static TypeId tid =
      TypeId ("ns3::SdeNetDevice")
          .SetParent<NetDevice> ()
          .SetGroupName ("Sde")
          .AddConstructor<SdeNetDevice> ()
          .AddAttribute (
              "DataRate",
              "Rate of the interface; 0: sending takes no time.  Each state of the node has its own queue.",
              DataRateValue (DataRate (0)), MakeDataRateAccessor (&SdeNetDevice::m_rate),
              MakeDataRateChecker ())
          .AddAttribute (
              "QueueLimit",
              "Frames that may wait for the interface in one state, besides the one on the air; 0: any "
              "number.",
              UintegerValue (0), MakeUintegerAccessor (&SdeNetDevice::m_queueLimit),
              MakeUintegerChecker<uint32_t> ())
          .AddAttribute ("TxPower", "Power of sent frames (dBm), for loss models.", DoubleValue (16.0206),
                         MakeDoubleAccessor (&SdeNetDevice::m_txPower), MakeDoubleChecker<double> ())
          .AddAttribute ("RxThreshold", "Power that a frame must have to be heard (dBm), for loss models.",
                         DoubleValue (-96.0), MakeDoubleAccessor (&SdeNetDevice::m_rxThreshold),
                         MakeDoubleChecker<double> ())
          .AddTraceSource (
              "PhyTxBegin",
              "A frame was put on the air by a state of the node; the packet has one possible content.",
              MakeTraceSourceAccessor (&SdeNetDevice::m_txTrace), "ns3::Packet::TracedCallback")
          .AddTraceSource (
              "PhyRxEnd",
              "A frame has arrived for some states of the node; the packet has one possible content.",
              MakeTraceSourceAccessor (&SdeNetDevice::m_rxTrace), "ns3::Packet::TracedCallback");
  return tid;
}

SdeNetDevice::SdeNetDevice () { NS_LOG_FUNCTION (this); }

SdeNetDevice::~SdeNetDevice () { NS_LOG_FUNCTION (this); }

void SdeNetDevice::DoDispose () {
  m_node = nullptr;
  m_channel = nullptr;
  NetDevice::DoDispose ();
}

// --- SDE ---

void SdeNetDevice::SetChannel (Ptr<SdeBaseChannel> channel) {
  m_channel = channel;
  channel->Add (this);
}

SdeInterface SdeNetDevice::GetInterface () const {
  SdeInterface interface = {};
  interface.rate = m_rate.GetBitRate ();
  interface.queue = m_queueLimit;
  return interface;
}

void SdeNetDevice::SetNumbers (uint32_t node, uint32_t iface) {
  m_nodeNumber = node;
  m_interfaceNumber = iface;
}

uint32_t SdeNetDevice::GetNodeNumber () const { return m_nodeNumber; }

uint32_t SdeNetDevice::GetInterfaceNumber () const { return m_interfaceNumber; }

uint32_t SdeNetDevice::GetPosition () const { return m_position; }

void SdeNetDevice::SetPosition (uint32_t position) { m_position = position; }

double SdeNetDevice::GetTxPower () const { return m_txPower; }

double SdeNetDevice::GetRxThreshold () const { return m_rxThreshold; }

Ptr<Packet> SdeNetDevice::MakePacket (const SdeTransmission &transmission) {
  Ptr<Packet> packet = Create<Packet> (transmission.bytes, transmission.size);
  packet->AddPacketTag (SdeTransmissionTag (transmission.number));
  return packet;
}

void SdeNetDevice::Transmit (const SdeTransmission &transmission) {
  NS_LOG_FUNCTION (this << transmission.number);
  if (!m_txTrace.IsEmpty ())
    m_txTrace (MakePacket (transmission));
  m_channel->Transmit (this, transmission);
}

bool SdeNetDevice::IsRxTraced () const { return !m_rxTrace.IsEmpty (); }

void SdeNetDevice::NotifyRx (Ptr<const Packet> packet) { m_rxTrace (packet); }

// --- NetDevice ---

void SdeNetDevice::SetIfIndex (const uint32_t index) { m_ifIndex = index; }

uint32_t SdeNetDevice::GetIfIndex () const { return m_ifIndex; }

Ptr<Channel> SdeNetDevice::GetChannel () const { return m_channel; }

void SdeNetDevice::SetAddress (Address address) { m_address = Mac48Address::ConvertFrom (address); }

Address SdeNetDevice::GetAddress () const { return m_address; }

bool SdeNetDevice::SetMtu (const uint16_t mtu) {
  m_mtu = mtu;
  return true;
}

uint16_t SdeNetDevice::GetMtu () const { return m_mtu; }

bool SdeNetDevice::IsLinkUp () const { return m_channel != nullptr; }

void SdeNetDevice::AddLinkChangeCallback (Callback<void>) {}

bool SdeNetDevice::IsBroadcast () const { return true; }

Address SdeNetDevice::GetBroadcast () const { return Mac48Address::GetBroadcast (); }

bool SdeNetDevice::IsMulticast () const { return false; }

Address SdeNetDevice::GetMulticast (Ipv4Address multicastGroup) const {
  return Mac48Address::GetMulticast (multicastGroup);
}

Address SdeNetDevice::GetMulticast (Ipv6Address addr) const { return Mac48Address::GetMulticast (addr); }

bool SdeNetDevice::IsBridge () const { return false; }

bool SdeNetDevice::IsPointToPoint () const { return m_channel && m_channel->GetNDevices () == 2; }

bool SdeNetDevice::Send (Ptr<Packet>, const Address &, uint16_t) {
  NS_LOG_WARN ("refused: only the program of a node sends at its SdeNetDevice");
  return false;
}

bool SdeNetDevice::SendFrom (Ptr<Packet> packet, const Address &, const Address &dest,
                             uint16_t protocolNumber) {
  return Send (packet, dest, protocolNumber);
}

Ptr<Node> SdeNetDevice::GetNode () const { return m_node; }

void SdeNetDevice::SetNode (Ptr<Node> node) { m_node = node; }

bool SdeNetDevice::NeedsArp () const { return false; }

void SdeNetDevice::SetReceiveCallback (ReceiveCallback) {}

void SdeNetDevice::SetPromiscReceiveCallback (PromiscReceiveCallback) {}

bool SdeNetDevice::SupportsSendFrom () const { return false; }

} // namespace ns3
