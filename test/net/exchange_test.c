/* SPDX-License-Identifier: GPL-2.0-only */
/* net/exchange_test.c -- constraints that go back and forth with the frames do not pile up */
#include "net/compare.h"

/* Two nodes send a pair to each other, over and over; the first knows that x < y, and both learn more from time to
 * time: what a node learns is known to the other when the pair comes back. */
static Plan exchange (unsigned rounds, const char *learn) {
  static char code[2][600];
  Plan p = plan (2);
  snprintf (
      code[0], sizeof code[0],
      "int main (void) { unsigned char f[2]; klee_make_symbolic (f, 2, \"f\"); klee_assume (f[0] < f[1]);\n"
      "  for (int i = 0; i < %u; i++) { sde_send (0, f, 2); sde_receive (0, f, 2, SDE_FOREVER); %s }\n"
      "  sde_assert (f[0] < f[1]); return 0; }",
      rounds, learn);
  snprintf (code[1], sizeof code[1],
            "int main (void) { unsigned char f[2]; for (int i = 0; i < %u; i++) {\n"
            "  sde_receive (0, f, 2, SDE_FOREVER); %s sde_send (0, f, 2); }\n"
            "  sde_assert (f[0] < f[1]); return 0; }",
            rounds, learn);
  p.nodes[0].code = code[0];
  p.nodes[1].code = code[1];
  plan_link (&p, 0, 1, 5);
  return p;
}

/* The most constraints of any state. */
static void longest (void *data, SdeNetwork *network) {
  size_t *most = data;
  const Net *net = network->net;
  for (size_t s = 0; s < net->states.len; s++) {
    const NodeState *ns = net_state (net, (StateId)s);
    size_t n = ns && ns->vm ? cond_length (ns->vm->cond) : 0;
    *most = n > *most ? n : *most;
  }
}

static Outcome exchanged (Lab *lab, const Plan *p, size_t *most) {
  *most = 0;
  Outcome o = plan_run_inspect (lab, p, &(Way){"sds", false, 0}, longest, most);
  assert_null (o.broken);
  assert_int_equal (o.errors.n, 0);
  assert_true (o.stats.exhaustive);
  return o;
}

static void pair_goes_round (void **state) {
  size_t most;
  for (unsigned rounds = 1; rounds <= 40; rounds += 13) {
    Plan p = exchange (rounds, "");
    Outcome o = exchanged (*state, &p, &most);
    assert_string_equal (o.scenarios, "1");
    assert_int_equal (most, 1);
    assert_int_equal (o.stats.states, 2);
    outcome_free (&o);
  }
}

/* Each test is made once, by whoever is first; the other one knows it then. */
static void knowledge_grows (void **state) {
  size_t most;
  Plan p = exchange (20, "if (i < 4 && f[0] + f[1] > 20 * i + 30) sde_log (\"above %d\", i);");
  Outcome o = exchanged (*state, &p, &most);
  assert_true (most > 1 && most <= 5);
  assert_int_equal (o.stats.infeasible, 0);
  outcome_free (&o);
}

/* What is implied is left out by every set of layers, so that states know the same under all of them. */
static void layers_know_the_same (void **state) {
  static const char *const layers[] = {
      "all", "-fold",    "-domain",     "-witness", "-range", "-domain,-range", "-cache,-models",
      "sat", "fold,sat", "witness,sat", "-sat"};
  Plan p = exchange (5, "if (i < 2 && f[0] + f[1] > 20 * i + 30) sde_log (\"above %d\", i);\n"
                        "  if (i == 2 && f[0] < 9) sde_log (\"low\");\n"
                        "  if (i == 3) klee_assume (f[1] != 255 || f[0] != 77);\n");
  size_t most, first = 0;
  Outcome all = {0};
  for (size_t i = 0; i < sizeof layers / sizeof *layers; i++) {
    p.options.solver_layers = layers[i];
    Outcome o = exchanged (*state, &p, &most);
    if (!i) {
      all = o;
      first = most;
      continue;
    }
    const char *why = outcomes_differ (&all, &o);
    if (why || most != first)
      fail_msg ("with %s: %s", layers[i], why ? why : "the number of constraints");
    outcome_free (&o);
  }
  outcome_free (&all);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      LAB_TEST (pair_goes_round),
      LAB_TEST (knowledge_grows),
      LAB_TEST (layers_know_the_same),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
