/* SPDX-License-Identifier: GPL-2.0-only */
/* net/kinds_test.c -- what each kind of failure does, when it is offered, and what it is called */
#include "net/compare.h"

/* Sends a, b, c ... at 0, 10, 20 ... */
#define TICKER                                                                                               \
  "int main (void) { for (char c = 'a'; c < 'e'; c++) { sde_send (0, &c, 1); sde_sleep (10); } return 0; }"

/* Says what has come, at the end. */
#define LISTENER                                                                                             \
  "int main (void) { char s[20] = {0}; int n = 0; while (sde_receive (0, s + n, 1, 100) > 0) n++;\n"         \
  "  sde_log (\"%s\", s); return 0; }"

static Plan pair (SdeFailureKind kind) {
  Plan p = plan (2);
  p.nodes[0].code = TICKER;
  p.nodes[1].code = LISTENER;
  plan_link (&p, 0, 1, 5);
  p.nfailures = 1;
  p.failures[0] = (SdeFailure){.kind = kind, .budget = -1, .every = true};
  static const uint32_t second[] = {1};
  p.failures[0].nodes = second;
  p.failures[0].nnodes = 1;
  return p;
}

/* The log lines are these, and no others; NULL ends them. */
static void logs (Lab *lab, const Plan *p, const char *const *lines) {
  Outcome o = plan_compare_all (lab, p);
  size_t n = 0;
  for (; lines[n]; n++)
    if (!lines_has (&o.log, lines[n])) {
      lines_print (&o.log, "log");
      fail_msg ("not in the log: %s", lines[n]);
    }
  if (o.log.n != n)
    lines_print (&o.log, "log");
  assert_int_equal (o.log.n, n);
  outcome_free (&o);
}

#define LOGS(lab, p, ...) logs (lab, p, (const char *const[]){__VA_ARGS__, NULL})

/* ---- windows, first and every, budgets ---- */

static void windows (void **state) {
  Plan p = pair (SDE_FAILURE_DROP);
  SdeFailure *f = p.failures;
  f->start = 15;
  f->end = 25; /* b comes at 15, c at 25 */
  LOGS (*state, &p, "1: abcd", "1: acd");
  f->end = 26;
  LOGS (*state, &p, "1: abcd", "1: acd", "1: abd", "1: ad");
  f->every = false; /* b is the first occasion; c is not offered */
  LOGS (*state, &p, "1: abcd", "1: acd");
  f->start = 16;
  LOGS (*state, &p, "1: abcd", "1: abd");
  f->start = 36;
  f->end = 0;
  LOGS (*state, &p, "1: abcd");
}

static void budgets_per_place (void **state) {
  Plan p = pair (SDE_FAILURE_DROP);
  SdeFailure *f = p.failures;
  f->budget = 1;
  LOGS (*state, &p, "1: abcd", "1: bcd", "1: acd", "1: abd", "1: abc");
  f->budget = 0;
  LOGS (*state, &p, "1: abcd");
  f->budget = -1;
  p.options.budget = 0;
  LOGS (*state, &p, "1: abcd");
  p.options.budget = 1;
  LOGS (*state, &p, "1: abcd", "1: bcd", "1: acd", "1: abd", "1: abc");
}

/* Two places: each may fail once, or one of them in all. */
static void budget_of_all (void **state) {
  Plan p = pair (SDE_FAILURE_DROP);
  SdeFailure *f = p.failures;
  p.nnodes = 3;
  p.nodes[2].code = LISTENER;
  plan_link (&p, 0, 2, 5);
  f->nnodes = 0;
  f->budget = 1;
  Outcome o = plan_compare_all (*state, &p);
  assert_string_equal (o.scenarios, "25");
  outcome_free (&o);
  p.options.budget = 1;
  o = plan_compare_all (*state, &p);
  assert_string_equal (o.scenarios, "9");
  outcome_free (&o);
  f->budget = -1;
  p.options.budget = 2;
  o = plan_compare_all (*state, &p);
  assert_string_equal (o.scenarios, "37"); /* of 8 occasions none, one or two */
  outcome_free (&o);
}

