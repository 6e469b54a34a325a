/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/intrinsics_klee.c -- the functions of klee.h that are not made of others */
#include "vm/intrinsic.h"

#include <string.h>

/* --- input --- */

Flow intrinsic_make_symbolic (Vm *vm, State *state, const CallSite *site) {
  enum { LONGEST_NAME = 1000 };
  uint64_t address, n, name;
  INTRINSIC_NUMBER (0, &address);
  INTRINSIC_NUMBER (1, &n);
  INTRINSIC_NUMBER (2, &name);
  Text text = {0};
  Flow flow = FLOW_STOP;
  if (!name || exec_string (vm, state, name, LONGEST_NAME, &text)) {
    if (!text.len)
      text_add (vm->mem, &text, "unnamed");
    flow = exec_make_symbolic (vm, state, address, n, text_c (vm->mem, &text));
  }
  text_free (vm->mem, &text);
  return flow == FLOW_GO ? exec_next (state) : FLOW_STOP;
}

Flow intrinsic_assume (Vm *vm, State *state, const CallSite *site) {
  unsigned width = site->args[0].width;
  Expr value = exec_expr (vm, state, site->args[0].reg, width);
  Expr holds = expr_not (vm->pool, expr_eq (vm->pool, value, expr_const (vm->pool, width, 0)));
  if (expr_has_uninit (vm->pool, holds))
    exec_check_uninit (vm, state, holds, "klee_assume");
  Answer answer = ANSWER_YES;
  if (expr_is_false (vm->pool, holds))
    answer = ANSWER_NO;
  else if (!expr_is_true (vm->pool, holds))
    answer = solver_assume (vm->solver, &state->cond, holds);
  if (answer == ANSWER_NO)
    return exec_stop (vm, state, STOP_ASSUME, "klee_assume of what cannot hold here");
  if (answer == ANSWER_UNKNOWN)
    vm->weak[WEAK_UNKNOWN]++;
  return exec_next (state);
}

/* --- memory --- */

Flow intrinsic_get_obj_size (Vm *vm, State *state, const CallSite *site) {
  uint64_t p;
  Object o;
  INTRINSIC_NUMBER (0, &p);
  if (memory_find (state->memory, p, &o) != FOUND_LIVE || p - o.base > o.size) {
    exec_check_range (vm, state, p, 1, ACCESS_READ);
    return FLOW_STOP;
  }
  return intrinsic_return (state, site, slot_bits (o.size));
}

Flow intrinsic_check_memory_access (Vm *vm, State *state, const CallSite *site) {
  uint64_t p, n;
  INTRINSIC_NUMBER (0, &p);
  INTRINSIC_NUMBER (1, &n);
  return exec_check_range (vm, state, p, n, ACCESS_READ) ? exec_next (state) : FLOW_STOP;
}

Flow intrinsic_define_fixed_object (Vm *vm, State *state, const CallSite *site) {
  (void)site;
  return exec_stop (vm, state, STOP_UNSUPPORTED, "klee_define_fixed_object: memory at an address of choice");
}

Flow intrinsic_alias_function (Vm *vm, State *state, const CallSite *site) {
  (void)site;
  return exec_stop (vm, state, STOP_UNSUPPORTED, "klee_alias_function: calls that go to another function");
}

Flow intrinsic_set_forking (Vm *vm, State *state, const CallSite *site) {
  uint64_t enable;
  INTRINSIC_NUMBER (0, &enable);
  state->no_fork = !enable;
  return exec_next (state);
}

/* --- looking at values --- */

Flow intrinsic_is_symbolic (Vm *vm, State *state, const CallSite *site) {
  Slot slot = exec_slot (vm, state, site->args[0].reg, site->args[0].width);
  return intrinsic_return (state, site, slot_bits (slot.expr != EXPR_NONE));
}

