/* SPDX-License-Identifier: GPL-2.0-only */
/* net/host_test.c -- hosts that lie: no frame comes twice or at a wrong time, what is lost is counted, nothing breaks */
#include "net/compare.h"

typedef enum Lie {
  HONEST,
  TWICE,         /* each arrival is told twice, and once more after its round */
  EARLY,         /* before its time */
  LATE,          /* after its time */
  AFTER_ROUND,   /* at its time, but when the round is over */
  WITHOUT_ROUND, /* in time, but no flush follows at that time */
  LOST,          /* it is lost, and lost again, and then it arrives */
  NEVER,         /* nothing is told */
  STRANGE,       /* numbers that mean nothing are told, too */
  IMPATIENT,     /* flushes and arrivals while a frame is being taken over */
  RESTLESS,      /* wakes and flushes at every time, wanted or not */
  BACKWARDS,     /* the clock goes back now and then */
  SLEEPY,        /* wake-ups are late */
  LIES
} Lie;

enum { LIAR_EVENTS = 5000, LIAR_END = 100 };

typedef struct Liar {
  Lie lie;
  SdeNetwork *network;
  int64_t now;
  size_t n;
  HostEvent events[LIAR_EVENTS];
  uint64_t announced[LIAR_EVENTS]; /* all numbers so far */
  size_t nannounced;
} Liar;

static int64_t liar_now (void *data) { return ((Liar *)data)->now; }

static void liar_push (Liar *liar, int64_t time, uint64_t delivery) {
  assert_true (liar->n < LIAR_EVENTS && liar->nannounced < LIAR_EVENTS);
  liar->events[liar->n++] = (HostEvent){time, delivery};
}

static void liar_wake (void *data, int64_t time) {
  Liar *liar = data;
  liar_push (liar, liar->lie == SLEEPY ? time + 3 : time, 0);
}

static void announce_nonsense (Liar *liar, const SdeTransmission *t) {
  assert_int_equal (sde_network_announce (liar->network, t->number + 1, 1, 0, liar->now + 5), 0);
  assert_int_equal (sde_network_announce (liar->network, 0, 1, 0, liar->now + 5), 0);
  assert_int_equal (sde_network_announce (liar->network, t->number, 7, 0, liar->now + 5), 0);
  assert_int_equal (sde_network_announce (liar->network, t->number, UINT32_MAX, 0, liar->now + 5), 0);
  assert_int_equal (sde_network_announce (liar->network, t->number, 1, 1, liar->now + 5), 0);
  assert_int_equal (sde_network_announce (liar->network, t->number, t->node, 0, liar->now + 5), 0);
  assert_int_equal (sde_network_announce (liar->network, t->number, 1, 0, liar->now - 1), 0);
  assert_int_equal (sde_network_announce (liar->network, t->number, 1, 0, -1), 0);
}

static void liar_transmit (void *data, const SdeTransmission *t) {
  Liar *liar = data;
  if (liar->lie == STRANGE)
    announce_nonsense (liar, t);
  if (liar->lie == IMPATIENT) {
    sde_network_flush (liar->network);
    sde_network_wake (liar->network);
    assert_true (sde_network_flush (liar->network));
  }
  uint64_t delivery = sde_network_announce (liar->network, t->number, 1 - t->node, 0, liar->now + 5);
  assert_true (delivery != 0);
  liar->announced[liar->nannounced++] = delivery;
  int64_t off = liar->lie == EARLY ? -1 : liar->lie == LATE ? 1 : 0;
  if (liar->lie == LOST) {
    sde_network_lose (liar->network, delivery);
    sde_network_lose (liar->network, delivery);
  }
  if (liar->lie != NEVER)
    liar_push (liar, liar->now + 5 + off, delivery);
}

static void liar_flush (Liar *liar) {
  if (liar->lie == WITHOUT_ROUND && liar->now % 10 == 5)
    return;
  sde_network_flush (liar->network);
  const char *why = check_network (liar->network);
  if (why)
    fail_msg ("broken by lie %d: %s", (int)liar->lie, why);
}

static void liar_tell (Liar *liar, uint64_t delivery) {
  if (liar->lie == AFTER_ROUND)
    liar_flush (liar);
  sde_network_arrive (liar->network, delivery);
  if (liar->lie == TWICE)
    sde_network_arrive (liar->network, delivery);
  for (uint64_t n = 0; liar->lie == STRANGE && n < 50; n++) {
    sde_network_arrive (liar->network, delivery + ((n + 1000) << 32));
    sde_network_arrive (liar->network, 100000 + n);
    sde_network_arrive (liar->network, n << 32);
    sde_network_lose (liar->network, ~n);
  }
}

/* Everything that has been told is told again. */
static void liar_repeat (Liar *liar) {
  for (size_t i = 0; liar->lie == TWICE && i < liar->n; i++)
    if (liar->events[i].delivery && liar->events[i].time <= liar->now) {
      sde_network_arrive (liar->network, liar->events[i].delivery);
      sde_network_lose (liar->network, liar->events[i].delivery);
    }
}

