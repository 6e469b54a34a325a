/* SPDX-License-Identifier: GPL-2.0-only */
/* hip.h -- the Host Identity Protocol's base exchange in miniature (after RFC 5201)
 *
 *   initiator                  responder
 *       | -------- I1 ----------> |   hello
 *       | <------- R1 ----------- |   a puzzle
 *       | -------- I2 ----------> |   its solution
 *       | <------- R2 ----------- |   established
 *
 * All messages begin with the same 40 bytes.  R1 and I2 carry a parameter of 8 bytes behind it.
 */
#ifndef HIP_H
#define HIP_H

#include <sde/node.h>
#include <string.h>

enum { HIP_NO_NEXT = 59 };   /* no other protocol inside */
enum { HIP_VERSION = 0x11 }; /* version 1, reserved 0, the last bit is always 1 */
enum { HIP_LOCAL = 0x10 };   /* version 1, last bit 0: from the local hipconf tool */
enum { HIP_I1 = 1, HIP_R1 = 2, HIP_I2 = 3, HIP_R2 = 4 };     /* types */
enum { HIP_CLOSE = 18, HIP_HEADER = 40, HIP_PARAMETER = 8 }; /* type; sizes */
enum { HIP_PUZZLE = 257, HIP_SOLUTION = 321 };               /* types of parameters */

typedef struct HipMessage {
  uint8_t next;
  uint8_t length; /* of header and parameters in units of 8 bytes, the first not counted */
  uint8_t type;   /* the first bit is 0 */
  uint8_t version;
  uint8_t checksum[2]; /* checked by whoever delivers it */
  uint8_t controls[2];
  uint8_t sender[16], receiver[16]; /* identities of hosts */
  uint8_t parameter[HIP_PARAMETER]; /* type (2 bytes), length (2), value (4) */
} HipMessage;

/* The identity of a host: in our small world a function of the node's number. */
static inline void hip_identity (uint8_t identity[16], unsigned node) {
  static const uint8_t prefix[4] = {0x20, 0x01, 0x00, 0x10};
  memset (identity, (int)(0xa0 + node), 16);
  memcpy (identity, prefix, sizeof prefix);
}

static inline size_t hip_size (const HipMessage *message) { return ((size_t)message->length + 1) * 8; }

/* A message without parameters. */
static inline void hip_make (HipMessage *message, uint8_t type, const uint8_t from[16],
                             const uint8_t to[16]) {
  memset (message, 0, sizeof *message);
  message->next = HIP_NO_NEXT;
  message->length = HIP_HEADER / 8 - 1;
  message->type = type;
  message->version = HIP_VERSION;
  memcpy (message->sender, from, 16);
  memcpy (message->receiver, to, 16);
}

static inline void hip_add (HipMessage *message, unsigned type, const uint8_t value[4]) {
  message->length++;
  message->parameter[0] = (uint8_t)(type >> 8);
  message->parameter[1] = (uint8_t)type;
  message->parameter[3] = 4;
  memcpy (message->parameter + 4, value, 4);
}

/* The value of the parameter of that type, NULL if it is not there. */
static inline const uint8_t *hip_find (const HipMessage *message, unsigned type) {
  const uint8_t *p = message->parameter;
  if (hip_size (message) != HIP_HEADER + HIP_PARAMETER || p[0] != type >> 8 || p[1] != (type & 0xff))
    return NULL;
  return p[2] == 0 && p[3] == 4 ? p + 4 : NULL;
}

static inline void hip_solve (uint8_t solution[4], const uint8_t puzzle[4]) {
  for (int i = 0; i < 4; i++)
    solution[i] = (uint8_t)(puzzle[3 - i] ^ 0x5a);
}

#endif
