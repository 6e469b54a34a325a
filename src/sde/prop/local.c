/* SPDX-License-Identifier: GPL-2.0-only */
/* prop/local.c -- what states say, each kept once */
#include "prop/local.h"

void locals_fini (Locals *l) {
  sequences_free (l->mem, &l->valuations);
  sequences_free (l->mem, &l->histories);
  sequences_free (l->mem, &l->ends);
}

static uint32_t low (int64_t x) { return (uint32_t)(uint64_t)x; }
static uint32_t high (int64_t x) { return (uint32_t)((uint64_t)x >> 32); }
static int64_t whole (const uint32_t *words) { return (int64_t)((uint64_t)words[1] << 32 | words[0]); }

const Expr *valuation_values (const Locals *l, uint32_t valuation) {
  size_t n;
  return sequence_get (&l->valuations, valuation, &n) + 1;
}

uint32_t valuation_new (Locals *l, uint32_t node, const PropValue *values, size_t n) {
  size_t len = 2 * n + 1;
  uint32_t *words = mem_new (l->mem, len * sizeof *words);
  words[0] = node;
  for (size_t i = 0; i < n; i++) {
    words[2 * i + 1] = values[i].value;
    words[2 * i + 2] = values[i].defined;
  }
  uint32_t id = sequence_intern (l->mem, &l->valuations, words, len, NULL);
  mem_free (l->mem, words, len * sizeof *words);
  return id;
}

Change history_last (const Locals *l, uint32_t history) {
  size_t n;
  const uint32_t *w = sequence_get (&l->histories, history, &n);
  return (Change){w[0], {whole (w + 1), w[3]}, w[4]};
}

uint32_t history_new (Locals *l, uint32_t before, PropInstant at, uint32_t valuation) {
  if (before != PROP_NONE && !instant_after (at, history_last (l, before).at))
    before = history_last (l, before).before;
  if (before != PROP_NONE && history_last (l, before).valuation == valuation)
    return before;
  uint32_t words[5] = {before, low (at.time), high (at.time), at.round, valuation};
  return sequence_intern (l->mem, &l->histories, words, 5, NULL);
}

End end_get (const Locals *l, uint32_t end) {
  size_t n;
  const uint32_t *w = sequence_get (&l->ends, end, &n);
  return (End){w[0], whole (w + 1), whole (w + 3)};
}

uint32_t end_new (Locals *l, End end) {
  uint32_t words[5] = {end.history, low (end.failed), high (end.failed), low (end.horizon),
                       high (end.horizon)};
  return sequence_intern (l->mem, &l->ends, words, 5, NULL);
}
