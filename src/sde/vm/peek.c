/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/peek.c -- looking at the memory of a state from outside, without changing anything */
#include "vm/exec.h"
#include "vm/node.h"

#include <string.h>

const Published *state_published (const State *state, const char *name) {
  const Published *p = state->published;
  while (p && strcmp (p->name, name))
    p = p->before;
  return p;
}

static bool all_written (const State *state, uint64_t address, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    if (memory_is_uninit (state->memory, address + i))
      return false;
  return true;
}

Expr state_peek (Vm *vm, const State *state, uint64_t address, unsigned n) {
  Object object;
  if (memory_find (state->memory, address, &object) != FOUND_LIVE || address - object.base > object.size ||
      n > object.size - (address - object.base) || !all_written (state, address, n))
    return EXPR_NONE;
  Slot value = memory_load (vm->space, state->memory, address, 8 * n);
  Expr e = value.expr ? value.expr : expr_const (vm->pool, 8 * n, value.bits);
  return cond_simplify (vm->solver, state->cond, e);
}
