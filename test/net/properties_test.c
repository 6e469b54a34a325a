/* SPDX-License-Identifier: GPL-2.0-only */
/* net/properties_test.c -- verdicts of properties: holding, violated, vacuous, impossible, recorded in reports */
#include "net/compare.h"

typedef struct Verdicts {
  char verdict[PLAN_PROPERTIES][16], why[PLAN_PROPERTIES][200];
  size_t errors;
  char *report, *json;
} Verdicts;

static void read_verdicts (void *data, SdeNetwork *network) {
  Verdicts *v = data;
  SdePropertyResult p;
  for (size_t i = 0; sde_network_property (network, i, &p); i++) {
    snprintf (v->verdict[i], sizeof v->verdict[i], "%s", p.verdict);
    snprintf (v->why[i], sizeof v->why[i], "%s", p.why);
  }
  v->errors = sde_network_error_count (network);
  v->report = sde_network_report (network, false);
  v->json = sde_network_report (network, true);
}

/* The verdicts must be equal in all ways; those of SDS. */
static Verdicts verdicts_of (Lab *lab, const Plan *p, int *status) {
  Verdicts first = {0};
  for (size_t i = 0; i < WAYS; i++) {
    Verdicts v = {0};
    Outcome o = plan_run_inspect (lab, p, &ways ()[i], read_verdicts, &v);
    for (size_t k = 0; i && k < p->nproperties; k++) {
      assert_string_equal (v.verdict[k], first.verdict[k]);
      assert_string_equal (v.why[k], first.why[k]);
    }
    *status = o.status;
    outcome_free (&o);
    if (i) {
      sde_free (first.report);
      sde_free (first.json);
    }
    first = v;
  }
  return first;
}

static void verdicts_free (Verdicts *v) {
  sde_free (v->report);
  sde_free (v->json);
}

/* Two nodes with a symbolic byte each; the second one hears of the first one's. */
static Plan two_nodes (void) {
  Plan p = plan (2);
  p.nodes[0].name = "a";
  p.nodes[1].name = "b";
  p.nodes[0].code = "static unsigned char x; static int low = -3;\n"
                    "int main (void) { klee_make_symbolic (&x, 1, \"x\"); klee_assume (x < 10);\n"
                    "  sde_publish (\"x\", &x, 1); sde_publish (\"low\", &low, sizeof low);\n"
                    "  sde_send (0, &x, 1); return 0; }";
  p.nodes[1].code = "static unsigned char y;\n"
                    "int main (void) { sde_receive (0, &y, 1, SDE_FOREVER); sde_publish (\"y\", &y, 1);\n"
                    "  if (y > 5) sde_sleep (1000); return 0; }";
  plan_link (&p, 0, 1, 1000);
  return p;
}

static void symbolic_values (void **state) {
  Plan p = two_nodes ();
  int status;
  plan_property (&p, "always", "same", "published(b.y) => a.x == b.y", 0);
  plan_property (&p, "never", "nine", "b.y == 9 && a.x == 9", 0);
  plan_property (&p, "sometimes", "seven", "b.y == 7 && time >= 1000", 0);
  plan_property (&p, "sometimes", "differ", "b.y != a.x", 0);
  plan_property (&p, "always", "negative", "a.low < 0 && unsigned(a.low) > 0", 0);
  plan_property (&p, "always", "twice", "sum(n: a.x) == 2 * a.x", 0);
  Verdicts v = verdicts_of (*state, &p, &status);
  assert_string_equal (v.verdict[5], "holds");
  assert_string_equal (v.verdict[0], "holds");
  assert_string_equal (v.verdict[1], "violated");
  assert_string_equal (v.verdict[2], "reached");
  assert_string_equal (v.verdict[3], "impossible");
  assert_string_equal (v.verdict[4], "holds");
  assert_int_equal (v.errors, 2);
  assert_int_equal (status, 1);
  assert_non_null (strstr (v.report, "2 violated properties in "));
  assert_non_null (strstr (v.report, "never \"nine\""));
  assert_non_null (strstr (v.report, "a: x[1] = 09"));
  assert_non_null (strstr (v.json, "\"verdict\": \"impossible\""));
  assert_non_null (strstr (v.json, "\"node\": null"));
  verdicts_free (&v);
}

