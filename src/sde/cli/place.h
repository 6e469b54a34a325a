/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/place.h -- files that belong to this installation, programs and temporary folders */
#ifndef SDE_CLI_PLACE_H
#define SDE_CLI_PLACE_H

#include <stdbool.h>

/* The path of a file beside our own binary: place_installed ("lib/sde/runtime.bc"); the caller frees it. */
char *place_installed (const char *relative);
bool place_readable (const char *path);
/* A tool: the environment variable if it is set, else name-VERSION of LLVM on the PATH or where
 * Debian keeps it.  NULL: there is none. */
char *place_tool (const char *variable, const char *name);
/* The text with the current folder left out before every name of a file in it; the caller frees it. */
char *place_shorten (const char *text);
/* A fresh folder for intermediate files; NULL with a sentence printed.  place_remove_folder removes
 * it with the files in it. */
char *place_temporary (void);
void place_remove_folder (char *folder);

#endif
