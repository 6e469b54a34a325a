/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/diff.h -- the runtime, compiled natively under names with rt_, against glibc
 *
 *   RT (strlen);            declares rt_strlen with the type of strlen
 *   CHECK (condition, format, ...);
 *
 * The seed is SDE_SEED (1 when unset) and is printed by a failure.
 */
#ifndef SDE_TEST_RUNTIME_DIFF_H
#define SDE_TEST_RUNTIME_DIFF_H

#define _GNU_SOURCE 1
#define __NO_CTYPE 1
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RT(name) extern __typeof__ (name) rt_##name

int *rt___errno_location (void);
#define rt_errno (*rt___errno_location ())

/* What the runtime wrote by __sde_write since the last reset. */
extern char diff_output[1 << 16];
extern size_t diff_output_len;
extern int diff_output_calls;

extern uint64_t diff_seed;
uint64_t diff_random (uint64_t below);
/* n rounds, 20 times as many with LONG=1. */
unsigned diff_rounds (unsigned n);
_Noreturn void diff_fail (const char *file, int line, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));
#define CHECK(cond, ...) ((cond) ? (void)0 : diff_fail (__FILE__, __LINE__, __VA_ARGS__))

/* What each program defines. */
void diff_run (void);

#endif
