/* SPDX-License-Identifier: GPL-2.0-only */
/* crc.c -- concrete work: CRC-32 of a buffer, bit by bit and by table */
#include <stdint.h>
#include <stdio.h>

enum { SIZE = 4096, ROUNDS = 1500 };

static uint32_t table[256];
static uint8_t data[SIZE];

static void make_table (void) {
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t c = i;
    for (int k = 0; k < 8; k++)
      c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
    table[i] = c;
  }
}

static uint32_t crc (uint32_t c, const uint8_t *p, int n) {
  c = ~c;
  while (n--)
    c = table[(c ^ *p++) & 255] ^ c >> 8;
  return ~c;
}

int main (void) {
  uint32_t sum = 0;
  make_table ();
  for (int i = 0; i < SIZE; i++)
    data[i] = (uint8_t)(i * 7 + (i >> 3));
  for (int round = 0; round < ROUNDS; round++)
    sum = crc (sum, data, SIZE);
  printf ("%08x\n", sum);
  return 0;
}
