/* SPDX-License-Identifier: GPL-2.0-only */
/* api/explore.c -- the loop: pick a state, run it, take what it forked, note what ended
 *
 * Between runs every state is in exactly one place: it is the current one, it waits
 * in the search, or it has ended (in `ended` until reported, then in `reported` until
 * the next step).  Limits are looked at between runs only.
 */
#include "api/explore_impl.h"
#include "api/options.h"

#include <stdlib.h>
#include <time.h>

enum {
  SLICE = 100000, /* instructions of one run */
  RUNS = 64,      /* runs of one step */
};

static double clock_of (clockid_t which) {
  struct timespec t;
  clock_gettime (which, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Looked at before every run: the cheap clock will do for a limit. */
static double about_now (void) { return clock_of (CLOCK_MONOTONIC_COARSE); }

/* --- limits --- */

static const char *limit_reached (const SdeExplore *x) {
  const SdeExploreOptions *o = &x->options;
  if (o->interrupt && *o->interrupt)
    return "interrupted";
  if (o->stop_at_first_bug && x->errors.len)
    return "stopped at the first bug";
  if (o->max_paths && x->stats.paths + x->stats.cut >= o->max_paths)
    return "--max-paths";
  if (o->max_instructions && x->vm->instructions >= o->max_instructions)
    return "--max-instructions";
  if (o->max_states && x->vm->states_live > o->max_states)
    return "--max-states";
  if (o->max_memory && x->mem.live + x->program->mem.live > o->max_memory)
    return "--max-memory";
  if (o->max_time > 0 && about_now () - x->started >= o->max_time)
    return "--max-time";
  return NULL;
}

/* Asked by the solver during a long query. */
static bool must_stop (void *data) {
  const SdeExplore *x = data;
  const SdeExploreOptions *o = &x->options;
  return (o->interrupt && *o->interrupt) || (o->max_time > 0 && about_now () - x->started >= o->max_time);
}

/* How many instructions the next run may take. */
static uint64_t budget (const SdeExplore *x) {
  uint64_t max = x->options.max_instructions, done = x->vm->instructions;
  return max && max - done < SLICE ? max - done : SLICE;
}

static void cut (SdeExplore *x, State *state) {
  if (x->waiting_counted < 4096) {
    x->waiting_bytes += state_bytes (state);
    x->waiting_counted++;
  }
  state_stop (x->vm, state, STOP_LIMIT, "%s", x->stats.limit);
  x->stats.cut++;
  explore_record_cut (x, state);
  state_free (x->vm, state);
}

/* Ends the run; what still waits is cut. */
static void finish (SdeExplore *x) {
  x->stats.finished = !x->current;
  if (x->current) {
    search_ended (x->search, x->current);
    cut (x, x->current);
    x->current = NULL;
  }
  for (State *state; (state = search_drain (x->search));) {
    cut (x, state);
    x->stats.finished = false;
  }
  x->stats.seconds = clock_of (CLOCK_MONOTONIC) - x->started;
  x->done = true;
  explore_record_end (x);
}

/* --- one run --- */

/* Siblings that still run go to the search, stopped ones to the ended; notes are all listed. */
static void take_forked (SdeExplore *x) {
  StateList *forked = &x->vm->forked;
  size_t kept = 0;
  for (size_t i = 0; i < forked->len; i++) {
    if (forked->data[i]->note)
      vm_noted (x->vm, forked->data[i]);
    if (forked->data[i]->stop == STOP_NONE)
      forked->data[kept++] = forked->data[i];
    else
      VEC_PUSH (&x->mem, &x->ended, forked->data[i]);
  }
  if (kept)
    search_forked (x->search, x->current, forked->data, kept);
  forked->len = 0;
}

/* Siblings inherit what this run alone has covered: the rest is the current state's. */
static void run_current (SdeExplore *x) {
  bool covered = x->current->covered_new;
  x->current->covered_new = false;
  explore_record_run (x);
  RunResult result = x->run (x->vm, x->current, budget (x));
  explore_record_ran (x, result == RUN_STOPPED);
  x->current->covered_new |= covered;
  if (x->vm->forked.len)
    take_forked (x);
  if (x->vm->states_live > x->stats.states_peak)
    x->stats.states_peak = x->vm->states_live;
  if (result == RUN_STOPPED) {
    search_ended (x->search, x->current);
    VEC_PUSH (&x->mem, &x->ended, x->current);
    x->current = NULL;
  }
}

static void count_path (SdeExplore *x, const State *state) {
  uint64_t lo = hash_pair (state->path.lo, state->path.hi);
  x->stats.paths++;
  x->stats.bugs += stop_class (state->stop) == STOP_CLASS_BUG;
  x->stats.path_set[0] += lo;
  x->stats.path_set[1] += hash_pair (state->path.hi, lo);
}

/* Counts the next ended path and makes it the reported one.  A note is a bug whose path lives on. */
static void report_ended (SdeExplore *x) {
  State *state = VEC_POP (&x->ended);
  x->reported = state;
  if (stop_class (state->stop) == STOP_CLASS_LIMIT)
    x->stats.cut++;
  else if (state->stop != STOP_ASSUME && !state->note)
    count_path (x, state);
  if (stop_class (state->stop) == STOP_CLASS_BUG)
    errors_add (x, state);
  explore_record_path (x, state);
}

SdeStep sde_explore_step (SdeExplore *x) {
  if (x->reported)
    state_free (x->vm, x->reported);
  x->reported = NULL;
  for (int i = 0; i < RUNS && !x->done; i++) {
    if (x->ended.len) {
      report_ended (x);
      return SDE_STEP_PATH;
    }
    x->current = search_pick (x->search, x->current);
    if (x->current)
      x->stats.limit = limit_reached (x);
    if (!x->current || x->stats.limit)
      finish (x);
    else
      run_current (x);
  }
  return x->done ? SDE_STEP_DONE : SDE_STEP_PAUSED;
}

void sde_explore_run (SdeExplore *x) {
  while (sde_explore_step (x) != SDE_STEP_DONE)
    continue;
}

/* --- beginning and end --- */

static char *start (SdeExplore *x) {
  State *first = NULL;
  Status status = vm_start (x->vm, x->options.argc, x->options.argv, &first);
  if (!status_ok (status))
    return api_message (status);
  status = explore_record_start (x, first);
  if (first->stop == STOP_NONE)
    search_forked (x->search, NULL, &first, 1);
  else
    VEC_PUSH (&x->mem, &x->ended, first);
  x->stats.states_peak = 1;
  return api_message (status);
}

/* A program whose code was optimised has fewer bugs than its source. */
static void note_optimised (SdeExplore *x) {
  if (x->program->program->opt_level >= 1)
    x->vm->weak[WEAK_OPTIMISED]++;
}

static char *make (SdeExplore *x) {
  SolverOptions solver = solver_defaults ();
  VmOptions options = options_vm (&x->options);
  x->run = options_run (x->options.dispatch);
  if (!x->run)
    return api_message (
        status_fail ("there is no dispatch '%s'; it is threaded or switch", x->options.dispatch));
  solver.stop = must_stop;
  solver.stop_data = x;
  solver.time = x->options.time_decisions;
  char *message = options_layers (x->options.solver_layers, &solver.layers);
  const char *name = x->options.search ? x->options.search : "dfs";
  if (message)
    return message;
  x->search = search_new (&x->mem, name, x->options.seed);
  if (!x->search)
    return api_message (status_fail ("there is no search '%s'", name));
  x->pool = expr_pool_new (&x->mem);
  x->solver = solver_new (&x->mem, x->pool, &solver);
  Status status = vm_new (&x->mem, x->program->program, x->solver, &options, &x->vm);
  if (!status_ok (status))
    return api_message (status);
  x->vm->interrupt = x->options.interrupt;
  note_optimised (x);
  return start (x);
}

char *sde_explore_new (SdeProgram *program, const SdeExploreOptions *options, SdeExplore **out) {
  SdeExplore *x = calloc (1, sizeof *x);
  *out = NULL;
  if (!x)
    return api_message (status_fail ("no memory left for the exploration"));
  mem_init (&x->mem, "exploration", NULL);
  x->program = program;
  x->options = *options;
  x->started = clock_of (CLOCK_MONOTONIC);
  char *message = make (x);
  if (message) {
    sde_explore_free (x);
    return message;
  }
  *out = x;
  return NULL;
}

void sde_explore_free (SdeExplore *x) {
  if (!x)
    return;
  if (x->reported)
    state_free (x->vm, x->reported);
  while (x->ended.len)
    state_free (x->vm, VEC_POP (&x->ended));
  VEC_FREE (&x->mem, &x->ended);
  if (x->search && x->vm && !x->done)
    finish (x);
  search_free (x->search);
  errors_free (x);
  if (x->vm)
    vm_free (x->vm);
  if (x->solver)
    solver_free (x->solver);
  if (x->pool)
    expr_pool_free (x->pool);
  free (x->record_error);
  mem_fini (&x->mem);
  free (x);
}
