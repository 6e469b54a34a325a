/* SPDX-License-Identifier: GPL-2.0-only */
/* map/exhaustive_more_test.c -- the same with constraints, and with delays, halts and broadcasts */
#include "map/family.h"

static void constraints (void **state) {
  static const char header[] = "nodes 3\nsymbol 1 p\nsymbol 2 q\nsymbol 3 r\non 3 y : test p\n";
  static const char start[] = "send 1 * -> 2 x(p)\nsend 2 * -> 3 x(q)\ntick\n";
  static const char alphabet[] =
      "branch 1 a\ntest 1 p\ntest 2 p\ntest 2 q\ntest 2 p+q\ntest 3 q\ntest 3 q+r\n"
      "send 1 * -> 2 x(p)\nsend 1 a -> 3 y(p)\nsend 2 * -> 1 x(p,q)\nsend 2 * -> 3 y(p)\n"
      "send 2 * -> 3 z(q)\nsend 3 * -> 2 y(r)\nsend 3 * -> 1 z(q)\nsend 1 * -> 2 h\ntick\n";
  try_family (&fixture (state)->mem, &(Family){header, start, alphabet, "tick\n", 3, 2, 4});
  try_family (&fixture (state)->mem, &(Family){header, "", alphabet, "tick\n", 3, 2, 4});
}

static void delays_halts_broadcasts (void **state) {
  static const char header[] =
      "nodes 3\non 2 x : send -> 3 y after 0\non 3 x : timer * after 1 : send -> 1 y\n";
  static const char alphabet[] =
      "branch 1 a\nbranch 2 b\nbranch 3 c\n"
      "send 1 a -> 2 x after 0\nsend 1 a -> 2 x after 2\nsend 1 * -> 2,3 x\n"
      "send 1 !a -> 2@0,3@2 x\nsend 2 b -> 1,3 x\nsend 2 * -> 3 y after 2\n"
      "send 3 c -> 1 x after 0\nsend 3 <x -> 2 z\ntimer 1 a after 1 : branch d\n"
      "timer 2 * after 1 : send b -> 3 z\nhalt 1 a\nhalt 2 b\nhalt 3 *\ntick\ntick 2\n";
  static const char start[] = "branch 1 a\nbranch 2 b\n";
  try_family (&fixture (state)->mem, &(Family){header, start, alphabet, "tick\ntick 2\n", 3, 2, 4});
  try_family (&fixture (state)->mem, &(Family){header, "", alphabet, "tick\ntick 2\n", 3, 2, 4});
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (constraints), FIXTURE_TEST (delays_halts_broadcasts)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
