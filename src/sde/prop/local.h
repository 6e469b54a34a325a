/* SPDX-License-Identifier: GPL-2.0-only */
/* prop/local.h -- what states say: valuations, histories, ends; each kept once; private to prop */
#ifndef SDE_PROP_LOCAL_H
#define SDE_PROP_LOCAL_H

#include "prop/prop.h"
#include "prop/sequences.h"

/* A valuation is node, then value and defined for each read.  A history is its beginning (PROP_NONE: none), time, round,
 * valuation.  An end is a history, failed, horizon. */
typedef struct Locals {
  Mem *mem;
  Sequences valuations, histories, ends;
} Locals;

void locals_fini (Locals *locals);
/* The expressions of a valuation: read i has its value at 2 * i, and whether it is defined behind it. */
const Expr *valuation_values (const Locals *locals, uint32_t valuation);
uint32_t valuation_new (Locals *locals, uint32_t node, const PropValue *values, size_t n);

typedef struct Change {
  uint32_t before;
  PropInstant at;
  uint32_t valuation;
} Change;
Change history_last (const Locals *locals, uint32_t history);
uint32_t history_new (Locals *locals, uint32_t before, PropInstant at, uint32_t valuation);

typedef struct End {
  uint32_t history;
  int64_t failed, horizon;
} End;
End end_get (const Locals *locals, uint32_t end);
uint32_t end_new (Locals *locals, End end);

static inline bool instant_after (PropInstant a, PropInstant b) {
  return a.time != b.time ? a.time > b.time : a.round > b.round;
}

#endif
