/* SPDX-License-Identifier: GPL-2.0-only */
/* map/exhaustive_links_test.c -- the same with failures, links and budgets */
#include "map/family.h"

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
  const char *const headers[] = {header1, header2, header3};
  for (int i = 0; i < 3; i++)
    try_family (&fixture (state)->mem, &(Family){headers[i], "", alphabet, "tick\n", 3, 2, 4});
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (failures_links_budgets)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
