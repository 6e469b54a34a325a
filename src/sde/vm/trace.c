/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/trace.c -- what one stretch of a state's life executes, apart from everything before */
#include "vm/trace.h"

#include <string.h>

struct CoverTrace {
  VEC (Pc) touched; /* marked in the open stretch, in order */
  bool open;
  const State *state; /* whose stretch it is */
  Pc start;
};

void trace_new (Vm *vm) {
  if (vm->trace)
    return;
  vm->trace = MEM_NEW (vm->mem, struct CoverTrace);
  vm->ever = vm->covered;
  vm->covered = mem_zero (vm->mem, vm->program->ncode + 1);
}

void trace_free (Vm *vm) {
  if (!vm->trace)
    return;
  mem_free (vm->mem, vm->covered, vm->program->ncode + 1);
  vm->covered = vm->ever;
  VEC_FREE (vm->mem, &vm->trace->touched);
  MEM_FREE (vm->mem, vm->trace);
  vm->trace = NULL;
}

/* ---- marking ---- */

static void mark_ever (Vm *vm, State *state, Pc pc, CoverBit bit) {
  if (vm->ever[pc] & bit)
    return;
  vm->ever[pc] |= (uint8_t)bit;
  cover_first (vm, state, bit);
}

void trace_mark (Vm *vm, State *state, Pc pc, CoverBit bit) {
  mark_ever (vm, state, pc, bit);
  if (!vm->trace->open || bit == COVER_STOPPED)
    return;
  if (!vm->covered[pc])
    VEC_PUSH (vm->mem, &vm->trace->touched, pc);
  vm->covered[pc] |= (uint8_t)bit;
}

void trace_later (Vm *vm, State *state, Pc pc, CoverBit bit) {
  if (vm->trace)
    mark_ever (vm, state, pc, bit);
  else
    cover (vm, state, pc, bit);
}

void trace_owe (Vm *vm, State *state, Pc pc, CoverBit side) {
  if (!vm->trace)
    return;
  state->owed_pc = pc;
  state->owed = (uint8_t)side;
}

/* ---- stretches ---- */

void trace_begin (Vm *vm, State *state) {
  struct CoverTrace *t = vm->trace;
  if (t->open && t->state == state)
    return;
  invariant (!t->open);
  t->open = true;
  t->state = state;
  t->start = state->pc;
  if (state->owed)
    trace_mark (vm, state, state->owed_pc, (CoverBit)state->owed);
  state->owed = 0;
}

bool trace_end (Vm *vm, Stretch *out) {
  struct CoverTrace *t = vm->trace;
  if (!t->open)
    return false;
  t->open = false;
  *out = (Stretch){{hash_mix (t->start + 1u), hash_mix (~(uint64_t)t->start)}, t->start};
  for (size_t i = 0; i < t->touched.len; i++) { /* a sum: in whatever order */
    uint64_t mark = hash_mix ((uint64_t)t->touched.data[i] << 8 | vm->covered[t->touched.data[i]]);
    out->hash.lo += mark;
    out->hash.hi += hash_mix (mark + 0x9e3779b97f4a7c15u);
  }
  return true;
}

void trace_clear (Vm *vm) {
  struct CoverTrace *t = vm->trace;
  for (size_t i = 0; i < t->touched.len; i++)
    vm->covered[t->touched.data[i]] = 0;
  t->touched.len = 0;
}

void trace_each (Vm *vm, const Stretch *stretch, void (*executed) (void *data, Pc pc),
                 void (*took) (void *data, Pc pc, bool side), void *data) {
  const struct CoverTrace *t = vm->trace;
  uint8_t *out = mem_zero (vm->mem, vm->program->ncode + 1);
  cover_walk (vm, stretch->start, t->touched.data, t->touched.len, out);
  for (Pc pc = 0; pc < vm->program->ncode; pc++)
    if (out[pc])
      executed (data, pc);
  mem_free (vm->mem, out, vm->program->ncode + 1);
  for (size_t i = 0; i < t->touched.len; i++) {
    Pc pc = t->touched.data[i];
    if (vm->covered[pc] & COVER_TRUE)
      took (data, pc, true);
    if (vm->covered[pc] & COVER_FALSE)
      took (data, pc, false);
  }
}
