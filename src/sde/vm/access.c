/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/access.c -- loads and stores at any address
 *
 * A concrete address is inside one live object or it is a bug, told by what was
 * there.  A symbolic address is the start of an object plus an offset when its
 * constant part lies in that object's slot: then everything outside this object is
 * out of bounds, also where it would hit another one.  Without such an anchor the
 * state is forked over the objects that the address can be in.
 *
 * Once inside an object a read is a choice over the feasible offsets, and a write
 * changes each of them under the condition that it is the one.
 */
#include "vm/access.h"
#include "prog/address.h"

#include <stdio.h>

static const char *object_kind (const Object *o) {
  static const char *const names[] = {"global", "constant", "stack", "heap", "fixed"};
  return names[o->kind];
}

static const char *plural (uint64_t n) { return n == 1 ? "" : "s"; }

/* "heap object of 10 bytes (made at f.c:3)" */
static void describe_object (const Vm *vm, const Object *o, char *out, size_t size) {
  const Program *p = vm->program;
  int n = snprintf (out, size, "%s object of %llu byte%s", object_kind (o), (unsigned long long)o->size,
                    plural (o->size));
  if (n < 0 || (size_t)n >= size)
    return;
  if (o->kind == OBJECT_GLOBAL || o->kind == OBJECT_CONSTANT) {
    if (o->made < p->nglobals && p->globals[o->made].name[0])
      snprintf (out + n, size - (size_t)n, " (%s)", p->globals[o->made].name);
    return;
  }
  const Location *at = program_location (p, o->made);
  if (at->line)
    snprintf (out + n, size - (size_t)n, " (made at %s:%u)", p->files[at->file], at->line);
}

static const char *verb (Access access) { return access == ACCESS_WRITE ? "write" : "read"; }

static void stop_outside (Vm *vm, State *state, const Object *o, uint64_t address, uint64_t n,
                          Access access) {
  char what[300];
  describe_object (vm, o, what, sizeof what);
  uint64_t offset = address - o->base;
  if (offset > o->size)
    exec_stop (vm, state, STOP_OUT_OF_BOUNDS, "%s of %llu byte%s, %llu byte%s behind the end of a %s",
               verb (access), (unsigned long long)n, plural (n), (unsigned long long)(offset - o->size),
               plural (offset - o->size), what);
  else
    exec_stop (vm, state, STOP_OUT_OF_BOUNDS, "%s of %llu byte%s at offset %llu of a %s", verb (access),
               (unsigned long long)n, plural (n), (unsigned long long)offset, what);
}

static void stop_dead (Vm *vm, State *state, const Object *o, Access access) {
  char what[300];
  describe_object (vm, o, what, sizeof what);
  const Location *at = program_location (vm->program, o->ended);
  if (at->line)
    exec_stop (vm, state, STOP_USE_AFTER_FREE, "%s of a %s that ended at %s:%u", verb (access), what,
               vm->program->files[at->file], at->line);
  else
    exec_stop (vm, state, STOP_USE_AFTER_FREE, "%s of a %s that has ended", verb (access), what);
}

static const char *external_at (const Vm *vm, uint64_t address) {
  for (size_t i = 0; i < vm->program->nglobals; i++) {
    const Global *g = &vm->program->globals[i];
    if (g->external && address - g->address < (1ull << SMALL_BITS))
      return g->name;
  }
  return NULL;
}

static void stop_nowhere (Vm *vm, State *state, uint64_t address, Access access) {
  const char *external = external_at (vm, address);
  if (address < FUNCTION_BASE)
    exec_stop (vm, state, STOP_NULL_DEREFERENCE, "%s at address 0x%llx", verb (access),
               (unsigned long long)address);
  else if (external)
    exec_stop (vm, state, STOP_EXTERNAL, "variable %s is used, but nobody defines it", external);
  else if (address < SMALL_BASE)
    exec_stop (vm, state, STOP_OUT_OF_BOUNDS, "%s of the program's code at address 0x%llx", verb (access),
               (unsigned long long)address);
  else
    exec_stop (vm, state, STOP_OUT_OF_BOUNDS, "%s at address 0x%llx, where no object is", verb (access),
               (unsigned long long)address);
}

