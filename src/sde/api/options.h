/* SPDX-License-Identifier: GPL-2.0-only */
/* api/options.h -- public options as the parts below want them */
#ifndef SDE_API_OPTIONS_H
#define SDE_API_OPTIONS_H

#include "vm/vm.h"

#include <sde/explore.h>

VmOptions options_vm (const SdeExploreOptions *options);
typedef RunResult (*RunFn) (Vm *vm, State *state, uint64_t budget);
/* The interpreter's loop of that name; NULL: there is none. */
RunFn options_run (const char *dispatch);
/* A list of layers ("all,-cache") as bits; returns a sentence, to be freed, about a name that is none. */
char *options_layers (const char *text, uint32_t *out);

#endif
