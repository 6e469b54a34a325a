/* SPDX-License-Identifier: GPL-2.0-only */
/* beta.c -- leases as team Beta reads the specification: beta client|server
 *
 * They parse by offset into plain chars, which on their machines are signed: 200 minutes are -56, which is
 * below the limit.  Their client reads the answer in the same way and is content.
 */
#include "lease.h"

signed char wanted = 30; /* minutes; the network's description makes it symbolic */

static int client (void) {
  signed char packet[2] = {LEASE_ASK, wanted};
  sde_sleep_until (SDE_S);
  sde_send (0, packet, 2);
  if (sde_receive (0, packet, 2, sde_now () + SDE_S) != 2)
    return 1;
  sde_assert (packet[1] <= LEASE_MOST);
  return 0;
}

static int server (void) {
  signed char packet[2];
  for (;;) {
    if (sde_receive (0, packet, 2, SDE_FOREVER) != 2 || packet[0] != LEASE_ASK)
      continue;
    packet[0] = LEASE_GRANT;
    if (packet[1] > LEASE_MOST)
      packet[1] = LEASE_MOST;
    sde_send (0, packet, 2);
  }
}

int main (int argc, char **argv) {
  return argc > 1 && strcmp (argv[1], "server") == 0 ? server () : client ();
}
