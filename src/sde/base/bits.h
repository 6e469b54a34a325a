/* SPDX-License-Identifier: GPL-2.0-only */
/* base/bits.h -- sets of byte values, and small bit tricks */
#ifndef SDE_BASE_BITS_H
#define SDE_BASE_BITS_H

#include <stdbool.h>
#include <stdint.h>

/* A subset of 0..255. */
typedef struct ByteSet {
  uint64_t w[4];
} ByteSet;

#define BYTESET_ALL ((ByteSet){{~0ull, ~0ull, ~0ull, ~0ull}})
#define BYTESET_NONE ((ByteSet){{0, 0, 0, 0}})

static inline bool byteset_has (const ByteSet *s, unsigned x) { return s->w[x >> 6] >> (x & 63) & 1; }
static inline void byteset_add (ByteSet *s, unsigned x) { s->w[x >> 6] |= 1ull << (x & 63); }
static inline ByteSet byteset_and (ByteSet a, ByteSet b) {
  return (ByteSet){{a.w[0] & b.w[0], a.w[1] & b.w[1], a.w[2] & b.w[2], a.w[3] & b.w[3]}};
}
static inline ByteSet byteset_minus (ByteSet a, ByteSet b) {
  return (ByteSet){{a.w[0] & ~b.w[0], a.w[1] & ~b.w[1], a.w[2] & ~b.w[2], a.w[3] & ~b.w[3]}};
}
static inline bool byteset_empty (const ByteSet *s) { return !(s->w[0] | s->w[1] | s->w[2] | s->w[3]); }
static inline bool byteset_equal (const ByteSet *a, const ByteSet *b) {
  return !((a->w[0] ^ b->w[0]) | (a->w[1] ^ b->w[1]) | (a->w[2] ^ b->w[2]) | (a->w[3] ^ b->w[3]));
}
/* In each byte of the result how many of its bits are set in x. */
static inline uint64_t bits_count_bytes (uint64_t x) {
  x -= x >> 1 & 0x5555555555555555;
  x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
  return (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f;
}
/* The compiler would call a function for each word on processors without an instruction for it. */
static inline unsigned byteset_count (const ByteSet *s) {
  uint64_t bytes = bits_count_bytes (s->w[0]) + bits_count_bytes (s->w[1]) + bits_count_bytes (s->w[2]) +
                   bits_count_bytes (s->w[3]);
  bytes = (bytes & 0x00ff00ff00ff00ff) + (bytes >> 8 & 0x00ff00ff00ff00ff); /* 256 needs 9 bits */
  return (unsigned)(bytes * 0x0001000100010001 >> 48);
}
/* The least member of a set that is not empty. */
static inline unsigned byteset_first (const ByteSet *s) {
  unsigned i = 0;
  while (!s->w[i])
    i++;
  return i * 64 + (unsigned)__builtin_ctzll (s->w[i]);
}
static inline bool byteset_single (const ByteSet *s) {
  uint64_t all = s->w[0] | s->w[1] | s->w[2] | s->w[3];
  return (s->w[0] != 0) + (s->w[1] != 0) + (s->w[2] != 0) + (s->w[3] != 0) == 1 && !(all & (all - 1));
}

/* The n lowest bits set, n in 0..64. */
static inline uint64_t bits_mask (unsigned n) { return n >= 64 ? ~0ull : (1ull << n) - 1; }
/* x of n bits (1..64), zero-extended, as a signed number. */
static inline int64_t bits_signed (uint64_t x, unsigned n) { return (int64_t)(x << (64 - n)) >> (64 - n); }

#endif
