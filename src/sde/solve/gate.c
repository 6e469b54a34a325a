/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/gate.c -- gates over literals
 *
 * Invariant: each literal in a table is defined by clauses in both directions.
 */
#include "solve/gate.h"

enum { GATE_AND = 0, GATE_XOR = 1 };

void gate_init (Gates *g, Mem *mem, Sat *sat) {
  *g = (Gates){.mem = mem, .sat = sat};
  g->yes = sat_var (sat);
  sat_clause (sat, (int[]){g->yes}, 1);
}

void gate_fini (Gates *g) { table_free (g->mem, &g->binary); }

static uint64_t pair_key (unsigned kind, int a, int b) {
  return (uint64_t)(uint32_t)a << 32 | (uint32_t)b << 1 | kind;
}

static void swap (int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}

static void clause2 (Gates *g, int a, int b) { sat_clause (g->sat, (int[]){a, b}, 2); }
static void clause3 (Gates *g, int a, int b, int c) { sat_clause (g->sat, (int[]){a, b, c}, 3); }

int gate_and (Gates *g, int a, int b) {
  if (a > b)
    swap (&a, &b);
  if (a == -g->yes || b == -g->yes || a == -b)
    return -g->yes;
  if (a == g->yes || a == b)
    return b;
  if (b == g->yes)
    return a;
  uint64_t *at = table_put (g->mem, &g->binary, pair_key (GATE_AND, a, b));
  if (*at)
    return (int)*at;
  int out = sat_var (g->sat);
  *at = (uint64_t)out;
  clause2 (g, -out, a);
  clause2 (g, -out, b);
  clause3 (g, out, -a, -b);
  return out;
}

/* Signs are taken out, so that inputs are variables. */
static int xor_vars (Gates *g, int a, int b) {
  if (a > b)
    swap (&a, &b);
  uint64_t *at = table_put (g->mem, &g->binary, pair_key (GATE_XOR, a, b));
  if (*at)
    return (int)*at;
  int out = sat_var (g->sat);
  *at = (uint64_t)out;
  clause3 (g, -out, a, b);
  clause3 (g, -out, -a, -b);
  clause3 (g, out, -a, b);
  clause3 (g, out, a, -b);
  return out;
}

int gate_xor (Gates *g, int a, int b) {
  if (a == b)
    return -g->yes;
  if (a == -b)
    return g->yes;
  if (a == g->yes || a == -g->yes)
    return a > 0 ? -b : b;
  if (b == g->yes || b == -g->yes)
    return b > 0 ? -a : a;
  int out = xor_vars (g, a < 0 ? -a : a, b < 0 ? -b : b);
  return (a < 0) != (b < 0) ? -out : out;
}

int gate_mux (Gates *g, int c, int a, int b) {
  if (c == g->yes || a == b)
    return a;
  if (c == -g->yes)
    return b;
  if (a == -b)
    return gate_xor (g, c, b);
  if (a == g->yes || a == c)
    return gate_or (g, c, b);
  if (a == -g->yes || a == -c)
    return gate_and (g, -c, b);
  if (b == g->yes || b == -c)
    return gate_or (g, -c, a);
  if (b == -g->yes || b == c)
    return gate_and (g, c, a);
  return -gate_and (g, -gate_and (g, c, a), -gate_and (g, -c, b));
}

int gate_majority (Gates *g, int a, int b, int c) {
  if (a == g->yes || a == -g->yes)
    return a > 0 ? gate_or (g, b, c) : gate_and (g, b, c);
  if (b == g->yes || b == -g->yes)
    return b > 0 ? gate_or (g, a, c) : gate_and (g, a, c);
  if (c == g->yes || c == -g->yes)
    return c > 0 ? gate_or (g, a, b) : gate_and (g, a, b);
  return gate_or (g, gate_and (g, a, b), gate_and (g, gate_xor (g, a, b), c));
}