/* Only frames from the given peers. */
static void peers (void **state) {
  static const uint32_t third[] = {2};
  Plan p = pair (SDE_FAILURE_DROP);
  SdeFailure *f = p.failures;
  p.nnodes = 3;
  p.nodes[2].code = "int main (void) { sde_sleep (12); sde_send (0, \"Z\", 1); return 0; }";
  plan_link (&p, 2, 1, 5);
  f->peers = third;
  f->npeers = 1;
  LOGS (*state, &p, "1: abZcd", "1: abcd");
}

/* ---- at an arrival ---- */

static void duplicate (void **state) {
  Plan p = pair (SDE_FAILURE_DUPLICATE);
  SdeFailure *f = p.failures;
  f->end = 6; /* a alone */
  f->duration = 12;
  LOGS (*state, &p, "1: abcd", "1: abacd");
  f->duration = 10; /* at the time of b, but arrivals come first */
  LOGS (*state, &p, "1: abcd", "1: abacd");
  f->duration = 0;
  LOGS (*state, &p, "1: abcd", "1: aabcd");
}

static void delay (void **state) {
  static const int64_t delays[] = {12, 0, 22};
  Plan p = pair (SDE_FAILURE_DELAY);
  SdeFailure *f = p.failures;
  f->end = 16; /* a and b */
  f->delays = delays;
  f->ndelays = 3;
  /* a at 5, 17 or 27; b at 15, 27 or 37; frames that are kept back to one time come in their order */
  LOGS (*state, &p, "1: abcd", "1: acbd", "1: acdb", "1: bacd", "1: bcad", "1: cabd", "1: cadb");
}

static void drop_is_first_come (void **state) {
  /* Two failures at one arrival: what is lost is not duplicated, what is not lost may be. */
  Plan p = pair (SDE_FAILURE_DROP);
  p.failures[0].end = 6;
  p.failures[1] = p.failures[0];
  p.failures[1].kind = SDE_FAILURE_DUPLICATE;
  p.failures[1].duration = 2;
  p.nfailures = 2;
  LOGS (*state, &p, "1: abcd", "1: bcd", "1: aabcd");
}

static void corrupt (void **state) {
  Plan p = pair (SDE_FAILURE_CORRUPT);
  SdeFailure *f = p.failures;
  p.nodes[0].code = "int main (void) { sde_send (0, \"abc\", 3); sde_send (0, \"d\", 1); return 0; }";
  p.nodes[1].code = "int main (void) { char s[4] = {0}; sde_receive (0, s, 3, 100);\n"
                    "  sde_assert (s[0] == 'a' && s[2] == 'c'); if (s[1] == 'q') sde_log (\"q\");\n"
                    "  sde_receive (0, s, 3, 100); sde_assert (s[0] == 'd'); return 0; }";
  f->first = 1; /* the second frame has no such byte: it is not offered */
  f->size = 1;
  Outcome o = plan_compare (*state, &p);
  assert_string_equal (o.scenarios, "3"); /* as it is; q; another */
  assert_int_equal (o.errors.n, 0);
  assert_true (o.log.n == 1 && lines_has (&o.log, "1: q"));
  outcome_free (&o);
  f->size = 0; /* to the end */
  o = plan_compare (*state, &p);
  assert_int_equal (o.errors.n, 1);
  outcome_free (&o);
}

/* ---- the node ---- */

/* At an arrival, or a wake-up: for good. */
static void crash (void **state) {
  Plan p = pair (SDE_FAILURE_CRASH);
  SdeFailure *f = p.failures;
  p.nodes[1].code =
      "int main (void) { char c; for (;;) { long n = sde_receive (0, &c, 1, sde_now () + 7);\n"
      "  sde_log (\"%c %d\", n > 0 ? c : '-', (int) sde_now ()); if (sde_now () > 20) return 0; } }";
  f->start = 12; /* after the deadline of 12 comes b at 15, then 22 */
  f->end = 16;
  Outcome o = plan_compare_all (*state, &p);
  assert_string_equal (o.scenarios, "3");
  assert_true (lines_has (&o.log, "1: a 5") && lines_has (&o.log, "1: - 12") &&
               lines_has (&o.log, "1: b 15"));
  assert_true (lines_has (&o.log, "1: - 22") && lines_has (&o.events, "1 stop crash"));
  assert_int_equal (o.log.n, 4);
  assert_int_equal (o.errors.n, 0);
  assert_true (o.stats.exhaustive);
  outcome_free (&o);
}

