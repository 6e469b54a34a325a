/* SPDX-License-Identifier: GPL-2.0-only */
/* base.c -- hears a meter's numbers, which must never come twice */
#include <sde/node.h>

int main (void) {
  uint32_t number, last = 0;
  while (sde_receive (0, &number, sizeof number, SDE_FOREVER) == sizeof number) {
    sde_assert (number > last);
    last = number;
  }
  return 0;
}
