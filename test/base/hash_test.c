/* SPDX-License-Identifier: GPL-2.0-only */
/* base/hash_test.c -- hashes are the same in every run and spread well; so does the generator */
#include "support/fixture.h"

#include <string.h>

/* Path ids and digests are compared across runs and machines, so these numbers
 * are part of what users see.  The first two are XXH3's published values. */
static void values_never_change (void **state) {
  (void)state;
  assert_int_equal (hash_bytes ("", 0), 0x2d06800538d394c2u);
  Hash128 h = hash128_bytes ("", 0);
  assert_int_equal (h.hi, 0x99aa06d3014798d8u);
  assert_int_equal (h.lo, 0x6001c324468d497fu);
  assert_int_equal (hash_mix (0), 0);
  assert_int_equal (hash_mix (1), 0x5692161d100b05e5u);
}

static void one_flipped_bit_changes_half (void **state) {
  Fixture *f = fixture (state);
  for (unsigned bit = 0; bit < 64; bit++) {
    unsigned mix = 0, bytes = 0;
    const unsigned rounds = 200;
    for (unsigned i = 0; i < rounds; i++) {
      uint64_t x = rng_next (&f->rng), y = x ^ 1ull << bit;
      mix += (unsigned)__builtin_popcountll (hash_mix (x) ^ hash_mix (y));
      bytes += (unsigned)__builtin_popcountll (hash_bytes (&x, 8) ^ hash_bytes (&y, 8));
    }
    assert_in_range (mix, rounds * 28, rounds * 36);
    assert_in_range (bytes, rounds * 28, rounds * 36);
  }
}

static void length_and_place_matter (void **state) {
  (void)state;
  const uint8_t zeros[64] = {0};
  for (size_t i = 0; i < 64; i++)
    for (size_t j = 0; j < i; j++)
      assert_int_not_equal (hash_bytes (zeros, i), hash_bytes (zeros, j));
  assert_int_not_equal (hash_pair (1, 2), hash_pair (2, 1));
  assert_int_not_equal (hash_pair (0, 1), hash_pair (1, 0));
}

static int same (Hash128 a, Hash128 b) { return a.lo == b.lo && a.hi == b.hi; }

static void chains_depend_on_order_and_cuts (void **state) {
  (void)state;
  Hash128 none = {0, 0};
  Hash128 ab = hash128_chain (hash128_chain (none, "a", 1), "b", 1);
  Hash128 ba = hash128_chain (hash128_chain (none, "b", 1), "a", 1);
  assert_true (same (ab, hash128_chain (hash128_chain (none, "a", 1), "b", 1)));
  assert_false (same (ab, ba));
  assert_false (same (ab, hash128_chain (none, "ab", 2)));
  assert_false (same (hash128_chain (none, "", 0), none));
}

static void alignment_does_not_matter (void **state) {
  Fixture *f = fixture (state);
  uint8_t buffer[80], bytes[64];
  for (size_t i = 0; i < sizeof bytes; i++)
    bytes[i] = (uint8_t)rng_next (&f->rng);
  for (size_t shift = 0; shift < 16; shift++) {
    memcpy (buffer + shift, bytes, sizeof bytes);
    for (size_t n = 0; n <= sizeof bytes; n++)
      assert_int_equal (hash_bytes (buffer + shift, n), hash_bytes (bytes, n));
  }
}

static void generator_repeats_its_seed (void **state) {
  (void)state;
  Rng a = rng_seed (42), b = rng_seed (42), c = rng_seed (43);
  unsigned equal = 0;
  for (unsigned i = 0; i < 1000; i++) {
    uint64_t x = rng_next (&a);
    assert_int_equal (x, rng_next (&b));
    equal += x == rng_next (&c);
  }
  assert_int_equal (equal, 0);
}

/* Each of n values about equally often: chi-square far beyond any doubt. */
static void below_is_even (void **state) {
  Fixture *f = fixture (state);
  for (unsigned n = 1; n <= 40; n++) {
    unsigned count[40] = {0};
    double chi = 0;
    for (unsigned i = 0; i < n * 500; i++) {
      uint64_t x = rng_below (&f->rng, n);
      assert_true (x < n);
      count[x]++;
    }
    for (unsigned i = 0; i < n; i++)
      chi += (count[i] - 500.0) * (count[i] - 500.0) / 500.0;
    assert_true (chi < 40 + 4.0 * n);
  }
}

static void below_reaches_the_top (void **state) {
  Fixture *f = fixture (state);
  const uint64_t n = (1ull << 63) + 1;
  unsigned high = 0;
  for (unsigned i = 0; i < 200; i++) {
    uint64_t x = rng_below (&f->rng, n);
    assert_true (x < n);
    high += x >> 62 != 0;
  }
  assert_in_range (high, 60, 140);
  assert_int_equal (rng_below (&f->rng, 1), 0);
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (values_never_change),
                                     FIXTURE_TEST (one_flipped_bit_changes_half),
                                     FIXTURE_TEST (length_and_place_matter),
                                     FIXTURE_TEST (chains_depend_on_order_and_cuts),
                                     FIXTURE_TEST (alignment_does_not_matter),
                                     FIXTURE_TEST (generator_repeats_its_seed),
                                     FIXTURE_TEST (below_is_even),
                                     FIXTURE_TEST (below_reaches_the_top)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
