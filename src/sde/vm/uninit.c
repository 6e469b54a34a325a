/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/uninit.c -- memory that nobody wrote
 *
 * Such a byte becomes a tagged symbol when it is looked at.  Copying it is silent.
 * Where an outcome is wanted (a branch, an address, output) it is a defect if the
 * outcome can differ with the tagged symbols alone, everything else being equal.
 */
#include "vm/exec.h"

#include <stdio.h>

Expr exec_uninit (Vm *vm, State *state, unsigned bytes) {
  char name[32] = "uninit";
  if (state->boot)
    snprintf (name, sizeof name, "%u:uninit", state->boot->node);
  ArrayId array = expr_array (vm->pool, name, state->symbols_uninit++, bytes, true);
  uint8_t known[EXPR_MAX_WIDTH / 8 + 1];
  if (vm->options.concrete)
    input_replay (vm, state, array, known);
  Expr e = EXPR_NONE;
  for (unsigned i = 0; i < bytes; i++) {
    Expr byte = vm->options.concrete ? expr_const (vm->pool, 8, known[i]) : expr_sym (vm->pool, array, i);
    e = i ? expr_binary (vm->pool, EXPR_CONCAT, byte, e) : byte;
  }
  input_add (vm, state, array, 0);
  return e;
}

typedef struct Twin {
  ExprPool *pool;
} Twin;

/* An uninitialised symbol's twin: the same byte, had it another value. */
static Expr twin_of (void *data, SymId sym) {
  Twin *twin = data;
  if (!expr_sym_uninit (twin->pool, sym))
    return EXPR_NONE;
  const ArrayInfo *info = expr_array_info (twin->pool, expr_sym_array (twin->pool, sym));
  uint32_t index = sym - info->first;
  char name[40];
  snprintf (name, sizeof name, "%s'", info->name);
  ArrayId other = expr_array (twin->pool, name, info->ordinal, info->size, true);
  return expr_sym (twin->pool, other, index);
}

typedef struct Doubling {
  Vm *vm;
  Cond *cond;
  Answer answer;
} Doubling;

static void double_constraint (void *data, Expr constraint) {
  Doubling *d = data;
  if (d->answer == ANSWER_NO || !expr_has_uninit (d->vm->pool, constraint))
    return;
  Twin twin = {d->vm->pool};
  d->answer =
      solver_assume (d->vm->solver, &d->cond, expr_substitute (d->vm->pool, constraint, twin_of, &twin));
}

/* Can e differ between two runs that differ in uninitialised bytes alone? */
static bool can_differ (Vm *vm, const State *state, Expr e) {
  Twin twin = {vm->pool};
  Expr other = expr_substitute (vm->pool, e, twin_of, &twin);
  Doubling d = {vm, cond_ref (state->cond), ANSWER_YES};
  cond_each (state->cond, double_constraint, &d);
  if (d.answer != ANSWER_NO) {
    Answer may = solver_may (vm->solver, d.cond, expr_not (vm->pool, expr_eq (vm->pool, e, other)));
    d.answer = may == ANSWER_YES ? d.answer : may;
  }
  vm->weak[WEAK_UNKNOWN] += d.answer == ANSWER_UNKNOWN;
  cond_unref (vm->solver, d.cond);
  return d.answer == ANSWER_YES;
}

/* Noted in this run, or known for good. */
static bool noted (const Vm *vm, Pc place) {
  for (size_t i = 0; i < vm->forked.len; i++)
    if (vm->forked.data[i]->note && frame_place (vm, vm->forked.data[i]) == place)
      return true;
  return table_find (&vm->noted, place) != NULL;
}

void vm_noted (Vm *vm, const State *note) { *table_put (vm->mem, &vm->noted, frame_place (vm, note)) = 1; }

void exec_check_uninit (Vm *vm, State *state, Expr e, const char *what) {
  if (!vm->options.report_uninit || noted (vm, frame_place (vm, state)) || !can_differ (vm, state, e))
    return;
  State *copy = state_fork (vm, state);
  copy->note = true;
  state_stop (vm, copy, STOP_UNINITIALISED, "%s depends on memory that nobody wrote", what);
  VEC_PUSH (vm->mem, &vm->forked, copy);
}

Expr exec_uninit_byte (void *data, uint64_t address) {
  (void)address;
  Vm *vm = data;
  return exec_uninit (vm, vm->running, 1);
}
