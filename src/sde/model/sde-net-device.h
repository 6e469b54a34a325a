/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SDE_NET_DEVICE_H
#define SDE_NET_DEVICE_H

#include "ns3/data-rate.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/traced-callback.h"

#include <sde/network.h>

namespace ns3 {

class SdeBaseChannel;

/**
 * \ingroup sde
 * \brief An interface of a node that runs a program under SDE.
 *
 * The i-th SdeNetDevice of a node is interface i of its program.  The device keeps nothing about
 * frames: the queue of an interface, and until when it is busy, are different in each state of the
 * node and are kept by the engine.
 *
 * Only the node's program sends and receives.  Send and SendFrom refuse packets of ns-3's own
 * protocols, since these have one state where the program has many.
 */
class SdeNetDevice : public NetDevice {
public:
  /** \return the type of this class */
  static TypeId GetTypeId ();

  SdeNetDevice ();
  ~SdeNetDevice () override;

  /** \param channel to be attached to; once */
  void SetChannel (Ptr<SdeBaseChannel> channel);

  /** \return what the engine must know about this interface */
  SdeInterface GetInterface () const;
  /**
   * Called by SdeSimulation when the network is built.
   * \param node number of the node in the network
   * \param iface number of the interface at the node
   */
  void SetNumbers (uint32_t node, uint32_t iface);
  /** \return number of the node in the network; UINT32_MAX: it runs no program */
  uint32_t GetNodeNumber () const;
  /** \return number of the interface at its node */
  uint32_t GetInterfaceNumber () const;
  /** \return position among the devices of the channel */
  uint32_t GetPosition () const;
  /** \param position among the devices of the channel */
  void SetPosition (uint32_t position);
  /** \return power of sent frames, dBm */
  double GetTxPower () const;
  /** \return power that a frame needs to be heard here, dBm */
  double GetRxThreshold () const;

  /** \param transmission that the program of a state sends here */
  void Transmit (const SdeTransmission &transmission);
  /** \return a packet with the content and the number of a transmission */
  static Ptr<Packet> MakePacket (const SdeTransmission &transmission);
  /** \return whether somebody listens to frames that arrive here */
  bool IsRxTraced () const;
  /** \param packet that has arrived: for trace sinks */
  void NotifyRx (Ptr<const Packet> packet);

  void SetIfIndex (const uint32_t index) override;
  uint32_t GetIfIndex () const override;
  Ptr<Channel> GetChannel () const override;
  void SetAddress (Address address) override;
  Address GetAddress () const override;
  bool SetMtu (const uint16_t mtu) override;
  uint16_t GetMtu () const override;
  bool IsLinkUp () const override;
  void AddLinkChangeCallback (Callback<void> callback) override;
  bool IsBroadcast () const override;
  Address GetBroadcast () const override;
  bool IsMulticast () const override;
  Address GetMulticast (Ipv4Address multicastGroup) const override;
  Address GetMulticast (Ipv6Address addr) const override;
  bool IsBridge () const override;
  bool IsPointToPoint () const override;
  bool Send (Ptr<Packet> packet, const Address &dest, uint16_t protocolNumber) override;
  bool SendFrom (Ptr<Packet> packet, const Address &source, const Address &dest,
                 uint16_t protocolNumber) override;
  Ptr<Node> GetNode () const override;
  void SetNode (Ptr<Node> node) override;
  bool NeedsArp () const override;
  void SetReceiveCallback (ReceiveCallback cb) override;
  void SetPromiscReceiveCallback (PromiscReceiveCallback cb) override;
  bool SupportsSendFrom () const override;

protected:
  void DoDispose () override;

private:
  Ptr<Node> m_node;                   //!< to which it belongs
  Ptr<SdeBaseChannel> m_channel;      //!< to which it is attached
  Mac48Address m_address;             //!< programs do not see it
  uint32_t m_ifIndex = 0;             //!< among all devices of the node
  uint16_t m_mtu = 65535;             //!< programs do not see it
  DataRate m_rate;                    //!< 0: frames take no time
  uint32_t m_queueLimit;              //!< frames that may wait in one state; 0: any number
  double m_txPower;                   //!< dBm
  double m_rxThreshold;               //!< dBm
  uint32_t m_nodeNumber = UINT32_MAX; //!< in the network
  uint32_t m_interfaceNumber = 0;     //!< at its node
  uint32_t m_position = 0;            //!< among the devices of the channel

  TracedCallback<Ptr<const Packet>> m_txTrace; //!< frames put on the air, by any state
  TracedCallback<Ptr<const Packet>> m_rxTrace; //!< frames that arrive, for any state
};

} // namespace ns3

#endif /* SDE_NET_DEVICE_H */