/* RAM and queue are lost, persistent memory is not; it is deaf meanwhile. */
static void reboot (void **state) {
  Plan p = pair (SDE_FAILURE_REBOOT);
  SdeFailure *f = p.failures;
  p.nodes[1].code =
      "int ram; int main (void) { int *boots = sde_persistent (\"boots\", 4); char s[20] = {0}; int n = 0;\n"
      "  sde_log (\"boot %d, ram %d, at %d\", *boots, ram, (int) sde_now ()); ++*boots; ram = 7;\n"
      "  sde_sleep (3 * *boots); while (sde_receive (0, s + n, 1, 100) > 0) n++;\n"
      "  sde_log (\"%d %s\", *boots, s); return 0; }";
  f->every = false;
  f->start = 5; /* a waits in no queue: it comes at 5, when the node receives */
  f->duration = 10;
  LOGS (*state, &p, "1: boot 0, ram 0, at 0", "1: 1 abcd", "1: boot 1, ram 0, at 15", "1: 2 cd");
  /* the sleep of the first boot ends at 3: the queue is empty; at 5 again, with two frames queued */
  p.nodes[0].code = "int main (void) { sde_send (0, \"a\", 1); sde_send (0, \"b\", 1); sde_sleep (40); "
                    "sde_send (0, \"c\", 1); }";
  p.nodes[1].code =
      "int main (void) { int *boots = sde_persistent (\"boots\", 4); char s[20] = {0}; int n = 0;\n"
      "  ++*boots; sde_sleep (8); while (sde_receive (0, s + n, 1, 100) > 0) n++;\n"
      "  sde_log (\"%d %s\", *boots, s); return 0; }";
  f->start = 8; /* the wake-up */
  f->end = 9;
  f->duration = 0;
  LOGS (*state, &p, "1: 1 abc", "1: 2 c");
}

/* Neither hears nor sends, but computes on. */
static void outage (void **state) {
  Plan p = pair (SDE_FAILURE_OUTAGE);
  SdeFailure *f = p.failures;
  p.nodes[0].code =
      "int main (void) { char s[20] = {0}; int n = 0; for (char c = 'a'; c < 'e'; c++) {\n"
      "    sde_send (0, &c, 1); while (sde_receive (0, s + n, 1, (c - 'a' + 1) * 10) > 0) n++; }\n"
      "  sde_log (\"%s\", s); return 0; }";
  p.nodes[1].code = "int main (void) { char c = 'A', d; for (int i = 0; i < 4; i++, c++) {\n"
                    "    long n = sde_receive (0, &d, 1, 10 * i + 7); if (n > 0) sde_log (\"%c\", d);\n"
                    "    sde_sleep_until (10 * i + 7); sde_send (0, &c, 1); } return 0; }";
  f->every = false;
  f->start = 5;
  f->end = 6;       /* when a comes */
  f->duration = 10; /* until 15: b is heard, A is not sent, B is */
  LOGS (*state, &p, "1: a", "1: b", "1: c", "1: d", "0: ABC", "0: BC");
  f->duration = 11;
  Outcome o = plan_compare_all (*state, &p);
  assert_string_equal (o.scenarios, "2");
  assert_true (lines_has (&o.log, "0: ABC") && lines_has (&o.log, "0: BC"));
  assert_true (lines_has (&o.events, "1 drop outage"));
  outcome_free (&o);
  f->duration = 13; /* to 18: B is lost too */
  LOGS (*state, &p, "1: a", "1: b", "1: c", "1: d", "0: ABC", "0: C");
}

static void outage_at_a_wake_up (void **state) {
  Plan p = pair (SDE_FAILURE_OUTAGE);
  SdeFailure *f = p.failures;
  p.nodes[1].code = "int main (void) { char s[20] = {0}; int n = 0; sde_sleep (3); sde_log (\"woke\");\n"
                    "  while (sde_receive (0, s + n, 1, 100) > 0) n++; sde_log (\"%s\", s); return 0; }";
  f->end = 4;
  f->duration = 15; /* to 18: a and b are not heard */
  LOGS (*state, &p, "1: woke", "1: abcd", "1: cd");
}

