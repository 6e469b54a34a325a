/* SPDX-License-Identifier: GPL-2.0-only */
/* map/exhaustive_more_test.c -- the same with constraints, and with failures, links and budgets */
#include "map/family.h"

static void constraints (void **state) {
  static const char header[] = "nodes 3\nsymbol 1 p\nsymbol 2 q\nsymbol 3 r\non 3 y : test p\n";
  static const char start[] = "send 1 * -> 2 x(p)\nsend 2 * -> 3 x(q)\ntick\n";
  static const char alphabet[] =
      "branch 1 a\ntest 1 p\ntest 2 p\ntest 2 q\ntest 2 p+q\ntest 3 q\ntest 3 q+r\n"
      "send 1 * -> 2 x(p)\nsend 1 a -> 3 y(p)\nsend 2 * -> 1 x(p,q)\nsend 2 * -> 3 y(p)\n"
      "send 2 * -> 3 z(q)\nsend 3 * -> 2 y(r)\nsend 3 * -> 1 z(q)\nsend 1 * -> 2 h\ntick\n";
  try_family (&fixture (state)->mem, &(Family){header, start, alphabet, "tick\n", 3, 2, 4});
}

static void failures_links_budgets (void **state) {
  static const char header1[] = "nodes 3\nbudget 1\nlink 1-2\nsymbol 1 p\non 2 x : fail e\n";
  static const char header2[] = "nodes 3\nbudget 2\nlink 1-2\nlink 2-3\nsymbol 1 p\non 2 x : fail e\n";
  static const char header3[] = "nodes 3\nlink 1-2\nlink 1-3\nsymbol 1 p\non 2 x : branch e\n";
  static const char start[] = "fail 1 d\n";
  static const char alphabet[] = "fail 1 d\nfail 2 d\nfail 3 d\nbranch 1 a\ntest 1 p\ntest 2 p\n"
                                 "send 1 d -> 2 x\nsend 1 * -> 2 y(p)\nsend 1 !d -> 3 x\nsend 2 d -> 1 x\n"
                                 "send 2 * -> 3 y\nsend 3 d -> 2 x\nsend 3 * -> 1 y\nhalt 2 d\ntick\n";
  try_family (&fixture (state)->mem, &(Family){header1, start, alphabet, "tick\n", 3, 2, 4});
  try_family (&fixture (state)->mem, &(Family){header2, start, alphabet, "tick\n", 3, 2, 4});
  try_family (&fixture (state)->mem, &(Family){header3, "branch 1 a\n", alphabet, "tick\n", 3, 2, 4});
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (constraints), FIXTURE_TEST (failures_links_budgets)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
