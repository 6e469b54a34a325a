/* SPDX-License-Identifier: GPL-2.0-only */
/* net/loss_test.c -- links that lose frames: the same scenario sees the same channel, however many states there are */
#include "net/compare.h"

/* Frames a, b, ... at 10, 20, ... over a link that loses half of them, behind a beginning. */
static Plan lossy (const char *begin) {
  static char code[400];
  snprintf (code, sizeof code,
            "int main (void) { %s\n"
            "  for (int i = 0; i < 16; i++) { sde_sleep_until (10 * (i + 1)); char c = (char)('a' + i);\n"
            "    sde_send (0, &c, 1); } return 0; }",
            begin);
  Plan p = plan (2);
  p.nodes[0].code = code;
  p.nodes[0].interfaces = 2;
  p.nodes[1].code =
      "int main (void) { char s[20] = {0}; int n = 0; while (sde_receive (0, s + n, 1, 500) > 0) n++;\n"
      "  sde_log (\"%s\", s); return 0; }";
  plan_link (&p, 0, 1, 5);
  p.links[0].loss = 0.5;
  return p;
}

static void some_are_lost (void **state) {
  Plan p = lossy ("");
  Outcome o = plan_compare_all (*state, &p);
  assert_string_equal (o.scenarios, "1");
  assert_true (o.stats.lost > 0 && o.stats.lost < 16);
  assert_int_equal (o.log.n, 1);
  Outcome first = o;
  p.options.seed++;
  o = plan_compare_all (*state, &p);
  assert_true (o.log.n == 1 && strcmp (o.log.lines[0], first.log.lines[0]) != 0);
  outcome_free (&first);
  outcome_free (&o);
}

static void none_and_all (void **state) {
  Plan p = lossy ("");
  p.links[0].loss = 0;
  Outcome o = plan_compare_all (*state, &p);
  assert_true (lines_has (&o.log, "1: abcdefghijklmnop"));
  outcome_free (&o);
  p.links[0].loss = 1;
  o = plan_compare_all (*state, &p);
  assert_true (lines_has (&o.log, "1: "));
  assert_int_equal (o.stats.lost, 16);
  outcome_free (&o);
}

/* Rivals that have done other things before, but nothing at that time, lose the same frames. */
static void rivals_lose_the_same (void **state) {
  Plan p = lossy ("if (sde_maybe (\"more\")) { sde_send (1, \"x\", 1); sde_send (1, \"y\", 1); }");
  Outcome o = plan_compare_all (*state, &p);
  assert_string_equal (o.scenarios, "2");
  assert_int_equal (o.log.n, 1);
  assert_int_equal (o.stats.states, 3);
  assert_true (o.stats.lost > 0);
  outcome_free (&o);
}

/* Frames of one time are drawn one by one, each by its place in the path. */
static void frames_of_one_time (void **state) {
  Plan p = plan (2);
  p.nodes[0].code = "int main (void) { for (int i = 0; i < 16; i++) sde_send (0, \"x\", 1); return 0; }";
  p.nodes[1].code = "int main (void) { char c; int n = 0; while (sde_receive (0, &c, 1, 500) > 0) n++; "
                    "sde_log (\"%d\", n); }";
  plan_link (&p, 0, 1, 5);
  p.links[0].loss = 0.5;
  Outcome o = plan_compare_all (*state, &p);
  assert_true (o.stats.lost > 0 && o.stats.lost < 16);
  outcome_free (&o);
}

int main (void) {
  const struct CMUnitTest tests[] = {LAB_TEST (some_are_lost), LAB_TEST (none_and_all),
                                     LAB_TEST (rivals_lose_the_same), LAB_TEST (frames_of_one_time)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
