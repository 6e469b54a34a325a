/* SPDX-License-Identifier: GPL-2.0-only */
/* Node 0 sends frames at once; the others pass on the first one at once: links without delay. */
#include <sde/node.h>

int main (void) {
  unsigned char frame[2] = {0, 0};
  if (sde_node_id () == 0)
    for (; frame[0] < 3; frame[0]++)
      sde_send (0, frame, sizeof frame);
  for (int passed = 0; sde_receive (SDE_ANY, frame, sizeof frame, 100 * SDE_MS) > 0;) {
    frame[1]++;
    if (!passed++)
      for (unsigned iface = 0; iface < sde_interfaces (); iface++)
        if ((int)iface != sde_received_at ())
          sde_send ((int)iface, frame, sizeof frame);
    sde_sleep (0);
  }
  return 0;
}
