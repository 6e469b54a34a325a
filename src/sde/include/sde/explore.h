/* SPDX-License-Identifier: GPL-2.0-only */
/* sde/explore.h -- exploring a program: all its inputs at once
 *
 * An exploration runs main with symbolic input and follows every outcome of every
 * branch that some input takes.  sde_explore_step does a small piece of the work
 * and tells when a path has ended; results.h looks at that path and at everything
 * found so far.  Limits end an exploration in order: what was found stays, and the
 * paths that were not finished are counted as cut.
 *
 * Runs are repeatable: the same program, options and seed give the same results,
 * unless a limit of time or memory ended them.
 */
#ifndef SDE_EXPLORE_H
#define SDE_EXPLORE_H

#include <sde/program.h>
#include <sde/record.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct SdeExplore SdeExplore;
typedef struct SdeTest SdeTest; /* results.h */

typedef struct SdeExploreOptions {
  const char *search; /* a name of sde_search_name; NULL: "dfs" */
  uint64_t seed;
  /* Limits of the whole run; 0: none. */
  double max_time;     /* seconds */
  uint64_t max_memory; /* bytes */
  uint64_t max_paths;
  uint64_t max_instructions;
  uint64_t max_states; /* alive at once */
  /* Limits of each path; 0: none. */
  uint64_t max_path_instructions;
  uint32_t max_depth; /* decisions */
  /* How far symbolic values are followed one by one; 0: the default.  What is beyond is counted as incomplete. */
  uint32_t max_objects;    /* that one address may be in: 64 */
  uint32_t max_offsets;    /* within one object: 4096 */
  uint32_t max_values;     /* of a size: 256 */
  uint32_t max_frames;     /* open calls, beyond which the stack overflows: 100000 */
  uint64_t max_stack;      /* bytes of local variables, beyond which the stack overflows: 64 MiB */
  bool silent_klee_assume; /* klee_assume of what cannot hold ends a path quietly: it is no bug */
  bool stop_at_first_bug;
  bool keep_output;      /* what the program prints can be had with sde_path_output */
  bool no_uninitialised; /* do not report outcomes that depend on uninitialised memory */
  const char
      *dispatch; /* "threaded" or "switch": the interpreter's loop, with equal results; NULL: as built */
  bool time_decisions;       /* measure how long branch decisions take */
  const char *solver_layers; /* "all", names separated by commas, "-name" takes one away; NULL: all */
  int argc;                  /* arguments of main, argv[0] first */
  const char *const *argv;
  /* Not NULL: run concretely, with the input of this test case: one path, no fork, no query. */
  const SdeTest *replay;
  SdeRecord record; /* where results are kept; texts must live as long as the exploration */
  /* Set to a number other than 0, from a signal handler for example: the run ends as at a limit. */
  volatile int *interrupt;
  /* Gets lines that the program asks to be shown (klee_warning, klee_print_expr ...); may be NULL. */
  void (*print) (void *data, const char *line);
  void *print_data;
} SdeExploreOptions;

/* Defaults: depth first, no limits, 1 as the seed. */
void sde_explore_defaults (SdeExploreOptions *options);

/* Options are copied, except what they point to.  The program must live longer. */
char *sde_explore_new (SdeProgram *program, const SdeExploreOptions *options, SdeExplore **out);
void sde_explore_free (SdeExplore *explore);

typedef enum SdeStep {
  SDE_STEP_DONE,  /* nothing is left to do: everything was explored, or a limit was reached */
  SDE_STEP_PATH,  /* a path has ended; results.h tells about it until the next step */
  SDE_STEP_PAUSED /* some work was done */
} SdeStep;

/* Works for a few milliseconds at most. */
SdeStep sde_explore_step (SdeExplore *explore);
/* Steps until nothing is left. */
void sde_explore_run (SdeExplore *explore);

/* The orders of search, for help and checks: name and meaning, or NULL behind the last. */
const char *sde_search_name (size_t i);
const char *sde_search_meaning (size_t i);

#ifdef __cplusplus
}
#endif

#endif
