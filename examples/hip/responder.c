/* SPDX-License-Identifier: GPL-2.0-only */
/* responder.c -- the daemon that answers HIP messages, with the flaw of the SymNet paper
 *
 * The tool that configures the daemon uses HIP's header too, with 0 in the last bit of the version
 * byte.  The daemon takes a message for a local one by this bit alone, wherever it comes from, and then believes that
 * its size was checked when it was made.
 */
#include "hip.h"

static const uint8_t puzzle[4] = {'h', 'a', 'r', 'd'};
static uint8_t me[16];
static int established;
static unsigned rejected;

/* A message from hipconf: its first two bytes are its size. */
static void configure (const HipMessage *message, size_t size) {
  size_t said = (size_t)message->next << 8 | message->length;
  sde_assert (said == size); /* the flaw: this message came from the network */
  sde_log ("configured");
}

static void answer (uint8_t type, const uint8_t to[16]) {
  HipMessage message;
  hip_make (&message, type, me, to);
  if (type == HIP_R1)
    hip_add (&message, HIP_PUZZLE, puzzle);
  sde_send (0, &message, hip_size (&message));
}

static int is_solution (const HipMessage *message) {
  uint8_t want[4];
  const uint8_t *solution = hip_find (message, HIP_SOLUTION);
  hip_solve (want, puzzle);
  return solution && memcmp (solution, want, 4) == 0;
}

/* Is it addressed to this host, or to whoever listens (opportunistic mode, I1 only)? */
static int is_mine (const HipMessage *message) {
  static const uint8_t anyone[16];
  if (memcmp (message->receiver, me, 16) == 0)
    return 1;
  return message->type == HIP_I1 && memcmp (message->receiver, anyone, 16) == 0;
}

/* 0: not acceptable. */
static int handle_remote (const HipMessage *message, size_t size) {
  if (message->version != HIP_VERSION) {
    sde_log ("version rejected, such as 0x%02x", message->version);
    return 0;
  }
  if (message->next != HIP_NO_NEXT || hip_size (message) != size)
    return 0;
  if (message->type >= 0x80 || !is_mine (message))
    return 0;
  switch (message->type) {
  case HIP_I1: answer (HIP_R1, message->sender); return 1;
  case HIP_I2:
    if (!is_solution (message))
      return 0;
    established = 1;
    answer (HIP_R2, message->sender);
    return 1;
  case HIP_CLOSE: established = 0; return 1;
  default: return 0; /* R1, R2: not for a responder */
  }
}

int main (void) {
  HipMessage message;
  sde_publish ("established", &established, sizeof established);
  hip_identity (me, sde_node_id ());
  for (;;) {
    long size = sde_receive (0, &message, sizeof message, SDE_FOREVER);
    if (size < HIP_HEADER || size > (long)sizeof message)
      rejected++;
    else if (message.version == HIP_LOCAL)
      configure (&message, (size_t)size);
    else if (!handle_remote (&message, (size_t)size))
      rejected++;
  }
}
