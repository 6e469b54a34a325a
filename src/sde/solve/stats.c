/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/stats.c -- names and counts of the layers */
#include "solve/solve_impl.h"

const SolverStats *solver_stats (const Solver *solver) { return &solver->stats; }

const char *solver_layer_name (SolverLayer layer) {
  static const char *const names[] = {
#define LAYER(name, option, meaning) option,
#include "solve/layer.def"
  };
  return layer < LAYER_COUNT ? names[layer] : "none";
}
