/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/fork.c -- where one state becomes several: branches, guards, values
 *
 * A decision is recorded only where the state really forks; a side that cannot
 * happen leaves no trace.
 */
#include "vm/exec.h"
#include "vm/trace.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void set_cond (Vm *vm, State *state, Cond *cond) {
  cond_unref (vm->solver, state->cond);
  state->cond = cond;
}

static State *sibling (Vm *vm, State *state, Cond *cond, Pc pc, uint64_t outcome) {
  State *copy = state_fork (vm, state);
  set_cond (vm, copy, cond);
  state_decide (vm, copy, state->pc, outcome);
  copy->pc = pc;
  VEC_PUSH (vm->mem, &vm->forked, copy);
  vm->forks++;
  return copy;
}

static void count_unknown (Vm *vm, const Split *split) {
  if (split->yes == ANSWER_UNKNOWN || split->no == ANSWER_UNKNOWN)
    vm->weak[WEAK_UNKNOWN]++;
}

static bool too_deep (const Vm *vm, const State *state) {
  return vm->options.max_depth && state->depth >= vm->options.max_depth;
}

static Flow stop_deep (Vm *vm, State *state) {
  return exec_stop (vm, state, STOP_DEPTH, "more than %u decisions on one path", vm->options.max_depth);
}

/* klee_set_forking (0): the side of the witness alone. */
static Side decide_unforked (Vm *vm, State *state, Split *split, bool side) {
  vm->weak[WEAK_FORKING]++;
  set_cond (vm, state, side ? split->with : split->without);
  cond_unref (vm->solver, side ? split->without : split->with);
  return side ? SIDE_TRUE : SIDE_FALSE;
}

static Side decide_too_deep (Vm *vm, State *state, Split *split) {
  cond_unref (vm->solver, split->with);
  cond_unref (vm->solver, split->without);
  stop_deep (vm, state);
  return SIDE_STOPPED;
}

Side exec_decide (Vm *vm, State *state, Expr condition, Pc f) {
  condition = cond_simplify (vm->solver, state->cond, condition);
  if (expr_is_const (vm->pool, condition))
    return expr_is_true (vm->pool, condition) ? SIDE_TRUE : SIDE_FALSE;
  if (expr_has_uninit (vm->pool, condition))
    exec_check_uninit (vm, state, condition, "a branch");
  Split split = solver_split (vm->solver, state->cond, condition);
  count_unknown (vm, &split);
  if (!split.with || !split.without) {
    set_cond (vm, state, split.with ? split.with : split.without);
    return split.with ? SIDE_TRUE : SIDE_FALSE;
  }
  if (state->no_fork)
    return decide_unforked (vm, state, &split, cond_eval (vm->solver, state->cond, condition) != 0);
  if (too_deep (vm, state))
    return decide_too_deep (vm, state, &split);
  sibling (vm, state, split.without, f, 0);
  state_decide (vm, state, state->pc, 1);
  set_cond (vm, state, split.with);
  return SIDE_BOTH;
}

Flow exec_branch (Vm *vm, State *state, Expr condition, Pc t, Pc f) {
  Side side = exec_decide (vm, state, condition, f);
  if (side == SIDE_STOPPED)
    return FLOW_STOP;
  if (side == SIDE_BOTH) {
    trace_later (vm, state, state->pc, COVER_TRUE);
    trace_later (vm, state, state->pc, COVER_FALSE);
    trace_owe (vm, state, state->pc, COVER_TRUE);
    trace_owe (vm, VEC_LAST (&vm->forked), state->pc, COVER_FALSE);
  } else
    cover (vm, state, state->pc, side == SIDE_TRUE ? COVER_TRUE : COVER_FALSE);
  return exec_jump (state, side == SIDE_FALSE ? f : t);
}

static void stop_copy (Vm *vm, State *copy, StopReason reason, const char *text) {
  state_stop (vm, copy, reason, "%s", text);
  cover (vm, copy, copy->pc, COVER_STOPPED);
}