/* Nothing else is right about the access: the reason is in what was found. */
static void stop_access (Vm *vm, State *state, uint64_t address, uint64_t n, Access access) {
  Object o;
  state->stop_address = address;
  switch (memory_find (state->memory, address, &o)) {
  case FOUND_LIVE: stop_outside (vm, state, &o, address, n, access); break;
  case FOUND_DEAD: stop_dead (vm, state, &o, access); break;
  case FOUND_NOTHING: stop_nowhere (vm, state, address, access); break;
  }
}

static bool inside (const Object *o, uint64_t address, uint64_t n) {
  uint64_t offset = address - o->base;
  return offset <= o->size && n <= o->size - offset;
}

static bool stop_constant (Vm *vm, State *state, const Object *o) {
  char what[300];
  describe_object (vm, o, what, sizeof what);
  exec_stop (vm, state, STOP_READ_ONLY, "write to a %s", what);
  return false;
}

bool exec_check_range (Vm *vm, State *state, uint64_t address, uint64_t n, Access access) {
  Object o;
  if (!n)
    return true;
  if (memory_find (state->memory, address, &o) != FOUND_LIVE || !inside (&o, address, n)) {
    stop_access (vm, state, address, n, access);
    return false;
  }
  if (access == ACCESS_WRITE && o.kind == OBJECT_CONSTANT)
    return stop_constant (vm, state, &o);
  return true;
}

/* The object that the witness's value of a pointer is in, dead or alive. */
static bool object_of (const Vm *vm, const State *state, Expr pointer, Object *out) {
  return memory_find (state->memory, cond_eval (vm->solver, state->cond, pointer), out) != FOUND_NOTHING;
}

void exec_check_order (Vm *vm, State *state, Expr x, Expr y) {
  Object a, b;
  uint64_t place = state->pc | 1ull << 62; /* beside the places of vm/uninit.c */
  if (table_find (&vm->noted, place) || !object_of (vm, state, x, &a) || !object_of (vm, state, y, &b) ||
      a.base == b.base)
    return;
  *table_put (vm->mem, &vm->noted, place) = 1;
  vm->weak[WEAK_ORDER]++;
}

/* --- symbolic addresses --- */

/* The constant part of an address: an object's start plus known offsets, or 0. */
static uint64_t anchor_of (const Vm *vm, Expr address) {
  Expr operands[3];
  if (expr_kind (vm->pool, address) != EXPR_ADD)
    return 0;
  expr_operands (vm->pool, address, operands);
  for (unsigned i = 0; i < 2; i++)
    if (expr_is_const (vm->pool, operands[i]))
      return expr_value (vm->pool, operands[i]);
  return 0;
}

/* The object that a constant part belongs to: the one it points into; or else, where offsets go down (a[i - 1]), the one
 * that starts soon behind it. */
static Found anchor_object (const State *state, uint64_t anchor, Object *out) {
  Object next;
  Found found = memory_find (state->memory, anchor, out);
  if (found != FOUND_NOTHING && anchor - out->base <= out->size)
    return found;
  uint64_t half = 1ull << (SMALL_BITS - 1);
  if (anchor <= UINT64_MAX - half && memory_find (state->memory, anchor + half, &next) == FOUND_LIVE &&
      next.base > anchor) {
    *out = next;
    return FOUND_LIVE;
  }
  return found;
}

static Expr offset_in (Vm *vm, const Object *o, Expr address) {
  return expr_binary (vm->pool, EXPR_SUB, address, expr_const (vm->pool, 64, o->base));
}

/* The condition that n bytes at address are inside the object; n is at most its size. */
static Expr inside_condition (Vm *vm, const Object *o, Expr address, uint64_t n) {
  Expr last = expr_const (vm->pool, 64, o->size - n);
  return expr_not (vm->pool, expr_binary (vm->pool, EXPR_ULT, last, offset_in (vm, o, address)));
}

