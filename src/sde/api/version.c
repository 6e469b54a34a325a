/* SPDX-License-Identifier: GPL-2.0-only */
/* api/version.c -- what this is made of */
#include <sde/program.h>

#include <stdio.h>
#include <stdlib.h>

void sde_free (void *p) { free (p); }

const char *sde_version (void) { return SDE_VERSION; }

char *sde_version_text (void) {
  char *out = NULL;
  if (asprintf (&out, "ns-3 SDE %s\nLLVM %d\n", SDE_VERSION, SDE_LLVM) < 0)
    return NULL;
  return out;
}
