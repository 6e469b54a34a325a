/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/input.c -- symbolic inputs and output of a path
 *
 * The how-many-th input of a name is the same array on every path, so that
 * siblings share symbols.
 */
#include "vm/exec.h"

#include <stdlib.h>
#include <string.h>

void input_add (Vm *vm, State *state, ArrayId array, uint64_t address) {
  Input *in = mem_new (vm->mem, sizeof *in);
  *in = (Input){state->inputs, 1, state->inputs ? state->inputs->number + 1 : 0, array, address};
  state->inputs = in;
}

static bool replay_bytes (Vm *vm, uint32_t number, ArrayId array, uint8_t *bytes) {
  char *why = NULL;
  const ArrayInfo *info = expr_array_info (vm->pool, array);
  memset (bytes, 0, info->size);
  bool found = vm->options.replay && vm->options.replay (vm->options.replay_data, number, info->name,
                                                         info->ordinal, info->size, bytes, &why);
  free (why);
  return found;
}

bool input_replay (Vm *vm, State *state, ArrayId array, uint8_t *bytes) {
  return replay_bytes (vm, state->inputs ? state->inputs->number + 1 : 0, array, bytes);
}

/* The latest input of that name knows how many there were before it. */
static uint32_t name_ordinal (const Vm *vm, const State *state, const char *name) {
  for (const Input *in = state->inputs; in; in = in->before) {
    const ArrayInfo *info = expr_array_info (vm->pool, in->array);
    if (!info->uninit && !strcmp (info->name, name))
      return info->ordinal + 1;
  }
  return 0;
}

void input_name (Vm *vm, const State *state, const char *name, Text *out) {
  if (state->boot)
    text_printf (vm->mem, out, "%u:", state->boot->node);
  text_add (vm->mem, out, name);
}

/* 1 and the number that a name has behind a base, "base" 1 and "base_7" 8; 0: it is no name of this base. */
static uint64_t name_number (const char *name, const char *base) {
  enum { DIGITS = 18 };
  size_t n = strlen (base);
  if (strncmp (name, base, n))
    return 0;
  if (!name[n])
    return 1;
  const char *digits = name + n + 1;
  size_t ndigits = strspn (digits, "0123456789");
  if (name[n] != '_' || *digits == '0' || !ndigits || ndigits > DIGITS || digits[ndigits])
    return 0;
  return strtoull (digits, NULL, 10) + 1;
}

/* In a network values are found by node and name: a name that the node has already gets a number, "x_1". */
static ArrayId input_unique (Vm *vm, const State *state, const char *name, uint32_t n) {
  uint64_t number = 0;
  for (const Input *in = state->inputs; in; in = in->before) {
    uint64_t known = name_number (expr_array_info (vm->pool, in->array)->name, name);
    number = known > number ? known : number;
  }
  if (!number)
    return expr_array (vm->pool, name, 0, n, false);
  Text whole = {0};
  text_printf (vm->mem, &whole, "%s_%llu", name, (unsigned long long)number);
  ArrayId array = expr_array (vm->pool, text_c (vm->mem, &whole), 0, n, false);
  text_free (vm->mem, &whole);
  return array;
}

ArrayId input_next (Vm *vm, const State *state, const char *name, uint32_t n) {
  if (state->boot)
    return input_unique (vm, state, name, n);
  return expr_array (vm->pool, name, name_ordinal (vm, state, name), n, false);
}

static void store_symbols (Vm *vm, State *state, uint64_t address, uint64_t n, ArrayId array) {
  for (uint64_t i = 0; i < n; i++) {
    Slot byte = {0, expr_sym (vm->pool, array, (uint32_t)i), 0};
    memory_store (vm->space, state->memory, address + i, 8, byte);
  }
}

static Flow store_replayed (Vm *vm, State *state, uint64_t address, uint64_t n, ArrayId array) {
  uint8_t *bytes = mem_new (vm->mem, n);
  const char *name = expr_array_info (vm->pool, array)->name;
  bool found = input_replay (vm, state, array, bytes);
  memory_write_concrete (vm->space, state->memory, address, bytes, n);
  mem_free (vm->mem, bytes, n);
  if (!found)
    return exec_stop (vm, state, STOP_UNSUPPORTED, "the test case has no input \"%s\" of %llu bytes here",
                      name, (unsigned long long)n);
  return FLOW_GO;
}

static const Input *input_first (const Vm *vm, const State *state, const char *name) {
  const Input *first = NULL;
  for (const Input *in = state->inputs; in; in = in->before)
    if (!strcmp (expr_array_info (vm->pool, in->array)->name, name))
      first = in;
  return first;
}

