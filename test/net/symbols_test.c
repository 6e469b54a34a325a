/* SPDX-License-Identifier: GPL-2.0-only */
/* net/symbols_test.c -- symbolic bytes in frames, constraints that travel, input from outside, and bugs with values */
#include "net/compare.h"

#define SYMBOL(x) "unsigned char " x "; klee_make_symbolic (&" x ", 1, \"" x "\");\n"

/* ---- constraints ---- */

/* The receiver knows what the sender knew: it does not fork on it again. */
static void constraints_travel (void **state) {
  Plan p = plan (2);
  p.nodes[0].code = "int main (void) { " SYMBOL ("x") "if (x < 10) sde_send (0, &x, 1); return 0; }";
  p.nodes[1].code = "int main (void) { unsigned char b; sde_receive (0, &b, 1, SDE_FOREVER);\n"
                    "  sde_assert (b < 10); if (b == 12) sde_log (\"wrong\");\n"
                    "  if (b < 5) sde_log (\"low\"); else sde_log (\"high\"); return 0; }";
  plan_link (&p, 0, 1, 5);
  Outcome o = plan_compare (*state, &p);
  assert_string_equal (o.scenarios, "3"); /* nothing sent; low; high */
  assert_int_equal (o.errors.n, 0);
  assert_true (o.log.n == 2 && lines_has (&o.log, "1: low") && lines_has (&o.log, "1: high"));
  outcome_free (&o);
}

/* They travel transitively: y is not in the frame, but ties x to z; whichever was known first. */
static void of_constraints (Lab *lab, const char *sender) {
  Plan p = plan (2);
  p.nodes[0].code = sender;
  p.nodes[1].code = "int main (void) { unsigned char b; sde_receive (0, &b, 1, SDE_FOREVER);\n"
                    "  sde_assert (b == 0); return 0; }";
  plan_link (&p, 0, 1, 5);
  Outcome o = plan_compare (lab, &p);
  assert_string_equal (o.scenarios, "1");
  assert_int_equal (o.errors.n, 0);
  outcome_free (&o);
}

static void constraints_of_constraints (void **state) {
  of_constraints (*state, "int main (void) { " SYMBOL ("x") SYMBOL ("y")
                              SYMBOL ("z") "klee_assume (x < y); klee_assume (y < z); klee_assume (z < 3);\n"
                                           "  sde_send (0, &x, 1); return 0; }");
  of_constraints (*state, "int main (void) { " SYMBOL ("x") SYMBOL ("y")
                              SYMBOL ("z") "klee_assume (z < 3); klee_assume (y < z); klee_assume (x < y);\n"
                                           "  sde_send (0, &x, 1); return 0; }");
}

/* Both ends test the same byte, then the first says what it knows: pairs that disagree go. */
static Plan disagreement (const char *test) {
  static char sender[400], receiver[400];
  snprintf (sender, sizeof sender,
            "int main (void) { %s sde_send (0, &x, 1); sde_sleep (20); if (x %s) sde_log (\"yes\");\n"
            "  sde_send (0, &x, 1); return 0; }",
            SYMBOL ("x"), test);
  snprintf (receiver, sizeof receiver,
            "int main (void) { unsigned char b, c; sde_receive (0, &b, 1, SDE_FOREVER);\n"
            "  if (b %s) sde_log (\"yes\"); sde_receive (0, &c, 1, SDE_FOREVER);\n"
            "  sde_assert (b == c); return 0; }",
            test);
  Plan p = plan (2);
  p.nodes[0].code = sender;
  p.nodes[1].code = receiver;
  plan_link (&p, 0, 1, 5);
  return p;
}

static void contradictions (void **state) {
  Plan p = disagreement ("< 100");
  Outcome o = plan_compare (*state, &p);
  assert_string_equal (o.scenarios, "2");
  assert_true (o.stats.pruned > 0);
  assert_int_equal (o.errors.n, 0);
  outcome_free (&o);
}

/* A byte that has one value left is sent as a number, but what made it so travels too. */
static void contradictions_of_numbers (void **state) {
  Plan p = disagreement ("== 7");
  Outcome o = plan_compare (*state, &p);
  assert_string_equal (o.scenarios, "2");
  assert_true (o.stats.pruned > 0);
  assert_int_equal (o.errors.n, 0);
  outcome_free (&o);
}

