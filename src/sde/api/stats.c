/* SPDX-License-Identifier: GPL-2.0-only */
/* api/stats.c -- figures of a run: counts, weakenings, coverage */
#include "api/explore_impl.h"
#include "vm/cover.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool weakened (const Vm *vm) {
  for (int i = 0; i < WEAK_COUNT; i++)
    if (vm->weak[i])
      return true;
  return false;
}

void sde_explore_stats (const SdeExplore *x, SdeStats *out) {
  *out = x->stats;
  if (!x->done) {
    struct timespec t;
    clock_gettime (CLOCK_MONOTONIC, &t);
    out->seconds = (double)t.tv_sec + 1e-9 * (double)t.tv_nsec - x->started;
  }
  out->instructions = x->vm->instructions;
  out->forks = x->vm->forks;
  out->states = x->vm->states_made;
  out->states_alive = x->vm->states_live;
  out->bytes_alive = x->mem.live + x->program->mem.live;
  out->bytes_peak = x->mem.peak + x->program->mem.live;
  out->bytes_state = x->waiting_counted ? x->waiting_bytes / x->waiting_counted : 0;
  out->queries = solver_stats (x->solver)->queries;
  out->decision_ns = solver_median_ns (x->solver);
  out->exhaustive = x->stats.finished && !x->stats.cut && !weakened (x->vm);
}

bool sde_explore_weak (const SdeExplore *x, size_t i, uint64_t *count, const char **name,
                       const char **meaning) {
  if (i >= WEAK_COUNT)
    return false;
  *count = x->vm->weak[i];
  *name = weak_name ((Weak)i);
  *meaning = weak_meaning ((Weak)i);
  return true;
}

bool sde_explore_layer (const SdeExplore *x, size_t i, uint64_t *count, const char **name) {
  if (i >= LAYER_COUNT)
    return false;
  *count = solver_stats (x->solver)->decided[i];
  *name = solver_layer_name ((SolverLayer)i);
  return true;
}

void sde_explore_coverage (const SdeExplore *x, SdeCoverage *out) {
  CoverCount c = cover_count (x->vm);
  *out = (SdeCoverage){c.lines,     c.lines_covered,    c.branches, c.branches_covered,
                       c.functions, c.functions_covered};
}

typedef struct Lcov {
  const Program *program;
  FILE *file;
  uint32_t current;
  size_t found, hit;
} Lcov;

static void lcov_close_file (Lcov *l) {
  if (l->found)
    fprintf (l->file, "LF:%zu\nLH:%zu\nend_of_record\n", l->found, l->hit);
  l->found = l->hit = 0;
}

static void lcov_line (void *data, uint32_t file, uint32_t line, bool reached) {
  Lcov *l = data;
  if (!l->found || file != l->current) {
    lcov_close_file (l);
    fprintf (l->file, "TN:\nSF:%s\n", l->program->files[file]);
    l->current = file;
  }
  l->found++;
  l->hit += reached;
  fprintf (l->file, "DA:%u,%d\n", line, reached);
}

char *sde_explore_write_lcov (const SdeExplore *x, const char *path) {
  Lcov l = {.program = x->program->program, .file = fopen (path, "w")};
  if (!l.file)
    return api_message (status_fail ("%s cannot be written: %s", path, strerror (errno)));
  cover_lines (x->vm, lcov_line, &l);
  lcov_close_file (&l);
  bool bad = ferror (l.file) != 0;
  if ((fclose (l.file) != 0) | bad)
    return api_message (status_fail ("%s cannot be written: %s", path, strerror (errno)));
  return NULL;
}
