/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/trace.h -- what one stretch of a state's life executes, apart from everything before
 *
 * Without a trace marks go to vm->covered and stay there.  With one, vm->covered holds the marks of the stretch that is
 * open, and vm->ever all of them.  A stretch begins when a state is run and ends where it waits, stops or is copied, so that
 * what a state has executed is what its own stretches and those of its ancestors before the copy have.  The branch at which
 * a state is copied belongs to what follows: each copy owes the mark of its own side.
 *
 * Costs nothing while there is no trace.
 */
#ifndef SDE_VM_TRACE_H
#define SDE_VM_TRACE_H

#include "vm/cover.h"

/* A stretch that has ended: equal hashes, equal programs: the same was executed. */
typedef struct Stretch {
  Hash128 hash;
  Pc start;
} Stretch;

void trace_new (Vm *vm);
void trace_free (Vm *vm);
/* The state is about to run; nothing happens if its stretch is open. */
void trace_begin (Vm *vm, State *state);
/* Ends the open stretch; false: none is open.  What it has marked can be looked at until trace_clear, which must follow. */
bool trace_end (Vm *vm, Stretch *out);
void trace_clear (Vm *vm);
/* Of an ended stretch: each instruction that it executed, each side of a branch that it took. */
void trace_each (Vm *vm, const Stretch *stretch, void (*executed) (void *data, Pc pc),
                 void (*took) (void *data, Pc pc, bool side), void *data);

/* In a fork: a mark for the whole run, of what is executed in a later stretch, of this state or a copy. */
void trace_later (Vm *vm, State *state, Pc pc, CoverBit bit);
/* What that stretch of a state will mark itself. */
void trace_owe (Vm *vm, State *state, Pc pc, CoverBit side);

#endif
