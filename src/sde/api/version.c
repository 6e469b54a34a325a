/* SPDX-License-Identifier: GPL-2.0-only */
/* api/version.c -- what this is made of */
#include "api/explore_impl.h"
#include "rec/schema.h"

#include <stdio.h>
#include <stdlib.h>

void sde_free (void *p) { free (p); }

#ifndef SDE_NS3
#define SDE_NS3 "(not part of this build)"
#endif

const char *sde_version (void) { return SDE_VERSION; }

char *sde_version_text (void) {
  Mem mem;
  mem_init (&mem, "version", NULL);
  SolverOptions options = solver_defaults ();
  ExprPool *pool = expr_pool_new (&mem);
  Solver *solver = solver_new (&mem, pool, &options);
  char *out = NULL;
  if (asprintf (&out,
                "ns-3 SDE %s\nLLVM %s\nCaDiCaL %s\nZ3 %s\nns-3 %s\n"
                "SQLite %s\nresult database: schema %d\n",
                SDE_VERSION, program_llvm_version (), solver_sat_version (), solver_smt_version (solver),
                SDE_NS3, schema_sqlite (), REC_VERSION) < 0)
    out = NULL;
  solver_free (solver);
  expr_pool_free (pool);
  mem_fini (&mem);
  return out;
}
