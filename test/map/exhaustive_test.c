/* SPDX-License-Identifier: GPL-2.0-only */
/* map/exhaustive_test.c -- all sequences of branch, send and receive-and-react on three nodes, every
 * algorithm against COB */
#include "map/family.h"

/* Before the first branch a send by the states with a does nothing, and a tick only shifts time, of which nothing
 * depends on more than differences.  So what all sequences of five events do is done by those that begin with a branch
 * of one of the nodes and go on with up to four.  (Turning the nodes round is no symmetry: within a round receivers and
 * senders come by number.) */

static void branch_send_react (void **state) {
  static const char header[] = "nodes 3\n"
                               "on 1 x : branch r\non 1 x : send r -> 2 y\n"
                               "on 2 x : branch r\non 2 x : send r -> 3 y\n"
                               "on 3 x : branch r\non 3 x : send r -> 1 y\n";
  static const char alphabet[] = "branch 1 a\nbranch 2 a\nbranch 3 a\n"
                                 "send 1 a -> 2 x\nsend 1 a -> 3 x\nsend 2 a -> 1 x\n"
                                 "send 2 a -> 3 x\nsend 3 a -> 1 x\nsend 3 a -> 2 x\ntick\n";
  static const char *const starts[] = {"branch 1 a\n", "branch 2 a\n", "branch 3 a\n"};
  for (int i = 0; i < 3; i++)
    try_family (&fixture (state)->mem, &(Family){header, starts[i], alphabet, "", 4, 3, 4});
  try_family (&fixture (state)->mem, &(Family){header, "", alphabet, "", 3, 2, 5});
}

static void merged_frames (void **state) {
  static const char header[] = "nodes 3\non 2 x : branch r\non 3 y : send -> 2 x after 0\n";
  static const char alphabet[] = "branch 1 a\nbranch 2 b\nbranch 3 c\n"
                                 "send 1 * -> 2 x\nsend 1 a -> 2 x\nsend 1 !a -> 2 y\nsend 1 * -> 3,2 y\n"
                                 "send 2 <x -> 3 y\nsend 3 c -> 2 x\ntick\n";
  try_family (&fixture (state)->mem, &(Family){header, "branch 1 a\n", alphabet, "tick\n", 3, 2, 5});
}

int main (void) {
  const struct CMUnitTest tests[] = {FIXTURE_TEST (branch_send_react), FIXTURE_TEST (merged_frames)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
