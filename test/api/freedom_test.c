/* SPDX-License-Identifier: GPL-2.0-only */
/* api/freedom_test.c -- sets of values in words */
#include "support/fixture.h"

#include <sde/sde.h>

#include <string.h>

enum { SET = 32 };

static void add (uint8_t *set, unsigned from, unsigned to) {
  for (unsigned v = from; v <= to; v++)
    set[v / 8] |= (uint8_t)(1u << v % 8);
}

static void says (const uint8_t *freedom, size_t size, const char *text) {
  char *out = sde_freedom_text (freedom, size);
  assert_string_equal (out, text);
  sde_free (out);
}

static void words (void **state) {
  (void)state;
  uint8_t sets[5 * SET] = {0};
  says (NULL, 3, "");
  add (sets, 7, 7);
  says (sets, 1, "exactly");
  add (sets + SET, 9, 9);
  says (sets, 2, "exactly"); /* though not the same */
  add (sets + 2 * SET, 0, 255);
  add (sets + 3 * SET, 0, 255);
  says (sets + 2 * SET, 2, "any");
  says (sets, 4, "bytes 0-1: exactly; bytes 2-3: any");
  add (sets + 4 * SET, 0x10, 0x1f);
  says (sets + 4 * SET, 1, "10-1f");
  add (sets + 4 * SET, 0xff, 0xff);
  says (sets + 4 * SET, 1, "10-1f, ff");
  says (sets + 3 * SET, 2, "byte 0: any; byte 1: 10-1f, ff");
  for (unsigned v = 0x40; v < 0xf0; v += 2)
    add (sets + 4 * SET, v, v);
  says (sets + 4 * SET, 1, "10-1f, 40, 42, 44, 46, 48, 4a, 4c, ...");
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (words)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
