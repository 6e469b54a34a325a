/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/intrinsics_memory.c -- allocation, blocks of bytes, output, numbers as text */
#include "vm/intrinsic.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the heap --- */

enum { MAX_ALIGN = 1 << 20 }; /* where slots begin */

Flow intrinsic_malloc (Vm *vm, State *state, const CallSite *site) {
  uint64_t size, align, kind;
  INTRINSIC_NUMBER (0, &size);
  INTRINSIC_NUMBER (1, &align);
  INTRINSIC_NUMBER (2, &kind);
  if (align > MAX_ALIGN)
    return exec_stop (vm, state, STOP_UNSUPPORTED, "an allocation aligned to %llu bytes",
                      (unsigned long long)align);
  if (vm->options.ask_allocations && !kind && state->boot && !state->allowed)
    return exec_want (state, (Want){.kind = WANT_ALLOCATE, .length = size});
  state->allowed = false;
  uint64_t p =
      memory_alloc (vm->space, state->memory, size, OBJECT_HEAP, FILL_UNINIT, frame_place (vm, state));
  return intrinsic_return (state, site, slot_bits (p));
}

static const char *kind_name (ObjectKind kind) {
  static const char *const names[] = {"a global variable", "a constant", "a local variable", "a heap object",
                                      "an object at a fixed address"};
  return names[kind];
}

static Flow stop_freed (Vm *vm, State *state, const Object *o, uint64_t p, const char *what) {
  const Location *at = program_location (vm->program, o->ended);
  if (o->kind != OBJECT_HEAP || o->base != p)
    return exec_stop (vm, state, STOP_INVALID_FREE, "%s of 0x%llx, in %s that has ended", what,
                      (unsigned long long)p, kind_name (o->kind));
  if (o->ended && at->line)
    return exec_stop (vm, state, STOP_DOUBLE_FREE,
                      "%s of a heap object of %llu bytes that was freed at %s:%u", what,
                      (unsigned long long)o->size, vm->program->files[at->file], at->line);
  return exec_stop (vm, state, STOP_DOUBLE_FREE, "%s of a heap object that was freed before", what);
}

/* Is a live heap object at p, and at its start?  If not the state is stopped. */
static bool heap_object (Vm *vm, State *state, uint64_t p, const char *what, Object *o) {
  Found found = memory_find (state->memory, p, o);
  if (found == FOUND_LIVE && o->kind == OBJECT_HEAP && o->base == p)
    return true;
  state->stop_address = p;
  if (found == FOUND_DEAD)
    stop_freed (vm, state, o, p, what);
  else if (found == FOUND_NOTHING)
    exec_stop (vm, state, STOP_INVALID_FREE, "%s of 0x%llx, where no object is", what, (unsigned long long)p);
  else if (o->kind != OBJECT_HEAP)
    exec_stop (vm, state, STOP_INVALID_FREE, "%s of %s", what, kind_name (o->kind));
  else
    exec_stop (vm, state, STOP_INVALID_FREE, "%s of a pointer %llu bytes into a heap object of %llu bytes",
               what, (unsigned long long)(p - o->base), (unsigned long long)o->size);
  return false;
}

Flow intrinsic_free (Vm *vm, State *state, const CallSite *site) {
  uint64_t p;
  Object o;
  INTRINSIC_NUMBER (0, &p);
  if (!heap_object (vm, state, p, "free", &o))
    return FLOW_STOP;
  memory_end (vm->space, state->memory, p, frame_place (vm, state));
  return exec_next (state);
}

Flow intrinsic_object_size (Vm *vm, State *state, const CallSite *site) {
  uint64_t p;
  Object o;
  INTRINSIC_NUMBER (0, &p);
  if (!heap_object (vm, state, p, "realloc", &o))
    return FLOW_STOP;
  return intrinsic_return (state, site, slot_bits (o.size));
}

/* --- blocks of bytes --- */

