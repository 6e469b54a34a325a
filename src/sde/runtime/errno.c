/* SPDX-License-Identifier: GPL-2.0-only */
/* runtime/errno.c -- the error number and failed assertions */
#include "rt.h"
#include <assert.h>
#include <errno.h>
#include <string.h>

static int number;

int *__errno_location (void) { return &number; }

void __assert_perror_fail (int error, const char *file, unsigned line, const char *function) {
  __assert_fail (strerror (error), file, line, function);
}

void __assert (const char *assertion, const char *file, int line) {
  __assert_fail (assertion, file, (unsigned)line, "");
}
