/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/node.c -- a node of a network from nothing to main, and again */
#include "vm/exec.h"
#include "vm/jump.h"
#include "vm/kept.h"

#include <stdio.h>
#include <string.h>

/* --- arguments and environment --- */

/* The name of the input that an argument or an environment string is. */
static void string_name (Vm *vm, const BootString *s, size_t index, bool env, Text *out) {
  if (env)
    text_printf (vm->mem, out, "env:%.*s", (int)strcspn (s->text, "="), s->text);
  else
    text_printf (vm->mem, out, "arg%zu", index);
}

/* A node that boots again has the arguments and variables that it had before. */
static void boot_symbols (Vm *vm, State *state, uint64_t at, uint32_t n, const char *name) {
  Text whole = {0};
  input_name (vm, state, name, &whole);
  if (!input_again (vm, state, at, n, text_c (vm->mem, &whole)))
    exec_make_symbolic (vm, state, at, n, name);
  text_free (vm->mem, &whole);
}

static uint64_t boot_string (Vm *vm, State *state, const BootString *s, size_t index, bool env) {
  uint64_t known = s->text && (env || !s->symbolic) ? strlen (s->text) : 0;
  uint64_t at =
      memory_alloc (vm->space, state->memory, known + s->symbolic + 1, OBJECT_GLOBAL, FILL_ZERO, UINT32_MAX);
  if (known)
    memory_write_concrete (vm->space, state->memory, at, s->text, known);
  if (s->symbolic) {
    Text name = {0};
    string_name (vm, s, index, env, &name);
    boot_symbols (vm, state, at + known, s->symbolic, text_c (vm->mem, &name));
    text_free (vm->mem, &name);
  }
  return at;
}

static uint64_t boot_strings (Vm *vm, State *state, const BootString *strings, size_t n, bool env) {
  uint64_t at = memory_alloc (vm->space, state->memory, (n + 1) * 8, OBJECT_GLOBAL, FILL_ZERO, UINT32_MAX);
  for (size_t i = 0; i < n; i++) {
    uint64_t string = boot_string (vm, state, &strings[i], i, env);
    memory_store (vm->space, state->memory, at + i * 8, 64, slot_bits (string));
  }
  return at;
}

static const Global *find_global (const Program *program, const char *name) {
  for (size_t i = 0; i < program->nglobals; i++)
    if (!strcmp (program->globals[i].name, name))
      return &program->globals[i];
  return NULL;
}

/* What start-up code does: the C library finds the environment in its variable. */
static void set_environ (Vm *vm, State *state) {
  const Global *g = find_global (vm->program, "environ");
  if (g && !g->external && !g->constant && g->size == 8)
    memory_store (vm->space, state->memory, g->address, 64, slot_bits (state->envp));
}

static void boot_main (Vm *vm, State *state, const Boot *boot) {
  state->boot = boot;
  state->argc = (uint32_t)boot->nargs;
  state->argv = boot_strings (vm, state, boot->args, boot->nargs, false);
  state->envp = boot_strings (vm, state, boot->env, boot->nenv, true);
  if (boot->nenv)
    set_environ (vm, state);
  exec_enter_phase (vm, state);
}

/* --- booting --- */

static bool strings_fit (const BootString *strings, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (strings[i].symbolic > MAX_INPUT)
      return false;
  return true;
}

Status vm_start_node (Vm *vm, const Boot *boot, State **out) {
  *out = NULL;
  if (!strings_fit (boot->args, boot->nargs) || !strings_fit (boot->env, boot->nenv))
    return status_fail ("an argument of node %u has more than %d symbolic bytes", boot->node, MAX_INPUT);
  Status status = exec_start (vm, out);
  if (!status_ok (status))
    return status;
  state_path_add (*out, &boot->node, sizeof boot->node);
  boot_main (vm, *out, boot);
  return STATUS_OK;
}

static void forget_run (Vm *vm, State *state) {
  frame_drop (vm, state->frame);
  jump_drop (vm, state->jumps);
  alias_drop (vm, state->aliases);
  published_drop (vm, state->published);
  if (state->message)
    mem_free (vm->mem, state->message, strlen (state->message) + 1);
  cond_unref (vm->solver, state->preferred);
  state->preferred = NULL;
  state->frame = NULL;
  state->jumps = NULL;
  state->aliases = NULL;
  state->published = NULL;
  state->message = NULL;
  state->stop = STOP_NONE;
  state->frames = state->phase = state->destructed = state->resolved = state->looks = 0;
  state->stack_bytes = state->block_done = state->stop_address = 0;
  state->no_fork = state->allowed = false;
  state->exit_status = 0;
  state->received_at = -1;
  state->want = (Want){.kind = WANT_NOTHING};
}

void state_reboot (Vm *vm, State *state, const Boot *boot) {
  vm->running = state;
  kept_save (vm, state);
  forget_run (vm, state);
  memory_free (vm->space, state->memory);
  state->memory = memory_new (vm->space);
  boot_main (vm, state, boot);
}

/* --- variables --- */

Status state_symbolic_global (Vm *vm, State *state, const char *variable, uint64_t offset, uint64_t size) {
  const Global *g = find_global (vm->program, variable);
  if (!g || g->external)
    return status_fail ("the program has no variable %s", variable);
  if (g->constant)
    return status_fail ("variable %s is constant", variable);
  if (offset >= g->size || size > g->size - offset)
    return status_fail ("variable %s has %llu bytes, not %llu from %llu on", variable,
                        (unsigned long long)g->size, (unsigned long long)size, (unsigned long long)offset);
  size = size ? size : g->size - offset;
  if (size > MAX_INPUT)
    return status_fail ("more than %d bytes of variable %s cannot be symbolic", MAX_INPUT, variable);
  Text name = {0};
  text_printf (vm->mem, &name, "var:%s", variable);
  if (offset)
    text_printf (vm->mem, &name, "[%llu]", (unsigned long long)offset);
  vm->running = state;
  boot_symbols (vm, state, g->address + offset, (uint32_t)size, text_c (vm->mem, &name));
  text_free (vm->mem, &name);
  return STATUS_OK;
}
