/* SPDX-License-Identifier: GPL-2.0-only */
/* net/errors_test.c -- what users have seen of a bug stays as it was, also when a simpler scenario has taken its place */
#include "net/compare.h"

/* The bugs as they were when an event first told of them, and what they said. */
typedef struct Early {
  SdeNetwork *network;
  size_t n;
  const SdeNetworkError *seen[4];
  char said[4][1000];
} Early;

static void say (const SdeNetworkError *e, char *out, size_t room) {
  size_t n = (size_t)snprintf (out, room, "%s %s %s %s %s %s %u\n%s", e->id, e->kind, e->message,
                               e->node_name, e->scenario, e->place.function, e->place.line, e->stack);
  for (size_t i = 0; i < e->nvalues && n < room; i++)
    n += (size_t)snprintf (out + n, room - n, "%u %s = %u\n", e->values[i].node, e->values[i].name,
                           e->values[i].bytes[0]);
  assert_true (n < room);
}

static void look (void *data, const SdeEvent *event) {
  Early *early = data;
  (void)event;
  while (early->network && early->n < sde_network_error_count (early->network)) {
    assert_true (early->n < 4);
    early->seen[early->n] = sde_network_error (early->network, early->n);
    say (early->seen[early->n], early->said[early->n], sizeof *early->said);
    early->n++;
  }
}

static void unchanged (const Early *early) {
  char now[1000];
  for (size_t i = 0; i < early->n; i++) {
    say (early->seen[i], now, sizeof now);
    assert_string_equal (now, early->said[i]);
  }
}

static void run (Lab *lab, Plan *p, Early *early) {
  SdeLoop *loop;
  p->options.watch = look;
  p->options.watch_data = early;
  must (sde_loop_new (&p->options, &loop));
  early->network = sde_loop_network (loop);
  plan_build (lab, p, early->network);
  must (sde_loop_link (loop, 0, 0, 1, 0, 5, 0));
  must (sde_loop_run (loop));
  assert_int_equal (early->n, 2);
  unchanged (early);
  for (size_t i = 0; i < early->n; i++) {
    const SdeNetworkError *e = sde_network_error (early->network, i);
    assert_ptr_equal (sde_network_error (early->network, i), e);
    assert_true (e->states > 0);
    assert_string_equal (e->id, early->seen[i]->id);
  }
  unchanged (early);
  sde_free (sde_network_report (early->network, true));
  unchanged (early);
  sde_loop_free (loop);
}

/* The first scenario that is found of the second bug has a failure that it does not need. */
static void seen_before_the_end (void **state) {
  Plan p = plan (2);
  Early early = {0};
  p.nodes[0].code =
      "int main (void) { unsigned char x; klee_make_symbolic (&x, 1, \"x\"); sde_send (0, &x, 1);\n"
      "  sde_sleep (20); sde_assert (x != 7); return 0; }";
  p.nodes[1].code =
      "int main (void) { unsigned char b; sde_receive (0, &b, 1, SDE_FOREVER);\n"
      "  if (!sde_maybe (\"skip\")) sde_sleep (50); sde_assert (b < 100); sde_sleep (5); return 0; }";
  run (*state, &p, &early);
}

int main (void) {
  const struct CMUnitTest tests[] = {LAB_TEST (seen_before_the_end)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
