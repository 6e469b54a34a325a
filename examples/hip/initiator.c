/* SPDX-License-Identifier: GPL-2.0-only */
/* initiator.c -- begins a HIP association with node 1 */
#include "hip.h"

static uint8_t me[16], peer[16];
static int established;

/* Waits for a message of that type from the peer; 0 when none comes within a second. */
static int wait_for (uint8_t type, HipMessage *message) {
  int64_t deadline = sde_now () + SDE_S;
  for (;;) {
    long size = sde_receive (0, message, sizeof *message, deadline);
    if (size < 0)
      return 0;
    if (size < HIP_HEADER || size > (long)sizeof *message || message->version != HIP_VERSION ||
        hip_size (message) != (size_t)size || message->type != type)
      continue;
    if (memcmp (message->sender, peer, 16) == 0 && memcmp (message->receiver, me, 16) == 0)
      return 1;
  }
}

static void send_message (HipMessage *message) { sde_send (0, message, hip_size (message)); }

/* 1 when the peer has agreed. */
static int associate (void) {
  HipMessage message;
  uint8_t solution[4];
  hip_make (&message, HIP_I1, me, peer);
  send_message (&message);
  if (!wait_for (HIP_R1, &message))
    return 0;
  const uint8_t *puzzle = hip_find (&message, HIP_PUZZLE);
  if (!puzzle)
    return 0;
  hip_solve (solution, puzzle);
  hip_make (&message, HIP_I2, me, peer);
  hip_add (&message, HIP_SOLUTION, solution);
  send_message (&message);
  return wait_for (HIP_R2, &message);
}

int main (void) {
  sde_publish ("established", &established, sizeof established);
  hip_identity (me, sde_node_id ());
  hip_identity (peer, 1);
  sde_sleep_until (SDE_S);
  established = associate ();
  sde_log (established ? "association established" : "no answer");
  return 0;
}
