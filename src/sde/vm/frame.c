/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/frame.c -- activation records
 *
 * Invariants: the innermost frame of a state has one reference; a frame keeps one
 * reference on the frame below it.  Frames of equal capacity class are kept for
 * reuse, since calls are frequent.
 */
#include "vm/frame.h"

#include <string.h>

enum { CLASS_SLOTS = 8 };

static size_t frame_size (unsigned capacity) { return sizeof (Frame) + capacity * sizeof (Slot); }

static Frame *frame_take (Vm *vm, unsigned nregs) {
  unsigned class = (nregs + CLASS_SLOTS - 1) / CLASS_SLOTS;
  if (class < FRAME_CLASSES && vm->free_frames[class]) {
    Frame *f = vm->free_frames[class];
    vm->free_frames[class] = f->below;
    return f;
  }
  unsigned capacity = class * CLASS_SLOTS;
  Frame *f = mem_new (vm->mem, frame_size (capacity));
  f->capacity = (uint16_t)capacity;
  f->objects = NULL;
  f->max_objects = 0;
  return f;
}

static void frame_release (Vm *vm, Frame *f) {
  mem_free (vm->mem, f->objects, f->max_objects * sizeof *f->objects);
  mem_free (vm->mem, f, frame_size (f->capacity));
}

static void frame_keep (Vm *vm, Frame *f) {
  unsigned class = f->capacity / CLASS_SLOTS;
  if (class >= FRAME_CLASSES) {
    frame_release (vm, f);
    return;
  }
  f->below = vm->free_frames[class];
  vm->free_frames[class] = f;
}

void frame_trim (Vm *vm) {
  for (unsigned class = 0; class < FRAME_CLASSES; class ++)
    while (vm->free_frames[class]) {
      Frame *f = vm->free_frames[class];
      vm->free_frames[class] = f->below;
      frame_release (vm, f);
    }
}

Frame *frame_new (Vm *vm, const Function *function, FuncId id, Frame *below) {
  Frame *f = frame_take (vm, function->nregs);
  f->below = below;
  f->refs = 1;
  f->function = id;
  f->call = 0;
  f->serial = 0;
  f->nregs = function->nregs;
  f->nobjects = 0;
  f->bytes = 0;
  f->varargs = 0;
  return f;
}

static void frame_need_objects (Vm *vm, Frame *f, uint32_t n) {
  if (n <= f->max_objects)
    return;
  uint32_t want = n < 4 ? 4 : 2 * n;
  f->objects =
      mem_resize (vm->mem, f->objects, f->max_objects * sizeof *f->objects, want * sizeof *f->objects);
  f->max_objects = want;
}

Frame *frame_copy (Vm *vm, const Frame *frame) {
  Frame *f = frame_take (vm, frame->nregs);
  f->below = frame->below;
  if (f->below)
    f->below->refs++;
  f->refs = 1;
  f->function = frame->function;
  f->call = frame->call;
  f->serial = frame->serial;
  f->nregs = frame->nregs;
  f->varargs = frame->varargs;
  f->bytes = frame->bytes;
  f->nobjects = frame->nobjects;
  frame_need_objects (vm, f, frame->nobjects);
  if (frame->nobjects)
    memcpy (f->objects, frame->objects, frame->nobjects * sizeof *f->objects);
  memcpy (f->regs, frame->regs, frame->nregs * sizeof (Slot));
  return f;
}

void frame_drop (Vm *vm, Frame *frame) {
  while (frame && --frame->refs == 0) {
    Frame *below = frame->below;
    frame_keep (vm, frame);
    frame = below;
  }
}

void frame_add_object (Vm *vm, State *state, uint64_t address, uint64_t size) {
  Frame *frame = state->frame;
  frame_need_objects (vm, frame, frame->nobjects + 1);
  frame->objects[frame->nobjects++] = address;
  frame->bytes += size;
  state->stack_bytes += size;
}

void frame_end_objects (Vm *vm, State *state, uint32_t n) {
  Frame *frame = state->frame;
  for (; frame->nobjects > n; frame->nobjects--) {
    Object object;
    uint64_t address = frame->objects[frame->nobjects - 1];
    if (memory_find (state->memory, address, &object) == FOUND_LIVE) {
      frame->bytes -= object.size;
      state->stack_bytes -= object.size;
    }
    memory_end (vm->space, state->memory, address, state->pc);
  }
}

void frame_pop (Vm *vm, State *state) {
  Frame *top = state->frame, *below = top->below;
  if (top->nobjects)
    frame_end_objects (vm, state, 0);
  if (below && below->refs > 1) {
    Frame *own = frame_copy (vm, below);
    below->refs--;
    below = own;
  }
  top->below = NULL;
  frame_keep (vm, top);
  state->frame = below;
  state->frames--;
}

Pc frame_place (const Vm *vm, const State *state) {
  Pc pc = state->pc;
  for (const Frame *f = state->frame; f; pc = f->call, f = f->below)
    if (vm->program->functions[f->function].debug)
      return pc;
  return state->pc;
}

size_t frame_bytes (const Frame *frame) {
  return frame ? frame_size (frame->capacity) + frame->max_objects * sizeof *frame->objects : 0;
}
