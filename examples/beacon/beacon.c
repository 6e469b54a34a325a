/* SPDX-License-Identifier: GPL-2.0-only */
/* beacon.c -- every node says once a second that it is there: beacon BEACONS
 *
 * A beacon says the same whatever its sender has heard: states of a node that differ in what they have missed
 * send equal frames at equal times.
 */
#include <sde/node.h>
#include <stdlib.h>

enum { MOST = 64 };

typedef struct Beacon {
  uint8_t from;
  uint8_t number;
} Beacon;

static uint8_t heard[MOST]; /* beacons of each neighbour */
static unsigned neighbours; /* that were heard at least once */

static void listen_until (int64_t deadline) {
  Beacon beacon;
  while (sde_receive (0, &beacon, sizeof beacon, deadline) == sizeof beacon) {
    if (beacon.from >= MOST)
      continue;
    if (heard[beacon.from]++ == 0)
      neighbours++;
  }
}

int main (int argc, char **argv) {
  int beacons = argc > 1 ? atoi (argv[1]) : 10;
  sde_publish ("neighbours", &neighbours, sizeof neighbours);
  for (int i = 1; i <= beacons; i++) {
    Beacon beacon = {(uint8_t)sde_node_id (), (uint8_t)i};
    listen_until (i * SDE_S);
    sde_send (0, &beacon, sizeof beacon);
  }
  listen_until ((beacons + 1) * SDE_S);
  return 0;
}