/* What was duplicated before comes again while the node is deaf. */
static void outage_of_late_frames (void **state) {
  Plan p = pair (SDE_FAILURE_DUPLICATE);
  p.failures[0].end = 6;
  p.failures[0].duration = 12; /* a at 17 */
  p.failures[1] = p.failures[0];
  p.failures[1].kind = SDE_FAILURE_OUTAGE;
  p.failures[1].start = 15;
  p.failures[1].end = 16;
  p.failures[1].duration = 5; /* from b to 20 */
  p.nfailures = 2;
  LOGS (*state, &p, "1: abcd", "1: abacd", "1: acd");
}

static void allocation (void **state) {
  Plan p = plan (1);
  p.nodes[0].code = "int main (void) { void *a = malloc (1), *b = calloc (2, 2), *c = realloc (a, 10), *d = "
                    "strdup (\"x\");\n"
                    "  sde_log (\"%d%d%d%d\", !!a, !!b, !!c, !!d); return 0; }";
  SdeFailure *f = plan_failure (&p, SDE_FAILURE_ALLOCATION);
  f->every = true;
  f->budget = 1;
  LOGS (*state, &p, "0: 1111", "0: 0111", "0: 1011", "0: 1101", "0: 1110");
  f->every = false;
  LOGS (*state, &p, "0: 1111", "0: 0111");
}

static void maybe (void **state) {
  Plan p = plan (1);
  p.nodes[0].code =
      "int main (void) { int a = sde_maybe (\"a\"); int b = sde_maybe (\"b\"); int c = sde_maybe (\"a\");\n"
      "  sde_log (\"%d%d%d\", a, b, c); return 0; }";
  Outcome o = plan_compare_all (*state, &p);
  assert_string_equal (o.scenarios, "8"); /* what no failure restricts */
  outcome_free (&o);
  SdeFailure *f = plan_failure (&p, SDE_FAILURE_MAYBE);
  f->name = "a";
  f->every = true;
  f->budget = 1;
  LOGS (*state, &p, "0: 000", "0: 100", "0: 001", "0: 010", "0: 110", "0: 011");
  f->name = NULL; /* all */
  LOGS (*state, &p, "0: 000", "0: 100", "0: 001", "0: 010");
  f->name = "none";
  f->budget = 0;
  o = plan_compare_all (*state, &p);
  assert_string_equal (o.scenarios, "8");
  outcome_free (&o);
}

/* ---- the environment ---- */

/* Two nodes that send to each other at 0, 10, 20, 30; logs at the end. */
#define TALKER                                                                                               \
  "int main (void) { char s[20] = {0}; int n = 0; for (char c = 'a'; c < 'e'; c++) {\n"                      \
  "    sde_send (0, &c, 1); while (sde_receive (0, s + n, 1, (c - 'a' + 1) * 10 - 1) > 0) n++;\n"            \
  "    sde_sleep_until ((c - 'a' + 1) * 10); } sde_log (\"%s\", s); return 0; }"

static Plan talkers (SdeFailureKind kind) {
  static const uint32_t nodes[] = {0, 1};
  Plan p = plan (2);
  p.nodes[0].code = p.nodes[1].code = TALKER;
  plan_link (&p, 0, 1, 5);
  SdeFailure *f = plan_failure (&p, kind);
  f->nodes = nodes;
  f->peers = nodes + 1;
  f->nnodes = f->npeers = 1;
  return p;
}

static void cut (void **state) {
  Plan p = talkers (SDE_FAILURE_CUT);
  SdeFailure *f = p.failures;
  LOGS (*state, &p, "0: abcd", "1: abcd", "0: ", "1: "); /* at the first frame, for good */
  f->duration = 12;                                      /* from 5 to 17 */
  LOGS (*state, &p, "0: abcd", "1: abcd", "0: cd", "1: cd");
  f->duration = 10; /* to 15: it is up again then */
  LOGS (*state, &p, "0: abcd", "1: abcd", "0: bcd", "1: bcd");
  f->duration = 0;
  f->start = 12;
  f->end = 25; /* down from 15 to the end of the window */
  LOGS (*state, &p, "0: abcd", "1: abcd", "0: acd", "1: acd");
  f->end = 26;
  LOGS (*state, &p, "0: abcd", "1: abcd", "0: ad", "1: ad");
  f->one_way = true;
  LOGS (*state, &p, "0: abcd", "1: abcd", "1: ad");
}