/* Rivals that say the same number but know different things about it are not merged. */
static void numbers_with_knowledge (void **state) {
  Plan p = plan (2);
  p.nodes[0].code =
      "int main (void) { " SYMBOL ("x") "unsigned char y = 7; sde_send (0, &x, 1); sde_sleep (20);\n"
                                        "  sde_send (0, x == 7 ? &x : &y, 1); return 0; }";
  p.nodes[1].code = "int main (void) { unsigned char b, c; sde_receive (0, &b, 1, SDE_FOREVER);\n"
                    "  sde_receive (0, &c, 1, SDE_FOREVER); if (b == 7) sde_log (\"seven\"); return 0; }";
  plan_link (&p, 0, 1, 5);
  Outcome o = plan_compare (*state, &p);
  assert_string_equal (o.scenarios, "3"); /* x is 7, and so is b; x is not, and b is tested in vain */
  assert_int_equal (o.stats.arrivals, 3);
  outcome_free (&o);
}

/* What a frame is called does not depend on the values that a solver happens to find. */
static void names_without_values (void **state) {
  static const char *const layers[] = {"all", "smt", "sat", "-witness,-domain", "-models,-cache"};
  Plan p = plan (2);
  p.nodes[0].code =
      "int main (void) { unsigned short x, y; klee_make_symbolic (&x, 2, \"x\");\n"
      "  klee_make_symbolic (&y, 2, \"y\"); klee_assume (x * 3 > y + 1000); klee_assume (x != y);\n"
      "  if (x > y) x ^= y; sde_send (0, &x, 2); return 0; }";
  p.nodes[1].code = "int main (void) { unsigned short b; sde_receive (0, &b, 2, SDE_FOREVER);\n"
                    "  if ((b & 7) == 5) sde_log (\"five\"); if (b > 999) sde_log (\"more\"); return 0; }";
  plan_link (&p, 0, 1, 5);
  uint64_t digest = 0;
  for (size_t i = 0; i < sizeof layers / sizeof *layers; i++) {
    p.options.solver_layers = layers[i];
    Outcome o = plan_compare (*state, &p);
    assert_true (!i || o.digest == digest);
    digest = o.digest;
    assert_int_equal (o.log.n, 2);
    outcome_free (&o);
  }
}

/* Every two nodes agree, three do not: p, q and p xor q, each tested to be 1.  No run has all three. */
static Plan three_nodes_disagree (void) {
  Plan p = plan (4);
  p.nodes[0].code =
      "int main (void) { " SYMBOL ("p") SYMBOL ("q") "p &= 1; q &= 1;\n"
                                                     "  unsigned char f[3] = {p, q, p ^ q};\n"
                                                     "  for (int i = 0; i < 3; i++) sde_send (i, f + i, 1);\n"
                                                     "  sde_sleep (20); return 0; }";
  p.nodes[0].interfaces = 3;
  for (unsigned i = 1; i <= 3; i++) {
    p.nodes[i].code = "int main (void) { unsigned char b, c = 0; sde_receive (0, &b, 1, SDE_FOREVER);\n"
                      "  if (!b) return 0; unsigned id = sde_node_id ();\n"
                      "  if (id > 1) { sde_receive (1, &c, 1, SDE_FOREVER); if (c != id - 1) return 0; }\n"
                      "  c = id; sde_send (2, &c, 1);\n"
                      "  sde_assert (id < 3); return 0; }";
    p.nodes[i].interfaces = 3;
    plan_wire (&p, 0, i - 1, i, 0, 5);
  }
  plan_wire (&p, 1, 2, 2, 1, 5);
  plan_wire (&p, 2, 2, 3, 1, 5);
  return p;
}

