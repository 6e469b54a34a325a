/* SPDX-License-Identifier: GPL-2.0-only */
/* relay.c -- counts in a frame and sends it on, when it is named in it: relay FRAMES */
#include <sde/node.h>
#include <stdlib.h>

typedef struct Frame {
  uint32_t count, next;
  uint8_t rest[12];
} Frame;

static void send_on (uint32_t count) {
  Frame frame = {count + 1, (sde_node_id () + 1) % sde_nodes (), {0}};
  sde_send (0, &frame, sizeof frame);
}

int main (int argc, char **argv) {
  uint32_t frames = argc > 1 ? (uint32_t)atoi (argv[1]) : 0;
  Frame frame;
  if (sde_node_id () == 0)
    send_on (0);
  while (sde_receive (0, &frame, sizeof frame, SDE_FOREVER) == sizeof frame)
    if (frame.next == sde_node_id () && frame.count < frames)
      send_on (frame.count);
  return 0;
}
