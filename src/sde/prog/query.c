/* SPDX-License-Identifier: GPL-2.0-only */
/* prog/query.c -- looking things up in a program */
#include "prog/address.h"
#include "prog/program.h"

#include <string.h>

const Function *program_function_at (const Program *program, uint64_t address) {
  if (address < FUNCTION_BASE || (address - FUNCTION_BASE) % FUNCTION_STEP)
    return NULL;
  uint64_t id = (address - FUNCTION_BASE) / FUNCTION_STEP;
  return id < program->nfunctions && program->functions[id].address == address ? &program->functions[id]
                                                                               : NULL;
}

/* Functions stand in the code in their order: the last one that begins at or before pc. */
const Function *program_function_of (const Program *program, Pc pc) {
  const Function *found = NULL;
  for (size_t i = 0; i < program->nfunctions; i++) {
    const Function *f = &program->functions[i];
    if (f->defined && f->entry <= pc && pc < f->end)
      found = f;
  }
  return found;
}

const Location *program_location (const Program *program, Pc pc) {
  return &program->places[pc < program->ncode ? program->locations[pc] : 0];
}

bool program_signed_at (const Program *p, uint64_t address, uint64_t size) {
  for (size_t i = 0; i < p->nglobals; i++)
    if (p->globals[i].address == address)
      return p->globals[i].size == size && p->globals[i].is_signed;
  return false;
}

FuncId program_find_function (const Program *program, const char *name) {
  for (size_t i = 0; i < program->nfunctions; i++)
    if (!strcmp (program->functions[i].name, name))
      return (FuncId)i;
  return FUNC_NONE;
}

void program_each_line (const Program *program, void (*fn) (void *data, uint32_t file, uint32_t line, Pc pc),
                        void *data) {
  for (size_t i = 0; i < program->nfunctions; i++) {
    const Function *f = &program->functions[i];
    if (!f->defined || !f->debug)
      continue;
    for (Pc pc = f->entry; pc < f->end; pc++) {
      const Location *at = program_location (program, pc);
      if (at->line)
        fn (data, at->file, at->line, pc);
    }
  }
}
