/* SPDX-License-Identifier: GPL-2.0-only */
/* lock.h -- the command that opens a door */
#ifndef LOCK_H
#define LOCK_H

#include <sde/node.h>

typedef struct Command {
  uint8_t counter; /* of the remote's button, from 1 */
  uint8_t tag;     /* only who has the key can compute it */
} Command;

/* Stands for a real message authentication code. */
static inline uint8_t lock_tag (uint8_t counter) { return (uint8_t)(counter * 37u ^ 0xa5u); }

#endif
