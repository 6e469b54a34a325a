/* SPDX-License-Identifier: GPL-2.0-only */
/* net/queue_test.c -- frames that wait: for the program, for the interface, and programs that poll */
#include "net/compare.h"

/* ---- frames that wait for the program ---- */

static void waits_for_the_program (void **state) {
  Plan p = plan (2);
  p.nodes[0].code =
      "int main (void) { for (int i = 0; i < 5; i++) sde_send (0, \"abcde\" + i, 1); return 0; }";
  p.nodes[1].code = "int main (void) { char s[6] = {0}; int n = 0; sde_sleep (50);\n"
                    "  while (n < 5 && sde_receive (0, s + n, 1, sde_now () + 10) > 0) n++;\n"
                    "  sde_log (\"%s at %d\", s, (int) sde_now ()); return 0; }";
  plan_link (&p, 0, 1, 5);
  Outcome o = plan_compare_all (*state, &p);
  assert_true (o.log.n == 1 && lines_has (&o.log, "1: abcde at 50"));
  assert_int_equal (o.stats.dropped, 0);
  outcome_free (&o);
  p.options.max_queue = 3;
  o = plan_compare_all (*state, &p);
  assert_true (o.log.n == 1 && lines_has (&o.log, "1: abc at 60"));
  assert_int_equal (o.stats.dropped, 2);
  assert_true (lines_has (&o.events, "1 drop the queue of the node is full"));
  outcome_free (&o);
}

/* Each interface is asked for by itself; the others' frames stay. */
static void interfaces (void **state) {
  Plan p = plan (2);
  p.nodes[0].code =
      "int main (void) { sde_send (0, \"a\", 1); sde_send (1, \"b\", 1); sde_send (0, \"c\", 1); return 0; }";
  p.nodes[1].code = "int main (void) { char s[4] = {0}; sde_receive (1, s, 1, SDE_FOREVER);\n"
                    "  int i = sde_received_at (); sde_receive (SDE_ANY, s + 1, 1, SDE_FOREVER);\n"
                    "  int k = sde_received_at (); sde_receive (0, s + 2, 1, SDE_FOREVER);\n"
                    "  sde_log (\"%s %d %d %u\", s, i, k, sde_interfaces ()); return 0; }";
  p.nodes[0].interfaces = p.nodes[1].interfaces = 2;
  plan_wire (&p, 0, 0, 1, 0, 5);
  plan_wire (&p, 0, 1, 1, 1, 5);
  Outcome o = plan_compare_all (*state, &p);
  assert_true (o.log.n == 1 && lines_has (&o.log, "1: bac 1 0 2"));
  outcome_free (&o);
}

/* A frame that is too long for the buffer is cut, and its size told. */
static void small_buffers (void **state) {
  Plan p = plan (2);
  p.nodes[0].code = "int main (void) { sde_send (0, \"hello\", 5); sde_send (0, \"x\", 1); return 0; }";
  p.nodes[1].code = "int main (void) { char s[4] = \"...\"; long n = sde_receive (0, s, 2, SDE_FOREVER);\n"
                    "  sde_log (\"%s %ld\", s, n); n = sde_receive (0, s, 0, SDE_FOREVER);\n"
                    "  sde_log (\"%s %ld\", s, n); return 0; }";
  plan_link (&p, 0, 1, 5);
  Outcome o = plan_compare_all (*state, &p);
  assert_true (o.log.n == 2 && lines_has (&o.log, "1: he. 5") && lines_has (&o.log, "1: he. 1"));
  outcome_free (&o);
}

/* A deadline and a frame at one time: the frame comes first. */
static void deadlines (void **state) {
  Plan p = plan (2);
  p.nodes[0].code = "int main (void) { sde_sleep (5); sde_send (0, \"x\", 1); return 0; }";
  p.nodes[1].code =
      "int main (void) { char c; long n = sde_receive (0, &c, 1, 9); sde_log (\"%ld at %d\", n, (int) "
      "sde_now ());\n"
      "  n = sde_receive (0, &c, 1, 10); sde_log (\"%ld at %d\", n, (int) sde_now ()); return 0; }";
  plan_link (&p, 0, 1, 5);
  Outcome o = plan_compare_all (*state, &p);
  assert_true (o.log.n == 2 && lines_has (&o.log, "1: -1 at 9") && lines_has (&o.log, "1: 1 at 10"));
  outcome_free (&o);
}

