/* SPDX-License-Identifier: GPL-2.0-only */
/* net/hostile_test.c -- bad networks, bad programs, bad numbers: clear sentences, or stops that are told */
#include "net/compare.h"

#include <math.h>

#define NOTHING "int main (void) { return 0; }"

/* The sentence must have that text in it. */
static void refused (char *message, const char *text) {
  if (!message)
    fail_msg ("accepted, instead of: %s", text);
  if (!strstr (message, text))
    fail_msg ("the sentence is: %s", message);
  assert_null (strchr (message, '\n'));
  sde_free (message);
}

/* ---- options ---- */

static void refuses_options (const SdeNetworkOptions *options, const char *text) {
  SdeLoop *loop;
  refused (sde_loop_new (options, &loop), text);
  assert_null (loop);
}

static void options (void **state) {
  (void)state;
  SdeNetworkOptions o;
#define REFUSED(field, value, text)                                                                          \
  sde_network_defaults (&o);                                                                                 \
  o.field = value;                                                                                           \
  refuses_options (&o, text)
  REFUSED (algorithm, "xyz", "there is no algorithm 'xyz'");
  REFUSED (algorithm, "", "there is no algorithm ''");
  REFUSED (budget, -2, "a budget of -2");
  REFUSED (budget, 256, "a budget of 256");
  REFUSED (end, -1, "negative");
  REFUSED (poll_interval, -1, "negative");
  REFUSED (max_time, -1, "negative");
  REFUSED (max_time, NAN, "negative");
  REFUSED (max_scenarios, "", "must be a number");
  REFUSED (max_scenarios, "12a", "must be a number");
  REFUSED (max_scenarios, "-3", "must be a number");
  REFUSED (dispatch, "fast", "there is no dispatch 'fast'");
  REFUSED (solver_layers, "magic", "magic");
#undef REFUSED
  SdeNetwork *network;
  sde_network_defaults (&o);
  refused (sde_network_new (&o, &(SdeHost){0}, &network), "a host needs");
  assert_null (network);
}

/* ---- building ---- */

static SdeLoop *loop_with (Lab *lab, size_t nodes) {
  SdeNetworkOptions o;
  SdeLoop *loop;
  Plan p = plan (nodes);
  for (size_t i = 0; i < nodes; i++)
    p.nodes[i].code = NOTHING;
  sde_network_defaults (&o);
  must (sde_loop_new (&o, &loop));
  plan_build (lab, &p, sde_loop_network (loop));
  return loop;
}

static void nodes (void **state) {
  SdeLoop *loop = loop_with (*state, 1);
  SdeNetwork *n = sde_loop_network (loop);
  SdeProgram *program = lab_program (*state, NOTHING);
  uint32_t number = 77;
  refused (sde_network_add_node (n, &(SdeNode){0}, &number), "needs a program");
  refused (sde_network_add_node (n, &(SdeNode){.program = program, .start = -1}, NULL), "negative");
  refused (sde_network_add_node (n, &(SdeNode){.program = program, .nargs = 1}, NULL), "missing");
  refused (sde_network_add_node (n, &(SdeNode){.program = program, .nenv = 1}, NULL), "missing");
  SdeString strange[] = {{"NAME", 0}}, large[] = {{"A=", UINT32_MAX}}, null[] = {{NULL, 0}};
  refused (sde_network_add_node (n, &(SdeNode){.program = program, .nenv = 1, .env = strange}, NULL),
           "NAME=value");
  refused (sde_network_add_node (n, &(SdeNode){.program = program, .nenv = 1, .env = null}, NULL),
           "NAME=value");
  refused (sde_network_add_node (n, &(SdeNode){.program = program, .nenv = 1, .env = large}, NULL),
           "at most");
  refused (sde_network_add_node (n, &(SdeNode){.program = program, .nargs = 1, .args = large}, NULL),
           "at most");
  assert_int_equal (number, 77);
  assert_int_equal (sde_network_nodes (n), 1);
  must (sde_network_add_node (n, &(SdeNode){.program = program, .name = "", .nargs = 1, .args = null}, NULL));
  refused (sde_network_add_interface (n, 2, &(SdeInterface){0}, NULL), "there is no node 2");
  refused (sde_network_add_interface (n, UINT32_MAX, &(SdeInterface){0}, NULL), "there is no node");
  must (sde_network_add_interface (n, 1, NULL, &number));
  assert_int_equal (number, 0);
  must (sde_loop_run (loop));
  sde_loop_free (loop);
}

