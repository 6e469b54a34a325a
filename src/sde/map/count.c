/* SPDX-License-Identifier: GPL-2.0-only */
/* map/count.c -- the number of scenarios and their digest, without enumerating them
 *
 * Both are the sum over dstates of the product over nodes of the sum over the
 * group; with 1 for each state it counts.  Where nothing faster is at hand the exact
 * count is put together from its residues modulo as many primes as an upper
 * bound of it needs.
 */
#include "map/mapping_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void map_group_poly (const Mapping *map, const Eval *e, const StateId *group, size_t len, uint64_t *out) {
  memset (out, 0, e->terms * sizeof *out);
  if (!e->hashed && !map->has_budget) {
    out[0] = len;
    return;
  }
  for (size_t i = 0; i < len; i++) {
    const MapState *s = map_state (map, group[i]);
    unsigned w = map->has_budget ? s->weight : 0;
    if (w < e->terms)
      out[w] = field_add (e->field, out[w], e->hashed ? s->hash : 1);
  }
}

static uint64_t map_sum (const Mapping *map, Field field, bool hashed) {
  uint64_t total[MAP_MAX_BUDGET + 1] = {0}, sum = 0;
  Eval e = {field, hashed, map->has_budget ? (unsigned)map->budget + 1 : 1};
  map->sums->sum (map, &e, total);
  for (unsigned i = 0; i < e.terms; i++)
    sum = field_add (field, sum, total[i]);
  return sum;
}

uint64_t map_digest (const Mapping *map) { return map_nodes (map) ? map_sum (map, FIELD_DIGEST, true) : 0; }

/* x, known modulo m, becomes the number below m * p that is also r modulo p. */
static void count_combine (mpz_t x, mpz_t m, Field field, uint64_t r) {
  mpz_t p, inverse, diff;
  mpz_inits (p, inverse, diff, NULL);
  mpz_set_ui (p, field.p);
  mpz_set_ui (diff, r);
  mpz_sub (diff, diff, x);
  if (mpz_cmp_ui (m, 1) > 0) {
    mpz_invert (inverse, m, p);
    mpz_mul (diff, diff, inverse);
  }
  mpz_mod (diff, diff, p);
  mpz_addmul (x, diff, m);
  mpz_mul (m, m, p);
  mpz_clears (p, inverse, diff, NULL);
}

/* No scenario is held twice, so there are at most as many as combinations of live states.  The bound is computed in
 * floating point: a relative error of 1e-9 covers its rounding. */
static double count_bits (const Mapping *map) {
  double bits = 1;
  for (NodeId n = 0; n < map_nodes (map); n++)
    bits += log2 ((double)map_states (map, n) + 1e-300);
  return bits < 1 ? 1 : bits * (1 + 1e-9) + 1;
}

static void count_by_residues (const Mapping *map, mpz_t x) {
  double bits = count_bits (map);
  Field field = {0, 0};
  mpz_t m;
  mpz_init_set_ui (m, 1);
  for (double have = 0; have < bits; have += 60.99) {
    field = field_next (field);
    count_combine (x, m, field, map_sum (map, field, false));
  }
  mpz_clear (m);
}

void map_count (const Mapping *map, Text *out, Mem *mem) {
  mpz_t x;
  mpz_init (x);
  if (map_nodes (map) && map->sums->count && !map->has_budget)
    map->sums->count (map, x);
  else if (map_nodes (map))
    count_by_residues (map, x);
  char *digits = mpz_get_str (NULL, 10, x);
  text_add (mem, out, digits);
  free (digits);
  mpz_clear (x);
}
