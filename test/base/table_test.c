/* SPDX-License-Identifier: GPL-2.0-only */
/* base/table_test.c -- tables against a model that is an array indexed by key */
#include "support/fixture.h"

#include "base/table.h"

enum { KEYS = 300 };

/* Spread the small number i over all 64 bits, or keep it dense, or put many
 * keys into few places: three shapes of key sets, 0 and all-ones among them. */
static uint64_t key_of (unsigned i, unsigned shape) {
  if (shape == 0)
    return i;
  if (shape == 1)
    return i == 1 ? UINT64_MAX : hash_mix (i);
  return (uint64_t)i << 48;
}

typedef struct Model {
  uint64_t value[KEYS];
  uint8_t present[KEYS];
  size_t len;
} Model;

static void check_against (const Table *t, const Model *m, unsigned shape) {
  assert_int_equal (t->len, m->len);
  assert_true (t->len <= t->filled && t->filled <= t->cap);
  for (unsigned i = 0; i < KEYS; i++) {
    uint64_t *found = table_find (t, key_of (i, shape));
    assert_int_equal (found != NULL, m->present[i]);
    if (found)
      assert_int_equal (*found, m->value[i]);
  }
}

static void step (Fixture *f, Table *t, Model *m, unsigned shape) {
  unsigned i = (unsigned)rng_below (&f->rng, KEYS);
  uint64_t key = key_of (i, shape);
  if (rng_below (&f->rng, 5) < 2) {
    assert_int_equal (table_remove (t, key), m->present[i]);
    m->len -= m->present[i];
    m->present[i] = 0;
    return;
  }
  uint64_t *place = table_put (&f->mem, t, key);
  assert_int_equal (*place, m->present[i] ? m->value[i] : 0);
  *place = m->value[i] = rng_next (&f->rng);
  m->len += !m->present[i];
  m->present[i] = 1;
}

static void agrees_with_model (void **state) {
  Fixture *f = fixture (state);
  for (unsigned shape = 0; shape < 3; shape++) {
    Table t = {0};
    Model m = {0};
    check_against (&t, &m, shape);
    for (unsigned n = 0; n < fixture_rounds (3000); n++) {
      step (f, &t, &m, shape);
      if (n % 16 == 0)
        check_against (&t, &m, shape);
    }
    check_against (&t, &m, shape);
    table_free (&f->mem, &t);
    assert_int_equal (f->mem.live, 0);
  }
}

static void empty_table_answers (void **state) {
  Fixture *f = fixture (state);
  Table t = {0};
  assert_null (table_find (&t, 0));
  assert_false (table_remove (&t, 0));
  table_free (&f->mem, &t);
  table_free (&f->mem, &t);
  assert_int_equal (f->mem.peak, 0);
}

/* Inserting and removing for ever must not make the table grow: the graves of
 * removed keys are cleared. */
static void graves_do_not_pile_up (void **state) {
  Fixture *f = fixture (state);
  Table t = {0};
  for (uint64_t i = 0; i < 20000; i++) {
    *table_put (&f->mem, &t, i) = i;
    assert_true (table_remove (&t, i));
  }
  assert_int_equal (t.len, 0);
  assert_true (t.cap <= 32);
  table_free (&f->mem, &t);
}

static void holds_many (void **state) {
  Fixture *f = fixture (state);
  Table t = {0};
  const uint64_t n = 20000;
  for (uint64_t i = 0; i < n; i++)
    *table_put (&f->mem, &t, i * 8) = ~i;
  assert_int_equal (t.len, n);
  for (uint64_t i = 0; i < n; i++)
    assert_int_equal (*table_find (&t, i * 8), ~i);
  assert_null (table_find (&t, 1));
  table_free (&f->mem, &t);
}

static uint64_t order_of (Fixture *f, unsigned shape) {
  Table t = {0};
  uint64_t digest = 0;
  for (unsigned i = 0; i < KEYS; i++)
    *table_put (&f->mem, &t, key_of (i, shape)) = i;
  for (size_t i = 0; i < t.cap; i++)
    if (t.used[i] == 1)
      digest = hash_pair (digest, t.slots[i].key);
  table_free (&f->mem, &t);
  return digest;
}

/* Same keys, same insertions, other addresses: same order of slots. */
static void order_ignores_addresses (void **state) {
  Fixture *f = fixture (state);
  uint64_t first = order_of (f, 1);
  void *gap = mem_new (&f->mem, 4096);
  assert_int_equal (order_of (f, 1), first);
  mem_free (&f->mem, gap, 4096);
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (agrees_with_model), FIXTURE_TEST (empty_table_answers),
                                     FIXTURE_TEST (graves_do_not_pile_up), FIXTURE_TEST (holds_many),
                                     FIXTURE_TEST (order_ignores_addresses)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
