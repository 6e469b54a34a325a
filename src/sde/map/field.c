/* SPDX-License-Identifier: GPL-2.0-only */
/* map/field.c -- sums and products modulo a prime, and polynomials in the weight */
#include "map/field.h"

#include <gmp.h>
#include <string.h>

Field field_next (Field f) {
  mpz_t x;
  mpz_init (x);
  uint64_t c = f.c ? f.c + 2 : 1;
  for (;; c += 2) {
    mpz_set_ui (x, (unsigned long)((1ull << 61) - c));
    if (mpz_probab_prime_p (x, 40))
      break;
  }
  mpz_clear (x);
  return (Field){(1ull << 61) - c, c};
}

void poly_one (const Eval *e, uint64_t *a) {
  memset (a, 0, e->terms * sizeof *a);
  a[0] = 1;
}

void poly_add (const Eval *e, uint64_t *a, const uint64_t *b) {
  for (unsigned i = 0; i < e->terms; i++)
    a[i] = field_add (e->field, a[i], b[i]);
}

static uint64_t poly_term (const Eval *e, const uint64_t *a, const uint64_t *b, unsigned i) {
  uint64_t sum = 0;
  for (unsigned j = 0; j <= i; j++)
    if (a[j] && b[i - j])
      sum = field_add (e->field, sum, field_mul (e->field, a[j], b[i - j]));
  return sum;
}

void poly_mul (const Eval *e, uint64_t *a, const uint64_t *b) {
  for (unsigned i = e->terms; i-- > 0;)
    a[i] = poly_term (e, a, b, i);
}
