/* SPDX-License-Identifier: GPL-2.0-only */
/* net/say_test.c -- what programs print and publish is told to the watcher, once */
#include "net/compare.h"

/* Lines come whole, of each descriptor by itself; what has no end is told when the program ends. */
static void printed_lines (void **state) {
  Plan p = plan (2);
  p.nodes[0].code = "#include <stdio.h>\n"
                    "int main (void) { printf (\"one \"); sde_sleep (5); fputs (\"err\\n\", stderr);\n"
                    "  if (sde_maybe (\"m\")) printf (\"%d\\n\", 2); else puts (\"three\");\n"
                    "  printf (\"a\\n\\nb\"); return 0; }";
  p.nodes[1].code =
      "#include <stdio.h>\n"
      "int main (void) { printf (\"wait\"); fflush (stdout); sde_sleep (INT64_MAX); return 0; }";
  Outcome o = plan_compare_all (*state, &p);
  static const char *const lines[] = {"0: one 2", "0: one three", "0: err", "0: a", "0: ", "0: b", "1: wait"};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    if (!lines_has (&o.log, lines[i])) {
      lines_print (&o.log, "log");
      fail_msg ("not told: %s", lines[i]);
    }
  assert_int_equal (o.log.n, 7);
  outcome_free (&o);
}

typedef struct Seen {
  Lines lines;
  size_t n;
} Seen;

static void see (void *data, const SdeEvent *e) {
  Seen *seen = data;
  if (e->kind != SDE_EVENT_PUBLISH)
    return;
  seen->n++;
  lines_add (&seen->lines, "%lld %s %u%s", (long long)e->time, e->text, e->bytes[0],
             e->value ? " symbolic" : "");
}

static void run_seen (Lab *lab, const Plan *p, const char *algorithm, Seen *seen) {
  SdeNetworkOptions options = p->options;
  SdeLoop *loop;
  options.algorithm = algorithm;
  options.watch = see;
  options.watch_data = seen;
  must (sde_loop_new (&options, &loop));
  plan_build (lab, p, sde_loop_network (loop));
  must (sde_loop_link (loop, 1, 0, 0, 0, 5, 0));
  must (sde_loop_run (loop));
  sde_loop_free (loop);
}

/* Told when the program waits or ends and the bytes are others; copies by the mapping say nothing again. */
static void published_variables (void **state) {
  static const char *const expected[] = {"0 a 1", "0 b 0", "10 a 3", "30 a 5"};
  Plan p = plan (2);
  p.nodes[0].code = "int main (void) { unsigned char a = 1, b = 0, *c = malloc (1), x; *c = 1; sde_publish "
                    "(\"a\", &a, 1);\n"
                    "  sde_publish (\"b\", &b, 1); sde_sleep (10); a = 2; a = 3; sde_sleep (10);\n"
                    "  klee_make_symbolic (&x, 1, \"x\"); klee_assume (x > 8); klee_assume (x < 11); b = x; "
                    "sde_sleep (10);\n"
                    "  b = x; a = 5; unsigned char f; sde_receive (0, &f, 1, 45);\n"
                    "  sde_publish (\"c\", c, 1); return 0; }";
  p.nodes[1].code =
      "int main (void) { sde_sleep (30); if (sde_maybe (\"m\")) sde_send (0, \"x\", 1); return 0; }";
  for (int i = 0; i < 3; i++) {
    static const char *const algorithms[] = {"cob", "cow", "sds"};
    Seen seen = {0};
    run_seen (*state, &p, algorithms[i], &seen);
    lines_print (&seen.lines, algorithms[i]);
    for (size_t k = 0; k < 4; k++)
      assert_true (lines_has (&seen.lines, expected[k]));
    assert_true (lines_has (&seen.lines, "35 c 1") && lines_has (&seen.lines, "45 c 1"));
    assert_int_equal (seen.lines.n, 7);
    assert_int_equal (seen.n, 7);
    free (seen.lines.lines);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {LAB_TEST (printed_lines), LAB_TEST (published_variables)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