static void three_disagree (void **state) {
  Plan p = three_nodes_disagree ();
  Outcome o = plan_compare (*state, &p);
  assert_string_equal (o.scenarios, "8"); /* 4 of them can happen */
  assert_int_equal (o.errors.n, 0);
  assert_int_equal (o.stats.bugs, 1);
  assert_int_equal (o.stats.infeasible, 1);
  assert_int_equal (o.status, 0);
  assert_true (o.stats.exhaustive);
  outcome_free (&o);
  /* Without the last test it is a bug: the second node has q = 1 in some run. */
  p.nodes[3].code = "int main (void) { unsigned char b, c; sde_receive (1, &c, 1, SDE_FOREVER);\n"
                    "  sde_assert (0); return 0; }";
  o = plan_compare (*state, &p);
  assert_int_equal (o.errors.n, 1);
  assert_int_equal (o.stats.infeasible, 0);
  assert_int_equal (o.status, 1);
  outcome_free (&o);
}

/* ---- input from outside ---- */

static void sent_bytes (void **state) {
  Plan p = plan (2);
  p.nodes[0].code = "int main (void) { char f[4] = \"abc\"; sde_send (0, f, 4); sde_send (0, f, 4);\n"
                    "  sde_assert (f[1] == 'b'); return 0; }";
  p.nodes[1].code = "int main (void) { char f[4]; for (int i = 1; i <= 2; i++) {\n"
                    "  sde_receive (0, f, 4, SDE_FOREVER); sde_assert (f[0] == 'a' && f[3] == 0);\n"
                    "  if (f[1] == 'x') sde_log (\"%d x\", i); if (f[2] == 'y') sde_log (\"%d y\", i); }\n"
                    "  return 0; }";
  plan_link (&p, 0, 1, 5);
  SdeInput *in = plan_input (&p, SDE_INPUT_SENT, 0);
  in->frame = 2;
  in->first = 1;
  in->last = 2;
  Outcome o = plan_compare (*state, &p);
  assert_string_equal (o.scenarios, "4");
  assert_true (o.log.n == 2 && lines_has (&o.log, "1: 2 x") && lines_has (&o.log, "1: 2 y"));
  assert_int_equal (o.errors.n, 0);
  outcome_free (&o);
}

/* The bytes of each frame are their own symbols; the range is cut to the frame. */
static void received_bytes (void **state) {
  Plan p = plan (3);
  p.nodes[0].code = "int main (void) { sde_send (0, \"a\", 1); sde_send (0, \"bc\", 2); return 0; }";
  p.nodes[1].code = "int main (void) { char f[2][2]; for (int i = 0; i < 2; i++)\n"
                    "  sde_receive (0, f[i], 2, SDE_FOREVER);\n"
                    "  sde_assert (f[1][0] == 'b' || f[0][0] != 'q' || f[1][1] != 'r');\n"
                    "  sde_log (\"%c\", f[0][0] != f[1][0] ? 'd' : 'e'); return 0; }";
  p.nodes[2].code = "int main (void) { char f[2]; sde_receive (0, f, 2, SDE_FOREVER);\n"
                    "  sde_assert (f[0] == 'a'); return 0; }";
  plan_wire (&p, 0, 0, 1, 0, 5);
  plan_wire (&p, 0, 0, 2, 0, 5);
  plan_input (&p, SDE_INPUT_RECEIVED, 1)->last = 1000;
  Outcome o = plan_compare (*state, &p);
  assert_int_equal (o.errors.n, 1); /* that of node 1; the other receiver sees what was sent */
  assert_int_equal (o.stats.bugs, 1);
  outcome_free (&o);
}

static void arguments (void **state) {
  Plan p = plan (2);
  p.nodes[0].code =
      "int main (int argc, char **argv) { const char *mode = getenv (\"MODE\");\n"
      "  sde_assert (argc == 3 && !strcmp (argv[0], \"node 0\") && !strcmp (argv[1], \"-v\"));\n"
      "  sde_assert (argv[2][2] == 0 && !strcmp (getenv (\"HOME\"), \"/n\"));\n"
      "  if (argv[2][0] == 'k') sde_log (\"argument\"); if (mode[0] == 'm') sde_log (\"environment\");\n"
      "  return 0; }";
  p.nodes[1].code = "int main (int argc, char **argv) { sde_log (\"%d %s\", argc, argv[0]); return 0; }";
  p.nodes[1].name = "second";
  p.nodes[0].args[0] = (SdeString){"-v", 0};
  p.nodes[0].args[1] = (SdeString){NULL, 2};
  p.nodes[0].nargs = 2;
  p.nodes[0].env[0] = (SdeString){"HOME=/n", 0};
  p.nodes[0].env[1] = (SdeString){"MODE=", 1};
  p.nodes[0].nenv = 2;
  Outcome o = plan_compare (*state, &p);
  assert_string_equal (o.scenarios, "4");
  assert_int_equal (o.errors.n, 0);
  assert_true (lines_has (&o.log, "0: argument") && lines_has (&o.log, "0: environment"));
  assert_true (lines_has (&o.log, "1: 1 second"));
  outcome_free (&o);
}

