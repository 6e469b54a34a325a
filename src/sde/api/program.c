/* SPDX-License-Identifier: GPL-2.0-only */
/* api/program.c -- loading a program */
#include "api/explore_impl.h"

#include <stdlib.h>
#include <string.h>

char *sde_program_load (const char *path, bool trusted, SdeProgram **out) {
  ProgramOptions options = {.trusted = trusted, .intrinsic = vm_intrinsic};
  SdeProgram *p = calloc (1, sizeof *p);
  *out = NULL;
  if (!p)
    return api_message (status_fail ("no memory left for the program"));
  mem_init (&p->mem, "program", NULL);
  Status status = program_load (&p->mem, path, &options, &p->program);
  if (status_ok (status) && p->program->main == FUNC_NONE) {
    program_free (p->program);
    status = status_fail ("%s has no function main", path);
  }
  if (status_ok (status)) {
    p->file = mem_string (&p->mem, path, strlen (path));
    *out = p;
  } else {
    mem_fini (&p->mem);
    free (p);
  }
  return api_message (status);
}

void sde_program_free (SdeProgram *program) {
  if (!program)
    return;
  program_free (program->program);
  mem_free (&program->mem, program->file, strlen (program->file) + 1);
  mem_fini (&program->mem);
  free (program);
}

size_t sde_program_undefined_count (const SdeProgram *program) { return program->program->nundefined; }
const char *sde_program_undefined (const SdeProgram *program, size_t i) {
  return program->program->undefined[i];
}
int sde_program_optimisation (const SdeProgram *program) { return program->program->opt_level; }
