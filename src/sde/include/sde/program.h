/* SPDX-License-Identifier: GPL-2.0-only */
/* sde/program.h -- loading a program
 *
 * A program is a bitcode file made by `sde cc`, read, verified and decoded once.
 * It never changes and may be explored any number of times.
 *
 * A function that can fail returns NULL when it worked, otherwise one sentence
 * that says what is wrong; the caller frees it with sde_free.
 */
#ifndef SDE_PROGRAM_H
#define SDE_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct SdeProgram SdeProgram;

/* Frees what a function of these headers gave to the caller; NULL is fine. */
void sde_free (void *p);

/* "0.1.0"; and several lines that name our version, LLVM's and the solvers', to be freed. */
const char *sde_version (void);
char *sde_version_text (void);

/* Reads a bitcode file.  trusted: in this process at once; otherwise it is tried in a child process
 * first, since LLVM's own reader may crash on damaged files. */
char *sde_program_load (const char *path, bool trusted, SdeProgram **out);
/* No exploration of it may be left. */
void sde_program_free (SdeProgram *program);

/* Functions that are called but that nobody defines: a path that calls one stops there. */
size_t sde_program_undefined_count (const SdeProgram *program);
const char *sde_program_undefined (const SdeProgram *program, size_t i);
/* The highest -O level that its code was compiled with; -1: not recorded. */
int sde_program_optimisation (const SdeProgram *program);

#ifdef __cplusplus
}
#endif

#endif
