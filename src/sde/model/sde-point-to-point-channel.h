/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SDE_POINT_TO_POINT_CHANNEL_H
#define SDE_POINT_TO_POINT_CHANNEL_H

#include "sde-base-channel.h"

namespace ns3 {

/**
 * \ingroup sde
 * \brief A link between two devices, with a delay and perhaps an error model.
 */
class SdePointToPointChannel : public SdeBaseChannel {
public:
  /** \return the type of this class */
  static TypeId GetTypeId ();

  std::string Prepare (SdeSimulation *simulation) override;
  void Transmit (SdeNetDevice *sender, const SdeTransmission &transmission) override;
  bool IsLinked (const SdeNetDevice *from, const SdeNetDevice *to) const override;
  std::string Describe () const override;

private:
  Time m_delay; //!< of propagation
};

} // namespace ns3

#endif /* SDE_POINT_TO_POINT_CHANNEL_H */
