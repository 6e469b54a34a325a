/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/node.h -- a state that is a node of a network: what it wants from outside
 *
 * A call that only the network can answer leaves the interpreter: interp_run returns
 * RUN_WANTS and state->want says what is wanted.  The pc stays at the call.  The network
 * answers with want_return, which sets the call's result and goes on behind the call; until
 * then the state must not be run.  Copies of a state that wants something want the same.
 *
 * What needs no answer from outside (sde_now, sde_node_id, sde_publish ...) does not leave the VM;
 * the network sets state->now before it lets a state run.
 *
 * In a network (VmOptions.network) symbolic inputs of a state belong to its node: the array of input
 * "x" of node 3 is called "3:x", that of a second one "3:x_1".  Outside of one, the functions of sde/node.h stop the path
 * as unsupported.
 */
#ifndef SDE_VM_NODE_H
#define SDE_VM_NODE_H

#include "vm/vm.h"

/* --- boot --- */

/* An argument or an environment string: text, or (symbolic > 0) that many symbolic bytes and a NUL. */
typedef struct BootString {
  const char *text; /* environment: "NAME=value", or with symbolic bytes "NAME=" */
  uint32_t symbolic;
} BootString;

typedef struct Boot {
  uint32_t node;       /* its number for the program, and in names of symbols */
  uint32_t interfaces; /* how many it has */
  uint32_t nodes;      /* in the network */
  const BootString *args, *env;
  size_t nargs, nenv;
} Boot;

/* A state of a node about to enter main.  The path begins with program and node. */
Status vm_start_node (Vm *vm, const Boot *boot, State **out);
/* The state begins main anew: memory, stack, queues of the program are lost; path, condition, inputs and what
 * sde_persistent gave stay. */
void state_reboot (Vm *vm, State *state, const Boot *boot);
/* Bytes of a global variable become symbolic before main runs, after a reboot the same symbols again.  An error names a variable that there is not,
 * or bytes that it has not; size 0: to its end. */
Status state_symbolic_global (Vm *vm, State *state, const char *variable, uint64_t offset, uint64_t size);

/* --- wanting --- */

/* Ends the call at which the state wants something: its result, if the caller takes one. */
void want_return (Vm *vm, State *state, uint64_t result);
/* The allocation that the state wants is made when the state runs again. */
void want_allow (State *state);
/* The name that WANT_MAYBE is about, appended to out. */
void want_text (Vm *vm, State *state, Text *out);
/* The line of WANT_LOG, appended to out; false: a string in it cannot be read, and the state has stopped.  Where a witness
 * decides what is read, nothing stops. */
bool want_line (Vm *vm, State *state, Text *out);

/* Bytes of a checked range of the state's memory; expr is EXPR_NONE where a byte is concrete.  Uninitialised bytes
 * become symbols. */
Slot state_byte (Vm *vm, State *state, uint64_t address);
void state_set_byte (Vm *vm, State *state, uint64_t address, Slot byte);

/* Notes, as a sibling in vm->forked, that a byte which leaves the state depends on memory that nobody wrote, if it
 * does. */
void state_check_sent (Vm *vm, State *state, Expr byte);

/* --- path --- */

/* Appends an entry to the path id; the same entries make the same path id. */
void state_path_add (State *state, const void *entry, size_t size);
/* A fresh symbolic input of n bytes that is not in memory yet: name is without the node's number. */
ArrayId state_new_input (Vm *vm, State *state, const char *name, uint32_t n);
/* The same in a concrete run: its bytes. */
void state_replay_input (Vm *vm, State *state, const char *name, uint32_t n, uint8_t *bytes);

/* --- published variables, newest first --- */

typedef struct Published {
  struct Published *before;
  uint32_t refs;
  uint32_t size;
  uint64_t address;
  char *name; /* strlen + 1 bytes */
} Published;

/* The variable that a state has published under that name, or NULL. */
const Published *state_published (const State *state, const char *name);
/* The little-endian number in n (1 to 8) bytes of memory, under what the state knows; EXPR_NONE: they are not all in
 * one live object, or nobody wrote them.  Nothing is changed. */
Expr state_peek (Vm *vm, const State *state, uint64_t address, unsigned n);

#endif
