/* SPDX-License-Identifier: GPL-2.0-only */
/* support/fixture.h -- what every cmocka test begins and ends with
 *
 *   static void adds (void **state) {
 *     Fixture *f = fixture (state);
 *     ... allocate from &f->mem, draw from &f->rng ...
 *   }
 *   int main (void) {
 *     const struct CMUnitTest tests[] = {FIXTURE_TEST (adds)};
 *     return cmocka_run_group_tests (tests, NULL, NULL);
 *   }
 *
 * The account must be back at zero live bytes when the test ends.  The
 * generator is seeded with SDE_SEED (1 when unset), which a failing test
 * prints.  LONG=1 asks for more rounds: see fixture_rounds.
 */
#ifndef SDE_TEST_SUPPORT_FIXTURE_H
#define SDE_TEST_SUPPORT_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/mem.h"
#include "base/rng.h"

typedef struct Fixture {
  Mem mem;
  Rng rng;
  uint64_t seed;
} Fixture;

static inline Fixture *fixture (void **state) { return *state; }

static inline uint64_t fixture_seed (void) {
  const char *text = getenv ("SDE_SEED");
  return text ? strtoull (text, NULL, 0) : 1;
}

/* n rounds in a normal run, 20 times as many in a long one. */
static inline unsigned fixture_rounds (unsigned n) {
  const char *text = getenv ("LONG");
  return text && *text == '1' ? n * 20 : n;
}

static inline int fixture_setup (void **state) {
  Fixture *f = malloc (sizeof *f);
  if (!f)
    return -1;
  mem_init (&f->mem, "test", NULL);
  f->seed = fixture_seed ();
  f->rng = rng_seed (f->seed);
  *state = f;
  return 0;
}

/* cmocka runs it after a failed test as well; then live bytes are no news. */
static inline int fixture_teardown (void **state) {
  Fixture *f = *state;
  size_t live = f->mem.live;
  uint64_t seed = f->seed;
  free (f);
  if (!live)
    return 0;
  fprintf (stderr, "%zu bytes still live at the end of the test (SDE_SEED=%llu)\n", live,
           (unsigned long long)seed);
  return -1;
}

#define FIXTURE_TEST(f) cmocka_unit_test_setup_teardown (f, fixture_setup, fixture_teardown)

#endif
