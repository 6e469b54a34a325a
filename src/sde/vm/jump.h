/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/jump.h -- what setjmp remembers
 *
 * A Jump keeps the registers of the frame that called setjmp, as they were then.
 * The guest's jmp_buf holds only a magic number and the Jump's own, so that a
 * damaged buffer is told from a good one.
 *
 * Jumps of frames that are gone, and those that the same call of setjmp makes again
 * in the same buffer, are given up by the next setjmp: a program that protects a
 * million calls, one after the other, keeps as many Jumps as are open at once.
 */
#ifndef SDE_VM_JUMP_H
#define SDE_VM_JUMP_H

#include "vm/frame.h"

typedef struct Jump {
  struct Jump *before;
  uint32_t refs;
  uint32_t number;
  uint32_t serial; /* of the frame */
  uint32_t depth;  /* frames that were open */
  Pc pc;           /* of the call of setjmp */
  uint64_t env;    /* address of the buffer */
  Frame *saved;
} Jump;

void jump_drop (Vm *vm, Jump *jump);

#endif
