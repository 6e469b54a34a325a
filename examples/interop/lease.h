/* SPDX-License-Identifier: GPL-2.0-only */
/* lease.h -- the specification that two teams implemented
 *
 * A client asks a server for an address for so many minutes (one byte).  The server grants what was asked for,
 * but never more than 100.  A client refuses an answer that grants more.
 */
#ifndef LEASE_H
#define LEASE_H

#include <sde/node.h>
#include <string.h>

enum { LEASE_ASK = 1, LEASE_GRANT = 2, LEASE_MOST = 100 };

#endif