/* Such a file is refused when it is read. */
static void no_main (void **state) {
  SdeProgram *program = NULL;
  (void)state;
  lab_to_bitcode ("int f (void) { return 0; }", "");
  refused (sde_program_load ("node.bc", false, &program), "no function main");
  assert_null (program);
}

static void refuses_failure (SdeNetwork *n, SdeFailure failure, const char *text) {
  refused (sde_network_add_failure (n, &failure), text);
}

static void failures (void **state) {
  static const uint32_t bad[] = {2}, good[] = {0}, huge[] = {UINT32_MAX};
  static const int64_t past[] = {-5};
  SdeLoop *loop = loop_with (*state, 2);
  SdeNetwork *n = sde_loop_network (loop);
  for (unsigned kind = 0; kind < SDE_FAILURE_COUNT; kind++) {
    SdeFailure f = {.kind = (SdeFailureKind)kind, .budget = -1, .nodes = good, .nnodes = 1, .duration = 1};
    static const int64_t now[] = {0};
    f.delays = now;
    f.ndelays = 1;
    SdeFailure g = f;
    g.nodes = bad;
    refuses_failure (n, g, "there is no node 2");
    g = f;
    g.peers = huge;
    g.npeers = 1;
    refuses_failure (n, g, "there is no node");
    g = f;
    g.nodes = NULL;
    refuses_failure (n, g, "missing");
    g = f;
    g.start = -1;
    refuses_failure (n, g, "negative");
    g = f;
    g.end = -1;
    refuses_failure (n, g, "negative");
    g = f;
    g.duration = -1;
    refuses_failure (n, g, "negative");
    g = f;
    g.start = g.end = 10;
    refuses_failure (n, g, "ends before it begins");
    g = f;
    g.budget = -2;
    refuses_failure (n, g, "a budget of -2");
    must (sde_network_add_failure (n, &f));
  }
  refuses_failure (n, (SdeFailure){.kind = SDE_FAILURE_COUNT}, "no kind of failure");
  refuses_failure (n, (SdeFailure){.kind = (SdeFailureKind)-1}, "no kind of failure");
  refuses_failure (n, (SdeFailure){.kind = SDE_FAILURE_DELAY, .budget = -1}, "1 to 255 delays");
  refuses_failure (n, (SdeFailure){.kind = SDE_FAILURE_DELAY, .ndelays = 1}, "1 to 255 delays");
  refuses_failure (n, (SdeFailure){.kind = SDE_FAILURE_DELAY, .ndelays = 256, .delays = past},
                   "1 to 255 delays");
  refuses_failure (n, (SdeFailure){.kind = SDE_FAILURE_DELAY, .ndelays = 1, .delays = past}, "negative");
  refuses_failure (n, (SdeFailure){.kind = SDE_FAILURE_OUTAGE}, "needs a duration");
  refuses_failure (n, (SdeFailure){.kind = SDE_FAILURE_PARTITION}, "nodes of a part");
  must (sde_network_add_failure (n, &(SdeFailure){.kind = SDE_FAILURE_DROP, .ndelays = 5}));
  assert_string_equal (sde_failure_name (SDE_FAILURE_COUNT), "");
  assert_string_equal (sde_event_name ((SdeEventKind)-1), "");
  sde_loop_free (loop);
}

static void inputs (void **state) {
  SdeLoop *loop = loop_with (*state, 2);
  SdeNetwork *n = sde_loop_network (loop);
  refused (sde_network_add_input (n, &(SdeInput){.node = 2}), "there is no node 2");
  refused (sde_network_add_input (n, &(SdeInput){.first = 5, .last = 4}), "the last is before the first");
  refused (sde_network_add_input (n, &(SdeInput){.kind = SDE_INPUT_VARIABLE}), "needs its name");
  refused (sde_network_add_input (n, &(SdeInput){.kind = SDE_INPUT_VARIABLE, .variable = ""}),
           "needs its name");
  refused (sde_network_add_input (n, &(SdeInput){.kind = (SdeInputKind)77}), "no kind of input");
  sde_loop_free (loop);
}

