/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/symbolic_access.c -- reading and writing inside one object at a symbolic offset */
#include "vm/access.h"

#include <string.h>

typedef struct Offsets {
  uint64_t *data;
  size_t cap;
  Values values;
} Offsets;

/* All feasible addresses; false (and the state stopped) when there are more than the bound. */
static bool offsets_find (Vm *vm, State *state, Expr address, Offsets *out) {
  out->cap = vm->options.max_offsets;
  out->data = mem_new (vm->mem, out->cap * sizeof (uint64_t));
  out->values = solver_values (vm->solver, state->cond, address, out->data, out->cap);
  if (out->values.complete && out->values.len)
    return true;
  if (out->values.unknown)
    vm->weak[WEAK_UNKNOWN]++;
  exec_stop (vm, state, STOP_INCOMPLETE, "an address with more than %u possible values",
             vm->options.max_offsets);
  return false;
}

static void offsets_free (Vm *vm, Offsets *o) { mem_free (vm->mem, o->data, o->cap * sizeof (uint64_t)); }

static Expr load_expr (Vm *vm, State *state, uint64_t address, unsigned width) {
  Slot s = memory_load (vm->space, state->memory, address, width);
  return s.expr ? s.expr : expr_const (vm->pool, width, s.bits);
}

/* The value that most offsets have: it needs no condition. */
static Expr most_frequent (Vm *vm, const Expr *values, size_t n) {
  Table counts = {0};
  Expr best = values[0];
  uint64_t most = 0;
  for (size_t i = 0; i < n; i++) {
    uint64_t count = ++*table_put (vm->mem, &counts, values[i]);
    if (count > most) {
      most = count;
      best = values[i];
    }
  }
  table_free (vm->mem, &counts);
  return best;
}

static Expr choose_value (Vm *vm, Expr address, const Values *at, const Expr *values) {
  Expr e = most_frequent (vm, values, at->len), usual = e;
  for (size_t i = at->len; i-- > 0;)
    if (values[i] != usual) {
      Expr here = expr_eq (vm->pool, address, expr_const (vm->pool, 64, at->data[i]));
      e = expr_ite (vm->pool, here, values[i], e);
    }
  return e;
}

Expr read_choice (Vm *vm, State *state, Expr address, const Values *at, unsigned width) {
  size_t bytes = at->len * sizeof (Expr);
  Expr *values = mem_new (vm->mem, bytes);
  for (size_t i = 0; i < at->len; i++)
    values[i] = load_expr (vm, state, at->data[i], width);
  Expr e = choose_value (vm, address, at, values);
  mem_free (vm->mem, values, bytes);
  return e;
}

/* A choice over all feasible offsets, whatever they depend on; EXPR_NONE: the state was stopped. */
static Expr read_offsets (Vm *vm, State *state, Expr address, unsigned width) {
  Offsets at;
  Expr e = EXPR_NONE;
  if (offsets_find (vm, state, address, &at))
    e = read_choice (vm, state, address, &at.values, width);
  offsets_free (vm, &at);
  return e;
}

static Flow load_symbolic (Vm *vm, State *state, unsigned dest, Expr address, unsigned width) {
  Object o;
  if (access_resolve (vm, state, address, (width + 7) / 8, ACCESS_READ, &o) == RESOLVE_STOP)
    return FLOW_STOP;
  Expr e = table_read (vm, state, &o, address, width);
  if (!e)
    e = read_offsets (vm, state, address, width);
  if (!e)
    return FLOW_STOP;
  exec_set (state, dest, slot_expr (vm->pool, e));
  return exec_next (state);
}

static void store_if (Vm *vm, State *state, Expr address, uint64_t at, unsigned width, Expr value) {
  unsigned whole = (width + 7) / 8 * 8;
  Expr here = expr_eq (vm->pool, address, expr_const (vm->pool, 64, at));
  Expr old = load_expr (vm, state, at, whole);
  Expr e = expr_ite (vm->pool, here, expr_extend (vm->pool, EXPR_ZEXT, value, whole), old);
  memory_store (vm->space, state->memory, at, whole, slot_expr (vm->pool, e));
}

static Flow store_symbolic (Vm *vm, State *state, unsigned source, Expr address, unsigned width) {
  Object o;
  Offsets at;
  if (access_resolve (vm, state, address, (width + 7) / 8, ACCESS_WRITE, &o) == RESOLVE_STOP)
    return FLOW_STOP;
  Flow flow = FLOW_STOP;
  if (offsets_find (vm, state, address, &at)) {
    Expr value = exec_expr (vm, state, source, width);
    for (size_t i = 0; i < at.values.len; i++)
      store_if (vm, state, address, at.data[i], width, value);
    flow = exec_next (state);
  }
  offsets_free (vm, &at);
  return flow;
}

