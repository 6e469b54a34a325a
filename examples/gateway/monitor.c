/* SPDX-License-Identifier: GPL-2.0-only */
/* monitor.c -- looks at the reading itself, then hears what the gateway makes of it
 *
 * Hot is warm: no run of the real system has a gateway that says "not warm" beside a monitor that has seen
 * "hot".  Each node forks on its own, so there are states for all four combinations; the gateway's frame carries
 * the reading and what the gateway knows of it, which contradicts one of them.
 */
#include "gateway.h"

int main (void) {
  Frame reading, verdict;
  if (sde_receive (0, &reading, sizeof reading, SDE_FOREVER) != sizeof reading)
    return 1;
  int hot = reading.temperature >= HOT;
  if (hot)
    sde_log ("hot: %d", reading.temperature);
  if (sde_receive (1, &verdict, sizeof verdict, SDE_FOREVER) != sizeof verdict)
    return 1;
  if (hot)
    sde_assert (verdict.warm);
  return 0;
}
