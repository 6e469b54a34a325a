/* SPDX-License-Identifier: GPL-2.0-only */
/* Every node tells all its interfaces a number now and then, and the sum of what it has heard. */
#include <sde/node.h>

#include <stdlib.h>

int main (int argc, char **argv) {
  int rounds = argc > 1 ? atoi (argv[1]) : 3;
  int64_t pause = argc > 2 ? atoi (argv[2]) * SDE_MS : 10 * SDE_MS;
  unsigned char sum = (unsigned char)sde_node_id (), frame[2];
  for (int i = 0; i < rounds; i++) {
    int64_t next = sde_now () + pause;
    frame[0] = (unsigned char)i;
    frame[1] = sum;
    for (unsigned iface = 0; iface < sde_interfaces (); iface++)
      sde_send ((int)iface, frame, sizeof frame);
    while (sde_receive (SDE_ANY, frame, sizeof frame, next) > 0)
      sum = (unsigned char)(sum * 3 + frame[1]);
  }
  sde_publish ("sum", &sum, sizeof sum);
  return 0;
}