Flow exec_load (Vm *vm, State *state, unsigned dest, Slot address, unsigned width) {
  if (address.expr)
    return load_symbolic (vm, state, dest, address.expr, width);
  if (!exec_check_range (vm, state, address.bits, (width + 7) / 8, ACCESS_READ))
    return FLOW_STOP;
  exec_set (state, dest, memory_load (vm->space, state->memory, address.bits, width));
  return exec_next (state);
}

Flow exec_store (Vm *vm, State *state, unsigned source, Slot address, unsigned width) {
  if (address.expr)
    return store_symbolic (vm, state, source, address.expr, width);
  if (!exec_check_range (vm, state, address.bits, (width + 7) / 8, ACCESS_WRITE))
    return FLOW_STOP;
  memory_store (vm->space, state->memory, address.bits, width, state->frame->regs[source]);
  return exec_next (state);
}

/* --- blocks of memory --- */

#define SETTLE(reg, out)                                                                                     \
  do {                                                                                                       \
    Settled settled_ = exec_settle (vm, state, (reg), 64, (out));                                            \
    if (settled_ != SETTLED)                                                                                 \
      return settled_ == SETTLE_STOP ? FLOW_STOP : FLOW_GO;                                                  \
  } while (0)

/* Bytes copied before the run's limits are looked at again. */
#ifdef SDE_HARD
enum { COPY_PIECE = 64 };
#else
enum { COPY_PIECE = 4 << 20 };
#endif

/* Copies of a byte that nobody wrote are equal to it: it becomes a symbol first, in copies of ordinary size. */
static void name_uninit (Vm *vm, State *state, uint64_t from, uint64_t n) {
  enum { ORDINARY = 1024 };
  uint8_t bytes[ORDINARY];
  if (n > ORDINARY || memory_read_concrete (vm->space, state->memory, from, bytes, n))
    return;
  for (uint64_t i = 0; i < n; i++)
    if (memory_is_uninit (state->memory, from + i))
      memory_load (vm->space, state->memory, from + i, 8);
}

void exec_copy (Vm *vm, State *state, uint64_t to, uint64_t from, uint64_t n) {
  name_uninit (vm, state, from, n);
  memory_copy (vm->space, state->memory, to, from, n);
}

/* The next piece, from the end where that is needed. */
static Flow copy_piece (Vm *vm, State *state, uint64_t to, uint64_t from, uint64_t n) {
  uint64_t left = n - state->block_done, piece = left < COPY_PIECE ? left : COPY_PIECE;
  uint64_t at = to - from < n ? left - piece : state->block_done;
  if (piece)
    exec_copy (vm, state, to + at, from + at, piece);
  return exec_next_piece (state, n, piece);
}

Flow exec_memcpy (Vm *vm, State *state, unsigned dest, unsigned source, unsigned length, bool may_overlap) {
  uint64_t to, from, n;
  SETTLE (length, &n);
  SETTLE (dest, &to);
  SETTLE (source, &from);
  if (!exec_check_range (vm, state, from, n, ACCESS_READ) ||
      !exec_check_range (vm, state, to, n, ACCESS_WRITE))
    return FLOW_STOP;
  if (!may_overlap && to != from && to - from + n - 1 < 2 * n - 1 && n)
    return exec_stop (vm, state, STOP_OVERLAP, "memcpy of %llu bytes between overlapping places",
                      (unsigned long long)n);
  return copy_piece (vm, state, to, from, n);
}

Flow exec_memset (Vm *vm, State *state, unsigned dest, unsigned byte, unsigned length) {
  uint64_t to, n;
  SETTLE (length, &n);
  SETTLE (dest, &to);
  if (!exec_check_range (vm, state, to, n, ACCESS_WRITE))
    return FLOW_STOP;
  Slot value = state->frame->regs[byte];
  if (value.expr && value.expr != EXPR_UNINIT && expr_width (vm->pool, value.expr) > 8)
    value = slot_expr (vm->pool, expr_extract (vm->pool, value.expr, 0, 8));
  value.bits &= 0xff;
  if (n)
    memory_set (vm->space, state->memory, to, value, n);
  return exec_next (state);
}

bool exec_string (Vm *vm, State *state, uint64_t address, size_t max, Text *out) {
  for (size_t i = 0; i < max; i++) {
    if (!exec_check_range (vm, state, address + i, 1, ACCESS_READ))
      return false;
    Slot s = memory_load (vm->space, state->memory, address + i, 8);
    if (s.expr) {
      exec_stop (vm, state, STOP_UNSUPPORTED, "a string that is symbolic where it has to be known");
      return false;
    }
    if (!s.bits)
      return true;
    VEC_PUSH (vm->mem, out, (char)s.bits);
  }
  return true;
}
