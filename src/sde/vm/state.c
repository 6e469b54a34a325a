/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/state.c -- states: forking, stopping, freeing
 *
 * Trails, inputs, outputs and jumps are lists that grow at one end and share
 * their beginnings between states; each cell is counted.
 */
#include "vm/exec.h"
#include "vm/jump.h"
#include "vm/kept.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void trail_drop (Vm *vm, Trail *t) {
  while (t && --t->refs == 0) {
    Trail *before = t->before;
    MEM_FREE (vm->mem, t);
    t = before;
  }
}

static void input_drop (Vm *vm, Input *in) {
  while (in && --in->refs == 0) {
    Input *before = in->before;
    MEM_FREE (vm->mem, in);
    in = before;
  }
}

static void output_drop (Vm *vm, Output *out) {
  while (out && --out->refs == 0) {
    Output *before = out->before;
    mem_free (vm->mem, out, sizeof *out + out->length * sizeof (Slot));
    out = before;
  }
}

void alias_drop (Vm *vm, Alias *alias) {
  while (alias && --alias->refs == 0) {
    Alias *before = alias->before;
    MEM_FREE (vm->mem, alias);
    alias = before;
  }
}

static void preference_drop (Vm *vm, Preference *preference) {
  while (preference && --preference->refs == 0) {
    Preference *before = preference->before;
    MEM_FREE (vm->mem, preference);
    preference = before;
  }
}

State *state_fork (Vm *vm, State *state) {
  State *copy = mem_new (vm->mem, sizeof *copy);
  *copy = *state;
  copy->id = vm->next_id++;
  copy->memory = memory_fork (vm->space, state->memory);
  copy->frame = frame_copy (vm, state->frame);
  cond_ref (copy->cond);
  if (copy->trail)
    copy->trail->refs++;
  if (copy->inputs)
    copy->inputs->refs++;
  if (copy->output)
    copy->output->refs++;
  if (copy->jumps)
    copy->jumps->refs++;
  if (copy->aliases)
    copy->aliases->refs++;
  if (copy->preferences)
    copy->preferences->refs++;
  if (copy->published)
    copy->published->refs++;
  if (copy->kept)
    copy->kept->refs++;
  if (copy->message)
    copy->message = mem_string (vm->mem, state->message, strlen (state->message));
  copy->preferred = NULL;
  copy->user = NULL;
  vm->states_made++;
  vm->states_live++;
  return copy;
}

void state_free (Vm *vm, State *state) {
  memory_free (vm->space, state->memory);
  frame_drop (vm, state->frame);
  cond_unref (vm->solver, state->cond);
  trail_drop (vm, state->trail);
  input_drop (vm, state->inputs);
  output_drop (vm, state->output);
  jump_drop (vm, state->jumps);
  alias_drop (vm, state->aliases);
  preference_drop (vm, state->preferences);
  published_drop (vm, state->published);
  kept_drop (vm, state->kept);
  cond_unref (vm->solver, state->preferred);
  if (state->message)
    mem_free (vm->mem, state->message, strlen (state->message) + 1);
  MEM_FREE (vm->mem, state);
  vm->states_live--;
}

void state_decide (Vm *vm, State *state, Pc pc, uint64_t outcome) {
  Trail *t = mem_new (vm->mem, sizeof *t);
  uint64_t link[2] = {pc, outcome};
  *t = (Trail){state->trail, 1, state->depth + 1, pc, outcome};
  state->trail = t;
  state->depth++;
  state->path = hash128_chain (state->path, link, sizeof link);
}

static char *stop_text (Vm *vm, const char *format, va_list args) {
  char *text = NULL;
  int n = format ? vasprintf (&text, format, args) : 0;
  if (n <= 0) {
    free (text);
    return NULL;
  }
  char *own = mem_string (vm->mem, text, strlen (text));
  free (text);
  return own;
}

static void count_weakness (Vm *vm, StopReason reason) {
  switch (reason) {
  case STOP_EXTERNAL: vm->weak[WEAK_EXTERNAL]++; break;
  case STOP_HANG: vm->weak[WEAK_HANG]++; break;
  case STOP_UNSUPPORTED: vm->weak[WEAK_UNSUPPORTED]++; break;
  case STOP_INCOMPLETE: vm->weak[WEAK_INCOMPLETE]++; break;
  case STOP_DEPTH: vm->weak[WEAK_DEPTH]++; break;
  case STOP_LIMIT: vm->weak[WEAK_LIMIT]++; break;
  default: break;
  }
}

static void stop_with (Vm *vm, State *state, StopReason reason, char *text) {
  if (state->message)
    mem_free (vm->mem, state->message, strlen (state->message) + 1);
  state->stop = reason;
  state->message = text;
  count_weakness (vm, reason);
  exec_prefer (vm, state);
}

void state_stop (Vm *vm, State *state, StopReason reason, const char *format, ...) {
  va_list args;
  va_start (args, format);
  stop_with (vm, state, reason, stop_text (vm, format, args));
  va_end (args);
}

Flow exec_stop (Vm *vm, State *state, StopReason reason, const char *format, ...) {
  va_list args;
  va_start (args, format);
  stop_with (vm, state, reason, stop_text (vm, format, args));
  va_end (args);
  cover (vm, state, state->pc, COVER_STOPPED);
  return FLOW_STOP;
}

size_t state_bytes (const State *state) {
  return sizeof *state + frame_bytes (state->frame) + memory_bytes (state->memory) +
         cond_bytes (state->cond) + (state->trail && state->trail->refs == 1 ? sizeof (Trail) : 0);
}