/* The functions return their first argument; an instruction that is to be executed again returns nothing yet. */
static Flow return_first (State *state, const CallSite *site, Flow flow, Pc before) {
  if (flow == FLOW_GO && state->pc != before && site->nresults)
    exec_set (state, site->result, state->frame->regs[site->args[0].reg]);
  return flow;
}

static Flow copy_block (Vm *vm, State *state, const CallSite *site, bool may_overlap) {
  Pc before = state->pc;
  uint64_t n;
  INTRINSIC_NUMBER (2, &n);
  Flow flow = exec_memcpy (vm, state, site->args[0].reg, site->args[1].reg, site->args[2].reg, may_overlap);
  return return_first (state, site, flow, before);
}

Flow intrinsic_memcpy (Vm *vm, State *state, const CallSite *site) {
  return copy_block (vm, state, site, false);
}

Flow intrinsic_memmove (Vm *vm, State *state, const CallSite *site) {
  return copy_block (vm, state, site, true);
}

Flow intrinsic_memset (Vm *vm, State *state, const CallSite *site) {
  Pc before = state->pc;
  uint64_t n;
  INTRINSIC_NUMBER (2, &n);
  Flow flow = exec_memset (vm, state, site->args[0].reg, site->args[1].reg, site->args[2].reg);
  return return_first (state, site, flow, before);
}

/* --- output and numbers as text --- */

/* Bytes put out before the run's limits are looked at again. */
enum { WRITE_PIECE = 1 << 20 };

Flow intrinsic_write (Vm *vm, State *state, const CallSite *site) {
  uint64_t fd, p, n;
  INTRINSIC_NUMBER (0, &fd);
  INTRINSIC_NUMBER (2, &n);
  INTRINSIC_NUMBER (1, &p);
  if (!exec_check_range (vm, state, p, n, ACCESS_READ))
    return FLOW_STOP;
  uint64_t left = n - state->block_done, piece = left < WRITE_PIECE ? left : WRITE_PIECE;
  exec_output (vm, state, (int)fd, p + state->block_done, piece);
  if (!vm->options.tell_prints || !state->boot || piece < left || !n)
    return exec_next_piece (state, n, piece);
  state->block_done = 0;
  return exec_want (state, (Want){WANT_PRINT, (int32_t)(uint32_t)fd, p, n, 0});
}

static const char *skip_digits (const char *s) {
  const char *from = s;
  while (isdigit ((unsigned char)*s))
    s++;
  return s - from > 6 ? "" : s; /* nobody prints that many */
}

/* One specification of a long double and nothing else. */
static bool spec_valid (const char *s) {
  if (*s++ != '%')
    return false;
  s += strspn (s, "-+ #0'");
  s = skip_digits (s);
  if (*s == '.')
    s = skip_digits (s + 1);
  return s[0] == 'L' && s[1] && strchr ("aAeEfFgG", s[1]) && !s[2];
}

/* The value of an 80-bit register if it is concrete. */
static bool long_double_of (Vm *vm, State *state, const CallArg *arg, long double *out) {
  Slot slot = exec_slot (vm, state, arg->reg, arg->width);
  if (arg->width != 80 || !slot.expr || !expr_is_const (vm->pool, slot.expr))
    return false;
  memset (out, 0, sizeof *out);
  memcpy (out, expr_limbs (vm->pool, slot.expr), 10);
  return true;
}

static Flow format_into (Vm *vm, State *state, const CallSite *site, const char *text, uint64_t buf,
                         uint64_t cap) {
  uint64_t n = strlen (text);
  uint64_t kept = n < cap ? n : cap ? cap - 1 : 0;
  if (cap) {
    if (!exec_check_range (vm, state, buf, kept + 1, ACCESS_WRITE))
      return FLOW_STOP;
    memory_write_concrete (vm->space, state->memory, buf, text, kept);
    memory_write_concrete (vm->space, state->memory, buf + kept, "", 1);
  }
  return intrinsic_return (state, site, slot_bits (n));
}

