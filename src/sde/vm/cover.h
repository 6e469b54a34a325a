/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/cover.h -- what has been executed
 *
 * Running code marks only where control went: sides of branches, entries of
 * functions and switch targets, calls that returned.  Which instructions were
 * executed follows from that and is computed when somebody asks.
 */
#ifndef SDE_VM_COVER_H
#define SDE_VM_COVER_H

#include "vm/vm.h"

typedef enum CoverBit {
  COVER_TRUE = 1,     /* this branch went to t */
  COVER_FALSE = 2,    /* this branch went to f */
  COVER_RETURNED = 4, /* this call returned */
  COVER_ENTERED = 8,  /* control came here by a call or a switch */
  COVER_STOPPED = 16  /* a path ended here */
} CoverBit;

/* Marks a bit for the first time. */
void cover_new (Vm *vm, State *state, Pc pc, CoverBit bit);
static inline void cover (Vm *vm, State *state, Pc pc, CoverBit bit) {
  if (__builtin_expect (!(vm->covered[pc] & bit), 0))
    cover_new (vm, state, pc, bit);
}

/* Of the whole run. */
static inline const uint8_t *cover_ever (const Vm *vm) { return vm->trace ? vm->ever : vm->covered; }
/* The run has a mark more. */
static inline void cover_first (Vm *vm, State *state, CoverBit bit) {
  if (bit == COVER_STOPPED)
    return;
  vm->covered_count++;
  state->covered_new = true;
  state->since_cover = state->instructions;
}
/* With a trace (vm/trace.c). */
void trace_mark (Vm *vm, State *state, Pc pc, CoverBit bit);

/* out[pc] := 1 for what was executed from start on, as far as the marks at these places tell. */
void cover_walk (const Vm *vm, Pc start, const Pc *marks, size_t n, uint8_t *out);
/* Is it a conditional branch of two sides? */
bool cover_branches (const Vm *vm, Pc pc);
/* out[pc] := 1 for every instruction that was executed on some path, 0 for the others. */
void cover_executed (const Vm *vm, uint8_t *out);

typedef struct CoverCount {
  size_t lines, lines_covered;       /* of functions with debug information */
  size_t branches, branches_covered; /* sides of conditional branches of such functions */
  size_t functions, functions_covered;
} CoverCount;
CoverCount cover_count (const Vm *vm);
/* Each line with code: whether it was reached; files and lines ascending. */
void cover_lines (const Vm *vm, void (*fn) (void *data, uint32_t file, uint32_t line, bool reached),
                  void *data);

#endif
