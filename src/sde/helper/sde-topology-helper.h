/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SDE_TOPOLOGY_HELPER_H
#define SDE_TOPOLOGY_HELPER_H

#include "ns3/data-rate.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"

#include "ns3/sde-channel.h"
#include "ns3/sde-helper.h"
#include "ns3/sde-topology.h"

namespace ns3 {

/**
 * \ingroup sde
 * \brief Makes ns-3 nodes and links of a topology.
 *
 * \code
 *   SdeTopology ring;
 *   std::string error = SdeReadTopology ("topologies/ring6.graphml", "", ring);
 *   ...
 *   SdeTopologyHelper topology (ring);
 *   NodeContainer nodes = topology.CreateNodes ();
 *   topology.Connect (sde, nodes);
 * \endcode
 */
class SdeTopologyHelper {
public:
  /** \param topology to be made; it is copied */
  explicit SdeTopologyHelper (const SdeTopology &topology);

  /** \return its nodes, in order; those with a position get a ConstantPositionMobilityModel, those with a name are
   * known to ns3::Names by it unless another object is */
  NodeContainer CreateNodes () const;

  /** \param delay of links that say nothing about it */
  void SetDelay (Time delay);
  /** \param rate of the interfaces of links that say nothing about it; 0: frames take no time */
  void SetDataRate (DataRate rate);
  /** \param loss probability with which links that say nothing about it lose a frame */
  void SetLoss (double loss);
  /**
   * Makes a wire for each link.  Interface i of a node is its i-th link in the topology.
   * \param sde that gets the links
   * \param nodes as CreateNodes gave them
   */
  void Connect (SdeHelper &sde, NodeContainer nodes) const;
  /**
   * On a broadcast channel, only linked nodes hear each other.
   * \param channel that gets the links; their delays, rates and losses are not used
   * \param nodes as CreateNodes gave them
   */
  void AddLinks (Ptr<SdeChannel> channel, NodeContainer nodes) const;

private:
  SdeTopology m_topology; //!< to be made
  Time m_delay;           //!< of links that say nothing
  DataRate m_rate{0};     //!< of links that say nothing
  double m_loss = 0;      //!< of links that say nothing
};

/**
 * \param loss probability
 * \return an error model that loses frames with it; null if it is 0
 */
Ptr<ErrorModel> SdeMakeLoss (double loss);

} // namespace ns3

#endif /* SDE_TOPOLOGY_HELPER_H */