static Flow format_value (Vm *vm, State *state, const CallSite *site, const char *spec, uint64_t buf,
                          uint64_t cap) {
  long double value;
  char *text = NULL;
  if (!spec_valid (spec))
    return exec_stop (vm, state, STOP_UNSUPPORTED, "format \"%s\" of a number", spec);
  if (!long_double_of (vm, state, &site->args[3], &value))
    return exec_stop (vm, state, STOP_UNSUPPORTED, "a symbolic floating-point number is formatted");
  if (asprintf (&text, spec, value) < 0)
    return exec_stop (vm, state, STOP_UNSUPPORTED, "format \"%s\" of a number", spec);
  Flow flow = format_into (vm, state, site, text, buf, cap);
  free (text);
  return flow;
}

Flow intrinsic_format_double (Vm *vm, State *state, const CallSite *site) {
  enum { LONGEST_SPEC = 64 };
  uint64_t buf, cap, spec;
  INTRINSIC_NUMBER (0, &buf);
  INTRINSIC_NUMBER (1, &cap);
  INTRINSIC_NUMBER (2, &spec);
  Text text = {0};
  Flow flow = FLOW_STOP;
  if (exec_string (vm, state, spec, LONGEST_SPEC, &text))
    flow = format_value (vm, state, site, text_c (vm->mem, &text), buf, cap);
  text_free (vm->mem, &text);
  return flow;
}

/* Parses text as a number of that kind; returns its size in bytes, *used the characters that it took. */
static unsigned parse_number (const char *text, uint64_t kind, void *out, size_t *used) {
  char *end;
  if (kind == 0) {
    float x = strtof (text, &end);
    memcpy (out, &x, sizeof x);
  } else if (kind == 1) {
    double x = strtod (text, &end);
    memcpy (out, &x, sizeof x);
  } else {
    long double x = strtold (text, &end);
    memcpy (out, &x, 10);
  }
  *used = (size_t)(end - text);
  return kind == 0 ? sizeof (float) : kind == 1 ? sizeof (double) : 10;
}

static Flow parse_text (Vm *vm, State *state, const CallSite *site, const char *text, uint64_t kind,
                        uint64_t out) {
  uint8_t number[16] = {0};
  size_t used;
  unsigned size = parse_number (text, kind, number, &used);
  if (used) {
    if (!exec_check_range (vm, state, out, size, ACCESS_WRITE))
      return FLOW_STOP;
    memory_write_concrete (vm->space, state->memory, out, number, size);
  }
  return intrinsic_return (state, site, slot_bits ((uint32_t)used));
}

Flow intrinsic_parse_double (Vm *vm, State *state, const CallSite *site) {
  enum { LONGEST_NUMBER = 1 << 20 };
  uint64_t s, n, kind, out;
  INTRINSIC_NUMBER (0, &s);
  INTRINSIC_NUMBER (1, &n);
  INTRINSIC_NUMBER (2, &kind);
  INTRINSIC_NUMBER (3, &out);
  if (!exec_check_range (vm, state, s, n, ACCESS_READ))
    return FLOW_STOP;
  if (n > LONGEST_NUMBER)
    return exec_stop (vm, state, STOP_UNSUPPORTED, "a number of %llu characters", (unsigned long long)n);
  char *text = mem_zero (vm->mem, n + 1);
  Flow flow;
  if (memory_read_concrete (vm->space, state->memory, s, text, n))
    flow = parse_text (vm, state, site, text, kind, out);
  else
    flow = exec_stop (vm, state, STOP_UNSUPPORTED, "symbolic text is read as a floating-point number");
  mem_free (vm->mem, text, n + 1);
  return flow;
}

Flow intrinsic_random (Vm *vm, State *state, const CallSite *site) {
  uint64_t path = hash_pair (state->path.lo, state->path.hi);
  uint64_t number = hash_pair (hash_pair (vm->options.seed, path), state->randoms++);
  if (vm->options.drawn)
    vm->options.drawn (vm->options.replay_data, number);
  return intrinsic_return (state, site, slot_bits (number));
}
