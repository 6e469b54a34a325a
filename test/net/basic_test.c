/* SPDX-License-Identifier: GPL-2.0-only */
/* net/basic_test.c -- the smallest networks: forks, rounds, ranks, merging, the end of time */
#include "net/compare.h"

#define RECEIVE_AND_LOG                                                                                      \
  "int main (void) { char b; for (;;) { sde_receive (SDE_ANY, &b, 1, SDE_FOREVER);\n"                        \
  "  sde_log (\"%c at %d\", b, (int) sde_now ()); } }"

/* Two nodes, one frame, one fork: the sender tells which side it took. */
static void one_frame_one_fork (void **state) {
  Plan p = plan (2);
  p.nodes[0].code = "int main (void) { unsigned char x; klee_make_symbolic (&x, 1, \"x\");\n"
                    "  sde_send (0, x > 100 ? \"a\" : \"b\", 1); return 0; }";
  p.nodes[1].code = RECEIVE_AND_LOG;
  plan_link (&p, 0, 1, 5);
  Outcome o = plan_compare (*state, &p);
  assert_string_equal (o.scenarios, "2");
  assert_int_equal (o.log.n, 2);
  assert_true (lines_has (&o.log, "1: a at 5") && lines_has (&o.log, "1: b at 5"));
  assert_int_equal (o.stats.states, 4);
  assert_int_equal (o.stats.dstates, 2);
  assert_int_equal (o.stats.forks_branch, 1);
  assert_int_equal (o.stats.forks_mapping, 1);
  assert_int_equal (o.stats.states_ended, 2);
  assert_true (o.stats.exhaustive && o.status == 0);
  outcome_free (&o);
}

static void nothing_happens (void **state) {
  Plan p = plan (1);
  p.nodes[0].code = "int main (void) { return 0; }";
  Outcome o = plan_compare_all (*state, &p);
  assert_string_equal (o.scenarios, "1");
  assert_int_equal (o.stats.states_ended, 1);
  assert_true (o.stats.exhaustive);
  outcome_free (&o);
}

/* ---- time ---- */

/* A frame with no delay comes in the next round; its answer in the one after that; a sleep of no time too. */
static void rounds (void **state) {
  Plan p = plan (3);
  p.nodes[0].code = "int main (void) { char b; sde_send (0, \"q\", 1);\n"
                    "  long n = sde_receive (0, &b, 1, 0); sde_log (\"at once %ld\", n);\n"
                    "  sde_sleep (0); n = sde_receive (0, &b, 1, 0); sde_log (\"then %ld\", n);\n"
                    "  sde_sleep (0); n = sde_receive (0, &b, 1, 0); sde_log (\"at last %ld %c\", n, b);\n"
                    "  return 0; }";
  p.nodes[1].code = "int main (void) { char b; sde_receive (0, &b, 1, SDE_FOREVER); b++;\n"
                    "  sde_send (0, &b, 1); return (int) sde_now (); }";
  p.nodes[2].code = "int main (void) { return 0; }"; /* halts: what it is sent is ignored */
  p.nodes[2].start = 7;
  plan_link (&p, 0, 1, 0);
  plan_wire (&p, 0, 0, 2, 0, 0);
  Outcome o = plan_compare_all (*state, &p);
  assert_string_equal (o.scenarios, "1");
  assert_int_equal (o.log.n, 3);
  assert_true (lines_has (&o.log, "0: at once -1") && lines_has (&o.log, "0: then -1"));
  assert_true (lines_has (&o.log, "0: at last 1 r"));
  assert_int_equal (o.stats.time, 7);
  outcome_free (&o);
}

/* Two nodes that answer each other at once for ever are stopped, the third goes on. */
static void too_many_rounds (void **state) {
  Plan p = plan (3);
  p.nodes[0].code = "int main (void) { char b = 0; for (;;) { sde_send (0, &b, 1);\n"
                    "  sde_receive (0, &b, 1, SDE_FOREVER); } }";
  p.nodes[1].code = "int main (void) { char b = 0; for (;;) { sde_receive (0, &b, 1, SDE_FOREVER);\n"
                    "  sde_send (0, &b, 1); } }";
  p.nodes[2].code = "int main (void) { sde_sleep (100); sde_log (\"still here\"); return 0; }";
  plan_link (&p, 0, 1, 0);
  p.options.max_rounds = 50;
  Outcome o = plan_compare (*state, &p);
  assert_string_equal (o.scenarios, "1");
  assert_true (lines_has (&o.log, "2: still here"));
  assert_int_equal (o.errors.n, 1);
  assert_non_null (strstr (o.errors.lines[0], "hang"));
  assert_true (!o.stats.exhaustive && o.status == 1);
  outcome_free (&o);
}

