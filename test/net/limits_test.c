/* SPDX-License-Identifier: GPL-2.0-only */
/* net/limits_test.c -- limits end a run in order: what was found is told, and that it is not all */
#include "net/compare.h"

/* Doubles its states every time unit, and finds a bug on the way. */
static Plan endless (void) {
  Plan p = plan (2);
  p.nodes[0].code =
      "int main (void) { for (int i = 0;; i++) { int m = sde_maybe (\"m\"); if (m) sde_send (0, \"x\", 1);\n"
      "  sde_assert (i != 2 || !m); sde_sleep (10); } }";
  p.nodes[1].code = "int main (void) { char c; for (;;) sde_receive (0, &c, 1, SDE_FOREVER); }";
  plan_link (&p, 0, 1, 5);
  return p;
}

static void is_limited (Lab *lab, const Plan *p, const char *limit) {
  for (size_t i = 0; i < WAYS; i++) {
    Outcome o = plan_run (lab, p, &ways ()[i]);
    if (!o.stats.limit || strcmp (o.stats.limit, limit))
      fail_msg ("%s: ended by %s", limit, o.stats.limit ? o.stats.limit : "nothing");
    assert_false (o.stats.exhaustive || o.stats.finished);
    assert_int_equal (o.status, o.errors.n ? 1 : 3);
    assert_null (o.broken);
    outcome_free (&o);
  }
}

static void check_report (void *data, SdeNetwork *network) {
  const char *limit = data;
  char *text = sde_network_report (network, false), *json = sde_network_report (network, true);
  char *progress = sde_network_progress (network);
  assert_non_null (strstr (text, "NOT exhaustive"));
  assert_non_null (strstr (text, limit));
  assert_null (strstr (text, "(null)"));
  assert_non_null (strstr (json, "\"exhaustive\": false"));
  assert_non_null (strstr (json, limit));
  assert_non_null (strstr (progress, "simulated"));
  sde_free (text);
  sde_free (json);
  sde_free (progress);
}

static void is_reported (Lab *lab, const Plan *p, const char *limit) {
  Outcome o = plan_run_inspect (lab, p, &(Way){"sds", false, 0}, check_report, (void *)limit);
  outcome_free (&o);
}

static void states (void **state) {
  Plan p = endless ();
  p.options.max_states = 40;
  is_limited (*state, &p, "--max-states");
  is_reported (*state, &p, "--max-states");
}

static void memory (void **state) {
  Plan p = endless ();
  p.options.max_memory = 3000000;
  is_limited (*state, &p, "--max-memory");
  is_reported (*state, &p, "--max-memory");
}

static void duration (void **state) {
  Plan p = endless ();
  p.options.max_time = 0.05;
  is_limited (*state, &p, "--max-time");
  is_reported (*state, &p, "--max-time");
}

static void instructions (void **state) {
  Plan p = endless ();
  p.options.max_instructions = 20000;
  is_limited (*state, &p, "--max-instructions");
  is_reported (*state, &p, "--max-instructions");
}

static void scenarios (void **state) {
  Plan p = endless ();
  static const char *const limits[] = {"30", "0030", "9"};
  for (size_t i = 0; i < 3; i++) {
    p.options.max_scenarios = limits[i];
    p.options.end = 10000;
    Outcome o = plan_run_sds (*state, &p);
    assert_non_null (o.stats.limit);
    assert_true (strtoul (o.scenarios, NULL, 10) <= 64);
    outcome_free (&o);
  }
  is_limited (*state, &p, "--max-scenarios");
  is_reported (*state, &p, "--max-scenarios");
}

static void first_bug (void **state) {
  Plan p = endless ();
  p.options.stop_at_first_bug = true;
  is_limited (*state, &p, "stopped at the first bug");
  is_reported (*state, &p, "stopped at the first bug");
}

static void interrupt_soon (void *data, const SdeEvent *event) {
  if (event->kind == SDE_EVENT_DELIVER)
    *(volatile int *)data = 1;
}

