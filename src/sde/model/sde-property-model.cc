/* SPDX-License-Identifier: GPL-2.0-only */
#include "sde-property-model.h"

#include "ns3/string.h"

namespace ns3 {

NS_OBJECT_ENSURE_REGISTERED (SdePropertyModel);

TypeId SdePropertyModel::GetTypeId () {
  static TypeId tid =
      TypeId ("ns3::SdePropertyModel")
          .SetParent<Object> ()
          .SetGroupName ("Sde")
          .AddConstructor<SdePropertyModel> ()
          .AddAttribute ("Kind", "always, never, sometimes, eventually or within", StringValue ("always"),
                         MakeStringAccessor (&SdePropertyModel::m_kind), MakeStringChecker ())
          .AddAttribute ("Name", "Name of the property in reports", StringValue (""),
                         MakeStringAccessor (&SdePropertyModel::m_name), MakeStringChecker ())
          .AddAttribute ("Text", "An expression over nodes and what they publish", StringValue (""),
                         MakeStringAccessor (&SdePropertyModel::m_text), MakeStringChecker ())
          .AddAttribute ("Time", "eventually: until when; within: how long after the last failure",
                         TimeValue (Time (0)), MakeTimeAccessor (&SdePropertyModel::m_time),
                         MakeTimeChecker ());
  return tid;
}

void SdePropertyModel::Fill (SdeProperty *property) const {
  *property = {m_kind.c_str (), m_name.c_str (), m_text.c_str (), m_time.GetNanoSeconds ()};
}

} // namespace ns3
