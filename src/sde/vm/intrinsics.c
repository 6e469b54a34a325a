/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/intrinsics.c -- the table of functions that the VM implements */
#include "vm/intrinsic.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Intrinsic {
  const char *name;
  unsigned arguments;
  IntrinsicFn fn;
} Intrinsic;

static const Intrinsic intrinsics[] = {
#define INTRINSIC(name, arguments, implementation, meaning) {#name, arguments, intrinsic_##implementation},
#include "vm/intrinsic.def"
};
enum { INTRINSICS = sizeof intrinsics / sizeof *intrinsics };

int vm_intrinsic (void *data, const char *name) {
  (void)data;
  for (int i = 0; i < INTRINSICS; i++)
    if (!strcmp (intrinsics[i].name, name))
      return i;
  return -1;
}

/* A declaration may promise a result that the function does not give: its register must hold something.  One that is
 * an argument's as well does already. */
static void clear_result (State *state, const CallSite *site) {
  for (unsigned i = 0; i < site->nargs; i++)
    if (site->args[i].reg == site->result)
      return;
  exec_set (state, site->result, slot_bits (0));
}

/* Only the one that formats a long double takes what is wider than a register's number. */
static bool too_wide (const Intrinsic *in, const CallSite *site) {
  for (unsigned i = 0; i < in->arguments; i++)
    if (site->args[i].width > 64 && in->fn != intrinsic_format_double)
      return true;
  return false;
}

/* The result is as wide as the declaration says: a wider one is cut, as the machine does. */
static void fit_result (Vm *vm, State *state, const CallSite *site) {
  Slot slot = state->frame->regs[site->result];
  if (slot.expr > EXPR_UNINIT && expr_width (vm->pool, slot.expr) != site->width) {
    Expr wide = expr_width (vm->pool, slot.expr) < site->width
                    ? expr_extend (vm->pool, EXPR_ZEXT, slot.expr, site->width)
                    : expr_extract (vm->pool, slot.expr, 0, site->width);
    exec_set (state, site->result, slot_expr (vm->pool, wide));
  } else if (!slot.expr && slot.bits & ~bits_mask (site->width))
    exec_set (state, site->result, slot_bits (slot.bits & bits_mask (site->width)));
}

Flow exec_intrinsic (Vm *vm, State *state, const CallSite *site, int number) {
  invariant (number >= 0 && number < INTRINSICS);
  const Intrinsic *in = &intrinsics[number];
  if (site->nargs < in->arguments)
    return exec_stop (vm, state, STOP_BAD_CALL, "%s is called with %u arguments and takes %u", in->name,
                      site->nargs, in->arguments);
  if (too_wide (in, site))
    return exec_stop (vm, state, STOP_BAD_CALL, "%s is called with other arguments than it takes", in->name);
  if (site->nresults > 1 || site->width > 64)
    return exec_stop (vm, state, STOP_BAD_CALL, "%s is called as if it returned a structure", in->name);
  if (site->nresults)
    clear_result (state, site);
  Pc pc = state->pc;
  Flow flow = in->fn (vm, state, site);
  if (flow == FLOW_GO && state->pc == pc + 1) {
    if (site->nresults)
      fit_result (vm, state, site);
    cover (vm, state, pc, COVER_RETURNED);
  }
  return flow;
}

Flow intrinsic_return (State *state, const CallSite *site, Slot value) {
  if (site->nresults)
    exec_set (state, site->result, value);
  return exec_next (state);
}

void intrinsic_say (Vm *vm, const char *format, ...) {
  if (!vm->options.print)
    return;
  char *line = NULL;
  va_list args;
  va_start (args, format);
  int n = vasprintf (&line, format, args);
  va_end (args);
  if (n >= 0)
    vm->options.print (vm->options.print_data, line);
  free (n >= 0 ? line : NULL);
}