/* Once for all frames of one sender and instant; again for the answer only if it is still up. */
static void cut_every (void **state) {
  Plan p = talkers (SDE_FAILURE_CUT);
  SdeFailure *f = p.failures;
  f->every = true;
  f->duration = 1;
  f->budget = 1;
  f->end = 20; /* at 5: from 1 to 0, then from 0 to 1; at 15 the same */
  Outcome o = plan_compare_all (*state, &p);
  assert_string_equal (o.scenarios, "5");
  assert_true (lines_has (&o.log, "0: bcd") && lines_has (&o.log, "1: bcd") && lines_has (&o.log, "1: acd"));
  outcome_free (&o);
}

/* What is down already is not decided about. */
static void cut_while_down (void **state) {
  Plan p = talkers (SDE_FAILURE_CUT);
  SdeFailure *f = p.failures;
  f->every = true;
  f->duration = 12;
  f->end = 20;
  /* at 5 by the one frame, or by the other, then to 17; or at 15 in the same way; or never */
  Outcome o = plan_compare_all (*state, &p);
  assert_string_equal (o.scenarios, "5");
  outcome_free (&o);
}

/* Who does not use the link does not decide about it. */
static void unused_link (void **state) {
  Plan p = talkers (SDE_FAILURE_CUT);
  p.nodes[0].code = "int main (void) { if (sde_maybe (\"talk\")) sde_send (0, \"x\", 1); return 0; }";
  p.nodes[1].code = LISTENER;
  Outcome o = plan_compare_all (*state, &p);
  assert_string_equal (o.scenarios, "3");
  assert_int_equal (o.stats.environment, 3);
  outcome_free (&o);
}

static void partition (void **state) {
  static const uint32_t part[] = {0, 1};
  Plan p = plan (4);
  for (uint32_t i = 0; i < 4; i++)
    p.nodes[i].code =
        "int main (void) { char c = 'a' + sde_node_id (), s[20] = {0}; int n = 0; sde_send (0, &c, 1);\n"
        "  while (sde_receive (0, s + n, 1, 100) > 0) n++; sde_log (\"%s\", s); return 0; }";
  for (uint32_t i = 0; i < 4; i++)
    for (uint32_t k = 0; k < i; k++)
      plan_link (&p, i, k, 5);
  SdeFailure *f = plan_failure (&p, SDE_FAILURE_PARTITION);
  f->nodes = part;
  f->nnodes = 2;
  LOGS (*state, &p, "0: bcd", "1: acd", "2: abd", "3: abc", "0: b", "1: a", "2: d", "3: c");
  Outcome o = plan_compare_all (*state, &p);
  assert_string_equal (o.scenarios, "2");
  outcome_free (&o);
  f->peers = part + 1; /* between node 0 and node 1 alone */
  f->nnodes = f->npeers = 1;
  LOGS (*state, &p, "0: bcd", "1: acd", "2: abd", "3: abc", "0: cd", "1: cd");
}

/* ---- names and counts ---- */

typedef struct Names {
  Lines lines;
} Names;

static void take_names (void *data, const SdeEvent *e) {
  Names *names = data;
  if (e->kind == SDE_EVENT_DECIDE)
    lines_add (&names->lines, "%s=%d", e->text, (int)e->value);
}

static Lines names_of (Lab *lab, const Plan *p) {
  Names names = {{0}};
  SdeNetworkOptions options = p->options;
  SdeLoop *loop;
  options.watch = take_names;
  options.watch_data = &names;
  must (sde_loop_new (&options, &loop));
  plan_build (lab, p, sde_loop_network (loop));
  for (size_t i = 0; i < p->nlinks; i++)
    must (sde_loop_link (loop, p->links[i].from, 0, p->links[i].to, 0, p->links[i].delay, 0));
  must (sde_loop_run (loop));
  sde_loop_free (loop);
  return names.lines;
}

