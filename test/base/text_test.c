/* SPDX-License-Identifier: GPL-2.0-only */
/* base/text_test.c -- growing strings against a fixed buffer */
#include "support/fixture.h"

#include "base/text.h"

#include <string.h>

static void empty_is_the_empty_string (void **state) {
  Fixture *f = fixture (state);
  Text t = {0};
  text_free (&f->mem, &t);
  assert_string_equal (text_c (&f->mem, &t), "");
  text_add (&f->mem, &t, "");
  text_printf (&f->mem, &t, "%s", "");
  text_bytes (&f->mem, &t, NULL, 0);
  assert_int_equal (t.len, 0);
  assert_string_equal (text_c (&f->mem, &t), "");
  text_free (&f->mem, &t);
}

static void agrees_with_buffer (void **state) {
  Fixture *f = fixture (state);
  for (unsigned round = 0; round < fixture_rounds (200); round++) {
    Text t = {0};
    char want[4096] = "", piece[64];
    size_t len = 0;
    for (unsigned i = 0; i < 50; i++) {
      unsigned n = (unsigned)rng_below (&f->rng, 60);
      memset (piece, 'a' + (int)rng_below (&f->rng, 26), n);
      piece[n] = '\0';
      switch (rng_below (&f->rng, 3)) {
      case 0: text_add (&f->mem, &t, piece); break;
      case 1: text_bytes (&f->mem, &t, piece, n); break;
      default: text_printf (&f->mem, &t, "%s", piece);
      }
      memcpy (want + len, piece, n + 1);
      len += n;
      assert_int_equal (t.len, len);
      if (rng_below (&f->rng, 4) == 0)
        assert_string_equal (text_c (&f->mem, &t), want);
    }
    assert_string_equal (text_c (&f->mem, &t), want);
    text_free (&f->mem, &t);
    assert_int_equal (f->mem.live, 0);
  }
}

static void formats_like_printf (void **state) {
  Fixture *f = fixture (state);
  Text t = {0};
  text_printf (&f->mem, &t, "%d %05x|%-6s|%zu %.3f", -17, 0xbeef, "ab", (size_t)9, 0.5);
  assert_string_equal (text_c (&f->mem, &t), "-17 0beef|ab    |9 0.500");
  text_printf (&f->mem, &t, "%*s", 3000, "");
  assert_int_equal (t.len, 3024);
  assert_int_equal (strlen (text_c (&f->mem, &t)), 3024);
  text_free (&f->mem, &t);
}

static void keeps_zero_bytes (void **state) {
  Fixture *f = fixture (state);
  Text t = {0};
  const char bytes[] = {'a', '\0', 'b', '\0', '\0'};
  for (unsigned i = 0; i < 100; i++)
    text_bytes (&f->mem, &t, bytes, sizeof bytes);
  assert_int_equal (t.len, 500);
  text_c (&f->mem, &t);
  for (unsigned i = 0; i < 500; i++)
    assert_int_equal (t.data[i], bytes[i % 5]);
  assert_int_equal (t.data[500], '\0');
  text_free (&f->mem, &t);
}

/* text_c may be asked at any time and changes nothing but the room. */
static void c_string_is_no_part_of_it (void **state) {
  Fixture *f = fixture (state);
  Text t = {0};
  for (unsigned i = 0; i < 200; i++) {
    text_c (&f->mem, &t);
    text_bytes (&f->mem, &t, "x", 1);
  }
  assert_int_equal (t.len, 200);
  assert_int_equal (strlen (text_c (&f->mem, &t)), 200);
  text_free (&f->mem, &t);
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (empty_is_the_empty_string),
                                     FIXTURE_TEST (agrees_with_buffer), FIXTURE_TEST (formats_like_printf),
                                     FIXTURE_TEST (keeps_zero_bytes),
                                     FIXTURE_TEST (c_string_is_no_part_of_it)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