/* The value is one of many for what follows: that is counted. */
Flow intrinsic_get_value (Vm *vm, State *state, const CallSite *site) {
  Slot slot = exec_slot (vm, state, site->args[0].reg, site->args[0].width);
  if (slot.expr) {
    vm->weak[WEAK_CONCRETISED]++;
    slot = slot_bits (cond_eval (vm->solver, state->cond, slot.expr));
  }
  return intrinsic_return (state, site, slot);
}

/* --- saying something --- */

Flow intrinsic_print_expr (Vm *vm, State *state, const CallSite *site) {
  enum { SHOWN = 4000 };
  uint64_t message;
  INTRINSIC_NUMBER (0, &message);
  Text text = {0};
  intrinsic_text (vm, state, message, &text);
  char *shown = mem_zero (vm->mem, SHOWN + 8);
  expr_print (vm->pool, exec_expr (vm, state, site->args[1].reg, site->args[1].width), shown, SHOWN);
  intrinsic_say (vm, "%s:%s", text_c (vm->mem, &text), shown);
  mem_free (vm->mem, shown, SHOWN + 8);
  text_free (vm->mem, &text);
  return exec_next (state);
}

/* Least and greatest value as a signed number: the order of signed numbers is the unsigned one with the sign turned. */
static void signed_range (Vm *vm, const State *state, Expr e, int64_t *lo, int64_t *hi) {
  unsigned width = expr_width (vm->pool, e);
  uint64_t sign = 1ull << (width - 1);
  Range range;
  Expr turned = expr_binary (vm->pool, EXPR_XOR, e, expr_const (vm->pool, width, sign));
  solver_range (vm->solver, state->cond, turned, &range);
  *lo = bits_signed (range.lo ^ sign, width);
  *hi = bits_signed (range.hi ^ sign, width);
}

Flow intrinsic_print_range (Vm *vm, State *state, const CallSite *site) {
  uint64_t name;
  int64_t lo, hi;
  INTRINSIC_NUMBER (0, &name);
  Text text = {0};
  intrinsic_text (vm, state, name, &text);
  Slot slot = exec_slot (vm, state, site->args[1].reg, site->args[1].width);
  if (slot.expr)
    signed_range (vm, state, slot.expr, &lo, &hi);
  else
    lo = hi = bits_signed (slot.bits, site->args[1].width);
  intrinsic_say (vm, lo == hi ? "%s:%lld" : "%s:[%lld, %lld]", text_c (vm->mem, &text), (long long)lo,
                 (long long)hi);
  text_free (vm->mem, &text);
  return exec_next (state);
}

Flow intrinsic_stack_trace (Vm *vm, State *state, const CallSite *site) {
  (void)site;
  Text text = {0};
  state_trace (vm, state, &text);
  if (text.len && VEC_LAST (&text) == '\n')
    text.len--;
  intrinsic_say (vm, "%s", text_c (vm->mem, &text));
  text_free (vm->mem, &text);
  return exec_next (state);
}

/* Said before in this run?  Keys above every Pc, of which the table holds others. */
static bool said_before (Vm *vm, const Text *text) {
  uint64_t *said = table_put (vm->mem, &vm->noted, hash_bytes (text->data, text->len) | 1ull << 63);
  return (*said)++ > 0;
}

static Flow warn (Vm *vm, State *state, const CallSite *site, bool once) {
  uint64_t message;
  INTRINSIC_NUMBER (0, &message);
  Text text = {0};
  intrinsic_text (vm, state, message, &text);
  if (!once || !said_before (vm, &text))
    intrinsic_say (vm, "WARNING: %s", text_c (vm->mem, &text));
  text_free (vm->mem, &text);
  return exec_next (state);
}

Flow intrinsic_warning (Vm *vm, State *state, const CallSite *site) { return warn (vm, state, site, false); }

Flow intrinsic_warning_once (Vm *vm, State *state, const CallSite *site) {
  return warn (vm, state, site, true);
}
