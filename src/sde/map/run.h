/* SPDX-License-Identifier: GPL-2.0-only */
/* map/run.h -- a script of events being run against a mapping
 *
 * The client of the mapping here is a table of toy states: a history, the
 * decisions and contents in it, a path condition of linear equations, frames in
 * flight and timers.  The same events can be run with each algorithm; what the
 * mapping then holds can be compared.
 */
#ifndef SDE_MAP_RUN_H
#define SDE_MAP_RUN_H

#include "map/script.h"

typedef struct Run Run;

/* A run at time 0, before the first event.  The script must outlive it. */
Run *run_new (Mem *mem, const Script *script, MapAlgorithm algorithm, bool merge);
void run_free (Run *run);
/* An action that finds more states than this fails; 10,000,000 unless told. */
void run_set_limit (Run *run, size_t states);

/* Does one event. */
Status run_event (Run *run, const Action *event);
/* Does the script's events from the one after the last up to and including the next mark, whose index is put into
 * mark, or to the end (mark SIZE_MAX). */
Status run_to_mark (Run *run, size_t *mark);

const Mapping *run_mapping (const Run *run);
const char *run_history (const Run *run, StateId s);
/* A 64-bit hash of the history. */
uint64_t run_identity (const Run *run, StateId s);
/* States ever made; numbers go from 0 to one below. */
StateId run_states (const Run *run);
/* Frames in flight, counted for each live state that has sent them. */
size_t run_in_flight (const Run *run);

typedef struct Figures {
  MapStats stats;
  uint64_t states;      /* live, the environment's apart */
  uint64_t environment; /* live states of the environment node */
  uint64_t made;        /* states ever made, the environment's apart */
  uint64_t distinct;    /* distinct histories of live states, the environment's apart */
  uint64_t digest;
  Text scenarios; /* decimal; in the account of the run's parent */
} Figures;

Figures run_figures (const Run *run);
void figures_free (const Run *run, Figures *f);
/* Of the mapped scenarios, those whose path conditions agree all together, and those in which every two agree. */
void run_feasible (const Run *run, uint64_t *feasible, uint64_t *pairwise);

/* Runs the script with every algorithm, merged and not, compares with its expectations and the algorithms with each
 * other; appends a line to report for each difference. */
Status script_check (Mem *mem, const Script *script, Text *report, size_t *differences);

#endif
