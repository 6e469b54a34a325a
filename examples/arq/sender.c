/* SPDX-License-Identifier: GPL-2.0-only */
/* sender.c -- sends three messages, each until it is acknowledged: sender MODULUS */
#include "arq.h"

enum { TRIES = 5 };
#define TIMEOUT (100 * SDE_MS)

/* Has the frame with that number been acknowledged in time?  Other acknowledgements are old ones. */
static int acknowledged (uint8_t number) {
  ArqAck ack;
  int64_t deadline = sde_now () + TIMEOUT;
  while (sde_receive (0, &ack, sizeof ack, deadline) == sizeof ack)
    if (ack.number == number)
      return 1;
  return 0;
}

static int send_message (uint8_t number, uint8_t message) {
  ArqData data = {number, message};
  for (int i = 0; i < TRIES; i++) {
    sde_send (0, &data, sizeof data);
    if (acknowledged (number))
      return 1;
  }
  return 0;
}

int main (int argc, char **argv) {
  unsigned modulus = argc > 1 ? (unsigned)atoi (argv[1]) : 2;
  uint8_t number = 0;
  sde_sleep_until (SDE_S);
  for (uint8_t message = 0; message < ARQ_MESSAGES; message++) {
    if (!send_message (number, message)) {
      sde_log ("message %d: given up", message);
      return 1;
    }
    number = arq_next (number, modulus);
  }
  return 0;
}
