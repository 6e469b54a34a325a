/* SPDX-License-Identifier: GPL-2.0-only */
/* net/failures_test.c -- each kind of failure x place x window x budget, offered first or every time
 *
 * A network of three nodes is explored with every algorithm, merged and not, and run once for every
 * combination of decisions: the numbers of scenarios, the digests, the bugs and the log lines must be
 * equal.  Prints a table (utils/test failures).
 */
#include "net/compare.h"

enum { UNIT = 1000, MOST_RUNS = 20000 };

/* The first node asks three times, the others answer; each also works a little by itself. */
static const char exchange[] =
    "enum { UNIT = 1000 };\n"
    "int main (int argc, char **argv) {\n"
    "  unsigned char f[2] = {'a', 'x'}, *kept = sde_persistent (\"boots\", 1);\n"
    "  unsigned id = sde_node_id (); char kind = argv[1][0];\n"
    "  int boots = (*kept)++;\n"
    "  for (int i = 0; i < 3; i++) {\n"
    "    f[0] = 'a' + i;\n"
    "    if (!id) sde_send (0, f, 2);\n"
    "    if (kind == 'm' && sde_maybe (i ? \"odd\" : \"even\")) sde_log (\"maybe %d\", i);\n"
    "    void *memory = kind == 'a' ? malloc (4) : 0;\n"
    "    if (kind == 'a' && !memory) sde_log (\"no memory %d\", i);\n"
    "    free (memory);\n"
    "    long n = sde_receive (0, f, 2, sde_now () + (id ? 2 : 3) * UNIT);\n"
    "    sde_log (\"%d.%d got %c %ld at %d\", boots, i, n > 0 ? f[0] : '-', n, (int) (sde_now () / UNIT));\n"
    "    if (n > 0 && id) { f[0] += 1; sde_send (0, f, 2); }\n"
    "    sde_assert (id || boots || n < 0 || f[0] != 'b' || i == 0);\n"
    "  }\n"
    "  return 0;\n"
    "}\n";

typedef enum Place { PLACE_NODE, PLACE_LINK, PLACE_ALL, PLACES } Place;
typedef enum Window { WINDOW_WHOLE, WINDOW_PART, WINDOW_MISSED, WINDOWS } Window;
typedef enum Budget { BUDGET_NONE, BUDGET_PLACE, BUDGET_NETWORK_1, BUDGET_NETWORK_2, BUDGETS } Budget;

static const char *const place_names[] = {"node", "link", "all"};
static const char *const window_names[] = {"whole", "part", "missed"};
static const char *const budget_names[] = {"none", "1 a place", "1 in all", "2 in all"};

static bool of_environment (SdeFailureKind kind) {
  return kind == SDE_FAILURE_CUT || kind == SDE_FAILURE_PARTITION;
}

static void set_place (SdeFailure *f, Place place) {
  static const uint32_t some[] = {0, 1, 2};
  f->nodes = some + (place == PLACE_NODE ? 1 : 0);
  f->nnodes = place != PLACE_ALL;
  f->peers = some + 2;
  f->npeers = place == PLACE_LINK;
  if (f->kind == SDE_FAILURE_PARTITION && place == PLACE_ALL)
    f->nnodes = 2;
}

static void set_window (SdeFailure *f, Window window) {
  f->start = window == WINDOW_MISSED ? 1000 * UNIT : window == WINDOW_PART ? 2 * UNIT : 0;
  f->end = window == WINDOW_PART ? 4 * UNIT : 0;
}

static Plan network (SdeFailureKind kind, Place place, Window window, Budget budget, bool every) {
  static const int64_t delays[] = {UNIT / 2, 2 * UNIT};
  Plan p = plan (3);
  for (uint32_t i = 0; i < 3; i++) {
    p.nodes[i].code = exchange;
    plan_arg (&p, i, sde_failure_name (kind));
  }
  plan_link (&p, 0, 1, UNIT);
  plan_link (&p, 0, 2, UNIT);
  SdeFailure *f = plan_failure (&p, kind);
  set_place (f, place);
  set_window (f, window);
  f->every = every;
  f->budget = budget == BUDGET_PLACE ? 1 : -1;
  f->duration = of_environment (kind) && window == WINDOW_PART ? 0 : UNIT;
  f->delays = delays;
  f->ndelays = kind == SDE_FAILURE_DELAY ? 2 : 0;
  f->first = f->size = 1;
  if (kind == SDE_FAILURE_MAYBE && place == PLACE_LINK)
    f->name = "odd";
  p.options.budget = budget == BUDGET_NETWORK_1 ? 1 : budget == BUDGET_NETWORK_2 ? 2 : -1;
  p.options.end = (kind == SDE_FAILURE_REBOOT && every ? 4 : 8) * UNIT;
  return p;
}

/* One field of the table; true: all is equal. */
static bool compare_one (Lab *lab, const Plan *p, char *out, size_t room) {
  Outcome o;
  Enumerated e;
  const char *why = plan_try (lab, p, true, &o);
  bool all = plan_enumerate (lab, p, MOST_RUNS, &e);
  if (!why)
    why = all ? enumerated_differs (&e, &o) : "more runs than expected";
  snprintf (out, room, "%6s = %-6llu %6llu %4llu %3llu", o.scenarios, (unsigned long long)e.runs,
            (unsigned long long)o.stats.states_alive, (unsigned long long)o.stats.dstates,
            (unsigned long long)o.stats.environment);
  if (why)
    snprintf (out, room, "%6s ? %-6llu DIFFERS: %s", o.scenarios, (unsigned long long)e.runs, why);
  outcome_free (&o);
  enumerated_free (&e);
  return !why;
}

static bool compare_row (Lab *lab, SdeFailureKind kind, Place place, Window window, Budget budget) {
  char first[300], every[300];
  Plan p = network (kind, place, window, budget, false), q = network (kind, place, window, budget, true);
  bool fine = compare_one (lab, &p, first, sizeof first);
  fine = compare_one (lab, &q, every, sizeof every) && fine;
  print_message ("%-10s %-4s  %-6s  %-9s | %s | %s\n", sde_failure_name (kind), place_names[place],
                 window_names[window], budget_names[budget], first, every);
  return fine;
}

static void table (void **state) {
  unsigned wrong = 0, rows = 0;
  print_message (
      "%-10s %-4s  %-6s  %-9s | %-31s | %s\n%-35s|  found = runs   states  dst env |  found = runs   "
      "states  dst env\n",
      "failure", "at", "window", "budget", "offered first", "offered every time", "");
  for (int kind = 0; kind < SDE_FAILURE_COUNT; kind++)
    for (int row = 0; row < PLACES * WINDOWS * BUDGETS; row++, rows++)
      wrong += !compare_row (*state, (SdeFailureKind)kind, (Place)(row / BUDGETS / WINDOWS),
                             (Window)(row / BUDGETS % WINDOWS), (Budget)(row % BUDGETS));
  print_message ("%u rows, %u differ\n", rows, wrong);
  assert_int_equal (wrong, 0);
}

int main (void) {
  const struct CMUnitTest tests[] = {LAB_TEST (table)};
  return cmocka_run_group_tests (tests, NULL, NULL);
}
