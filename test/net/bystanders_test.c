/* SPDX-License-Identifier: GPL-2.0-only */
/* net/bystanders_test.c -- whether a bug can happen is decided by the nodes that have a say, however many others there are
 *
 * The first six nodes are bystanders with eight states each, 262,144 combinations.  Node 6 sends symbolic bytes to all
 * others; what node 7 finds in them and what node 8 finds cannot both be, or can, by a constant.
 */
#include "net/compare.h"

enum { BYSTANDERS = 6, SENDER = BYSTANDERS, FIRST, SECOND, NODES };

#define GO "unsigned char g = 1; sde_send (1, &g, 1);"

typedef struct Case {
  const char *ties;      /* what the sender knows of its bytes */
  const char *bystander; /* what a bystander tests */
  const char *more;      /* what node 7 tests besides */
} Case;

static Plan network (const Case *c, unsigned limit) {
  static char code[4][700];
  Plan p = plan (NODES);
  snprintf (code[0], sizeof code[0],
            "int main (void) { unsigned char f[8]; unsigned i = sde_node_id ();\n"
            "  sde_receive (0, f, 8, SDE_FOREVER); %s return 0; }",
            c->bystander);
  snprintf (code[1], sizeof code[1],
            "int main (void) { unsigned char f[8]; klee_make_symbolic (f, 8, \"f\"); %s\n"
            "  for (int i = 0; i < 8; i++) sde_send (i, f, 8); return 0; }",
            c->ties);
  snprintf (code[2], sizeof code[2],
            "int main (void) { unsigned char f[8]; sde_receive (0, f, 8, SDE_FOREVER);\n"
            "  if (f[6] < 100) { %s %s } return 0; }",
            c->more, GO);
  snprintf (code[3], sizeof code[3],
            "int main (void) { unsigned char f[8], g; sde_receive (0, f, 8, SDE_FOREVER);\n"
            "  sde_receive (1, &g, 1, SDE_FOREVER); sde_assert (f[6] < %u); return 0; }",
            limit);
  for (unsigned i = 0; i < NODES; i++) {
    p.nodes[i].code = code[i < BYSTANDERS ? 0 : i - BYSTANDERS + 1];
    p.nodes[i].interfaces = 8;
    if (i != SENDER)
      plan_wire (&p, SENDER, i < SENDER ? i : i - 1, i, 0, 5);
  }
  plan_wire (&p, FIRST, 1, SECOND, 1, 5);
  return p;
}

static void check (Lab *lab, const Case *c) {
  Plan p = network (c, 100);
  Outcome o = plan_run_sds (lab, &p);
  assert_null (o.broken);
  assert_true (o.stats.bugs > 0);
  assert_int_equal (o.stats.unconfirmed, 0);
  assert_int_equal (o.stats.infeasible, o.stats.bugs);
  assert_int_equal (o.status, 0);
  outcome_free (&o);
  p = network (c, 50);
  o = plan_run_sds (lab, &p);
  assert_int_equal (o.stats.unconfirmed, 0);
  assert_int_equal (o.errors.n, 1);
  assert_int_equal (o.status, 1);
  outcome_free (&o);
}

#define THREE_BITS(byte)                                                                                     \
  "if (" byte " & 1) sde_log (\"1\"); if (" byte " & 2) sde_log (\"2\"); if (" byte " & 4) sde_log (\"4\");"

/* Nothing that a bystander tests is anybody else's. */
static void strangers (void **state) {
  check (*state, &(Case){"", "unsigned char u; klee_make_symbolic (&u, 1, \"u\"); " THREE_BITS ("u"), ""});
}

/* Decisions without constraints. */
static void deciders (void **state) {
  check (*state, &(Case){"", "for (int k = 0; k < 3; k++) if (sde_maybe (\"m\")) sde_log (\"%d\", k);", ""});
}

/* Each tests a byte of the frame that nobody else tests. */
static void receivers (void **state) { check (*state, &(Case){"", THREE_BITS ("f[i]"), ""}); }

/* The same, and what the sender knows ties all bytes together. */
static void tied (void **state) {
  check (*state, &(Case){"klee_assume ((f[0] ^ f[1] ^ f[2] ^ f[3] ^ f[4] ^ f[5] ^ f[6] ^ f[7]) < 200);",
                         THREE_BITS ("f[i]"), ""});
}

/* The same, and no node has fewer states than the bystanders. */
static void tied_evenly (void **state) {
  if (SLOW)
    skip (); /* minutes under the sanitizers, where `tied` does the same with less */
  check (*state, &(Case){"klee_assume ((f[0] ^ f[1] ^ f[2] ^ f[3] ^ f[4] ^ f[5] ^ f[6] ^ f[7]) < 200);",
                         THREE_BITS ("f[i]"), THREE_BITS ("f[7]") "if (f[7] & 8) sde_log (\"8\");"});
}

int main (void) {
  const struct CMUnitTest tests[] = {
      LAB_TEST (strangers), LAB_TEST (deciders),    LAB_TEST (receivers),
      LAB_TEST (tied),      LAB_TEST (tied_evenly),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
