/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/boot.c -- from nothing to main, and from main's end to the end
 *
 * Phases of a path: each constructor in turn, main, exit, destructors.  A phase runs as the
 * lowest frame; when it returns the next one takes its place.
 */
#include "vm/exec.h"
#include "vm/trace.h"

#include <stdlib.h>
#include <string.h>

#define PHASE_DESTRUCTORS UINT32_MAX

static void enter (Vm *vm, State *state, FuncId id, const Slot *args, unsigned n) {
  const Function *f = &vm->program->functions[id];
  state->frame = frame_new (vm, f, id, NULL);
  state->frame->serial = ++state->serial;
  state->frames = 1;
  for (unsigned i = 0; i < f->nargs; i++)
    state->frame->regs[i] = i < n ? args[i] : slot_bits (0);
  state->pc = f->entry;
  cover (vm, state, f->entry, COVER_ENTERED);
}

static uint64_t boot_string (Vm *vm, State *state, const char *s) {
  uint64_t n = strlen (s) + 1;
  uint64_t at = memory_alloc (vm->space, state->memory, n, OBJECT_GLOBAL, FILL_ZERO, UINT32_MAX);
  memory_write_concrete (vm->space, state->memory, at, s, n);
  return at;
}

/* argv as an array of pointers with a null one behind the last. */
static uint64_t boot_vector (Vm *vm, State *state, int argc, const char *const *argv) {
  uint64_t size = ((uint64_t)argc + 1) * 8;
  uint64_t at = memory_alloc (vm->space, state->memory, size, OBJECT_GLOBAL, FILL_ZERO, UINT32_MAX);
  for (int i = 0; i < argc; i++) {
    uint64_t string = boot_string (vm, state, argv[i]);
    memory_store (vm->space, state->memory, at + (uint64_t)i * 8, 64, slot_bits (string));
  }
  return at;
}

static void enter_main (Vm *vm, State *state) {
  const Slot args[3] = {slot_bits (state->argc), slot_bits (state->argv), slot_bits (state->envp)};
  enter (vm, state, vm->program->main, args, 3);
}

void exec_enter_phase (Vm *vm, State *state) {
  if (state->phase < vm->program->nctors)
    enter (vm, state, vm->program->ctors[state->phase].function, NULL, 0);
  else
    enter_main (vm, state);
}

Flow exec_exit (Vm *vm, State *state, int status) {
  if (!state->destructed)
    state->exit_status = status;
  if (state->destructed >= vm->program->ndtors)
    return exec_stop (vm, state, STOP_EXIT, NULL);
  while (state->frame)
    frame_pop (vm, state);
  state->phase = PHASE_DESTRUCTORS;
  enter (vm, state, vm->program->dtors[state->destructed++].function, NULL, 0);
  return FLOW_GO;
}

static Flow main_returned (Vm *vm, State *state, Slot status) {
  if (status.expr && expr_has_uninit (vm->pool, status.expr))
    exec_check_uninit (vm, state, status.expr, "the exit status");
  FuncId quit = program_find_function (vm->program, "exit");
  if (quit == FUNC_NONE || !vm->program->functions[quit].defined) {
    uint64_t value =
        status.expr > EXPR_UNINIT ? cond_eval (vm->solver, state->cond, status.expr) : status.bits;
    return exec_exit (vm, state, (int)(uint32_t)value);
  }
  frame_pop (vm, state);
  enter (vm, state, quit, &status, 1);
  return FLOW_GO;
}

Flow exec_bottom (Vm *vm, State *state, unsigned first, unsigned count) {
  Slot result = count ? exec_slot (vm, state, first, 32) : slot_bits (0);
  size_t nctors = vm->program->nctors;
  if (state->phase > nctors)
    return exec_exit (vm, state, 0);
  state->phase++;
  if (state->phase > nctors)
    return main_returned (vm, state, result);
  frame_pop (vm, state);
  exec_enter_phase (vm, state);
  return FLOW_GO;
}

static State *state_new (Vm *vm) {
  State *state = mem_zero (vm->mem, sizeof *state);
  state->id = vm->next_id++;
  state->memory = memory_new (vm->space);
  state->cond = cond_new (vm->solver);
  state->path = hash128_bytes (vm->program->identity, sizeof vm->program->identity);
  vm->states_made++;
  vm->states_live++;
  vm->running = state;
  state->received_at = -1;
  return state;
}

Status exec_start (Vm *vm, State **out) {
  *out = NULL;
  if (vm->program->main == FUNC_NONE)
    return status_fail ("the program has no function main");
  const Function *f = &vm->program->functions[vm->program->main];
  if (f->nargs > 3 || f->variadic)
    return status_fail ("main takes %u arguments; 0, 2 or 3 are understood", f->nargs);
  *out = state_new (vm);
  return STATUS_OK;
}

Status vm_start (Vm *vm, int argc, const char *const *argv, State **out) {
  Status status = exec_start (vm, out);
  if (!status_ok (status))
    return status;
  State *state = *out;
  state->argc = (uint32_t)argc;
  state->argv = boot_vector (vm, state, argc, argv);
  state->envp = boot_vector (vm, state, 0, NULL);
  exec_enter_phase (vm, state);
  return STATUS_OK;
}

VmOptions vm_defaults (void) {
  return (VmOptions){
      .max_frames = 100000,
      .max_stack_bytes = 64ull << 20,
      .max_objects = 64,
      .max_offsets = 4096,
      .max_values = 256,
      .report_uninit = true,
  };
}

Status vm_new (Mem *mem, const Program *program, Solver *solver, const VmOptions *options, Vm **out) {
  Vm *vm = mem_zero (mem, sizeof *vm);
  vm->mem = mem;
  vm->program = program;
  vm->solver = solver;
  vm->pool = solver_pool (solver);
  vm->options = *options;
  vm->space = space_new (mem, vm->pool, program);
  vm->space->fresh = exec_uninit_byte;
  vm->space->data = vm;
  vm->covered = mem_zero (mem, program->ncode + 1);
  *out = vm;
  return STATUS_OK;
}

void vm_free (Vm *vm) {
  for (size_t i = 0; i < vm->forked.len; i++)
    state_free (vm, vm->forked.data[i]);
  VEC_FREE (vm->mem, &vm->forked);
  invariant (vm->states_live == 0);
  frame_trim (vm);
  reads_free (vm);
  table_free (vm->mem, &vm->noted);
  space_free (vm->space);
  trace_free (vm);
  mem_free (vm->mem, vm->covered, vm->program->ncode + 1);
  mem_free (vm->mem, vm, sizeof *vm);
}
