/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/exec.h -- how the slow arms of the interpreter talk to each other; private to vm
 *
 * The loop leaves its fast arms by storing the pc and calling exec_slow.  A slow
 * arm finds state->pc at its instruction, does the work and sets state->pc to where
 * the state goes on (exec_next: the following instruction).  It may leave siblings
 * in vm->forked; it may stop the state.  An arm that has to fork on the value of an
 * operand replaces the operand's register in each copy and leaves the pc where it
 * is: the instruction is executed again, now concretely.  So an arm must not have
 * any effect before its operands are settled.
 */
#ifndef SDE_VM_EXEC_H
#define SDE_VM_EXEC_H

#include "vm/cover.h"
#include "vm/frame.h"
#include "vm/node.h"

typedef enum Flow {
  FLOW_GO,   /* go on at state->pc (look at vm->forked first) */
  FLOW_STOP, /* state->stop is set */
  FLOW_WANT, /* state->want is set; the pc stays at the call */
} Flow;

static inline Flow exec_next (State *state) {
  state->pc++;
  return FLOW_GO;
}
/* A piece of an operation on n bytes is done: the next piece is done by executing the instruction again, after
 * the run's limits have been looked at. */
static inline Flow exec_next_piece (State *state, uint64_t n, uint64_t piece) {
  state->block_done += piece;
  if (state->block_done < n)
    return FLOW_GO;
  state->block_done = 0;
  return exec_next (state);
}
static inline Flow exec_jump (State *state, Pc target) {
  state->pc = target;
  return FLOW_GO;
}

/* Of the call that the state is at. */
static inline const CallSite *exec_site (const Vm *vm, const State *state) {
  return &vm->program->calls[insn_plain (vm->program, state->pc).imm];
}

/* Stops the state with a sentence; always FLOW_STOP. */
Flow exec_stop (Vm *vm, State *state, StopReason reason, const char *format, ...)
    __attribute__ ((format (printf, 4, 5)));

/* Any instruction, any operands: what the loop's fast arms do not do. */
Flow exec_slow (Vm *vm, State *state);

/* --- values --- */

/* A register's value as an expression of that width (0: as wide as the symbolic or uninitialised register says); an
 * uninitialised one becomes a symbol, and stays it. */
Expr exec_expr (Vm *vm, State *state, unsigned reg, unsigned width);
/* The same as a slot: never EXPR_UNINIT, concrete where the path condition fixes it. */
Slot exec_slot (Vm *vm, State *state, unsigned reg, unsigned width);
void exec_set (State *state, unsigned reg, Slot value);
/* Symbols for n uninitialised bytes, lowest byte first, as one expression of 8 n bits. */
Expr exec_uninit (Vm *vm, State *state, unsigned bytes);

/* The same for one byte of the state that runs now, as Space.fresh wants it. */
Expr exec_uninit_byte (void *vm, uint64_t address);

/* --- forking --- */

/* Appends a decision to the state's trail and path id. */
void state_decide (Vm *vm, State *state, Pc pc, uint64_t outcome);
typedef enum Side { SIDE_FALSE, SIDE_TRUE, SIDE_BOTH, SIDE_STOPPED } Side;
/* Which way a condition of width 1 goes on this path.  SIDE_BOTH: the state takes true, and its sibling for false, which is
 * the last in vm->forked, waits at `other`. */
Side exec_decide (Vm *vm, State *state, Expr condition, Pc other);
/* Goes to t or f by a symbolic condition of width 1; forks if both are possible. */
Flow exec_branch (Vm *vm, State *state, Expr condition, Pc t, Pc f);

/* Goes to the target of a symbolic value in a switch table; one state for each target that is possible. */
Flow exec_switch (Vm *vm, State *state, unsigned reg, const Switch *s);
/* Settles a 1-bit register by forking on it; the instruction is executed again. */
Flow exec_choose (Vm *vm, State *state, unsigned reg, Expr condition);

typedef enum Settled {
  SETTLED,      /* *out is the value */
  SETTLE_AGAIN, /* the state was forked or its register replaced: return FLOW_GO at once, the pc is unchanged */
  SETTLE_STOP   /* the state was stopped: return FLOW_STOP */
} Settled;
/* The value of a register that has to be concrete: forks over its feasible values, up to options.max_values; the rest
 * goes on as one stopped, counted state. */
Settled exec_settle (Vm *vm, State *state, unsigned reg, unsigned width, uint64_t *out);
typedef enum Guard { GUARD_PASSED, GUARD_STOPPED } Guard;
/* Where `bad` (width 1) can hold, a copy of the state stops with the reason; the state itself goes on without it, or stops if
 * nothing else is possible.  The copy is in vm->forked. */
Guard exec_guard (Vm *vm, State *state, Expr bad, StopReason reason, const char *format, ...)
    __attribute__ ((format (printf, 5, 6)));

/* Notes that an outcome depends on memory nobody wrote, if it can; no more once the place's defect is known (vm_noted). */
void exec_check_uninit (Vm *vm, State *state, Expr e, const char *what);

