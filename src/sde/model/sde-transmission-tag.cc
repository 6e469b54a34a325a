/* SPDX-License-Identifier: GPL-2.0-only */
#include "sde-transmission-tag.h"

namespace ns3 {

NS_OBJECT_ENSURE_REGISTERED (SdeTransmissionTag);

TypeId SdeTransmissionTag::GetTypeId () {
  static TypeId tid = TypeId ("ns3::SdeTransmissionTag")
                          .SetParent<Tag> ()
                          .SetGroupName ("Sde")
                          .AddConstructor<SdeTransmissionTag> ();
  return tid;
}

SdeTransmissionTag::SdeTransmissionTag (uint64_t number) : m_number (number) {}

uint64_t SdeTransmissionTag::GetNumber () const { return m_number; }

TypeId SdeTransmissionTag::GetInstanceTypeId () const { return GetTypeId (); }

uint32_t SdeTransmissionTag::GetSerializedSize () const { return sizeof m_number; }

void SdeTransmissionTag::Serialize (TagBuffer i) const { i.WriteU64 (m_number); }

void SdeTransmissionTag::Deserialize (TagBuffer i) { m_number = i.ReadU64 (); }

void SdeTransmissionTag::Print (std::ostream &os) const { os << "transmission " << m_number; }

} // namespace ns3
