/* SPDX-License-Identifier: GPL-2.0-only */
/* remote.c -- somebody presses the button twice */
#include "lock.h"

int main (void) {
  for (uint8_t i = 1; i <= 2; i++) {
    Command command = {i, lock_tag (i)};
    sde_sleep (SDE_S);
    sde_send (0, &command, sizeof command);
  }
  return 0;
}
