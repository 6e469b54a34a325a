/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/cache.c -- answers of components, up to renaming of their symbols
 *
 * The key is a 128-bit hash of the shapes of condition and constraints, of their
 * symbols in canonical numbers and of the domains.  Equal keys mean equal
 * questions up to renaming, so answer and model carry over.
 */
#include "solve/solve_impl.h"

#include <string.h>

enum { CACHE_ENTRIES = SDE_HARD ? 1 : 1 << 20, CACHE_BYTES = 64 << 20 };

static void forget (Solver *solver) {
  Cache *c = &solver->cache;
  for (size_t i = 0; i < c->entries.len; i++)
    mem_free (&solver->mem, c->entries.data[i].model, c->entries.data[i].n);
  c->entries.len = 0;
  c->bytes = 0;
  table_free (&solver->mem, &c->table);
}

void cache_fini (Solver *solver) {
  forget (solver);
  VEC_FREE (&solver->mem, &solver->cache.entries);
  VEC_FREE (&solver->mem, &solver->words);
}

static void add_word (Solver *solver, uint64_t word) { VEC_PUSH (&solver->mem, &solver->words, word); }

/* Shape and symbols of e; number[place] is the canonical number. */
static void add_expr (Query *q, Expr e, const uint32_t *number) {
  const Tape *tape = tape_of (&q->solver->shelf, e);
  add_word (q->solver, tape->shape.lo);
  add_word (q->solver, tape->shape.hi);
  for (uint32_t i = 0; i < tape->nsyms; i++)
    add_word (q->solver, number[query_place (q, tape->syms[i])]);
}

static Hash128 key_of (Query *q) {
  Solver *solver = q->solver;
  query_number (q);
  size_t n = q->syms.len;
  uint32_t *number = mem_new (&solver->mem, n * sizeof *number);
  for (uint32_t i = 0; i < n; i++)
    number[q->order.data[i]] = i;
  solver->words.len = 0;
  add_expr (q, q->e, number);
  for (size_t i = 0; i < q->constraints.len; i++)
    add_expr (q, q->constraints.data[i], number);
  add_word (solver, n);
  for (size_t i = 0; i < n; i++)
    for (unsigned w = 0; w < 4; w++)
      add_word (solver, q->domains.data[q->order.data[i]].w[w]);
  mem_free (&solver->mem, number, n * sizeof *number);
  return hash128_bytes (solver->words.data, solver->words.len * sizeof (uint64_t));
}

static CacheEntry *find (Solver *solver, Hash128 key) {
  const uint64_t *at = table_find (&solver->cache.table, key.lo);
  CacheEntry *entry = at ? &solver->cache.entries.data[*at - 1] : NULL;
  return entry && entry->key.hi == key.hi ? entry : NULL;
}

bool layer_cache (Query *q, Answer *answer) {
  CacheEntry *entry = find (q->solver, key_of (q));
  if (!entry)
    return false;
  *answer = entry->answer;
  if (entry->answer == ANSWER_YES)
    for (size_t i = 0; i < q->syms.len; i++)
      q->model.data[q->order.data[i]] = entry->model[i];
  return true;
}

void cache_store (Query *q, Answer answer) {
  Solver *solver = q->solver;
  Cache *c = &solver->cache;
  if (c->entries.len >= CACHE_ENTRIES || c->bytes > CACHE_BYTES)
    forget (solver);
  CacheEntry entry = {.key = key_of (q), .answer = answer};
  if (answer == ANSWER_YES) {
    entry.n = (uint32_t)q->syms.len;
    entry.model = mem_new (&solver->mem, entry.n);
    for (size_t i = 0; i < entry.n; i++)
      entry.model[i] = q->model.data[q->order.data[i]];
  }
  c->bytes += sizeof entry + entry.n;
  VEC_PUSH (&solver->mem, &c->entries, entry);
  *table_put (&solver->mem, &c->table, entry.key.lo) = c->entries.len;
}
