/* SPDX-License-Identifier: GPL-2.0-only */
/* parser.c -- a packet parser that reads behind its packet at one length
 *
 * A packet is: version (1), kind, length of the payload, payload, sum of the payload's bytes.
 * The parser refuses a payload that is longer than the packet, but forgets that the sum follows
 * the payload: of all lengths exactly one, 9, makes it read the byte behind the packet.
 */
#include <klee/klee.h>
#include <stdint.h>

enum { SIZE = 12, HEADER = 3 };
enum { KIND_DATA = 1, KIND_ACK = 2 };

static int check_sum (const uint8_t *payload, unsigned length) {
  uint8_t sum = 0;
  for (unsigned i = 0; i < length; i++)
    sum = (uint8_t)(sum + payload[i]);
  return sum == payload[length];
}

static int parse (const uint8_t *packet, unsigned size) {
  if (packet[0] != 1)
    return -1;
  unsigned length = packet[2];
  if (length > size - HEADER) /* must be: size - HEADER - 1 */
    return -2;
  switch (packet[1]) {
  case KIND_DATA: return check_sum (packet + HEADER, length) ? 0 : -3;
  case KIND_ACK: return length ? -4 : 0;
  default: return -5;
  }
}

int main (void) {
  uint8_t packet[SIZE];
  klee_make_symbolic (packet, sizeof packet, "packet");
  return parse (packet, sizeof packet) != 0;
}