static void refuses_variable (Lab *lab, SdeInput input, const char *text) {
  SdeNetworkOptions o;
  SdeLoop *loop;
  Plan p = plan (2);
  p.nodes[0].code = p.nodes[1].code =
      "int speed; const int top = 5; int main (void) { return speed + *(volatile int *) &top; }";
  sde_network_defaults (&o);
  must (sde_loop_new (&o, &loop));
  plan_build (lab, &p, sde_loop_network (loop));
  input.kind = SDE_INPUT_VARIABLE;
  input.node = 1;
  must (sde_network_add_input (sde_loop_network (loop), &input));
  char *message = sde_loop_run (loop);
  assert_non_null (message);
  if (!strstr (message, "node 1"))
    fail_msg ("does not name the node: %s", message);
  refused (message, text);
  /* nothing happens in a network that could not be started */
  refused (sde_loop_run (loop), "started already");
  assert_false (sde_network_flush (sde_loop_network (loop)));
  SdeNetworkStats stats;
  sde_network_stats (sde_loop_network (loop), &stats);
  assert_false (stats.exhaustive || stats.finished);
  assert_int_equal (sde_network_status (sde_loop_network (loop)), 3);
  sde_free (sde_network_report (sde_loop_network (loop), true));
  sde_loop_free (loop);
}

static void variables (void **state) {
  refuses_variable (*state, (SdeInput){.variable = "sped"}, "no variable sped");
  refuses_variable (*state, (SdeInput){.variable = "top"}, "constant");
  refuses_variable (*state, (SdeInput){.variable = "speed", .first = 4, .last = 4}, "has 4 bytes");
  refuses_variable (*state, (SdeInput){.variable = "speed", .first = 1, .last = UINT64_MAX}, "has 4 bytes");
  refuses_variable (*state, (SdeInput){.variable = "main"}, "no variable main");
}

/* ---- links ---- */

static void links (void **state) {
  SdeLoop *loop = loop_with (*state, 2);
  refused (sde_loop_link (loop, 0, 0, 1, 0, -1, 0), "negative");
  refused (sde_loop_link (loop, 0, 0, 1, 0, 0, -0.1), "0 to 1");
  refused (sde_loop_link (loop, 0, 0, 1, 0, 0, 1.1), "0 to 1");
  refused (sde_loop_link (loop, 0, 0, 1, 0, 0, NAN), "0 to 1");
  refused (sde_loop_link (loop, 1, 0, 1, 0, 0, 0), "to itself");
  must (sde_loop_link (loop, 0, 0, 2, 0, 0, 0)); /* may come later */
  refused (sde_loop_run (loop), "there is no such interface");
  sde_loop_free (loop);
  loop = loop_with (*state, 2);
  must (sde_loop_link (loop, 0, 1, 1, 0, 0, 0));
  refused (sde_loop_run (loop), "interface 1 of node 0");
  sde_loop_free (loop);
}

static void cut_without_link (void **state) {
  static const uint32_t ids[] = {0, 1, 2};
  for (int way = 0; way < 4; way++) {
    SdeLoop *loop = loop_with (*state, 3);
    SdeFailure f = {
        .kind = SDE_FAILURE_CUT, .budget = -1, .nodes = ids, .peers = ids + 2, .nnodes = 1, .npeers = 1};
    must (sde_loop_link (loop, 1, 0, 0, 0, 0, 0));
    if (way == 1) /* all links of a node without links */
      f.nodes = ids + 2, f.npeers = 0;
    if (way == 2) /* the other direction */
      f.peers = ids + 1, f.one_way = true;
    if (way == 3)
      f.peers = ids + 1;
    must (sde_network_add_failure (sde_loop_network (loop), &f));
    char *message = sde_loop_run (loop);
    if (way < 3)
      refused (message, "there is no link that it could cut");
    else
      must (message);
    sde_loop_free (loop);
  }
}

/* ---- the order of calls ---- */