static bool readable (const State *state, uint64_t address) {
  Object o;
  return memory_find (state->memory, address, &o) == FOUND_LIVE && address - o.base < o.size;
}

void intrinsic_text (Vm *vm, State *state, uint64_t address, Text *out) {
  enum { LONGEST = 2000 };
  for (uint64_t i = 0; i < LONGEST; i++) {
    char c;
    if (!readable (state, address + i) ||
        !memory_read_concrete (vm->space, state->memory, address + i, &c, 1)) {
      text_add (vm->mem, out, "?");
      return;
    }
    if (!c)
      return;
    text_bytes (vm->mem, out, &c, 1);
  }
}

/* --- ends --- */

Flow intrinsic_nothing (Vm *vm, State *state, const CallSite *site) {
  (void)vm;
  (void)site;
  return exec_next (state);
}

/* The status is only shown: the witness's is as good as any. */
static int status_of (Vm *vm, State *state, const CallSite *site) {
  Slot slot = exec_slot (vm, state, site->args[0].reg, site->args[0].width);
  if (slot.expr && expr_has_uninit (vm->pool, slot.expr))
    exec_check_uninit (vm, state, slot.expr, "the exit status");
  exec_prefer (vm, state);
  return (int)(uint32_t)(slot.expr ? cond_eval (vm->solver, state_model (state), slot.expr) : slot.bits);
}

Flow intrinsic_exit (Vm *vm, State *state, const CallSite *site) {
  return exec_exit (vm, state, status_of (vm, state, site));
}

Flow intrinsic_silent_exit (Vm *vm, State *state, const CallSite *site) {
  state->exit_status = status_of (vm, state, site);
  return exec_stop (vm, state, STOP_SILENT, NULL);
}

Flow intrinsic_abort (Vm *vm, State *state, const CallSite *site) {
  (void)site;
  return exec_stop (vm, state, STOP_ABORT, NULL);
}

Flow intrinsic_assert_fail (Vm *vm, State *state, const CallSite *site) {
  uint64_t expr, function;
  INTRINSIC_NUMBER (0, &expr);
  INTRINSIC_NUMBER (3, &function);
  Text text = {0};
  text_add (vm->mem, &text, "assertion \"");
  intrinsic_text (vm, state, expr, &text);
  text_add (vm->mem, &text, "\" failed");
  if (function) {
    text_add (vm->mem, &text, " in ");
    intrinsic_text (vm, state, function, &text);
  }
  Flow flow = exec_stop (vm, state, STOP_ASSERT, "%s", text_c (vm->mem, &text));
  text_free (vm->mem, &text);
  return flow;
}

Flow intrinsic_report_error (Vm *vm, State *state, const CallSite *site) {
  uint64_t message, suffix;
  INTRINSIC_NUMBER (2, &message);
  INTRINSIC_NUMBER (3, &suffix);
  Text text = {0}, kind = {0};
  intrinsic_text (vm, state, message, &text);
  if (suffix)
    intrinsic_text (vm, state, suffix, &kind);
  if (kind.len && strcmp (text_c (vm->mem, &kind), "user"))
    text_printf (vm->mem, &text, " (%s)", text_c (vm->mem, &kind));
  text_free (vm->mem, &kind);
  Flow flow = exec_stop (vm, state, STOP_USER, "%s", text_c (vm->mem, &text));
  text_free (vm->mem, &text);
  return flow;
}

/* --- jumps --- */

Flow intrinsic_setjmp (Vm *vm, State *state, const CallSite *site) {
  uint64_t env;
  INTRINSIC_NUMBER (0, &env);
  return exec_setjmp (vm, state, site, env);
}

Flow intrinsic_longjmp (Vm *vm, State *state, const CallSite *site) {
  uint64_t env;
  INTRINSIC_NUMBER (0, &env);
  return exec_longjmp (vm, state, env, exec_slot (vm, state, site->args[1].reg, site->args[1].width));
}