static void names (void **state) {
  Plan p = pair (SDE_FAILURE_DROP);
  p.nodes[1].name = "sink";
  p.failures[0].end = 16;
  p.failures[0].start = 15;
  Lines lines = names_of (*state, &p);
  assert_true (lines.n == 2 && lines_has (&lines, "drop[sink, frame 2 from node 0]=1"));
  free (lines.lines);
  p.failures[0].kind = SDE_FAILURE_CRASH;
  p.failures[0].name = "power";
  p.nodes[1].code = "int main (void) { sde_sleep (15); return 0; }";
  lines = names_of (*state, &p);
  assert_true (lines_has (&lines, "power[sink, frame 2 from node 0]=0"));
  assert_true (lines_has (&lines, "power[sink, at 0.000000015 s]=1"));
  free (lines.lines);
  p = talkers (SDE_FAILURE_CUT);
  lines = names_of (*state, &p);
  assert_true (lines.n == 2 &&
               lines_has (&lines, "cut[node 0-node 1, frame from node 1 at 0.000000005 s]=1"));
  free (lines.lines);
  p.failures[0].one_way = true;
  lines = names_of (*state, &p);
  assert_true (lines.n == 2 &&
               lines_has (&lines, "cut[node 0->node 1, frame from node 0 at 0.000000005 s]=1"));
  free (lines.lines);
  p.failures[0].kind = SDE_FAILURE_PARTITION;
  lines = names_of (*state, &p);
  assert_true (lines_has (&lines, "partition[frame from node 1 to node 0 at 0.000000005 s]=1"));
  free (lines.lines);
}

static void check_counts (void *data, SdeNetwork *network) {
  const char *name;
  uint64_t offered, taken;
  (void)data;
  assert_true (sde_network_failure_stats (network, 0, &name, &offered, &taken));
  assert_string_equal (name, "drop");
  assert_int_equal (offered, 3); /* a; b with and without a */
  assert_int_equal (taken, 3);
  assert_true (sde_network_failure_stats (network, 1, &name, &offered, &taken));
  assert_true (offered == 0 && taken == 0);
  assert_false (sde_network_failure_stats (network, 2, &name, &offered, &taken));
  SdeNodeStats node;
  sde_network_node_stats (network, 1, &node);
  assert_int_equal (node.dropped, 3);
  assert_int_equal (node.states_alive, 4);
}

static void counts (void **state) {
  Plan p = pair (SDE_FAILURE_DROP);
  p.failures[0].end = 16;
  *plan_failure (&p, SDE_FAILURE_CRASH) =
      (SdeFailure){.kind = SDE_FAILURE_CRASH, .budget = -1, .start = 1000};
  Outcome o = plan_run_inspect (*state, &p, &(Way){"sds", false, 0}, check_counts, NULL);
  outcome_free (&o);
}

/* Names of the decisions and inputs of the only bug. */
static void list_values (void *data, SdeNetwork *network) {
  Lines *lines = data;
  assert_int_equal (sde_network_error_count (network), 1);
  const SdeNetworkError *e = sde_network_error (network, 0);
  for (size_t i = 0; i < e->nvalues; i++) {
    size_t n = lines->n;
    lines_add (lines, "%s=%u", e->values[i].name, e->values[i].bytes[0]);
    assert_int_equal (lines->n, n + 1);
  }
}

