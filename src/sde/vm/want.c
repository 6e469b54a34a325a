/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/want.c -- calls that the network answers, and what it does to a state meanwhile */
#include "vm/intrinsic.h"

#include <string.h>

Flow exec_want (State *state, Want want) {
  state->want = want;
  return FLOW_WANT;
}

static bool has_waited (const State *state, uint64_t result) {
  WantKind kind = state->want.kind;
  return kind == WANT_SLEEP || kind == WANT_POLL || (kind == WANT_RECEIVE && (int64_t)result >= 0);
}

void want_return (Vm *vm, State *state, uint64_t result) {
  const CallSite *site = exec_site (vm, state);
  invariant (state->want.kind != WANT_NOTHING);
  if (has_waited (state, result))
    state->looks = 0;
  state->want = (Want){.kind = WANT_NOTHING};
  if (site->nresults)
    exec_set (state, site->result, slot_bits (result & bits_mask (site->width)));
  cover (vm, state, state->pc, COVER_RETURNED);
  state->pc++;
}

void want_allow (State *state) {
  invariant (state->want.kind == WANT_ALLOCATE);
  state->want = (Want){.kind = WANT_NOTHING};
  state->allowed = true;
}

void want_text (Vm *vm, State *state, Text *out) {
  if (state->want.kind == WANT_MAYBE)
    intrinsic_text (vm, state, state->want.address, out);
}

Slot state_byte (Vm *vm, State *state, uint64_t address) {
  vm->running = state;
  return memory_load (vm->space, state->memory, address, 8);
}

void state_check_sent (Vm *vm, State *state, Expr byte) {
  if (expr_has_uninit (vm->pool, byte))
    exec_check_uninit (vm, state, byte, "a sent byte");
}

void state_set_byte (Vm *vm, State *state, uint64_t address, Slot byte) {
  memory_store (vm->space, state->memory, address, 8, byte);
}

void state_path_add (State *state, const void *entry, size_t size) {
  state->path = hash128_chain (state->path, entry, size);
}

static ArrayId next_input (Vm *vm, const State *state, const char *name, uint32_t n) {
  Text whole = {0};
  input_name (vm, state, name, &whole);
  ArrayId array = input_next (vm, state, text_c (vm->mem, &whole), n);
  text_free (vm->mem, &whole);
  return array;
}

ArrayId state_new_input (Vm *vm, State *state, const char *name, uint32_t n) {
  ArrayId array = next_input (vm, state, name, n);
  input_add (vm, state, array, 0);
  return array;
}

void state_replay_input (Vm *vm, State *state, const char *name, uint32_t n, uint8_t *bytes) {
  ArrayId array = next_input (vm, state, name, n);
  input_replay (vm, state, array, bytes);
  input_add (vm, state, array, 0);
}
