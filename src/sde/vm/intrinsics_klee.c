/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/intrinsics_klee.c -- the functions of klee.h that are not made of others */
#include "vm/intrinsic.h"

#include <regex.h>
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
    return exec_stop (vm, state, vm->options.silent_assume ? STOP_ASSUME : STOP_INVALID_ASSUME,
                      "invalid klee_assume call (provably false)");
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
  uint64_t address, n;
  INTRINSIC_NUMBER (0, &address);
  INTRINSIC_NUMBER (1, &n);
  if (!memory_add_fixed (vm->space, state->memory, address, n, frame_place (vm, state)))
    return exec_stop (vm, state, STOP_UNSUPPORTED,
                      "klee_define_fixed_object: the %llu bytes at 0x%llx are in use or no range",
                      (unsigned long long)n, (unsigned long long)address);
  return exec_next (state);
}

/* --- aliases of functions --- */

static void alias_add (Vm *vm, State *state, FuncId from, FuncId to) {
  Alias *alias = mem_new (vm->mem, sizeof *alias);
  *alias = (Alias){state->aliases, 1, from, to};
  state->aliases = alias;
}

FuncId exec_alias (const State *state, FuncId callee) {
  for (const Alias *alias = state->aliases; alias; alias = alias->before)
    if (alias->from == callee)
      return alias->to;
  return callee;
}

static bool alias_exact (Vm *vm, State *state, const char *name, FuncId to) {
  FuncId from = program_find_function (vm->program, name);
  if (from != FUNC_NONE)
    alias_add (vm, state, from, to);
  return true;
}

/* All functions whose whole name the extended regular expression matches. */
static bool alias_matching (Vm *vm, State *state, const char *pattern, FuncId to) {
  regex_t regex;
  if (regcomp (&regex, pattern, REG_EXTENDED))
    return false;
  for (FuncId id = 0; id < vm->program->nfunctions; id++) {
    regmatch_t match;
    const char *name = vm->program->functions[id].name;
    if (id != to && !regexec (&regex, name, 1, &match, 0) && !match.rm_so && !name[match.rm_eo])
      alias_add (vm, state, id, to);
  }
  regfree (&regex);
  return true;
}

static Flow alias_names (Vm *vm, State *state, uint64_t names[2], bool matching) {
  enum { LONGEST_NAME = 1000 };
  Text from = {0}, to = {0};
  Flow flow = FLOW_STOP;
  if (exec_string (vm, state, names[0], LONGEST_NAME, &from) &&
      exec_string (vm, state, names[1], LONGEST_NAME, &to)) {
    const char *name = text_c (vm->mem, &to), *old = text_c (vm->mem, &from);
    FuncId id = program_find_function (vm->program, name);
    if (id == FUNC_NONE)
      exec_stop (vm, state, STOP_USER, "klee_alias_function: there is no function %s", name);
    else if (!(matching ? alias_matching : alias_exact) (vm, state, old, id))
      exec_stop (vm, state, STOP_USER, "klee_alias_function_regex: %s is no regular expression", old);
    else
      flow = exec_next (state);
  }
  text_free (vm->mem, &from);
  text_free (vm->mem, &to);
  return flow;
}

Flow intrinsic_alias_function (Vm *vm, State *state, const CallSite *site) {
  uint64_t names[2];
  INTRINSIC_NUMBER (0, &names[0]);
  INTRINSIC_NUMBER (1, &names[1]);
  return alias_names (vm, state, names, false);
}

Flow intrinsic_alias_function_regex (Vm *vm, State *state, const CallSite *site) {
  uint64_t names[2];
  INTRINSIC_NUMBER (0, &names[0]);
  INTRINSIC_NUMBER (1, &names[1]);
  return alias_names (vm, state, names, true);
}

/* --- the search --- */

Flow intrinsic_prefer_cex (Vm *vm, State *state, const CallSite *site) {
  unsigned width = site->args[1].width;
  Expr value = exec_expr (vm, state, site->args[1].reg, width);
  Expr holds = expr_not (vm->pool, expr_eq (vm->pool, value, expr_const (vm->pool, width, 0)));
  Preference *preference = mem_new (vm->mem, sizeof *preference);
  *preference = (Preference){state->preferences, 1, holds};
  state->preferences = preference;
  return exec_next (state);
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
