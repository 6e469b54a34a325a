/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/access.h -- from a symbolic address to an object; private to vm */
#ifndef SDE_VM_ACCESS_H
#define SDE_VM_ACCESS_H

#include "vm/exec.h"

typedef enum Resolved { RESOLVED, RESOLVE_STOP } Resolved;

/* The object that n bytes at the address are in; the path condition then implies it.  Copies that go elsewhere or stop are in
 * vm->forked.  Call it before any effect: such copies execute the instruction again. */
Resolved access_resolve (Vm *vm, State *state, Expr address, uint64_t n, Access access, Object *object);

/* The choice between what stands at these addresses. */
Expr read_choice (Vm *vm, State *state, Expr address, const Values *at, unsigned width);
/* A read inside the object at an address that depends on one byte of input; EXPR_NONE: it is no such read. */
Expr table_read (Vm *vm, State *state, const Object *object, Expr address, unsigned width);

#endif
