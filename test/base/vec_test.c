/* SPDX-License-Identifier: GPL-2.0-only */
/* base/vec_test.c -- growing arrays keep what was put into them */
#include "support/fixture.h"

#include "base/vec.h"

typedef VEC (uint32_t) IdVec;

static void empty_owns_nothing (void **state) {
  Fixture *f = fixture (state);
  IdVec v = {0};
  VEC_FREE (&f->mem, &v);
  VEC_FREE (&f->mem, &v);
  assert_null (v.data);
  assert_int_equal (f->mem.peak, 0);
}

static void keeps_elements_in_order (void **state) {
  Fixture *f = fixture (state);
  IdVec v = {0};
  for (uint32_t i = 0; i < 5000; i++) {
    VEC_PUSH (&f->mem, &v, i * 7);
    assert_true (v.len <= v.cap);
    assert_int_equal (f->mem.live, v.cap * sizeof *v.data);
  }
  for (uint32_t i = 0; i < 5000; i++)
    assert_int_equal (v.data[i], i * 7);
  for (uint32_t i = 5000; i-- > 0;) {
    assert_int_equal (VEC_LAST (&v), i * 7);
    assert_int_equal (VEC_POP (&v), i * 7);
  }
  assert_int_equal (v.len, 0);
  VEC_FREE (&f->mem, &v);
}

static void reserve_makes_room_once (void **state) {
  Fixture *f = fixture (state);
  IdVec v = {0};
  VEC_RESERVE (&f->mem, &v, 1000);
  assert_true (v.cap >= 1000);
  const uint32_t *data = v.data;
  for (uint32_t i = 0; i < 1000; i++)
    VEC_PUSH (&f->mem, &v, i);
  assert_ptr_equal (v.data, data);
  VEC_RESERVE (&f->mem, &v, 10);
  assert_ptr_equal (v.data, data);
  assert_int_equal (v.len, 1000);
  VEC_FREE (&f->mem, &v);
}

static void growth_is_geometric (void **state) {
  Fixture *f = fixture (state);
  IdVec v = {0};
  unsigned moves = 0;
  for (uint32_t i = 0; i < 100000; i++) {
    size_t before = v.cap;
    VEC_PUSH (&f->mem, &v, i);
    moves += v.cap != before;
  }
  assert_true (moves < 64);
  VEC_FREE (&f->mem, &v);
}

typedef struct Wide {
  uint8_t bytes[37];
} Wide;

static void odd_sizes (void **state) {
  Fixture *f = fixture (state);
  VEC (Wide) v = {0};
  for (unsigned i = 0; i < 300; i++) {
    Wide w = {{(uint8_t)i, (uint8_t)(i >> 8)}};
    w.bytes[36] = (uint8_t)(i * 3);
    VEC_PUSH (&f->mem, &v, w);
  }
  for (unsigned i = 0; i < 300; i++) {
    assert_int_equal (v.data[i].bytes[0] | v.data[i].bytes[1] << 8, i);
    assert_int_equal (v.data[i].bytes[36], (uint8_t)(i * 3));
  }
  VEC_FREE (&f->mem, &v);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      FIXTURE_TEST (empty_owns_nothing), FIXTURE_TEST (keeps_elements_in_order),
      FIXTURE_TEST (reserve_makes_room_once), FIXTURE_TEST (growth_is_geometric), FIXTURE_TEST (odd_sizes)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
