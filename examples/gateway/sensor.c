/* SPDX-License-Identifier: GPL-2.0-only */
/* sensor.c -- sends one reading to gateway and monitor; the network's description makes `temperature` symbolic */
#include "gateway.h"

uint8_t temperature = 20;

int main (void) {
  Frame frame = {READING, 0, temperature};
  sde_sleep_until (SDE_S);
  for (unsigned i = 0; i < sde_interfaces (); i++)
    sde_send ((int)i, &frame, sizeof frame);
  return 0;
}
