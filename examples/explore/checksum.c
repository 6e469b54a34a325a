/* SPDX-License-Identifier: GPL-2.0-only */
/* checksum.c -- a bug behind a checksum
 *
 * A message is taken only if its CRC-16 is right.  One kind of message is handled wrongly.  To get
 * there one has to find four bytes with a given CRC: random testing needs 65,536 tries for the
 * checksum and 256 for the kind; here the solver inverts the checksum.
 */
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>

static uint16_t crc16 (const uint8_t *p, int n) {
  uint16_t crc = 0xffff;
  for (int i = 0; i < n; i++) {
    crc = (uint16_t)(crc ^ p[i] << 8);
    for (int bit = 0; bit < 8; bit++)
      crc = (uint16_t)(crc << 1 ^ (0x1021 & -(crc >> 15)));
  }
  return crc;
}

static void handle (const uint8_t *body) { assert (body[0] != 'Q'); }

int main (void) {
  uint8_t body[4];
  klee_make_symbolic (body, sizeof body, "body");
  if (crc16 (body, sizeof body) != 0xC0DE)
    return 1;
  handle (body);
  return 0;
}
