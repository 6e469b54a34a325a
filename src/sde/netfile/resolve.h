/* SPDX-License-Identifier: GPL-2.0-only */
/* netfile/resolve.h -- from what a file says to what it means; throws Error */
#ifndef SDE_NETFILE_RESOLVE_H
#define SDE_NETFILE_RESOLVE_H

#include "netfile/network.h"

namespace netfile {

Network Resolve (const Document &document);

} // namespace netfile

#endif
