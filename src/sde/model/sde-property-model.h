/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SDE_PROPERTY_MODEL_H
#define SDE_PROPERTY_MODEL_H

#include "ns3/nstime.h"
#include "ns3/object.h"

#include <sde/network.h>

#include <string>

namespace ns3 {

/**
 * \ingroup sde
 * \brief What must hold over several nodes in every scenario, or happen in some; see doc/properties.md.
 */
class SdePropertyModel : public Object {
public:
  static TypeId GetTypeId (); //!< \return the type of this class

  /** \param property gets the attributes; its texts live as long as this object */
  void Fill (SdeProperty *property) const;

private:
  std::string m_kind; //!< always, never, sometimes, eventually or within
  std::string m_name; //!< of its own
  std::string m_text; //!< an expression
  Time m_time;        //!< eventually: until when; within: how long after the last failure
};

} // namespace ns3

#endif /* SDE_PROPERTY_MODEL_H */
