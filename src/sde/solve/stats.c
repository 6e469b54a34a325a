/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/stats.c -- names and counts of the layers, times of decisions */
#include "solve/solve_impl.h"

#include <time.h>

const SolverStats *solver_stats (const Solver *solver) { return &solver->stats; }

const char *solver_layer_name (SolverLayer layer) {
  static const char *const names[] = {
#define LAYER(name, option, meaning) option,
#include "solve/layer.def"
  };
  return layer < LAYER_COUNT ? names[layer] : "none";
}

uint64_t stats_clock (void) {
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void stats_time (Solver *solver, uint64_t from) {
  uint64_t ns = stats_clock () - from + 4;
  unsigned power = 63 - (unsigned)__builtin_clzll (ns);
  solver->stats.times[power * 4 + (ns >> (power - 2) & 3)]++;
}

uint64_t solver_median_ns (const Solver *solver) {
  uint64_t all = 0, below = 0;
  for (unsigned i = 0; i < 256; i++)
    all += solver->stats.times[i];
  for (unsigned i = 8; i < 256; i++)
    if ((below += solver->stats.times[i]) * 2 > all)
      return (4 + (uint64_t)i % 4) << (i / 4 - 2);
  return 0;
}
