/* SPDX-License-Identifier: GPL-2.0-only */
/* collect.c -- data goes up the diagonal of a grid, hop by hop, to the sink in the corner
 *
 *   collect WIDTH ROUTE FRAMES
 *
 * Node y * WIDTH + x stands at column x of row y.  The ROUTE-th node of the diagonal is the
 * source: it sends FRAMES data frames, one a second.  Each names the next node of the route, which
 * sends it on.  Every node within earshot hears it; those that it does not name ignore it.
 */
#include <sde/node.h>
#include <stdlib.h>

typedef struct Frame {
  uint16_t to;     /* the node that shall send it on */
  uint16_t number; /* of the data, from 1 */
} Frame;

static unsigned width, route, frames;
static unsigned delivered; /* at the sink */

/* The k-th node of the diagonal, from 0. */
static unsigned diagonal (unsigned k) { return k * width + k; }

/* Sends data from the node k of the diagonal to the one before it. */
static void send_on (unsigned k, unsigned number) {
  Frame frame = {(uint16_t)diagonal (k - 1), (uint16_t)number};
  sde_send (0, &frame, sizeof frame);
}

static void handle (const Frame *frame) {
  unsigned me = sde_node_id ();
  if (frame->to != me)
    return;
  if (me == diagonal (0))
    delivered++;
  else
    send_on (me / width, frame->number);
}

static void listen_until (int64_t deadline) {
  Frame frame;
  while (sde_receive (0, &frame, sizeof frame, deadline) == sizeof frame)
    handle (&frame);
}

int main (int argc, char **argv) {
  if (argc != 4)
    return 1;
  width = (unsigned)atoi (argv[1]);
  route = (unsigned)atoi (argv[2]);
  frames = (unsigned)atoi (argv[3]);
  sde_publish ("delivered", &delivered, sizeof delivered);
  if (sde_node_id () == diagonal (route - 1))
    for (unsigned number = 1; number <= frames; number++) {
      listen_until (number * SDE_S);
      send_on (route - 1, number);
    }
  listen_until (SDE_FOREVER);
  return 0;
}
