/* SPDX-License-Identifier: GPL-2.0-only */
/* Node 1 fails if the first frame is lost. */
#include <sde/node.h>

int main (void) {
  unsigned char frame[3] = {'a', 'b', 'c'};
  if (sde_node_id () == 0) {
    for (int i = 0; i < 2; i++, frame[0]++) {
      sde_send (0, frame, sizeof frame);
      sde_sleep (10 * SDE_MS);
    }
    return 0;
  }
  sde_receive (0, frame, sizeof frame, SDE_FOREVER);
  sde_assert (frame[0] == 'a');
  return 0;
}
