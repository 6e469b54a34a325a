/* SPDX-License-Identifier: GPL-2.0-only */
/* base/bits_test.c -- byte sets against arrays of 256 flags; masks and signs against their meaning */
#include "support/fixture.h"

#include "base/bits.h"

typedef struct Flags {
  bool in[256];
} Flags;

static ByteSet set_of (const Flags *flags) {
  ByteSet s = BYTESET_NONE;
  for (unsigned x = 0; x < 256; x++)
    if (flags->in[x])
      byteset_add (&s, x);
  return s;
}

/* Few, half or nearly all of the values. */
static Flags random_flags (Rng *rng) {
  static const unsigned density[] = {0, 1, 8, 128, 250, 256};
  unsigned d = density[rng_below (rng, 6)];
  Flags flags;
  for (unsigned x = 0; x < 256; x++)
    flags.in[x] = rng_below (rng, 256) < d;
  return flags;
}

static void check_set (const ByteSet *s, const Flags *flags) {
  unsigned count = 0, first = 256;
  for (unsigned x = 256; x-- > 0;) {
    assert_int_equal (byteset_has (s, x), flags->in[x]);
    if (flags->in[x]) {
      count++;
      first = x;
    }
  }
  assert_int_equal (byteset_count (s), count);
  assert_int_equal (byteset_empty (s), count == 0);
  assert_int_equal (byteset_single (s), count == 1);
  if (count)
    assert_int_equal (byteset_first (s), first);
}

static void sets_agree_with_flags (void **state) {
  Fixture *f = fixture (state);
  for (unsigned round = 0; round < fixture_rounds (500); round++) {
    Flags a = random_flags (&f->rng), b = random_flags (&f->rng), both, only;
    bool equal = true;
    for (unsigned x = 0; x < 256; x++) {
      both.in[x] = a.in[x] && b.in[x];
      only.in[x] = a.in[x] && !b.in[x];
      equal = equal && a.in[x] == b.in[x];
    }
    ByteSet sa = set_of (&a), sb = set_of (&b);
    ByteSet and_ = byteset_and (sa, sb), minus = byteset_minus (sa, sb);
    check_set (&sa, &a);
    check_set (&and_, &both);
    check_set (&minus, &only);
    assert_int_equal (byteset_equal (&sa, &sb), equal);
    assert_true (byteset_equal (&sa, &sa));
  }
}

static void singletons (void **state) {
  (void)state;
  for (unsigned x = 0; x < 256; x++) {
    ByteSet s = BYTESET_NONE;
    byteset_add (&s, x);
    byteset_add (&s, x);
    assert_true (byteset_single (&s));
    assert_int_equal (byteset_first (&s), x);
    ByteSet rest = byteset_minus (BYTESET_ALL, s);
    assert_int_equal (byteset_count (&rest), 255);
    assert_false (byteset_has (&rest, x));
  }
}

static void masks (void **state) {
  (void)state;
  assert_int_equal (bits_mask (0), 0);
  for (unsigned n = 1; n <= 64; n++) {
    assert_int_equal (__builtin_popcountll (bits_mask (n)), n);
    assert_int_equal (bits_mask (n) >> (n - 1), 1);
  }
}

static void signs (void **state) {
  Fixture *f = fixture (state);
  for (unsigned n = 1; n <= 64; n++) {
    assert_int_equal (bits_signed (bits_mask (n), n), -1);
    assert_int_equal (bits_signed (0, n), 0);
    for (unsigned i = 0; i < 100; i++) {
      uint64_t x = rng_next (&f->rng) & bits_mask (n);
      bool negative = x >> (n - 1) & 1;
      __int128 want = (__int128)x - (negative ? (__int128)1 << n : 0);
      assert_true (bits_signed (x, n) == want);
    }
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (sets_agree_with_flags), FIXTURE_TEST (singletons),
                                     FIXTURE_TEST (masks), FIXTURE_TEST (signs)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