static Resolved resolve_anchored (Vm *vm, State *state, Expr address, uint64_t n, Access access,
                                  const Object *o) {
  char what[300];
  Expr bad =
      n > o->size ? expr_bool (vm->pool, true) : expr_not (vm->pool, inside_condition (vm, o, address, n));
  if (expr_is_false (vm->pool, bad))
    return RESOLVED;
  describe_object (vm, o, what, sizeof what);
  Guard guard = exec_guard (vm, state, bad, STOP_OUT_OF_BOUNDS, "%s of %llu byte%s outside a %s",
                            verb (access), (unsigned long long)n, plural (n), what);
  return guard == GUARD_PASSED ? RESOLVED : RESOLVE_STOP;
}

typedef struct Candidates {
  Vm *vm;
  State *state;
  Expr address;
  uint64_t n;
  Range range;
  Object found;
  bool any;
} Candidates;

static bool try_candidate (void *data, const Object *o) {
  Candidates *c = data;
  if (o->size < c->n || o->base > c->range.hi || o->base + (o->size - c->n) < c->range.lo)
    return true;
  Expr in = inside_condition (c->vm, o, c->address, c->n);
  if (solver_may (c->vm->solver, c->state->cond, in) == ANSWER_NO)
    return true;
  c->found = *o;
  c->any = true;
  return false;
}

/* Some live object that the address can be in; the witness's first, since it is the cheapest to find. */
static bool find_candidate (Vm *vm, State *state, Expr address, uint64_t n, Object *out) {
  uint64_t witness = cond_eval (vm->solver, state->cond, address);
  if (memory_find (state->memory, witness, out) == FOUND_LIVE && inside (out, witness, n))
    return true;
  Candidates c = {vm, state, address, n, {0, UINT64_MAX}, *out, false};
  c.range = expr_range (vm->pool, address);
  memory_each_live (state->memory, try_candidate, &c);
  *out = c.found;
  return c.any;
}

static void count_try (State *state) {
  if (state->resolved_pc != state->pc)
    state->resolved = 0;
  state->resolved_pc = state->pc;
  state->resolved++;
}

static bool too_many_objects (Vm *vm, State *state) {
  count_try (state);
  if (state->resolved <= vm->options.max_objects)
    return false;
  exec_stop (vm, state, STOP_INCOMPLETE, "an address that may be in more than %u objects",
             vm->options.max_objects);
  return true;
}

/* Without an anchor: this object on one side, all others and nothing on the other, which tries again. */
static Resolved resolve_free (Vm *vm, State *state, Expr address, uint64_t n, Access access, Object *o) {
  while (find_candidate (vm, state, address, n, o)) {
    if (too_many_objects (vm, state))
      return RESOLVE_STOP;
    Side side = exec_decide (vm, state, inside_condition (vm, o, address, n), state->pc);
    if (side == SIDE_STOPPED)
      return RESOLVE_STOP;
    if (side != SIDE_FALSE) {
      state->resolved = 0; /* the sibling goes on counting */
      return RESOLVED;
    }
  }
  stop_access (vm, state, cond_eval (vm->solver, state->cond, address), n, access);
  return RESOLVE_STOP;
}

Resolved access_resolve (Vm *vm, State *state, Expr address, uint64_t n, Access access, Object *o) {
  if (expr_has_uninit (vm->pool, address))
    exec_check_uninit (vm, state, address, "an address");
  uint64_t anchor = anchor_of (vm, address);
  Resolved resolved;
  switch (anchor ? anchor_object (state, anchor, o) : FOUND_NOTHING) {
  case FOUND_LIVE: resolved = resolve_anchored (vm, state, address, n, access, o); break;
  case FOUND_DEAD: stop_dead (vm, state, o, access); return RESOLVE_STOP;
  default: resolved = resolve_free (vm, state, address, n, access, o); break;
  }
  if (resolved == RESOLVED && access == ACCESS_WRITE && o->kind == OBJECT_CONSTANT) {
    stop_constant (vm, state, o);
    return RESOLVE_STOP;
  }
  return resolved;
}
