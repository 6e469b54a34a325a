/* SPDX-License-Identifier: GPL-2.0-only */
/* net/values.h -- symbolic bytes against every value that they can take
 *
 * The symbols of actors are below 4.  For each assignment of values to them the network is run with
 * the values in place of the symbols: together these runs must have as many scenarios as the
 * symbolic run has pairs of a scenario and an assignment that meets the conditions of all its
 * members, and find the same bugs.
 */
#ifndef SDE_TEST_NET_VALUES_H
#define SDE_TEST_NET_VALUES_H

#include "net/actor.h"

enum { VALUES_SYMBOLS = 4 };

typedef struct Assignment {
  ExprPool *pool;
  size_t n;
  uint32_t node[VALUES_SYMBOLS], ordinal[VALUES_SYMBOLS];
  unsigned value[VALUES_SYMBOLS];
} Assignment;

/* The symbols that a case can have; false: too many. */
static inline bool values_symbols (const Case *c, Assignment *a) {
  *a = (Assignment){0};
  for (uint32_t i = 0; i < c->nodes; i++) {
    uint32_t ordinal = 0;
    for (const char *p = c->actions[i]; *p; p += 4)
      if (*p == 'm') {
        if (a->n == VALUES_SYMBOLS)
          return false;
        a->node[a->n] = i;
        a->ordinal[a->n++] = ordinal++;
      }
  }
  return a->n > 0;
}

static inline bool values_next (Assignment *a) {
  size_t i = 0;
  while (i < a->n && ++a->value[i] == 4)
    a->value[i++] = 0;
  return i < a->n;
}

static inline Expr value_of (void *data, SymId sym) {
  const Assignment *a = data;
  const ArrayInfo *info = expr_array_info (a->pool, expr_sym_array (a->pool, sym));
  for (size_t i = 0; i < a->n; i++) {
    char name[30];
    if (a->ordinal[i])
      snprintf (name, sizeof name, "%u:x_%u", a->node[i], a->ordinal[i]);
    else
      snprintf (name, sizeof name, "%u:x", a->node[i]);
    if (!strcmp (name, info->name))
      return expr_const (a->pool, 8, a->value[i]);
  }
  return EXPR_NONE;
}

typedef struct Meeting {
  Assignment *a;
  bool met;
} Meeting;

static inline void value_meets (void *data, Expr constraint) {
  Meeting *m = data;
  if (!m->met)
    return;
  Expr e = expr_substitute (m->a->pool, constraint, value_of, m->a);
  assert_true (expr_is_const (m->a->pool, e));
  m->met = expr_value (m->a->pool, e) != 0;
}

typedef struct Pairs {
  Assignment a;
  uint64_t n;
} Pairs;

static inline void pairs_of_scenario (Pairs *pairs, const Net *net, const StateId *members) {
  memset (pairs->a.value, 0, sizeof pairs->a.value);
  do {
    Meeting m = {&pairs->a, true};
    for (NodeId n = 1; n < net->nodes.len; n++)
      cond_each (net_state (net, members[n])->vm->cond, value_meets, &m);
    pairs->n += m.met;
  } while (values_next (&pairs->a));
}

static inline void pairs_count (void *data, SdeNetwork *network) {
  Pairs *pairs = data;
  Net *net = network->net;
  MapWalk *walk;
  const StateId *members;
  pairs->a.pool = net->pool;
  assert_true (status_ok (map_walk_new (net->map, NULL, 0, &walk)));
  while ((members = map_walk_next (walk)))
    pairs_of_scenario (pairs, net, members);
  map_walk_free (walk);
}

static inline Case values_case (const Case *c, const Assignment *a) {
  Case with = *c;
  for (size_t i = 0; i < a->n; i++) {
    char digit[2] = {(char)('0' + a->value[i]), '\0'};
    strcat (with.values[a->node[i]], digit);
  }
  return with;
}

/* NULL, or what differs; told in full if asked. */
static inline const char *values_differ (Lab *lab, const Case *c, bool tell) {
  Pairs pairs = {.n = 0};
  Lines errors = {0};
  uint64_t runs = 0;
  if (!values_symbols (c, &pairs.a))
    return NULL;
  Plan p = case_plan (c);
  Outcome symbolic = plan_run_inspect (lab, &p, &(Way){"sds", false, 0}, pairs_count, &pairs);
  memset (pairs.a.value, 0, sizeof pairs.a.value);
  do {
    Case with = values_case (c, &pairs.a);
    Plan q = case_plan (&with);
    Outcome o = plan_run_sds (lab, &q);
    runs += strtoull (o.scenarios, NULL, 10);
    lines_join (&errors, &o.errors);
    outcome_free (&o);
  } while (values_next (&pairs.a));
  const char *why = NULL;
  if (pairs.n != runs)
    why = "the number of scenarios for all values";
  else if (!lines_equal (&errors, &symbolic.errors))
    why = "the set of bugs for all values";
  if (why && tell) {
    outcome_print (&symbolic, &(Way){"sds", false, 0});
    print_message ("%llu scenarios for all values, %llu pairs of a scenario and values\n",
                   (unsigned long long)runs, (unsigned long long)pairs.n);
    lines_print (&errors, "bug for some value");
  }
  free (errors.lines);
  outcome_free (&symbolic);
  return why;
}

#endif