/* Time may stand still for max_rounds rounds behind the first. */
static void rounds_at_the_limit (void **state) {
  Plan p = plan (1);
  p.nodes[0].code =
      "int main (void) { for (int i = 0; i < 3; i++) sde_sleep (0); sde_log (\"over\"); return 0; }";
  p.options.max_rounds = 3;
  Outcome o = plan_compare_all (*state, &p);
  assert_true (lines_has (&o.log, "0: over"));
  assert_int_equal (o.errors.n, 0);
  outcome_free (&o);
  p.options.max_rounds = 2;
  o = plan_compare_all (*state, &p);
  assert_int_equal (o.log.n, 0);
  assert_true (o.errors.n == 1 && strstr (o.errors.lines[0], "hang"));
  outcome_free (&o);
}

static void end_of_time (void **state) {
  Plan p = plan (2);
  p.nodes[0].code = "int main (void) { for (;;) { sde_send (0, \"t\", 1); sde_sleep (10); } }";
  p.nodes[1].code = RECEIVE_AND_LOG;
  plan_link (&p, 0, 1, 5);
  p.options.end = 25;
  Outcome o = plan_compare (*state, &p);
  assert_int_equal (o.log.n, 3); /* at 5, 15 and 25: the end belongs to it */
  assert_true (lines_has (&o.log, "1: t at 25"));
  assert_int_equal (o.stats.time, 25);
  assert_true (o.stats.exhaustive && o.stats.finished);
  assert_int_equal (o.stats.states_waiting, 2);
  outcome_free (&o);
}

static void starts (void **state) {
  Plan p = plan (2);
  p.nodes[0].code =
      "int main (void) { sde_log (\"up at %d\", (int) sde_now ());\n"
      "  for (int i = 0; i < 3; i++) { sde_send (0, \"abc\" + i, 1); sde_sleep (10); } return 0; }";
  p.nodes[1].code = RECEIVE_AND_LOG;
  p.nodes[1].start = 15; /* a has come before */
  plan_link (&p, 0, 1, 5);
  Outcome o = plan_compare_all (*state, &p);
  assert_true (lines_has (&o.log, "0: up at 0"));
  assert_false (lines_has (&o.log, "1: a at 5"));
  /* arrivals of a round come before its wake-ups: b comes to a node that is still off */
  assert_false (lines_has (&o.log, "1: b at 15"));
  assert_true (lines_has (&o.log, "1: c at 25"));
  outcome_free (&o);
}

/* ---- ranks ---- */

/* Frames of one sender and instant keep their order, whatever they say and however they were delayed. */
static void ranks (void **state) {
  Plan p = plan (2);
  p.nodes[0].code =
      "int main (void) { sde_send (0, \"z\", 1); sde_send (0, \"a\", 1); sde_send (1, \"m\", 1);\n"
      "  sde_sleep (10); sde_send (2, \"k\", 1); sde_send (0, \"b\", 1); return 0; }";
  p.nodes[0].interfaces = 3;
  p.nodes[1].code =
      "int main (void) { char s[6] = {0}; for (int i = 0; i < 5; i++)\n"
      "  sde_receive (0, s + i, 1, SDE_FOREVER); sde_log (\"%s at %d\", s, (int) sde_now ()); }";
  plan_wire (&p, 0, 0, 1, 0, 20);
  plan_wire (&p, 0, 1, 1, 0, 20);
  plan_wire (&p, 0, 2, 1, 0, 10);
  Outcome o = plan_compare_all (*state, &p);
  assert_int_equal (o.log.n, 1);
  assert_true (lines_has (&o.log, "1: zamkb at 30"));
  outcome_free (&o);
}