static void before_and_after (void **state) {
  SdeNetworkOptions o;
  SdeLoop *loop;
  SdeNetworkStats stats;
  SdeNodeStats node;
  const char *name;
  uint64_t offered, taken;
  sde_network_defaults (&o);
  must (sde_loop_new (&o, &loop));
  SdeNetwork *n = sde_loop_network (loop);
  refused (sde_loop_run (loop), "no nodes");
  for (int added = 0; added < 2; added++) {
    assert_false (sde_network_flush (n));
    assert_false (sde_network_marked (n));
    sde_network_arrive (n, 0);
    sde_network_arrive (n, 1);
    sde_network_arrive (n, UINT64_MAX);
    sde_network_lose (n, 1);
    assert_int_equal (sde_network_announce (n, 1, 0, 0, 0), 0);
    sde_network_stats (n, &stats);
    assert_false (stats.finished || stats.exhaustive);
    assert_int_equal (sde_network_status (n), 3);
    sde_free (sde_network_report (n, false));
    sde_free (sde_network_report (n, true));
    sde_free (sde_network_progress (n));
    sde_free (sde_network_scenarios (n));
    sde_network_digest (n);
    assert_null (sde_network_error (n, 0));
    assert_false (sde_network_failure_stats (n, 0, &name, &offered, &taken));
    sde_network_node_stats (n, 5, &node);
    assert_string_equal (node.name, "");
    refused (sde_network_frames (n, SIZE_MAX, NULL, NULL), "not kept");
    if (!added)
      must (sde_network_add_node (n, &(SdeNode){.program = lab_program (*state, NOTHING)}, NULL));
  }
  must (sde_loop_run (loop));
  refused (sde_loop_run (loop), "started already");
  refused (sde_network_start (n), "started already");
  refused (sde_network_add_node (n, &(SdeNode){.program = lab_program (*state, NOTHING)}, NULL),
           "has been started");
  refused (sde_network_add_interface (n, 0, NULL, NULL), "has been started");
  refused (sde_network_add_input (n, &(SdeInput){0}), "has been started");
  refused (sde_network_add_failure (n, &(SdeFailure){0}), "has been started");
  sde_network_finish (n);
  assert_false (sde_network_flush (n));
  sde_network_wake (n);
  assert_false (sde_network_flush (n));
  sde_network_stats (n, &stats);
  assert_true (stats.finished && stats.exhaustive);
  sde_loop_free (loop);
  sde_loop_free (NULL);
  sde_network_free (NULL);
}

static void frames_of_nothing (void **state) {
  SdeNetworkOptions o;
  SdeLoop *loop;
  sde_network_defaults (&o);
  o.keep_frames = true;
  must (sde_loop_new (&o, &loop));
  SdeNetwork *n = sde_loop_network (loop);
  refused (sde_network_frames (n, SIZE_MAX, NULL, NULL), "no scenario");
  must (sde_network_add_node (n, &(SdeNode){.program = lab_program (*state, NOTHING)}, NULL));
  refused (sde_network_frames (n, 0, NULL, NULL), "no error number 0");
  must (sde_loop_run (loop));
  must (sde_network_frames (n, SIZE_MAX, NULL, NULL));
  refused (sde_network_frames (n, 0, NULL, NULL), "no error number 0");
  sde_loop_free (loop);
}

/* ---- times at the end of time ---- */

static void endless_times (void **state) {
  static const int64_t delays[] = {INT64_MAX};
  for (int kind = 0; kind < SDE_FAILURE_COUNT; kind++) {
    Plan p = plan (3);
    p.nodes[0].code = "int main (void) { sde_sleep (10); for (int i = 0; i < 3; i++) { sde_send (0, \"x\", "
                      "1); sde_sleep (10); }\n"
                      "  sde_send (1, \"y\", 1); sde_sleep (INT64_MAX); return 0; }";
    p.nodes[0].interfaces = 2;
    p.nodes[1].code =
        "int main (void) { char c; for (;;) if (sde_receive (0, &c, 1, INT64_MAX) > 0) sde_log (\"got\"); }";
    p.nodes[2].code = NOTHING;
    p.nodes[2].start = INT64_MAX;
    plan_wire (&p, 0, 0, 1, 0, 5);
    plan_wire (&p, 0, 1, 1, 0, INT64_MAX);
    SdeFailure *f = plan_failure (&p, (SdeFailureKind)kind);
    static const uint32_t first[] = {0};
    f->nodes = first;
    f->nnodes = kind == SDE_FAILURE_PARTITION;
    f->duration = INT64_MAX;
    f->delays = delays;
    f->ndelays = 1;
    f->every = true;
    f->end = INT64_MAX;
    p.options.poll_interval = INT64_MAX;
    Outcome o[2] = {plan_run (*state, &p, &(Way){"cob", true, 0}),
                    plan_run (*state, &p, &(Way){"sds", false, 0})};
    assert_null (outcomes_differ (&o[0], &o[1]));
    assert_true (o[0].stats.time < 1000 && lines_has (&o[0].log, "1: got"));
    outcome_free (&o[0]);
    outcome_free (&o[1]);
  }
}

