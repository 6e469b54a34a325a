/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/report.c -- where a state is and how it got there, in words */
#include "vm/exec.h"

static void trace_argument (Vm *vm, const State *state, const Param *param, Slot value, Text *out) {
  const char *name = param->name ? vm->program->strings[param->name] : "?";
  text_printf (vm->mem, out, "%s=", name);
  if (value.expr == EXPR_UNINIT)
    text_add (vm->mem, out, "uninitialised");
  else if (value.expr && expr_width (vm->pool, value.expr) > 64)
    text_add (vm->mem, out, "...");
  else if (value.expr)
    text_printf (vm->mem, out, "symbolic(%llu)",
                 (unsigned long long)cond_eval (vm->solver, state_model (state), value.expr));
  else if (param->pointer)
    text_printf (vm->mem, out, "0x%llx", (unsigned long long)value.bits);
  else
    text_printf (vm->mem, out, "%lld", (long long)bits_signed (value.bits, param->width ? param->width : 64));
}

/* Functions that were inlined have no frame of their own: they are lines without arguments. */
static unsigned trace_inlined (Vm *vm, Pc pc, unsigned number, Text *out) {
  const Program *p = vm->program;
  const Location *at = program_location (p, pc);
  while (at->inlined) {
    text_printf (vm->mem, out, "#%u %s at %s:%u (inlined)\n", number++, p->strings[at->function],
                 p->files[at->file], at->line);
    at = &p->places[at->inlined];
  }
  return number;
}

static const Location *outermost (const Program *p, Pc pc) {
  const Location *at = program_location (p, pc);
  while (at->inlined)
    at = &p->places[at->inlined];
  return at;
}

static void trace_frame (Vm *vm, const State *state, const Frame *f, Pc pc, unsigned number, Text *out) {
  const Function *fn = &vm->program->functions[f->function];
  const Location *at = outermost (vm->program, pc);
  text_printf (vm->mem, out, "#%u %s (", number, fn->name);
  for (unsigned i = 0; i < fn->nargs; i++) {
    if (i)
      text_add (vm->mem, out, ", ");
    trace_argument (vm, state, &fn->params[i], f->regs[i], out);
  }
  text_add (vm->mem, out, ")");
  if (at->line)
    text_printf (vm->mem, out, " at %s:%u", vm->program->files[at->file], at->line);
  text_add (vm->mem, out, "\n");
}

void state_trace (Vm *vm, const State *state, Text *out) {
  enum { SHOWN = 40 };
  Pc pc = state->pc;
  unsigned number = 0;
  for (const Frame *f = state->frame; f; pc = f->call, f = f->below) {
    if (number > SHOWN && f->below) {
      number++;
      continue;
    }
    number = trace_inlined (vm, pc, number, out);
    trace_frame (vm, state, f, pc, number++, out);
  }
}

/* The place of an instruction; what has none of its own (a function's entry) is at the first place of its function. */
static const Location *place_near (const Program *p, const Function *f, Pc pc) {
  const Location *at = program_location (p, pc);
  for (pc = f->entry; !at->line && pc < f->end; pc++)
    at = program_location (p, pc);
  return at;
}

bool state_place (const Vm *vm, const State *state, Location *out) {
  return state_place_of (vm, state, state->pc, out);
}

bool state_place_of (const Vm *vm, const State *state, Pc pc, Location *out) {
  for (const Frame *f = state->frame; f; pc = f->call, f = f->below) {
    const Function *fn = &vm->program->functions[f->function];
    const Location *at = fn->debug ? place_near (vm->program, fn, pc) : NULL;
    if (at && at->line) {
      *out = *at;
      return true;
    }
  }
  return false;
}

void state_bits (Vm *vm, const State *state, Text *out) {
  VEC (const Trail *) all = {0};
  for (const Trail *t = state->trail; t; t = t->before)
    VEC_PUSH (vm->mem, &all, t);
  while (all.len) {
    const Trail *t = VEC_POP (&all);
    if (t->outcome < 2)
      text_add (vm->mem, out, t->outcome ? "1" : "0");
    else
      text_printf (vm->mem, out, "(%llu)", (unsigned long long)t->outcome);
  }
  VEC_FREE (vm->mem, &all);
}