bool input_again (Vm *vm, State *state, uint64_t address, uint32_t n, const char *name) {
  const Input *in = input_first (vm, state, name);
  if (!in || expr_array_info (vm->pool, in->array)->size != n)
    return false;
  if (vm->options.concrete) {
    uint8_t *bytes = mem_new (vm->mem, n);
    replay_bytes (vm, in->number, in->array, bytes);
    memory_write_concrete (vm->space, state->memory, address, bytes, n);
    mem_free (vm->mem, bytes, n);
  } else
    store_symbols (vm, state, address, n, in->array);
  return true;
}

/* The name is the whole one here. */
static Flow make_symbolic (Vm *vm, State *state, uint64_t address, uint64_t n, const char *name) {
  ArrayId array = input_next (vm, state, name, (uint32_t)n);
  Flow flow = FLOW_GO;
  if (vm->options.concrete)
    flow = store_replayed (vm, state, address, n, array);
  else
    store_symbols (vm, state, address, n, array);
  input_add (vm, state, array, address);
  return flow;
}

Flow exec_make_symbolic (Vm *vm, State *state, uint64_t address, uint64_t n, const char *name) {
  if (!exec_check_range (vm, state, address, n, ACCESS_WRITE))
    return FLOW_STOP;
  if (n > MAX_INPUT)
    return exec_stop (vm, state, STOP_UNSUPPORTED, "an input of more than %d bytes", MAX_INPUT);
  if (!n)
    return FLOW_GO;
  Text whole = {0};
  input_name (vm, state, name, &whole);
  Flow flow = make_symbolic (vm, state, address, n, text_c (vm->mem, &whole));
  text_free (vm->mem, &whole);
  return flow;
}

static Slot output_byte (Vm *vm, State *state, uint64_t address) {
  Slot byte = memory_load (vm->space, state->memory, address, 8);
  if (byte.expr && expr_has_uninit (vm->pool, byte.expr))
    exec_check_uninit (vm, state, byte.expr, "output");
  return byte;
}

void exec_output (Vm *vm, State *state, int fd, uint64_t address, uint64_t n) {
  enum { PIECE = 4096 };
  while (n) {
    uint32_t len = n < PIECE ? (uint32_t)n : PIECE;
    Output *out = mem_new (vm->mem, sizeof *out + len * sizeof (Slot));
    *out = (Output){state->output, 1, fd, len};
    for (uint32_t i = 0; i < len; i++)
      out->bytes[i] = output_byte (vm, state, address + i);
    if (vm->options.keep_output)
      state->output = out;
    else
      mem_free (vm->mem, out, sizeof *out + len * sizeof (Slot));
    address += len;
    n -= len;
  }
}

size_t state_inputs (const State *state, const Input **out, size_t max) {
  size_t n = state->inputs ? state->inputs->number + 1 : 0;
  for (const Input *in = state->inputs; in; in = in->before)
    if (in->number < max)
      out[in->number] = in;
  return n;
}

const Cond *state_model (const State *state) { return state->preferred ? state->preferred : state->cond; }

static void prefer (Vm *vm, State *state, Expr condition) {
  if (!expr_is_const (vm->pool, condition) &&
      solver_may (vm->solver, state->preferred, condition) == ANSWER_YES)
    solver_assume (vm->solver, &state->preferred, condition);
}

void exec_prefer (Vm *vm, State *state) {
  VEC (Expr) all = {0};
  for (const Preference *p = state->preferences; p; p = p->before)
    VEC_PUSH (vm->mem, &all, p->condition);
  if (!all.len)
    return;
  cond_unref (vm->solver, state->preferred);
  state->preferred = cond_ref (state->cond);
  while (all.len)
    prefer (vm, state, VEC_POP (&all));
  VEC_FREE (vm->mem, &all);
}

void state_input_bytes (Vm *vm, const State *state, const Input *input, uint8_t *out) {
  const ArrayInfo *info = expr_array_info (vm->pool, input->array);
  for (uint32_t i = 0; i < info->size; i++)
    out[i] = cond_byte (state_model (state), info->first + i);
}

static void output_collect (Vm *vm, const State *state, const Output *out, int fd, Text *text) {
  if (fd && out->fd != fd)
    return;
  for (uint32_t i = 0; i < out->length; i++) {
    Slot s = out->bytes[i];
    char c = (char)(s.expr ? cond_eval (vm->solver, state_model (state), s.expr) : s.bits);
    VEC_PUSH (vm->mem, text, c);
  }
}

void state_output (Vm *vm, const State *state, int fd, Text *out) {
  VEC (const Output *) pieces = {0};
  for (const Output *o = state->output; o; o = o->before)
    VEC_PUSH (vm->mem, &pieces, o);
  while (pieces.len) {
    const Output *o = VEC_POP (&pieces);
    output_collect (vm, state, o, fd, out);
  }
  VEC_FREE (vm->mem, &pieces);
}
