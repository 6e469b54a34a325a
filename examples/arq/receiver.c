/* SPDX-License-Identifier: GPL-2.0-only */
/* receiver.c -- takes each message once and in order: receiver MODULUS
 *
 * A frame with another number than the expected one is a repetition, because its acknowledgement was lost: it is
 * acknowledged again and otherwise ignored.  When all messages are there it only does this.
 */
#include "arq.h"

static unsigned delivered;

static void deliver (const ArqData *data) {
  sde_assert (data->message == delivered); /* what the protocol promises */
  delivered++;
}

int main (int argc, char **argv) {
  unsigned modulus = argc > 1 ? (unsigned)atoi (argv[1]) : 2;
  uint8_t expected = 0;
  ArqData data;
  sde_publish ("delivered", &delivered, sizeof delivered);
  while (sde_receive (0, &data, sizeof data, SDE_FOREVER) == sizeof data) {
    ArqAck ack = {data.number};
    if (data.number == expected && delivered < ARQ_MESSAGES) {
      deliver (&data);
      expected = arq_next (expected, modulus);
    }
    sde_send (0, &ack, sizeof ack);
  }
  return 0;
}
