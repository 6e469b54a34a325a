/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/kept.h -- memory of a node under a name: published, or kept over reboots; private to vm
 *
 * Both are lists that grow at one end and share their beginnings between states.
 */
#ifndef SDE_VM_KEPT_H
#define SDE_VM_KEPT_H

#include "vm/node.h"

/* What sde_persistent gave; of several cells of one name the newest holds. */
typedef struct Kept {
  struct Kept *before;
  uint32_t refs;
  uint32_t size;
  uint64_t address; /* 0: the program has not asked for it since it was booted; then saved holds its bytes */
  Slot *saved;      /* size of them, or NULL; a byte that nobody wrote has expr EXPR_UNINIT */
  char *name;       /* strlen + 1 bytes */
} Kept;

/* The variable can be read by others under the name; one of that name before is forgotten. */
void published_add (Vm *vm, State *state, const char *name, uint64_t address, uint32_t size);
void published_drop (Vm *vm, Published *published);

/* The size of what is kept under that name, or 0. */
uint32_t kept_size (const State *state, const char *name);
/* Its address; made of that size, and zero, if there is none. */
uint64_t kept_address (Vm *vm, State *state, const char *name, uint32_t size);
/* Takes all contents out of the memory, which is about to be lost. */
void kept_save (Vm *vm, State *state);
void kept_drop (Vm *vm, Kept *kept);

#endif
