/* SPDX-License-Identifier: GPL-2.0-only */
/* flood.c -- neighbour discovery by flooding: flood ROUNDS
 *
 * In each round every node tells everyone whom it has heard of so far.  So a frame depends on what its sender
 * has missed, and everybody hears everybody: the case in which state mapping can save least.
 */
#include <sde/node.h>
#include <stdlib.h>

typedef struct Hello {
  uint8_t from;
  uint8_t known; /* one bit a node; up to eight nodes */
} Hello;

static uint8_t known;

static void listen_until (int64_t deadline) {
  Hello hello;
  while (sde_receive (0, &hello, sizeof hello, deadline) == sizeof hello)
    known = (uint8_t)(known | hello.known);
}

int main (int argc, char **argv) {
  int rounds = argc > 1 ? atoi (argv[1]) : 3;
  uint8_t me = (uint8_t)sde_node_id ();
  known = (uint8_t)(1 << me);
  sde_publish ("known", &known, sizeof known);
  for (int i = 1; i <= rounds; i++) {
    listen_until (i * SDE_S);
    Hello hello = {me, known};
    sde_send (0, &hello, sizeof hello);
  }
  listen_until ((rounds + 1) * SDE_S);
  return 0;
}
