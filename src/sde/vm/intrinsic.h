/* SPDX-License-Identifier: GPL-2.0-only */
/* vm/intrinsic.h -- what the implementations of intrinsics share; private to vm */
#ifndef SDE_VM_INTRINSIC_H
#define SDE_VM_INTRINSIC_H

#include "vm/exec.h"

#define INTRINSIC(name, arguments, implementation, meaning)                                                  \
  Flow intrinsic_##implementation (Vm *vm, State *state, const CallSite *site);
#include "vm/intrinsic.def"

/* The k-th argument as a number.  If it is symbolic the state is forked and the caller returns; so this stands
 * before anything that has an effect.  Uses the caller's vm, state and site. */
#define INTRINSIC_NUMBER(k, out)                                                                             \
  do {                                                                                                       \
    Settled settled_ = exec_settle (vm, state, site->args[k].reg, site->args[k].width, (out));               \
    if (settled_ != SETTLED)                                                                                 \
      return settled_ == SETTLE_STOP ? FLOW_STOP : FLOW_GO;                                                  \
  } while (0)

/* Sets the call's result if it wants one, and goes on. */
Flow intrinsic_return (State *state, const CallSite *site, Slot value);
/* A line for the user, if somebody wants to see it. */
void intrinsic_say (Vm *vm, const char *format, ...) __attribute__ ((format (printf, 2, 3)));
/* A string of the program for a message: "?" if it cannot be read.  Never stops the state. */
void intrinsic_text (Vm *vm, State *state, uint64_t address, Text *out);

#endif