static void liar_step (Liar *liar) {
  bool some = liar->lie == RESTLESS || liar->lie == WITHOUT_ROUND;
  for (size_t i = 0; i < liar->n; i++)
    if (liar->events[i].time == liar->now) {
      some = true;
      if (liar->events[i].delivery)
        liar_tell (liar, liar->events[i].delivery);
      else
        sde_network_wake (liar->network);
    }
  if (liar->lie == RESTLESS)
    sde_network_wake (liar->network);
  for (int i = 0; some && i < (liar->lie == RESTLESS ? 5 : 2); i++)
    liar_flush (liar);
  liar_repeat (liar);
  if (liar->lie == BACKWARDS && liar->now % 4 == 3) {
    liar->now -= 3;
    sde_network_wake (liar->network);
    liar_flush (liar);
    liar->now += 3;
  }
}

static void run_liar (Lab *lab, Lie lie, const char *algorithm, Outcome *o) {
  static Liar liar;
  Plan p = plan (3);
  p.nodes[0].code = "int main (void) { if (sde_maybe (\"m\")) sde_sleep (3);\n"
                    "  for (char c = 'a'; c < 'd'; c++) { sde_send (0, &c, 1); sde_sleep (10); } return 0; }";
  p.nodes[1].code = "int main (void) { char s[20] = {0}; int n = 0;\n"
                    "  while (n < 19 && sde_receive (0, s + n, 1, 80) > 0) { n++; sde_send (0, \"k\", 1); }\n"
                    "  sde_log (\"%s\", s); return 0; }";
  p.nodes[2].code =
      "int main (void) { for (int i = 0; i < 90; i++) sde_sleep (1); return 0; }"; /* a round each time */
  liar = (Liar){.lie = lie};
  SdeNetworkOptions options = p.options;
  options.algorithm = algorithm;
  options.watch = outcome_watch;
  options.watch_data = o;
  must (sde_network_new (&options, &(SdeHost){liar_now, liar_wake, liar_transmit, &liar}, &liar.network));
  plan_build (lab, &p, liar.network);
  must (sde_network_start (liar.network));
  for (; liar.now < LIAR_END; liar.now++)
    liar_step (&liar);
  sde_network_finish (liar.network);
  outcome_read (o, liar.network);
  sde_network_free (liar.network);
}

/* Is everything as if nothing had been told wrong? */
static bool harmless (Lie lie) {
  return lie == TWICE || lie == STRANGE || lie == IMPATIENT || lie == RESTLESS || lie == BACKWARDS;
}

static void lies (void **state) {
  static const char *const algorithms[] = {"cob", "cow", "sds"};
  for (int lie = 0; lie < LIES; lie++)
    for (int i = 0; i < 3; i++) {
      Outcome honest = {0}, o = {0};
      run_liar (*state, HONEST, algorithms[i], &honest);
      run_liar (*state, (Lie)lie, algorithms[i], &o);
      assert_true (lines_has (&honest.log, "1: abc") && honest.log.n == 1);
      assert_string_equal (honest.scenarios, "2");
      if (harmless ((Lie)lie) && outcomes_differ (&honest, &o))
        fail_msg ("lie %d, %s: %s differs", lie, algorithms[i], outcomes_differ (&honest, &o));
      if (lie == EARLY || lie == LATE || lie == AFTER_ROUND || lie == WITHOUT_ROUND || lie == LOST ||
          lie == NEVER) {
        if (!lines_has (&o.log, "1: ") || (lie != WITHOUT_ROUND && o.log.n != 1)) {
          lines_print (&o.log, "log");
          fail_msg ("lie %d, %s: a frame was received", lie, algorithms[i]);
        }
      }
      if (lie == LOST || lie == LATE || lie == EARLY)
        assert_true (o.stats.lost == o.stats.transmissions && o.stats.lost > 0);
      if (lie == AFTER_ROUND || lie == WITHOUT_ROUND)
        assert_true (o.stats.lost > 0);
      bool late = lie == EARLY || lie == LATE || lie == AFTER_ROUND || lie == WITHOUT_ROUND;
      assert_true (o.stats.exhaustive == !late);
      outcome_free (&honest);
      outcome_free (&o);
    }
}

/* An old number is not mistaken for a delivery that came later and took its place. */
static void old_numbers (void **state) {
  static Liar liar;
  Outcome o = {0};
  Plan p = plan (2);
  p.nodes[0].code = "int main (void) { for (;;) { sde_send (0, \"x\", 1); sde_sleep (10); } }";
  p.nodes[1].code = "int main (void) { char c; for (;;) sde_receive (0, &c, 1, SDE_FOREVER); }";
  liar = (Liar){.lie = HONEST};
  must (sde_network_new (&p.options, &(SdeHost){liar_now, liar_wake, liar_transmit, &liar}, &liar.network));
  plan_build (*state, &p, liar.network);
  must (sde_network_start (liar.network));
  for (; liar.now < LIAR_END; liar.now++) {
    liar_step (&liar);
    for (size_t i = 0; i + 1 < liar.nannounced; i++) {
      assert_true (liar.announced[i] != liar.announced[liar.nannounced - 1]);
      sde_network_lose (liar.network, liar.announced[i]);
    }
  }
  sde_network_finish (liar.network);
  outcome_read (&o, liar.network);
  assert_int_equal (o.stats.lost, 0);
  assert_int_equal (o.stats.arrivals, 10);
  sde_network_free (liar.network);
  outcome_free (&o);
}

int main (void) {
  const struct CMUnitTest tests[] = {LAB_TEST (lies), LAB_TEST (old_numbers)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