/* ---- frames that wait for the interface ---- */

#define LOG_TIMES                                                                                            \
  "int main (void) { char f[100]; for (;;) { long n = sde_receive (SDE_ANY, f, 100, SDE_FOREVER);\n"         \
  "  sde_log (\"%c %ld at %d on %d\", f[0], n, (int) sde_now (), sde_received_at ()); } }"

static void data_rate (void **state) {
  Plan p = plan (2);
  p.nodes[0].code = "int main (void) { sde_send (0, \"a123456789\", 10); sde_send (0, \"b\", 1);\n"
                    "  sde_send (1, \"c\", 1); sde_sleep (500); sde_send (0, \"d\", 1); return 0; }";
  p.nodes[0].interfaces = p.nodes[1].interfaces = 2;
  p.nodes[0].interface.rate = 1000000000; /* a byte takes 8 ns */
  p.nodes[1].code = LOG_TIMES;
  plan_wire (&p, 0, 0, 1, 0, 5);
  plan_wire (&p, 0, 1, 1, 1, 5);
  Outcome o = plan_compare_all (*state, &p);
  assert_int_equal (o.log.n, 4);
  assert_true (lines_has (&o.log, "1: a 10 at 85 on 0") && lines_has (&o.log, "1: b 1 at 93 on 0"));
  assert_true (lines_has (&o.log, "1: c 1 at 13 on 1") && lines_has (&o.log, "1: d 1 at 513 on 0"));
  outcome_free (&o);
}

/* One frame is on the air, so many wait; what is more is refused. */
static void full_interface (void **state) {
  Plan p = plan (2);
  p.nodes[0].code =
      "int main (void) { int r[4]; for (int i = 0; i < 4; i++) r[i] = sde_send (0, \"abcd\" + i, 1);\n"
      "  sde_log (\"%d %d %d %d\", r[0], r[1], r[2], r[3]); sde_sleep (10);\n"
      "  sde_log (\"%d\", sde_send (0, \"e\", 1)); return 0; }";
  p.nodes[0].interface = (SdeInterface){1000000000, 1};
  p.nodes[1].code = LOG_TIMES;
  plan_link (&p, 0, 1, 5);
  Outcome o = plan_compare_all (*state, &p);
  assert_true (lines_has (&o.log, "0: 0 0 -2 -2") && lines_has (&o.log, "0: 0"));
  assert_true (lines_has (&o.log, "1: a 1 at 13 on 0") && lines_has (&o.log, "1: b 1 at 21 on 0"));
  assert_true (lines_has (&o.log, "1: e 1 at 29 on 0"));
  assert_int_equal (o.log.n, 5);
  outcome_free (&o);
}

/* The interface of each state is its own: what a rival sends does not hold up the others. */
static void rates_of_rivals (void **state) {
  Plan p = plan (2);
  p.nodes[0].code = "int main (void) { if (sde_maybe (\"busy\")) { sde_send (0, \"b234567890\", 10);\n"
                    "    sde_log (\"busy %d\", sde_send (0, \"x\", 1)); }\n"
                    "  sde_log (\"%d\", sde_send (0, \"a\", 1)); return 0; }";
  p.nodes[0].interface = (SdeInterface){1000000000, 1};
  p.nodes[1].code = LOG_TIMES;
  plan_link (&p, 0, 1, 5);
  Outcome o = plan_compare_all (*state, &p);
  assert_string_equal (o.scenarios, "2");
  assert_true (lines_has (&o.log, "1: a 1 at 13 on 0"));
  assert_true (lines_has (&o.log, "1: b 10 at 85 on 0") && lines_has (&o.log, "1: x 1 at 93 on 0"));
  assert_true (lines_has (&o.log, "0: busy 0") && lines_has (&o.log, "0: 0") && lines_has (&o.log, "0: -2"));
  outcome_free (&o);
}

