/* SPDX-License-Identifier: GPL-2.0-only */
/* testcase/least.h -- the least values that inputs can have, byte by byte in their order
 *
 * The first byte is the least that any solution has, the second the least of all solutions with that first byte, and
 * so on: exact, by asking the solver for each byte whose known value is not 0.  Where the solver gives up, the value of
 * a known solution stays.
 */
#ifndef SDE_TESTCASE_LEAST_H
#define SDE_TESTCASE_LEAST_H

#include "net/joint.h"

typedef struct Least {
  Solver *solver;
  Cond *cond; /* with the bytes fixed so far */
  bool sure;  /* no answer was unknown */
} Least;

Least least_begin (Solver *solver, const Cond *cond);
uint8_t least_byte (Least *least, SymId sym);
void least_end (Least *least);

/* Scenarios with smaller values are better; between equal ones the paths decide, so that the best is the same in
 * every run.  data: the Scenarios. */
JointTaste least_taste (const Scenarios *from);

#endif
