/* SPDX-License-Identifier: GPL-2.0-only */
/* base/varint.h -- numbers of 1 to 10 bytes, small ones short: seven bits a byte, lowest first, the top bit says
 * that more follow */
#ifndef SDE_BASE_VARINT_H
#define SDE_BASE_VARINT_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

typedef VEC (uint8_t) Bytes;

static inline void varint_add (Mem *mem, Bytes *to, uint64_t x) {
  for (; x >= 0x80; x >>= 7)
    VEC_PUSH (mem, to, (uint8_t)(x | 0x80));
  VEC_PUSH (mem, to, (uint8_t)x);
}

/* Moves *at behind the number; false: the bytes end within it, or it has more than 64 bits. */
static inline bool varint_get (const uint8_t **at, const uint8_t *end, uint64_t *out) {
  uint64_t x = 0;
  for (unsigned shift = 0; *at < end && shift < 64; shift += 7) {
    uint8_t byte = *(*at)++;
    if (shift == 63 && byte > 1)
      return false;
    x |= (uint64_t)(byte & 0x7f) << shift;
    if (!(byte & 0x80)) {
      *out = x;
      return true;
    }
  }
  return false;
}

#endif
