/* SPDX-License-Identifier: GPL-2.0-only */
/* Node 0 sends a frame, node 1 looks at its first byte and answers. */
#include <sde/node.h>

int main (void) {
  unsigned char frame[4] = {1, 2, 3, 4};
  if (sde_node_id () == 0) {
    sde_send (0, frame, sizeof frame);
    long size = sde_receive (0, frame, sizeof frame, 1 * SDE_S);
    sde_log ("%ld bytes", size);
    return 0;
  }
  if (sde_receive (0, frame, sizeof frame, SDE_FOREVER) > 0) {
    if (frame[0] == 7)
      frame[1] = 70;
    sde_send (0, frame, sizeof frame);
  }
  return 0;
}
