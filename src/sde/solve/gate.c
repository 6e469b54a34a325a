/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/gate.c -- gates over literals
 *
 * Invariant: each literal in a table is defined by clauses in both directions.
 */
#include "solve/gate.h"

enum { GATE_AND = 0, GATE_XOR = 1, GATE_MUX = 0, GATE_MAJORITY = 1, TRIPLE_BITS = 21 };

void gate_init (Gates *g, Mem *mem, Sat *sat) {
  *g = (Gates){.mem = mem, .sat = sat};
  g->yes = sat_var (sat);
  sat_clause (sat, (int[]){g->yes}, 1);
}

void gate_fini (Gates *g) {
  table_free (g->mem, &g->binary);
  table_free (g->mem, &g->ternary);
}

static uint64_t pair_key (unsigned kind, int a, int b) {
  return (uint64_t)(uint32_t)a << 32 | (uint32_t)b << 1 | kind;
}

/* 0 when the literals are too large to be packed; such gates are not shared. */
static uint64_t triple_key (unsigned kind, int a, int b, int c) {
  const int limit = 1 << (TRIPLE_BITS - 1);
  const uint64_t mask = (1u << TRIPLE_BITS) - 1;
  if (a >= limit || -a >= limit || b >= limit || -b >= limit || c >= limit || -c >= limit)
    return 0;
  return (uint64_t)kind << 63 | ((uint64_t)a & mask) << (2 * TRIPLE_BITS) |
         ((uint64_t)b & mask) << TRIPLE_BITS | ((uint64_t)c & mask);
}

/* The output of a ternary gate; *fresh if it has to be defined. */
static int triple (Gates *g, unsigned kind, int a, int b, int c, bool *fresh) {
  uint64_t key = triple_key (kind, a, b, c), none = 0;
  uint64_t *at = key ? table_put (g->mem, &g->ternary, key) : &none;
  *fresh = !*at;
  if (*fresh)
    *at = (uint64_t)sat_var (g->sat);
  return (int)*at;
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
  bool fresh;
  int out = triple (g, GATE_MUX, c, a, b, &fresh);
  if (fresh) {
    clause3 (g, -c, -a, out);
    clause3 (g, -c, a, -out);
    clause3 (g, c, -b, out);
    clause3 (g, c, b, -out);
    clause3 (g, -a, -b, out);
    clause3 (g, a, b, -out);
  }
  return out;
}

static int majority (Gates *g, int a, int b, int c) {
  bool fresh;
  if (a > b)
    swap (&a, &b);
  if (b > c)
    swap (&b, &c);
  if (a > b)
    swap (&a, &b);
  int out = triple (g, GATE_MAJORITY, a, b, c, &fresh);
  if (fresh) {
    clause3 (g, -a, -b, out);
    clause3 (g, -a, -c, out);
    clause3 (g, -b, -c, out);
    clause3 (g, a, b, -out);
    clause3 (g, a, c, -out);
    clause3 (g, b, c, -out);
  }
  return out;
}

int gate_majority (Gates *g, int a, int b, int c) {
  if (a == g->yes || a == -g->yes)
    return a > 0 ? gate_or (g, b, c) : gate_and (g, b, c);
  if (b == g->yes || b == -g->yes)
    return b > 0 ? gate_or (g, a, c) : gate_and (g, a, c);
  if (c == g->yes || c == -g->yes)
    return c > 0 ? gate_or (g, a, b) : gate_and (g, a, b);
  if (a == b || a == c)
    return a;
  if (b == c)
    return b;
  if (a == -b)
    return c;
  if (a == -c)
    return b;
  if (b == -c)
    return a;
  return majority (g, a, b, c);
}
