/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/jump.h -- what setjmp remembers
 *
 * A Jump keeps the registers of the frame that called setjmp, as they were then.
 * The guest's jmp_buf holds only the Jump's number and the frame's serial, so that
 * a damaged buffer is told from a good one.
 */
#ifndef SDE_VM_JUMP_H
#define SDE_VM_JUMP_H

#include "vm/frame.h"

typedef struct Jump {
  struct Jump *before;
  uint32_t refs;
  uint32_t number;
  uint32_t serial; /* of the frame */
  Pc pc;           /* of the call of setjmp */
  Frame *saved;
} Jump;

void jump_drop (Vm *vm, Jump *jump);

#endif