/* Rivals send other frames before the one that they have in common: the order is that of each path. */
static void ranks_of_rivals (void **state) {
  Plan p = plan (2);
  p.nodes[0].code = "int main (void) { if (sde_maybe (\"more\")) sde_send (0, \"y\", 1);\n"
                    "  sde_send (0, \"x\", 1); sde_send (0, \"a\", 1); return 0; }";
  p.nodes[1].code =
      "int main (void) { char s[4] = {0}; int n = 0;\n"
      "  while (n < 3 && sde_receive (0, s + n, 1, 100) > 0) n++; sde_log (\"%s\", s); return 0; }";
  plan_link (&p, 0, 1, 5);
  Outcome o = plan_compare_all (*state, &p);
  assert_string_equal (o.scenarios, "2");
  assert_int_equal (o.log.n, 2);
  assert_true (lines_has (&o.log, "1: yxa") && lines_has (&o.log, "1: xa"));
  outcome_free (&o);
}

/* Frames for others do not count: what rivals say to the third is one arrival. */
static void ranks_of_a_receiver (void **state) {
  Plan p = plan (3);
  p.nodes[0].code = "int main (void) { if (sde_maybe (\"more\")) sde_send (0, \"y\", 1);\n"
                    "  sde_send (1, \"x\", 1); return 0; }";
  p.nodes[0].interfaces = 2;
  p.nodes[1].code = p.nodes[2].code = RECEIVE_AND_LOG;
  plan_wire (&p, 0, 0, 1, 0, 5);
  plan_wire (&p, 0, 1, 2, 0, 5);
  Outcome o = plan_compare_all (*state, &p);
  assert_string_equal (o.scenarios, "2");
  assert_int_equal (o.stats.arrivals, 2);
  assert_int_equal (o.stats.states, 5); /* the third node has one */
  outcome_free (&o);
}

/* Two senders: by sender node, whoever sent first. */
static void order_of_senders (void **state) {
  Plan p = plan (3);
  p.nodes[0].code = "int main (void) { sde_sleep (3); sde_send (0, \"z\", 1); return 0; }";
  p.nodes[1].code = "int main (void) { sde_send (0, \"a\", 1); sde_send (0, \"b\", 1); return 0; }";
  p.nodes[2].code = "int main (void) { char s[4] = {0}; for (int i = 0; i < 3; i++)\n"
                    "  sde_receive (0, s + i, 1, SDE_FOREVER); sde_log (\"%s\", s); return 0; }";
  plan_link (&p, 0, 2, 2);
  plan_link (&p, 1, 2, 5);
  Outcome o = plan_compare_all (*state, &p);
  assert_true (o.log.n == 1 && lines_has (&o.log, "2: zab"));
  outcome_free (&o);
}

/* ---- merging ---- */

static Plan beacons (void) {
  Plan p = plan (2);
  p.nodes[0].code =
      "int main (void) { unsigned char x; klee_make_symbolic (&x, 1, \"x\");\n"
      "  int n = 0; if (x > 50) n++; if (x > 100) n++; if (x > 150) n++;\n"
      "  for (int i = 0; i < 3; i++) { sde_sleep (10); sde_send (0, \"beacon\", 6); } return 0; }";
  p.nodes[1].code = "int main (void) { char b[6]; for (;;) sde_receive (0, b, 6, SDE_FOREVER); }";
  plan_link (&p, 0, 1, 5);
  return p;
}

/* Equal frames of rivals are one arrival: no state of the receiver is forked. */
static void equal_frames (void **state) {
  Plan p = beacons ();
  Outcome all = plan_compare (*state, &p);
  outcome_free (&all);
  Outcome merged = plan_run (*state, &p, &(Way){"sds", false, 0});
  Outcome split = plan_run (*state, &p, &(Way){"sds", true, 0});
  assert_string_equal (merged.scenarios, "4");
  assert_int_equal (merged.stats.forks_mapping, 0);
  assert_int_equal (merged.stats.arrivals, 3);
  assert_int_equal (merged.stats.dstates, 1);
  assert_true (split.stats.forks_mapping > 0);
  assert_int_equal (split.stats.arrivals, split.stats.deliveries);
  assert_int_equal (merged.stats.transmissions, split.stats.transmissions);
  outcome_free (&merged);
  outcome_free (&split);
}

/* The same frame at two times, or with other constraints, is not merged. */
static void unequal_frames (void **state) {
  Plan p = plan (2);
  p.nodes[0].code = "int main (void) { if (sde_maybe (\"late\")) sde_sleep (1);\n"
                    "  sde_send (0, \"x\", 1); return 0; }";
  p.nodes[1].code = RECEIVE_AND_LOG;
  plan_link (&p, 0, 1, 5);
  Outcome o = plan_compare_all (*state, &p);
  assert_string_equal (o.scenarios, "2");
  assert_int_equal (o.stats.arrivals, 2);
  assert_int_equal (o.stats.states, 4);
  assert_true (lines_has (&o.log, "1: x at 5") && lines_has (&o.log, "1: x at 6"));
  outcome_free (&o);
}