Guard exec_guard (Vm *vm, State *state, Expr bad, StopReason reason, const char *format, ...) {
  char text[400];
  va_list args;
  va_start (args, format);
  vsnprintf (text, sizeof text, format, args);
  va_end (args);
  bad = cond_simplify (vm->solver, state->cond, bad);
  if (expr_is_false (vm->pool, bad))
    return GUARD_PASSED;
  Split split = expr_is_true (vm->pool, bad) ? (Split){ANSWER_YES, ANSWER_NO, cond_ref (state->cond), NULL}
                                             : solver_split (vm->solver, state->cond, bad);
  count_unknown (vm, &split);
  if (!split.without) {
    set_cond (vm, state, split.with);
    stop_copy (vm, state, reason, text);
    return GUARD_STOPPED;
  }
  if (split.with) {
    stop_copy (vm, sibling (vm, state, split.with, state->pc, 1), reason, text);
    state_decide (vm, state, state->pc, 0);
  }
  set_cond (vm, state, split.without);
  return GUARD_PASSED;
}

/* The state that stands for all values that are not followed. */
static void stop_rest (Vm *vm, State *state, Expr e, const Values *values) {
  Cond *rest = cond_ref (state->cond);
  unsigned width = expr_width (vm->pool, e);
  for (size_t i = 0; i < values->len; i++) {
    Expr same = expr_eq (vm->pool, e, expr_const (vm->pool, width, values->data[i]));
    if (solver_assume (vm->solver, &rest, expr_not (vm->pool, same)) == ANSWER_NO) {
      cond_unref (vm->solver, rest);
      return;
    }
  }
  State *copy = sibling (vm, state, rest, state->pc, UINT64_MAX);
  stop_copy (vm, copy, STOP_INCOMPLETE, "more values than the bound, the others are not followed");
}

/* The state, or a copy of it, goes on with one value in the register. */
static void take_value (Vm *vm, State *state, unsigned reg, Expr e, uint64_t value) {
  Expr same = expr_eq (vm->pool, e, expr_const (vm->pool, expr_width (vm->pool, e), value));
  solver_assume (vm->solver, &state->cond, same);
  state->frame->regs[reg] = slot_bits (value);
}

/* klee_set_forking (0): the value of the witness alone. */
static void pin_value (Vm *vm, State *state, unsigned reg, Expr e) {
  vm->weak[WEAK_FORKING]++;
  take_value (vm, state, reg, e, cond_eval (vm->solver, state->cond, e));
}

static Settled fork_values (Vm *vm, State *state, unsigned reg, Expr e, const Values *values) {
  if (values->unknown)
    vm->weak[WEAK_UNKNOWN]++;
  if (!values->len) { /* after an unknown answer: the witness's value is ruled out, and no other is known */
    exec_stop (vm, state, STOP_INCOMPLETE, "no value of it is known");
    return SETTLE_STOP;
  }
  if (values->len == 1 && values->complete) {
    state->frame->regs[reg] = slot_bits (values->data[0]);
    return SETTLE_AGAIN;
  }
  if (too_deep (vm, state)) {
    stop_deep (vm, state);
    return SETTLE_STOP;
  }
  if (!values->complete)
    stop_rest (vm, state, e, values);
  for (size_t i = values->len; i-- > 1;) {
    State *copy = sibling (vm, state, cond_ref (state->cond), state->pc, values->data[i]);
    take_value (vm, copy, reg, e, values->data[i]);
  }
  state_decide (vm, state, state->pc, values->data[0]);
  take_value (vm, state, reg, e, values->data[0]);
  return SETTLE_AGAIN;
}

