/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/build.h -- a network file as calls of SdeHelper, which is all that an ns-3 script has too */
#ifndef SDE_NETFILE_BUILD_H
#define SDE_NETFILE_BUILD_H

#include "netfile/network.h"

#include "ns3/sde-helper.h"

namespace netfile {

/* Describes everything but the end of the run, which is an argument of SdeHelper::Run. */
void Build (const Network &network, ns3::SdeHelper &sde);

} // namespace netfile

#endif