/* Equal frames of rivals that reach the same node at different interfaces are two arrivals. */
static void equal_frames_apart (void **state) {
  Plan p = plan (2);
  p.nodes[0].code = "int main (void) { sde_send (sde_maybe (\"other\"), \"x\", 1); return 0; }";
  p.nodes[1].code = "int main (void) { char c; sde_receive (SDE_ANY, &c, 1, SDE_FOREVER);\n"
                    "  sde_log (\"at %d\", sde_received_at ()); return 0; }";
  p.nodes[0].interfaces = p.nodes[1].interfaces = 2;
  plan_wire (&p, 0, 0, 1, 0, 5);
  plan_wire (&p, 0, 1, 1, 1, 5);
  Outcome o = plan_compare_all (*state, &p);
  assert_string_equal (o.scenarios, "2");
  assert_true (o.log.n == 2 && lines_has (&o.log, "1: at 0") && lines_has (&o.log, "1: at 1"));
  outcome_free (&o);
}

/* A sender that forks, and one that halts, while its frame is on the way. */
static void forks_in_flight (void **state) {
  Plan p = plan (2);
  p.nodes[0].code = "int main (void) { sde_send (0, \"x\", 1); sde_sleep (2);\n"
                    "  if (sde_maybe (\"end\")) return 0; sde_sleep (1); sde_maybe (\"again\");\n"
                    "  sde_sleep (100); return 0; }";
  p.nodes[1].code = RECEIVE_AND_LOG;
  plan_link (&p, 0, 1, 50);
  Outcome o = plan_compare_all (*state, &p);
  assert_string_equal (o.scenarios, "3");
  assert_true (o.log.n == 1 && lines_has (&o.log, "1: x at 50"));
  assert_int_equal (o.stats.states, 4);
  assert_int_equal (o.stats.arrivals, 1);
  outcome_free (&o);
}

/* ---- hanging ---- */

static void hangs (void **state) {
  Plan p = plan (2);
  p.nodes[0].code = "int main (void) { if (sde_maybe (\"stuck\")) for (volatile int i = 0;; i++) ;\n"
                    "  sde_send (0, \"x\", 1); return 0; }";
  p.nodes[1].code = RECEIVE_AND_LOG;
  plan_link (&p, 0, 1, 5);
  p.options.max_event_instructions = 100000;
  Outcome o = plan_compare_all (*state, &p);
  assert_string_equal (o.scenarios, "2");
  assert_true (lines_has (&o.log, "1: x at 5"));
  assert_int_equal (o.errors.n, 1);
  assert_non_null (strstr (o.errors.lines[0], "hang"));
  assert_true (!o.stats.exhaustive && o.stats.finished && o.status == 1);
  outcome_free (&o);
}

/* The budget is that of an event: a node that works a little each time does not hang. */
static void works_long (void **state) {
  Plan p = plan (1);
  p.nodes[0].code =
      "int main (void) { for (int k = 0; k < 20; k++) {\n"
      "  for (volatile int i = 0; i < 1000; i++) ; sde_sleep (1); } sde_log (\"done\"); return 0; }";
  p.options.max_event_instructions = 20000;
  Outcome o = plan_compare_all (*state, &p);
  assert_true (lines_has (&o.log, "0: done"));
  assert_true (o.stats.exhaustive);
  outcome_free (&o);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      LAB_TEST (one_frame_one_fork),
      LAB_TEST (nothing_happens),
      LAB_TEST (rounds),
      LAB_TEST (too_many_rounds),
      LAB_TEST (rounds_at_the_limit),
      LAB_TEST (end_of_time),
      LAB_TEST (starts),
      LAB_TEST (ranks),
      LAB_TEST (ranks_of_rivals),
      LAB_TEST (ranks_of_a_receiver),
      LAB_TEST (order_of_senders),
      LAB_TEST (equal_frames),
      LAB_TEST (unequal_frames),
      LAB_TEST (equal_frames_apart),
      LAB_TEST (forks_in_flight),
      LAB_TEST (hangs),
      LAB_TEST (works_long),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