Settled exec_settle (Vm *vm, State *state, unsigned reg, unsigned width, uint64_t *out) {
  Slot slot = exec_slot (vm, state, reg, width);
  if (!slot.expr) {
    *out = slot.bits;
    return SETTLED;
  }
  if (width > 64) {
    exec_stop (vm, state, STOP_UNSUPPORTED, "a value of %u bits has to be known here", width);
    return SETTLE_STOP;
  }
  if (expr_has_uninit (vm->pool, slot.expr))
    exec_check_uninit (vm, state, slot.expr, "a value");
  if (state->no_fork) {
    pin_value (vm, state, reg, slot.expr);
    return SETTLE_AGAIN;
  }
  size_t bytes = vm->options.max_values * sizeof (uint64_t);
  uint64_t *data = mem_new (vm->mem, bytes);
  Values values = solver_values (vm->solver, state->cond, slot.expr, data, vm->options.max_values);
  Settled settled = fork_values (vm, state, reg, slot.expr, &values);
  mem_free (vm->mem, data, bytes);
  return settled;
}

Flow exec_choose (Vm *vm, State *state, unsigned reg, Expr condition) {
  Side side = exec_decide (vm, state, condition, state->pc);
  if (side == SIDE_STOPPED)
    return FLOW_STOP;
  state->frame->regs[reg] = slot_bits (side != SIDE_FALSE);
  if (side == SIDE_BOTH)
    VEC_LAST (&vm->forked)->frame->regs[reg] = slot_bits (0);
  return FLOW_GO;
}

/* The condition that the value is one of the cases that go to target. */
static Expr switch_condition (Vm *vm, const Switch *s, Expr value, Pc target) {
  Expr any = EXPR_NONE;
  for (uint32_t i = 0; i < s->ncases; i++)
    if (s->cases[i].target == target) {
      Expr same = expr_eq (vm->pool, value, expr_const (vm->pool, s->width, s->cases[i].value));
      any = any ? expr_or (vm->pool, any, same) : same;
    }
  return any;
}

static bool first_of_target (const Switch *s, uint32_t i) {
  for (uint32_t j = 0; j < i; j++)
    if (s->cases[j].target == s->cases[i].target)
      return false;
  return s->cases[i].target != s->fallback;
}

static Flow switch_to (Vm *vm, State *state, Pc target, bool forked, uint64_t outcome) {
  if (forked)
    state_decide (vm, state, state->pc, outcome);
  if (forked)
    trace_later (vm, state, target, COVER_ENTERED);
  else
    cover (vm, state, target, COVER_ENTERED);
  return exec_jump (state, target);
}

/* Takes the targets one after the other: a copy goes to each that is possible, the state keeps what is left. */
static Flow switch_fork (Vm *vm, State *state, const Switch *s, Expr value) {
  bool forked = false;
  for (uint32_t i = 0; i < s->ncases; i++) {
    if (!first_of_target (s, i))
      continue;
    Pc target = s->cases[i].target;
    Expr here = cond_simplify (vm->solver, state->cond, switch_condition (vm, s, value, target));
    if (expr_is_false (vm->pool, here))
      continue;
    if (expr_is_true (vm->pool, here))
      return switch_to (vm, state, target, forked, i);
    Split split = solver_split (vm->solver, state->cond, here);
    count_unknown (vm, &split);
    set_cond (vm, state, split.without ? split.without : split.with);
    if (!split.without)
      return switch_to (vm, state, target, forked, i);
    if (!split.with)
      continue;
    trace_later (vm, state, target, COVER_ENTERED);
    sibling (vm, state, split.with, target, i);
    forked = true;
  }
  return switch_to (vm, state, s->fallback, forked, s->ncases);
}

Flow exec_switch (Vm *vm, State *state, unsigned reg, const Switch *s) {
  Slot value = exec_slot (vm, state, reg, s->width);
  if (!value.expr)
    return FLOW_GO; /* the path condition fixed it: executed again, concretely */
  if (expr_has_uninit (vm->pool, value.expr))
    exec_check_uninit (vm, state, value.expr, "a switch");
  if (state->no_fork) {
    pin_value (vm, state, reg, value.expr);
    return FLOW_GO;
  }
  if (too_deep (vm, state))
    return stop_deep (vm, state);
  return switch_fork (vm, state, s, value.expr);
}