/* Questions of one name at one instant, failures of one name, inputs of one name: each has its own. */
static void unique_names (void **state) {
  Plan p = pair (SDE_FAILURE_DROP);
  p.nfailures = 2;
  p.failures[1] = p.failures[0];
  p.nodes[0].code =
      "int main (void) { sde_sleep (1051000000); int a = sde_maybe (\"q\"), b = sde_maybe (\"q\");\n"
      "  if (a || !b) return 0; sde_sleep (0); if (!sde_maybe (\"q\")) return 0;\n"
      "  char x[4]; klee_make_symbolic (x, 1, \"x\"); klee_make_symbolic (x + 1, 1, \"x_1\");\n"
      "  klee_make_symbolic (x + 2, 1, \"x\"); klee_make_symbolic (x + 3, 1, \"x_1\");\n"
      "  klee_assume (x[0] == 10); klee_assume (x[1] == 11); klee_assume (x[2] == 12);\n"
      "  klee_assume (x[3] == 13); sde_send (0, x, 1); return 0; }";
  p.nodes[1].code =
      "int main (void) { char c; sde_receive (0, &c, 1, SDE_FOREVER); sde_assert (0); return 0; }";
  Lines lines = {0};
  Outcome o = plan_run_inspect (*state, &p, &(Way){"sds", false, 0}, list_values, &lines);
  outcome_free (&o);
  lines_print (&lines, "value");
  assert_true (lines_has (&lines, "q[node 0, at 1.051 s]=0"));
  assert_true (lines_has (&lines, "q[node 0, at 1.051 s] #2=1"));
  assert_true (lines_has (&lines, "q[node 0, at 1.051 s, round 1]=1"));
  assert_true (lines_has (&lines, "drop[node 1, frame 1 from node 0]=0"));
  assert_true (lines_has (&lines, "drop[node 1, frame 1 from node 0] #2=0"));
  assert_true (lines_has (&lines, "x=10") && lines_has (&lines, "x_1=11"));
  assert_true (lines_has (&lines, "x_2=12") && lines_has (&lines, "x_1_1=13"));
  assert_int_equal (lines.n, 9);
  free (lines.lines);
  SdeNetworkOptions options;
  SdeLoop *loop;
  sde_network_defaults (&options);
  must (sde_loop_new (&options, &loop));
  SdeNode node = {.name = "a", .program = lab_program (*state, p.nodes[1].code)};
  must (sde_network_add_node (sde_loop_network (loop), &node, NULL));
  char *message = sde_network_add_node (sde_loop_network (loop), &node, NULL);
  assert_non_null (message);
  assert_string_equal (message, "there is a node called 'a' already");
  sde_free (message);
  sde_loop_free (loop);
}

static unsigned always (void *data, const char *name, unsigned outcomes) {
  (void)data;
  (void)name;
  return outcomes - 1;
}

/* Where branches fork under choose, each path has its own budget: the second failure is borne where the first was not
 * asked for. */
static void chosen_within_budget (void **state) {
  Plan p = plan (2);
  p.nodes[0].code = "int main (void) { unsigned char x; klee_make_symbolic (&x, 1, \"x\");\n"
                    "  if (x == 7) sde_log (\"a %d\", sde_maybe (\"a\")); sde_sleep (20); return 0; }";
  p.nodes[1].code = "int main (void) { sde_sleep (10); sde_log (\"b %d\", sde_maybe (\"b\")); return 0; }";
  p.options.choose = always;
  p.options.budget = 1;
  for (unsigned i = 0; i < WAYS; i++) {
    Outcome o = plan_run (*state, &p, &ways ()[i]);
    assert_null (o.broken);
    assert_string_equal (o.scenarios, "2");
    assert_true (lines_has (&o.log, "0: a 1") && lines_has (&o.log, "1: b 0") &&
                 lines_has (&o.log, "1: b 1"));
    assert_int_equal (o.log.n, 3);
    outcome_free (&o);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      LAB_TEST (windows),
      LAB_TEST (budgets_per_place),
      LAB_TEST (budget_of_all),
      LAB_TEST (peers),
      LAB_TEST (duplicate),
      LAB_TEST (delay),
      LAB_TEST (drop_is_first_come),
      LAB_TEST (corrupt),
      LAB_TEST (crash),
      LAB_TEST (reboot),
      LAB_TEST (outage),
      LAB_TEST (outage_of_late_frames),
      LAB_TEST (outage_at_a_wake_up),
      LAB_TEST (allocation),
      LAB_TEST (maybe),
      LAB_TEST (cut),
      LAB_TEST (cut_every),
      LAB_TEST (cut_while_down),
      LAB_TEST (unused_link),
      LAB_TEST (partition),
      LAB_TEST (names),
      LAB_TEST (counts),
      LAB_TEST (chosen_within_budget),
      LAB_TEST (unique_names),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