static void variables (void **state) {
  Plan p = plan (2);
  p.nodes[0].code = p.nodes[1].code =
      "int speed = 3; char table[8] = \"abcdefg\";\n"
      "int main (void) { if (speed == 77) sde_log (\"fast\"); if (table[2] == 'x') sde_log (\"x\");\n"
      "  sde_assert (table[1] == 'b' && table[4] == 'e'); return 0; }";
  plan_input (&p, SDE_INPUT_VARIABLE, 0)->variable = "speed";
  SdeInput *in = plan_input (&p, SDE_INPUT_VARIABLE, 0);
  in->variable = "table";
  in->first = 2;
  in->last = 3;
  Outcome o = plan_compare (*state, &p);
  assert_string_equal (o.scenarios, "4");
  assert_int_equal (o.errors.n, 0);
  assert_true (o.log.n == 2 && lines_has (&o.log, "0: fast") && lines_has (&o.log, "0: x"));
  outcome_free (&o);
}

/* A node that boots again has the variables and arguments that it had: the same unknowns. */
static void variables_after_reboot (void **state) {
  Plan p = plan (1);
  p.nodes[0].code = "unsigned char speed = 3;\n"
                    "int main (int argc, char **argv) { unsigned char *kept = sde_persistent (\"k\", 3);\n"
                    "  if (kept[2]) sde_assert (kept[0] == speed && kept[1] == (unsigned char) argv[1][0]);\n"
                    "  kept[0] = speed; kept[1] = argv[1][0]; kept[2] = 1; sde_sleep (10); return 0; }";
  p.nodes[0].args[0].symbolic = 1;
  p.nodes[0].nargs = 1;
  plan_input (&p, SDE_INPUT_VARIABLE, 0)->variable = "speed";
  plan_failure (&p, SDE_FAILURE_REBOOT);
  Outcome o = plan_compare (*state, &p);
  assert_string_equal (o.scenarios, "2");
  assert_int_equal (o.errors.n, 0);
  outcome_free (&o);
}

/* ---- bugs ---- */

static const SdeValue *value_named (const SdeNetworkError *e, uint32_t node, const char *name) {
  for (size_t i = 0; i < e->nvalues; i++)
    if (e->values[i].node == node && !strcmp (e->values[i].name, name))
      return &e->values[i];
  return NULL;
}

static void check_values (void *data, SdeNetwork *network) {
  (void)data;
  assert_int_equal (sde_network_error_count (network), 1);
  const SdeNetworkError *e = sde_network_error (network, 0);
  assert_string_equal (e->kind, "assert");
  assert_true (e->confirmed && e->node == 1 && e->time == 5 && e->states == 1);
  assert_string_equal (e->node_name, "node 1");
  assert_int_equal (e->place.line, 3);
  assert_non_null (strstr (e->stack, "main"));
  const SdeValue *x = value_named (e, 0, "x"), *y = value_named (e, 1, "y");
  assert_true (x && y && x->size == 1 && y->size == 1);
  assert_int_equal (x->bytes[0] + y->bytes[0], 300);
  const SdeValue *hot = value_named (e, 0, "hot[node 0, at 0 s]");
  assert_true (hot && hot->failure && hot->bytes[0] == 1);
  const SdeValue *drop = value_named (e, 1, "drop[node 1, frame 1 from node 0]");
  assert_true (drop && drop->failure && drop->bytes[0] == 0);
}

