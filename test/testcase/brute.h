/* SPDX-License-Identifier: GPL-2.0-only */
/* testcase/brute.h -- all scenarios of a small network with all values of its symbols, one by one
 *
 * Symbols of actors are below 4 and few, so every pair of a scenario and an assignment can be looked at.
 */
#ifndef SDE_TEST_TESTCASE_BRUTE_H
#define SDE_TEST_TESTCASE_BRUTE_H

#include "net/make.h"
#include "net/values.h"

#include "net/scenarios.h"

enum { BRUTE_BYTES = 16 };

/* The value of each symbol by the number of its byte; EXPR_NONE is never given. */
typedef struct Given {
  ExprPool *pool;
  size_t n;
  SymId syms[BRUTE_BYTES];
  uint8_t bytes[BRUTE_BYTES];
} Given;

static inline uint8_t given_byte (const void *data, SymId sym) {
  const Given *g = data;
  for (size_t i = 0; i < g->n; i++)
    if (g->syms[i] == sym)
      return g->bytes[i];
  return 0;
}

typedef struct GivenTest {
  const Given *given;
  bool met;
} GivenTest;

static inline void given_test (void *data, Expr constraint) {
  GivenTest *t = data;
  t->met = t->met && expr_eval (t->given->pool, constraint, given_byte, t->given);
}

static inline bool given_meets (const Given *g, const Scenarios *from, const StateId *members) {
  GivenTest t = {g, true};
  for (NodeId n = 0; n < from->nodes; n++) {
    const Cond *cond = from->state (from->data, members[n]).cond;
    if (cond)
      cond_each (cond, given_test, &t);
  }
  return t.met;
}

/* The symbols of all members' inputs in their order; false: too many. */
static inline bool given_symbols (Given *g, const Scenarios *from, const StateId *members) {
  Mem mem;
  ScenarioInputs inputs = {0};
  mem_init (&mem, "inputs", NULL);
  g->pool = solver_pool (from->solver);
  g->n = 0;
  for (NodeId n = 0; n < from->nodes; n++)
    from->inputs (from->data, members[n], &inputs, &mem);
  bool few = true;
  for (size_t i = 0; i < inputs.len && few; i++) {
    const ArrayInfo *info = expr_array_info (g->pool, inputs.data[i]);
    for (uint32_t b = 0; b < info->size && few; b++) {
      few = g->n < BRUTE_BYTES;
      if (few)
        g->syms[g->n++] = info->first + b;
    }
  }
  VEC_FREE (&mem, &inputs);
  mem_fini (&mem);
  return few;
}

/* The first assignment, in lexicographic order, of values below 4 that meets all conditions; false: none. */
static inline bool given_least (Given *g, const Scenarios *from, const StateId *members) {
  memset (g->bytes, 0, sizeof g->bytes);
  for (;;) {
    if (given_meets (g, from, members))
      return true;
    size_t i = g->n;
    while (i && ++g->bytes[i - 1] == 4)
      g->bytes[--i] = 0;
    if (!i)
      return false;
  }
}

#endif
