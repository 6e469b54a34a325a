/* SPDX-License-Identifier: GPL-2.0-only */
/* gateway.c -- tells the monitor whether it is warm, with the reading: in at interface 0, out at 1 */
#include "gateway.h"

int main (void) {
  Frame frame;
  if (sde_receive (0, &frame, sizeof frame, SDE_FOREVER) != sizeof frame)
    return 1;
  frame.kind = VERDICT;
  frame.warm = 0;
  if (frame.temperature >= WARM)
    frame.warm = 1;
  sde_sleep (10 * SDE_MS);
  sde_send (1, &frame, sizeof frame);
  return 0;
}
