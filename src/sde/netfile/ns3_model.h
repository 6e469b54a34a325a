/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/ns3_model.h -- ns-3 objects by the names of their types and attributes */
#ifndef SDE_NETFILE_NS3_MODEL_H
#define SDE_NETFILE_NS3_MODEL_H

#include "netfile/value.h"

#include "ns3/object.h"

namespace netfile {

/* The type exists, can be made, is derived from the parent, and has all attributes with such values; throws Error. */
void CheckModel (const Model &model, const std::string &parent, const Where &where);
/* The attributes exist in that type, with such values; throws Error. */
void CheckAttributes (const std::string &type, const Attributes &attributes, const Where &where);
/* Makes one that has passed CheckModel. */
ns3::Ptr<ns3::Object> MakeModel (const Model &model);

} // namespace netfile

#endif
