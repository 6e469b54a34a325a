/* SPDX-License-Identifier: GPL-2.0-only */
/* cli/section.h -- taking bitcode out of the native files that carry it */
#ifndef SDE_CLI_SECTION_H
#define SDE_CLI_SECTION_H

#include <stdbool.h>

/* Copies the section .sde.bc of the 64-bit ELF file `from` into the file `to`.  false: there is no
 * such section, or a file cannot be read or written (*why says which, static text). */
bool section_extract (const char *from, const char *to, const char **why);

#endif
