/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SDE_TRANSMISSION_TAG_H
#define SDE_TRANSMISSION_TAG_H

#include "ns3/tag.h"

namespace ns3 {

/**
 * \ingroup sde
 * \brief The number of the transmission that a packet stands for.
 *
 * A packet carries one possible content of a frame; what the frame really is (symbolic bytes, the
 * states that have sent it) is known to the engine under this number.
 */
class SdeTransmissionTag : public Tag {
public:
  /** \return the type of this class */
  static TypeId GetTypeId ();

  SdeTransmissionTag () = default;
  /** \param number of the transmission, from 1 */
  explicit SdeTransmissionTag (uint64_t number);
  /** \return the number of the transmission; 0: none */
  uint64_t GetNumber () const;

  TypeId GetInstanceTypeId () const override;
  uint32_t GetSerializedSize () const override;
  void Serialize (TagBuffer i) const override;
  void Deserialize (TagBuffer i) override;
  void Print (std::ostream &os) const override;

private:
  uint64_t m_number = 0; //!< of the transmission
};

} // namespace ns3

#endif /* SDE_TRANSMISSION_TAG_H */