/* ---- polling ---- */

/* A program that looks at the clock over and over lets time pass; nothing hangs. */
static void polls_the_clock (void **state) {
  Plan p = plan (1);
  p.nodes[0].code = "int main (void) { int64_t end = sde_now () + 5000; while (sde_now () < end) ;\n"
                    "  sde_log (\"at %d\", (int) sde_now ()); return 0; }";
  p.options.max_looks = 100;
  p.options.poll_interval = 1000;
  Outcome o = plan_compare_all (*state, &p);
  assert_true (o.log.n == 1 && lines_has (&o.log, "0: at 5000"));
  assert_int_equal (o.stats.polls, 5);
  assert_true (o.stats.exhaustive);
  outcome_free (&o);
}

/* A frame ends the suspension at once. */
static void polls_for_frames (void **state) {
  Plan p = plan (2);
  p.nodes[0].code = "int main (void) { sde_sleep (1234); sde_send (0, \"x\", 1); return 0; }";
  p.nodes[1].code = "int main (void) { char c; while (sde_receive (0, &c, 1, 0) < 0) ;\n"
                    "  sde_log (\"%c at %d\", c, (int) sde_now ()); return 0; }";
  plan_link (&p, 0, 1, 5);
  p.options.max_looks = 100;
  p.options.poll_interval = 1000;
  Outcome o = plan_compare_all (*state, &p);
  assert_true (o.log.n == 1 && lines_has (&o.log, "1: x at 1239"));
  assert_int_equal (o.stats.polls, 2);
  outcome_free (&o);
}

/* Two interfaces in turn: a frame at either ends the suspension. */
static void polls_two_interfaces (void **state) {
  Plan p = plan (2);
  p.nodes[0].code = "int main (void) { sde_sleep (1234); sde_send (0, \"x\", 1); return 0; }";
  p.nodes[1].code = "int main (void) { char c; int i = 0; while (sde_receive (i, &c, 1, 0) < 0) i = !i;\n"
                    "  sde_log (\"%c at %d on %d\", c, (int) sde_now (), i); return 0; }";
  p.nodes[1].interfaces = 2;
  plan_wire (&p, 0, 0, 1, 1, 5);
  p.options.poll_interval = 1000000;
  for (uint32_t looks = 100; looks <= 101; looks++) {
    p.options.max_looks = looks;
    Outcome o = plan_compare_all (*state, &p);
    assert_true (o.log.n == 1 && lines_has (&o.log, "1: x at 1239 on 1"));
    outcome_free (&o);
  }
}

/* A program that waits for the clock to move although a frame has come. */
static void polls_the_clock_and_gets_a_frame (void **state) {
  Plan p = plan (2);
  p.nodes[0].code = "int main (void) { sde_sleep (1234); sde_send (0, \"x\", 1); return 0; }";
  p.nodes[1].code =
      "int main (void) { char c; while (sde_now () < 1239) ; sde_log (\"at %d\", (int) sde_now ());\n"
      "  long n = sde_receive (0, &c, 1, 0); sde_log (\"%ld\", n); return 0; }";
  plan_link (&p, 0, 1, 5);
  p.options.max_looks = 100;
  p.options.poll_interval = 100000;
  Outcome o = plan_compare_all (*state, &p);
  assert_true (lines_has (&o.log, "1: at 1239") && lines_has (&o.log, "1: 1"));
  outcome_free (&o);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      LAB_TEST (waits_for_the_program),
      LAB_TEST (interfaces),
      LAB_TEST (small_buffers),
      LAB_TEST (deadlines),
      LAB_TEST (data_rate),
      LAB_TEST (full_interface),
      LAB_TEST (rates_of_rivals),
      LAB_TEST (polls_the_clock),
      LAB_TEST (polls_for_frames),
      LAB_TEST (polls_two_interfaces),
      LAB_TEST (polls_the_clock_and_gets_a_frame),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