static void interrupted (void **state) {
  Plan p = endless ();
  volatile int stop = 1;
  p.options.interrupt = &stop;
  is_limited (*state, &p, "interrupted");
  is_reported (*state, &p, "interrupted");
  /* in the middle of an instant */
  for (size_t i = 0; i < WAYS - 1; i++) {
    SdeLoop *loop;
    SdeNetworkStats stats;
    SdeNetworkOptions options = p.options;
    stop = 0;
    options.algorithm = ways ()[i].algorithm;
    options.split_equal_frames = ways ()[i].split;
    options.watch = interrupt_soon;
    options.watch_data = (void *)(uintptr_t)&stop;
    must (sde_loop_new (&options, &loop));
    plan_build (*state, &p, sde_loop_network (loop));
    must (sde_loop_link (loop, 0, 0, 1, 0, 5, 0));
    must (sde_loop_run (loop));
    sde_network_stats (sde_loop_network (loop), &stats);
    assert_string_equal (stats.limit, "interrupted");
    assert_false (stats.exhaustive);
    assert_int_equal (stats.time, 5);
    sde_loop_free (loop);
  }
}

/* A node that computes for ever is interrupted too. */
static void interrupted_in_a_loop (void **state) {
  Plan p = plan (1);
  p.nodes[0].code = "int main (void) { for (volatile int i = 0;; i++) ; }";
  p.options.max_event_instructions = UINT64_MAX / 2;
  p.options.max_time = 0.05;
  is_limited (*state, &p, "--max-time");
}

/* Decisions of one path: that path is cut, the others go on, the run is not exhaustive. */
static void depth (void **state) {
  Plan p = plan (2);
  p.nodes[0].code = "int main (void) { unsigned char x; klee_make_symbolic (&x, 1, \"x\"); int n = 0;\n"
                    "  for (int i = 0; i < 8; i++) if (x >> i & 1) n++; sde_log (\"done\"); return 0; }";
  p.nodes[1].code = "int main (void) { sde_sleep (10); sde_log (\"here\"); return 0; }";
  p.options.max_depth = 5;
  Outcome o = plan_compare (*state, &p);
  assert_true (lines_has (&o.log, "1: here"));
  assert_false (lines_has (&o.log, "0: done"));
  assert_false (o.stats.exhaustive);
  assert_int_equal (o.errors.n, 0);
  assert_int_equal (o.status, 3);
  outcome_free (&o);
  o = plan_run_inspect (*state, &p, &(Way){"sds", false, 0}, check_report, "depth");
  outcome_free (&o);
}

/* Only states alive at once count: those that died of contradictions do not, nor do the environment's. */
static void states_alive (void **state) {
  Plan p = plan (2);
  p.nodes[0].code =
      "int main (void) { for (int i = 0; i < 6; i++) {\n"
      "  unsigned char x; klee_make_symbolic (&x, 1, \"x\"); sde_send (0, &x, 1); sde_sleep (10);\n"
      "  klee_assume (x < 100); sde_send (0, &x, 1); sde_sleep (10); } return 0; }";
  p.nodes[1].code = "int main (void) { unsigned char b; for (;;) { sde_receive (0, &b, 1, SDE_FOREVER);\n"
                    "  if (b >= 100) sde_log (\"high\"); sde_receive (0, &b, 1, SDE_FOREVER); } }";
  plan_link (&p, 0, 1, 5);
  SdeFailure *cut = plan_failure (&p, SDE_FAILURE_CUT);
  cut->start = 1000; /* never offered, but there is an environment */
  p.options.max_states = 12;
  Outcome o = plan_compare (*state, &p);
  assert_null (o.stats.limit);
  assert_string_equal (o.scenarios, "1");
  assert_true (o.stats.pruned >= 6);
  outcome_free (&o);
}

static void check_heap (void *data, SdeNetwork *network) {
  (void)data;
  assert_true (network->net->heap.len < 200);
}

/* Each frame puts the receiver's own wake-up off: those of before do not pile up. */
static void wakes_put_off (void **state) {
  Plan p = plan (2);
  p.nodes[0].code =
      "int main (void) { for (int i = 0; i < 2000; i++) { sde_send (0, \"x\", 1); sde_sleep (10); } "
      "return 0; }";
  p.nodes[1].code =
      "int main (void) { char c; while (sde_receive (0, &c, 1, sde_now () + SDE_S) > 0) ; return 0; }";
  plan_link (&p, 0, 1, 5);
  p.options.end = 19000;
  Outcome o = plan_run_inspect (*state, &p, &(Way){"sds", false, 0}, check_heap, NULL);
  assert_null (o.broken);
  outcome_free (&o);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      LAB_TEST (states),        LAB_TEST (memory),
      LAB_TEST (duration),      LAB_TEST (instructions),
      LAB_TEST (scenarios),     LAB_TEST (first_bug),
      LAB_TEST (interrupted),   LAB_TEST (interrupted_in_a_loop),
      LAB_TEST (depth),         LAB_TEST (states_alive),
      LAB_TEST (wakes_put_off),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