static void slow_interface (void **state) {
  Plan p = plan (2);
  p.nodes[0].code =
      "char f[60000]; int main (void) { for (int i = 0; i < 20; i++) sde_send (0, f, sizeof f); return 0; }";
  p.nodes[0].interface.rate = 1; /* a frame takes 480,000 s */
  p.nodes[1].code = "char f[60000]; int main (void) { int n = 0; while (sde_receive (0, f, sizeof f, "
                    "INT64_MAX - 1) > 0) n++;\n"
                    "  sde_log (\"%d\", n); return 0; }";
  plan_link (&p, 0, 1, INT64_MAX / 2);
  Outcome o = plan_run_sds (*state, &p);
  assert_true (lines_has (&o.log, "1: 20"));
  outcome_free (&o);
}

/* ---- programs ---- */

static void check_undefined (void *data, SdeNetwork *network) {
  (void)data;
  char *text = sde_network_report (network, false), *json = sde_network_report (network, true);
  assert_non_null (strstr (text, "nobody defines missing"));
  assert_non_null (strstr (text, "NOT exhaustive"));
  assert_non_null (strstr (json, "\"undefined\": [\"missing\"]"));
  sde_free (text);
  sde_free (json);
}

/* A state that calls what nobody defines stops there; the others go on. */
static void undefined_function (void **state) {
  Plan p = plan (2);
  p.nodes[0].code = "void missing (int); int main (void) { if (sde_maybe (\"m\")) missing (3); sde_log "
                    "(\"on\"); return 0; }";
  p.nodes[1].code = "int main (void) { sde_sleep (10); sde_log (\"on\"); return 0; }";
  Outcome o = plan_compare_all (*state, &p);
  assert_string_equal (o.scenarios, "2");
  assert_true (lines_has (&o.log, "0: on") && lines_has (&o.log, "1: on"));
  assert_true (lines_has (&o.events, "0 stop external"));
  assert_int_equal (o.errors.n, 0);
  assert_true (!o.stats.exhaustive && o.status == 3);
  outcome_free (&o);
  o = plan_run_inspect (*state, &p, &(Way){"sds", false, 0}, check_undefined, NULL);
  outcome_free (&o);
}

static void wrong_interface (void **state) {
  Plan p = plan (2);
  p.nodes[0].code =
      "int main (void) { char c; sde_log (\"%d %d %d\", sde_send (1, \"x\", 1), sde_send (-1, \"x\", 1),\n"
      "  sde_send (INT32_MAX, \"x\", 1)); long n = sde_receive (7, &c, 1, 20); sde_log (\"%ld\", n);\n"
      "  n = sde_receive (-5, &c, 1, 30); sde_log (\"%ld\", n); return 0; }";
  p.nodes[1].code = "int main (void) { sde_sleep (22); sde_send (0, \"y\", 1); return 0; }";
  plan_link (&p, 0, 1, 5);
  Outcome o = plan_compare_all (*state, &p);
  assert_true (lines_has (&o.log, "0: -1 -1 -1") && lines_has (&o.log, "0: -1"));
  assert_int_equal (o.stats.transmissions, 1);
  assert_int_equal (o.errors.n, 0);
  outcome_free (&o);
}

/* Each is a bug of that kind; the other node goes on. */
static void has_bug (Lab *lab, const char *body, const char *kind) {
  char code[1000];
  Plan p = plan (2);
  snprintf (code, sizeof code, "char g[70000]; int main (void) { %s; return 0; }", body);
  p.nodes[0].code = code;
  p.nodes[1].code = "int main (void) { sde_sleep (10); sde_log (\"on\"); return 0; }";
  plan_link (&p, 0, 1, 5);
  Outcome o = plan_compare (lab, &p);
  if (o.errors.n != 1 || !strstr (o.errors.lines[0], kind)) {
    lines_print (&o.errors, "bug");
    fail_msg ("no %s: %s", kind, body);
  }
  assert_true (lines_has (&o.log, "1: on"));
  outcome_free (&o);
}

