/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/frame.h -- activation records
 *
 * A state's innermost frame is its own.  The frames below may be shared with the
 * states it was forked from or into: they are counted, and copied on return.
 */
#ifndef SDE_VM_FRAME_H
#define SDE_VM_FRAME_H

#include "vm/vm.h"

struct Frame {
  Frame *below;
  uint32_t refs;
  FuncId function;
  Pc call;         /* the call instruction that a return goes on behind; meaningless in the lowest frame */
  uint32_t serial; /* unique on the path */
  uint16_t nregs;
  uint16_t capacity; /* register slots that the allocation has */
  uint32_t nobjects, max_objects;
  uint64_t *objects; /* stack objects of this frame, in order of their making */
  uint64_t bytes;    /* of its stack objects */
  uint64_t varargs;  /* object that holds the variable arguments, or 0 */
  Slot regs[];
};

/* A frame for the function, registers uninitialised, on top of `below` (whose reference it takes over). */
Frame *frame_new (Vm *vm, const Function *function, FuncId id, Frame *below);
/* A private copy of a frame; `below` gains a reference. */
Frame *frame_copy (Vm *vm, const Frame *frame);
/* Gives up one reference, freeing what nobody else holds; iterative. */
void frame_drop (Vm *vm, Frame *frame);
/* Books a stack object of that size to the state's innermost frame. */
void frame_add_object (Vm *vm, State *state, uint64_t address, uint64_t size);
/* Ends the innermost frame's stack objects but the first n. */
void frame_end_objects (Vm *vm, State *state, uint32_t n);
/* Takes the innermost frame off the state and makes the one below private; stack objects are ended. NULL below: lowest. */
void frame_pop (Vm *vm, State *state);
/* The innermost place in the user's code: objects are made and ended there, and
 * what is noted once per place is noted there. */
Pc frame_place (const Vm *vm, const State *state);
/* Frees the frames kept for reuse. */
void frame_trim (Vm *vm);
size_t frame_bytes (const Frame *frame);

#endif