/* Counts (once per place) that pointers to different objects are ordered. */
void exec_check_order (Vm *vm, State *state, Expr x, Expr y);

/* --- memory --- */

typedef enum Access { ACCESS_READ, ACCESS_WRITE } Access;
/* Are n bytes at a concrete address inside one live object (writable for ACCESS_WRITE)?  Otherwise stops the state with the right reason;
 * n = 0 is always fine. */
bool exec_check_range (Vm *vm, State *state, uint64_t address, uint64_t n, Access access);
/* Loads and stores of LOAD.. and STORE.. at any address. */
Flow exec_load (Vm *vm, State *state, unsigned dest, Slot address, unsigned width);
Flow exec_store (Vm *vm, State *state, unsigned source, Slot address, unsigned width);
/* Copies n bytes between places that have been checked. */
void exec_copy (Vm *vm, State *state, uint64_t to, uint64_t from, uint64_t n);
Flow exec_memcpy (Vm *vm, State *state, unsigned dest, unsigned source, unsigned length, bool may_overlap);
Flow exec_memset (Vm *vm, State *state, unsigned dest, unsigned byte, unsigned length);
/* A NUL-terminated concrete string at a concrete address, of at most max bytes, into out; otherwise stops the state. */
bool exec_string (Vm *vm, State *state, uint64_t address, size_t max, Text *out);

/* Forgets the reads that vm/table_read.c keeps. */
void reads_free (Vm *vm);

/* --- calls --- */

Flow exec_call (Vm *vm, State *state, const CallSite *site, FuncId callee);
Flow exec_call_pointer (Vm *vm, State *state, const CallSite *site);
Flow exec_return (Vm *vm, State *state, unsigned first, unsigned count);
/* A state with the program's first memory and no frame; an error if there is no main that it could enter. */
Status exec_start (Vm *vm, State **out);
/* Enters what runs next as the lowest frame: a constructor, or main with the state's arguments. */
void exec_enter_phase (Vm *vm, State *state);
/* The lowest frame returns: the next constructor, main or exit runs, or the path ends. */
Flow exec_bottom (Vm *vm, State *state, unsigned first, unsigned count);
Flow exec_va_start (Vm *vm, State *state, unsigned list);
Flow exec_va_copy (Vm *vm, State *state, unsigned to, unsigned from);
/* The program's main has returned or exit has been called with this status. */
Flow exec_exit (Vm *vm, State *state, int status);
/* setjmp and longjmp: env is the address of the jmp_buf. */
Flow exec_setjmp (Vm *vm, State *state, const CallSite *site, uint64_t env);
Flow exec_longjmp (Vm *vm, State *state, uint64_t env, Slot value);

/* klee_prefer_cex: finds out which preferences can be met, oldest first, for state_model. */
void exec_prefer (Vm *vm, State *state);
/* klee_alias_function: the function that a call of this one goes to. */
FuncId exec_alias (const State *state, FuncId callee);
void alias_drop (Vm *vm, Alias *alias);

/* --- intrinsics (intrinsic.def, intrinsics*.c) --- */

/* Implements a call.  Arguments: exec_settle (vm, state, site->args[k].reg, site->args[k].width, &x) where it must be
 * concrete, exec_slot/exec_expr where it may be symbolic.  The result goes to exec_set (state, site->result, ...) (only if
 * site->nresults is not 0).  Returns exec_next (state), or FLOW_GO after SETTLE_AGAIN, or exec_stop (...). */
typedef Flow (*IntrinsicFn) (Vm *vm, State *state, const CallSite *site);
Flow exec_intrinsic (Vm *vm, State *state, const CallSite *site, int number);
/* Makes n bytes at address symbolic under a name (klee_make_symbolic), or takes them from the replay. */
Flow exec_make_symbolic (Vm *vm, State *state, uint64_t address, uint64_t n, const char *name);
enum { MAX_INPUT = 1 << 24 };
/* An input's name as its array has it: in a network the node's number and a colon stand before it. */
void input_name (Vm *vm, const State *state, const char *name, Text *out);
/* The array of the state's next input of that (whole) name. */
ArrayId input_next (Vm *vm, const State *state, const char *name, uint32_t n);
/* The next input of the path is this array. */
void input_add (Vm *vm, State *state, ArrayId array, uint64_t address);
/* The first input of that (whole) name once more at address, as arguments are after a reboot; false: there is none. */
bool input_again (Vm *vm, State *state, uint64_t address, uint32_t n, const char *name);
/* The bytes that the test case has for the next input, if it is of that name and size; zeros and false otherwise. */
bool input_replay (Vm *vm, State *state, ArrayId array, uint8_t *bytes);
/* Appends output. */
void exec_output (Vm *vm, State *state, int fd, uint64_t address, uint64_t n);

/* --- nodes (node.h) --- */

/* Leaves the VM: the pc stays, and want_return goes on. */
Flow exec_want (State *state, Want want);

/* --- arithmetic (arithmetic.h; intfun.c, floating.c) --- */
Flow exec_intfun (Vm *vm, State *state, const Insn *insn);
Flow exec_float (Vm *vm, State *state, const Insn *insn);

#endif
