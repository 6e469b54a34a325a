/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/interp.c -- running a state, by threaded code and by a switch
 *
 * Budgets are checked where control jumps, so a run ends at most one straight
 * stretch of code after its budget.
 */
#include "prog/address.h"
#include "vm/exec.h"

/* A run's budget is measured in bytes of code beside addresses. */
#define BUDGET_MAX (INT64_MAX / 64)

/* Instructions that this run may use: the caller's budget, or what the path has left. */
static int64_t interp_budget (const Vm *vm, const State *state, uint64_t budget) {
  uint64_t limit = vm->options.max_instructions_path;
  if (vm->interrupt && *vm->interrupt)
    return 0;
  if (limit) {
    uint64_t used = state->instructions - state->event_start;
    uint64_t left = used < limit ? limit - used : 0;
    if (left < budget)
      budget = left;
  }
  return budget > BUDGET_MAX ? BUDGET_MAX : (int64_t)budget;
}

static void interp_account (Vm *vm, State *state, uint64_t used) {
  state->instructions += used;
  vm->instructions += used;
}

/* The budget is used up: the run's, or the path's. */
static RunResult interp_paused (Vm *vm, State *state) {
  uint64_t limit = vm->options.max_instructions_path;
  if (limit && state->instructions - state->event_start >= limit) {
    state_stop (vm, state, STOP_HANG, "more than %llu instructions %s", (unsigned long long)limit,
                state->boot ? "in one event" : "on one path");
    return RUN_STOPPED;
  }
  return RUN_PAUSED;
}

static Pc switch_target (const Switch *s, uint64_t value) {
  uint64_t index = value - s->first;
  if (index < s->ndense)
    return s->dense[index];
  size_t lo = 0, hi = s->ndense ? 0 : s->ncases;
  while (lo < hi) {
    size_t mid = (lo + hi) / 2;
    if (s->cases[mid].value < value)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < s->ncases && s->cases[lo].value == value ? s->cases[lo].target : s->fallback;
}

/* clang-format off */
#define INTERP_NAME interp_run_switch
#define THREADED 0
#include "vm/interp_loop.inc"

#define INTERP_NAME interp_run_threaded
#define THREADED 1
#include "vm/interp_loop.inc"
/* clang-format on */

#ifdef SDE_HARD
RunResult interp_run (Vm *vm, State *state, uint64_t budget) { return interp_run_switch (vm, state, budget); }
#else
RunResult interp_run (Vm *vm, State *state, uint64_t budget) {
  return interp_run_threaded (vm, state, budget);
}
#endif
