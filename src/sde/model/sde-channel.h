/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SDE_CHANNEL_H
#define SDE_CHANNEL_H

#include "sde-base-channel.h"

#include "ns3/mobility-model.h"
#include "ns3/node.h"
#include "ns3/propagation-delay-model.h"
#include "ns3/propagation-loss-model.h"

#include <memory>
#include <set>
#include <utility>

namespace ns3 {

class SdeReceiverIndex;

/**
 * \ingroup sde
 * \brief A broadcast medium.
 *
 * A frame reaches every other device of the channel
 *   - that is a neighbour, if links were added (AddLink, SetNeighbours);
 *   - that is not farther away than MaxRange, if that is not 0;
 *   - where the loss model leaves at least the receiver's RxThreshold of the sender's TxPower;
 *   - for which the error model does not lose it.
 * It arrives after the transmission time of the sender's interface, Delay, and what the delay model adds.
 * There are no collisions and no carrier sense.  Positions are those of the time of sending.
 *
 * The cost of a frame is that of the devices within reach where links, MaxRange or a
 * RangePropagationLossModel say so, not of all devices of the channel.
 */
class SdeChannel : public SdeBaseChannel {
public:
  /** \return the type of this class */
  static TypeId GetTypeId ();

  SdeChannel ();
  ~SdeChannel () override;

  /** \param loss first of a chain of models, or null: nothing is lost on the way */
  void SetPropagationLossModel (Ptr<PropagationLossModel> loss);
  /** \param delay model, or null: Delay alone */
  void SetPropagationDelayModel (Ptr<PropagationDelayModel> delay);

  /**
   * From the first link on, only neighbours hear each other.
   * \param a a node with a device on this channel (now or later)
   * \param b another one
   * \param oneWay b hears a, but a does not hear b
   */
  void AddLink (Ptr<Node> a, Ptr<Node> b, bool oneWay = false);
  /** Only neighbours hear each other, also if no link is added. */
  void RequireLinks ();

  std::string Prepare (SdeSimulation *simulation) override;
  void Transmit (SdeNetDevice *sender, const SdeTransmission &transmission) override;
  bool IsLinked (const SdeNetDevice *from, const SdeNetDevice *to) const override;
  std::string Describe () const override;

protected:
  void DoDispose () override;

private:
  /** \return "" or why loss and delay models cannot be used */
  std::string PrepareModels ();
  /** \return "" or which link leads to nowhere */
  std::string PrepareLinks ();
  /** \return "" or which node has no position although one is needed */
  std::string PreparePositions ();
  /** \return beyond which distance nobody hears; 0: no such limit is known */
  double GetReach () const;
  /**
   * \return whether the frame gets from sender to receiver
   */
  bool IsHeard (SdeNetDevice *sender, SdeNetDevice *receiver, const SdeTransmission &transmission);
  /**
   * \return how long it is on its way, ns
   */
  int64_t GetDelay (SdeNetDevice *sender, SdeNetDevice *receiver, const SdeTransmission &transmission);
  /**
   * \param sender of a frame
   * \return positions in m_devices of those that may hear it, in ascending order
   */
  const std::vector<uint32_t> &GetCandidates (const SdeNetDevice *sender);

  Ptr<PropagationLossModel> m_loss;   //!< may be null
  Ptr<PropagationDelayModel> m_delay; //!< may be null
  Time m_fixedDelay;                  //!< added to each delay
  double m_maxRange;                  //!< metres; 0: none
  bool m_needsLinks = false;          //!< only neighbours hear
  bool m_needsPositions = false;      //!< some model or MaxRange looks at them

  std::vector<std::pair<Ptr<Node>, Ptr<Node>>> m_links;     //!< from, to
  std::vector<std::vector<uint32_t>> m_neighbours;          //!< by device, ascending
  std::vector<Ptr<MobilityModel>> m_mobility;               //!< by device
  std::vector<Ptr<SdeKeyedRandomVariable>> m_lossVariables; //!< along the chain of loss models
  Ptr<SdeKeyedRandomVariable> m_delayVariable;              //!< may be null
  std::unique_ptr<SdeReceiverIndex> m_index;                //!< by position; may be null
  std::vector<uint32_t> m_candidates;                       //!< of the frame in hand
};

} // namespace ns3

#endif /* SDE_CHANNEL_H */
