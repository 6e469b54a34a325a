/* SPDX-License-Identifier: GPL-2.0-only */
/* arq.h -- frames of a stop-and-wait protocol
 *
 * The sender numbers its frames modulo `modulus` and sends each until it is acknowledged.  Two numbers
 * are enough where frames cannot overtake each other (the alternating bit protocol).
 */
#ifndef ARQ_H
#define ARQ_H

#include <sde/node.h>
#include <stdlib.h>

enum { ARQ_MESSAGES = 3 };

typedef struct ArqData {
  uint8_t number;  /* of the frame, modulo the modulus */
  uint8_t message; /* what it carries: in the test the number of the message, from 0 */
} ArqData;

typedef struct ArqAck {
  uint8_t number; /* of the frame that was received */
} ArqAck;

static inline uint8_t arq_next (uint8_t number, unsigned modulus) {
  return (uint8_t)((number + 1u) % modulus);
}

#endif
