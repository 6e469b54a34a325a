/* SPDX-License-Identifier: GPL-2.0-only */
/* map/exhaustive_test.c -- all short sequences of events on three nodes, every algorithm against COB */
#include "map/family.h"

/* Before the first branch a send by the states with a does nothing and a tick only shifts time, and turning the nodes
 * round maps header and alphabet onto themselves.  So all sequences of five events are those that begin with a branch
 * of node 1 and go on with up to four. */

static void branch_send_react (void **state) {
  static const char header[] = "nodes 3\n"
                               "on 1 x : branch r\non 1 x : send r -> 2 y\n"
                               "on 2 x : branch r\non 2 x : send r -> 3 y\n"
                               "on 3 x : branch r\non 3 x : send r -> 1 y\n";
  static const char alphabet[] = "branch 1 a\nbranch 2 a\nbranch 3 a\n"
                                 "send 1 a -> 2 x\nsend 1 a -> 3 x\nsend 2 a -> 1 x\n"
                                 "send 2 a -> 3 x\nsend 3 a -> 1 x\nsend 3 a -> 2 x\ntick\n";
  try_family (&fixture (state)->mem, &(Family){header, "branch 1 a\n", alphabet, "", 4, 3, 5});
  try_family (&fixture (state)->mem, &(Family){header, "", alphabet, "", 2, 2, 5});
}

static void merged_frames (void **state) {
  static const char header[] = "nodes 3\non 2 x : branch r\non 3 y : send -> 2 x after 0\n";
  static const char alphabet[] = "branch 1 a\nbranch 2 b\nbranch 3 c\n"
                                 "send 1 * -> 2 x\nsend 1 a -> 2 x\nsend 1 !a -> 2 y\nsend 1 * -> 3,2 y\n"
                                 "send 2 <x -> 3 y\nsend 3 c -> 2 x\ntick\n";
  try_family (&fixture (state)->mem, &(Family){header, "branch 1 a\n", alphabet, "tick\n", 3, 2, 5});
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
  try_family (&fixture (state)->mem, &(Family){header, "", alphabet, "tick\ntick 2\n", 2, 1, 4});
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (branch_send_react), FIXTURE_TEST (merged_frames),
                                     FIXTURE_TEST (delays_halts_broadcasts)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
