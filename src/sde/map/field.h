/* SPDX-License-Identifier: GPL-2.0-only */
/* map/field.h -- sums and products modulo a prime, and polynomials in the weight
 *
 * The primes are 2^61 - c with a small c, so that a product is reduced by two
 * multiplications with c.  A set of scenarios is measured by a polynomial in z
 * whose coefficient at z^w belongs to the scenarios of weight w; coefficients
 * above the budget are cut off.
 */
#ifndef SDE_MAP_FIELD_H
#define SDE_MAP_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Field {
  uint64_t p; /* 2^61 - c, prime */
  uint64_t c; /* below 2^20 */
} Field;

#define FIELD_DIGEST ((Field){(1ull << 61) - 1, 1})

/* What a dstate is worth: with hashed the digest, without it the number of scenarios. */
typedef struct Eval {
  Field field;
  bool hashed;
  unsigned terms; /* budget + 1, or 1 */
} Eval;

static inline uint64_t field_add (Field f, uint64_t a, uint64_t b) {
  uint64_t s = a + b;
  return s >= f.p ? s - f.p : s;
}

static inline uint64_t field_mul (Field f, uint64_t a, uint64_t b) {
  const uint64_t low = (1ull << 61) - 1;
  unsigned __int128 x = (unsigned __int128)a * b;
  x = (unsigned __int128)(uint64_t)(x >> 61) * f.c + ((uint64_t)x & low);
  uint64_t y = (uint64_t)(x >> 61) * f.c + ((uint64_t)x & low);
  while (y >= f.p)
    y -= f.p;
  return y;
}

/* The next smaller prime after f; f.c = 0 starts the series at 2^61 - 1. */
Field field_next (Field f);

/* a := a * b, cut off at terms coefficients. */
void poly_mul (const Eval *e, uint64_t *a, const uint64_t *b);
void poly_add (const Eval *e, uint64_t *a, const uint64_t *b);
/* The polynomial 1. */
void poly_one (const Eval *e, uint64_t *a);

#endif