/* A bug has the values of all nodes, which hold together, and the failures taken. */
static void bugs_with_values (void **state) {
  Plan p = plan (2);
  p.nodes[0].code =
      "int main (void) { " SYMBOL ("x") "if (sde_maybe (\"hot\")) sde_send (0, &x, 1); return 0; }";
  p.nodes[1].code =
      "int main (void) { " SYMBOL ("y") "  unsigned char b; sde_receive (0, &b, 1, SDE_FOREVER);\n"
                                        "  sde_assert (b + y != 300); return 0; }";
  plan_link (&p, 0, 1, 5);
  plan_failure (&p, SDE_FAILURE_DROP);
  Outcome o = plan_compare (*state, &p);
  assert_string_equal (o.scenarios, "4");
  outcome_free (&o);
  o = plan_run_inspect (*state, &p, &(Way){"sds", false, 0}, check_values, NULL);
  outcome_free (&o);
}

/* Two programs that have a bug at the same line of files of the same name have two bugs; one program has one. */
static void bugs_of_two_programs (void **state) {
  Plan p = plan (3);
  p.nodes[0].code = p.nodes[1].code = "int main (void) { sde_assert (sde_now () == 1); return 0; }";
  p.nodes[2].code = "int main (void) { sde_assert (sde_now () == 2); return 0; }";
  Outcome o = plan_compare (*state, &p);
  assert_int_equal (o.errors.n, 2);
  assert_int_equal (o.stats.bugs, 3);
  outcome_free (&o);
}

/* Bytes that nobody wrote are told where they are sent; each node's are its own. */
static void uninitialised (void **state) {
  Plan p = plan (2);
  p.nodes[0].code = "int main (void) { char f[2]; f[0] = 1; sde_send (0, f, 2); return 0; }";
  p.nodes[1].code = "int main (void) { char f[2], g[2]; sde_receive (0, f, 2, SDE_FOREVER);\n"
                    "  g[0] = f[0]; if (g[1] != f[1]) sde_log (\"differ\"); return 0; }";
  plan_link (&p, 0, 1, 5);
  Outcome o = plan_compare (*state, &p);
  assert_int_equal (o.errors.n, 2);
  assert_true (lines_has (&o.log, "1: differ"));
  outcome_free (&o);
}

/* The first state that looks at such a byte is in no scenario that can happen: three_disagree.  Another one is. */
static void uninitialised_where_it_can_happen (void **state) {
  Plan p = three_nodes_disagree ();
  p.nodes[3].code = "static void look (void) { char u; if (u == 3) sde_log (\"three\"); }\n"
                    "int main (void) { unsigned char b, c; sde_receive (0, &b, 1, SDE_FOREVER);\n"
                    "  if (!b) { sde_sleep (50); look (); return 0; }\n"
                    "  sde_receive (1, &c, 1, SDE_FOREVER); if (c == 2) look (); return 0; }";
  Outcome o = plan_compare (*state, &p);
  assert_int_equal (o.errors.n, 1);
  assert_int_equal (o.status, 1);
  assert_true (o.stats.infeasible > 0);
  outcome_free (&o);
}

/* That it is noted costs a path nothing: its copies hang at the same place. */
static void uninitialised_and_hanging (void **state) {
  Plan p = plan (2);
  p.nodes[0].code = "int main (void) { char f[2]; f[0] = 1; sde_sleep (10); sde_send (0, f, 2);\n"
                    "  for (int i = 0; i < 3; i++) sde_log (\"%d\", i); return 0; }";
  p.nodes[1].code = "int main (void) { if (sde_maybe (\"m\")) sde_log (\"m\"); return 0; }";
  plan_link (&p, 0, 1, 5);
  for (uint64_t limit = 5; limit < 50; limit++) {
    p.options.max_event_instructions = limit;
    Outcome o = plan_compare (*state, &p);
    outcome_free (&o);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      LAB_TEST (constraints_travel),
      LAB_TEST (constraints_of_constraints),
      LAB_TEST (contradictions),
      LAB_TEST (contradictions_of_numbers),
      LAB_TEST (numbers_with_knowledge),
      LAB_TEST (names_without_values),
      LAB_TEST (three_disagree),
      LAB_TEST (sent_bytes),
      LAB_TEST (received_bytes),
      LAB_TEST (arguments),
      LAB_TEST (variables),
      LAB_TEST (variables_after_reboot),
      LAB_TEST (bugs_with_values),
      LAB_TEST (bugs_of_two_programs),
      LAB_TEST (uninitialised),
      LAB_TEST (uninitialised_where_it_can_happen),
      LAB_TEST (uninitialised_and_hanging),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