static void bad_programs (void **state) {
  has_bug (*state, "char *p = malloc (4); free (p); sde_publish (\"p\", p, 4)", "use-after-free");
  has_bug (*state, "sde_publish (\"\", g, 4)", "user-error");
  has_bug (*state, "sde_publish (\"p\", g, 0)", "user-error");
  has_bug (*state, "sde_publish (\"p\", g, sizeof g + 1)", "out-of-bounds");
  has_bug (*state, "sde_send (0, g, 65536)", "user-error");
  has_bug (*state, "sde_send (0, g, 0)", "user-error");
  has_bug (*state, "sde_send (0, g + 69999, 2)", "out-of-bounds");
  has_bug (*state, "sde_send (0, 0, 1)", "null-dereference");
  has_bug (*state, "sde_receive (0, g + 69999, 2, 0)", "out-of-bounds");
  has_bug (*state, "sde_persistent (\"p\", 0)", "user-error");
  has_bug (*state, "sde_persistent (\"p\", 4); sde_persistent (\"p\", 5)", "user-error");
  has_bug (*state, "sde_log (0)", "null-dereference");
  has_bug (*state, "sde_log (\"%s\", (char *) 5)", "null-dereference");
  has_bug (*state, "sde_maybe (0)", "null-dereference");
  has_bug (*state, "sde_assert (0)", "assert");
  has_bug (*state, "abort ()", "abort");
}

/* What was published and freed later is not read by anybody yet; the run goes on. */
static void published_then_freed (void **state) {
  Plan p = plan (1);
  p.nodes[0].code =
      "int main (void) { char *p = malloc (4); memset (p, 1, 4); sde_publish (\"p\", p, 4); sde_sleep (5);\n"
      "  free (p); sde_sleep (5); sde_log (\"on\"); return 0; }";
  Outcome o = plan_compare (*state, &p);
  assert_true (lines_has (&o.log, "0: on") && o.errors.n == 0);
  outcome_free (&o);
}

/* 100 MB in frames of one instant: they are carried; with a limit the run ends in order. */
static void floods (void **state) {
  Plan p = plan (2);
  p.nodes[0].code = "char f[65000]; int main (void) { for (int i = 0; i < 1600; i++) sde_send (0, f, sizeof "
                    "f); return 0; }";
  p.nodes[1].code =
      "char f[65000]; int main (void) { int n = 0; while (sde_receive (0, f, sizeof f, 100) > 0) n++;\n"
      "  sde_log (\"%d\", n); return 0; }";
  plan_link (&p, 0, 1, 5);
  Outcome o = plan_run_sds (*state, &p);
  assert_true (lines_has (&o.log, "1: 1600"));
  assert_true (o.stats.exhaustive);
  outcome_free (&o);
  p.options.max_memory = 20000000;
  o = plan_run_sds (*state, &p);
  assert_string_equal (o.stats.limit, "--max-memory");
  assert_true (o.stats.bytes_peak < 30000000);
  outcome_free (&o);
}

/* A node that never stops sending is stopped as one that hangs, and soon enough. */
static void sends_for_ever (void **state) {
  Plan p = plan (2);
  p.nodes[0].code = "int main (void) { for (;;) sde_send (0, \"x\", 1); }";
  p.nodes[1].code = "int main (void) { char c; int n = 0; while (sde_receive (0, &c, 1, 100) > 0) n++; "
                    "sde_log (\"on\"); return 0; }";
  plan_link (&p, 0, 1, 5);
  p.options.max_event_instructions = 1000000;
  Outcome o = plan_run_sds (*state, &p);
  assert_true (lines_has (&o.log, "1: on") && o.errors.n == 1);
  assert_non_null (strstr (o.errors.lines[0], "hang"));
  outcome_free (&o);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      LAB_TEST (options),
      LAB_TEST (nodes),
      LAB_TEST (no_main),
      LAB_TEST (failures),
      LAB_TEST (inputs),
      LAB_TEST (variables),
      LAB_TEST (links),
      LAB_TEST (cut_without_link),
      LAB_TEST (before_and_after),
      LAB_TEST (frames_of_nothing),
      LAB_TEST (endless_times),
      LAB_TEST (slow_interface),
      LAB_TEST (undefined_function),
      LAB_TEST (wrong_interface),
      LAB_TEST (bad_programs),
      LAB_TEST (published_then_freed),
      LAB_TEST (floods),
      LAB_TEST (sends_for_ever),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