static void vacuous (void **state) {
  Plan p = two_nodes ();
  int status;
  plan_property (&p, "always", "typo", "a.xx < 10", 0);
  plan_property (&p, "always", "premise", "all(n: crashed(n) => false)", 0);
  plan_property (&p, "within", "recovers", "a.x < 10", 1000);
  plan_property (&p, "always", "sound", "a.x < 10", 0);
  Verdicts v = verdicts_of (*state, &p, &status);
  assert_string_equal (v.verdict[0], "vacuous");
  assert_string_equal (v.why[0], "a.xx never had a value that was published");
  assert_string_equal (v.verdict[1], "vacuous");
  assert_string_equal (v.why[1], "crashed(n) was true in no scenario");
  assert_string_equal (v.verdict[2], "vacuous");
  assert_string_equal (v.verdict[3], "holds");
  assert_int_equal (status, 0);
  verdicts_free (&v);
}

static void errors_of_properties (void **state) {
  Lab *lab = *state;
  SdeLoop *loop;
  Plan p = two_nodes ();
  SdeProperty bad = {"always", "bad", "a.x <", 0};
  must (sde_loop_new (&p.options, &loop));
  plan_build (lab, &p, sde_loop_network (loop));
  char *message = sde_network_add_property (sde_loop_network (loop), &bad);
  assert_string_equal (message, "property \"bad\": column 6: a value is missing at the end");
  sde_free (message);
  bad.kind = "mostly";
  message = sde_network_add_property (sde_loop_network (loop), &bad);
  assert_non_null (strstr (message, "there is no kind 'mostly'"));
  sde_free (message);
  uint32_t none[] = {7};
  message = sde_network_name_nodes (sde_loop_network (loop), "some", none, 1);
  assert_string_equal (message, "there is no node 7: the network has 2");
  sde_free (message);
  sde_loop_free (loop);
}

/* Where two things fail, the time runs from the second one. */
static void last_failure (void **state) {
  Plan p = plan (1);
  int status;
  p.nodes[0].name = "a";
  p.nodes[0].code = "static int ok = 1;\n"
                    "int main (void) { sde_publish (\"ok\", &ok, sizeof ok);\n"
                    "  if (!sde_maybe (\"first\")) return 0;\n"
                    "  ok = 0; sde_sleep (3000);\n"
                    "  if (sde_maybe (\"second\")) sde_sleep (2500);\n"
                    "  ok = 1; return 0; }";
  plan_property (&p, "within", "recovers", "a.ok == 1", 4000);
  plan_property (&p, "within", "recovers soon", "a.ok == 1", 2000);
  plan_property (&p, "eventually", "works", "a.ok == 1", 5500);
  Verdicts v = verdicts_of (*state, &p, &status);
  assert_string_equal (v.verdict[0], "holds");
  assert_string_equal (v.verdict[1], "violated");
  assert_string_equal (v.verdict[2], "holds");
  verdicts_free (&v);
}

/* And where they fail at different nodes. */
static void last_of_two_nodes (void **state) {
  Plan p = plan (2);
  int status;
  p.nodes[0].name = "a";
  p.nodes[1].name = "b";
  p.nodes[0].code = "static int ok = 1;\n"
                    "int main (void) { sde_publish (\"ok\", &ok, sizeof ok);\n"
                    "  if (sde_maybe (\"first\")) { ok = 0; sde_sleep (5500); ok = 1; } return 0; }";
  p.nodes[1].code = "static int calm;\n"
                    "int main (void) { sde_publish (\"calm\", &calm, sizeof calm);\n"
                    "  sde_sleep (3000); calm = !sde_maybe (\"second\"); return 0; }";
  plan_property (&p, "within", "recovers", "a.ok == 1 || b.calm == 1", 4000);
  plan_property (&p, "within", "recovers soon", "a.ok == 1 || b.calm == 1", 2000);
  Verdicts v = verdicts_of (*state, &p, &status);
  assert_string_equal (v.verdict[0], "holds");
  assert_string_equal (v.verdict[1], "violated");
  verdicts_free (&v);
}

/* A limit before the time: not violated, but not known either. */
static void cut_short (void **state) {
  Plan p = two_nodes ();
  p.options.max_instructions = 20;
  plan_property (&p, "eventually", "late", "b.y == 200", 5000);
  Verdicts v = {0};
  Outcome o = plan_run_inspect (*state, &p, &(Way){"sds", false, 0}, read_verdicts, &v);
  assert_string_equal (v.verdict[0], "unknown");
  assert_int_equal (v.errors, 0);
  assert_int_equal (o.status, 3);
  outcome_free (&o);
  verdicts_free (&v);
}

int main (void) {
  const struct CMUnitTest tests[] = {LAB_TEST (symbolic_values),      LAB_TEST (vacuous),
                                     LAB_TEST (errors_of_properties), LAB_TEST (last_failure),
                                     LAB_TEST (last_of_two_nodes),    LAB_TEST (cut_short)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
