/* SPDX-License-Identifier: GPL-2.0-only */
/* alpha.c -- leases as team Alpha reads the specification: alpha client|server
 *
 * To them a byte is a number from 0 to 255.
 */
#include "lease.h"

uint8_t wanted = 30; /* minutes; the network's description makes it symbolic */

typedef struct Message {
  uint8_t type;
  uint8_t minutes;
} Message;

static int client (void) {
  Message message = {LEASE_ASK, wanted};
  sde_sleep_until (SDE_S);
  sde_send (0, &message, sizeof message);
  if (sde_receive (0, &message, sizeof message, sde_now () + SDE_S) != sizeof message)
    return 1;
  sde_assert (message.minutes <= LEASE_MOST);
  return 0;
}

static int server (void) {
  Message message;
  while (sde_receive (0, &message, sizeof message, SDE_FOREVER) == sizeof message) {
    if (message.type != LEASE_ASK)
      continue;
    message.type = LEASE_GRANT;
    if (message.minutes > LEASE_MOST)
      message.minutes = LEASE_MOST;
    sde_send (0, &message, sizeof message);
  }
  return 0;
}

int main (int argc, char **argv) {
  return argc > 1 && strcmp (argv[1], "server") == 0 ? server () : client ();
}
