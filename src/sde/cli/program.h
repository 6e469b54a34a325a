/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/program.h -- opening what the user names as a program */
#ifndef SDE_CLI_PROGRAM_H
#define SDE_CLI_PROGRAM_H

#include <sde/program.h>

/* Loads bitcode, or the bitcode that a native program carries.  NULL, or a sentence to be freed. */
char *program_open (const char *path, bool trusted, SdeProgram **out);

#endif
