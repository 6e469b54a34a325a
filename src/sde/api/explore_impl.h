/* SPDX-License-Identifier: GPL-2.0-only */
/* api/explore_impl.h -- what an exploration is made of */
#ifndef SDE_API_EXPLORE_IMPL_H
#define SDE_API_EXPLORE_IMPL_H

#include "api/search.h"
#include "base/ktest.h"
#include "base/table.h"
#include "vm/vm.h"

#include <sde/results.h>

struct SdeProgram {
  Mem mem;
  char *file; /* as it was named; strlen + 1 bytes */
  Program *program;
};

struct SdeTest {
  Mem mem;
  Ktest ktest;
};

typedef VEC (SdeError) ErrorVec;

struct SdeExplore {
  Mem mem; /* the account of everything that this exploration allocates */
  SdeProgram *program;
  SdeExploreOptions options;
  ExprPool *pool;
  Solver *solver;
  Vm *vm;
  Search *search;
  RunResult (*run) (Vm *vm, State *state, uint64_t budget);
  State *current;  /* being run: not among the waiting ones */
  StateList ended; /* not yet reported */
  State *reported; /* what sde_explore_path is about */
  ErrorVec errors; /* in order of their finding */
  Table groups;    /* hash of kind and place to index of errors */
  SdePath path;
  SdeStats stats; /* counters; the rest is filled in when asked for */
  double started;
  struct Recorder *recorder;               /* or NULL */
  State *traced;                           /* whose stretch is open */
  char *record_error;                      /* why the database is not complete; of sde_free */
  uint64_t waiting_bytes, waiting_counted; /* of states that were waiting when a limit came */
  bool done;
};

/* api/errors.c */

/* Adds a path that ended in a bug to its group. */
void errors_add (SdeExplore *x, State *state);
void errors_free (SdeExplore *x);

/* api/testcase.c */

/* The test case of a state: its witness. */
SdeTest *test_of (SdeExplore *x, const State *state);
/* VmOptions.replay with a SdeTest as data. */
bool test_replay (void *data, uint32_t number, const char *name, uint32_t ordinal, uint32_t size,
                  uint8_t *bytes, char **why);

/* api/record_explore.c: the database that the options ask for; nothing happens without one */

Status explore_record_start (SdeExplore *x, const State *first);
/* The current state is about to run; has run (siblings are still in vm->forked). */
void explore_record_run (SdeExplore *x);
void explore_record_ran (SdeExplore *x, bool stopped);
/* A path has ended, and is in its group of bugs if it is one; was cut by a limit. */
void explore_record_path (SdeExplore *x, const State *state);
void explore_record_cut (SdeExplore *x, const State *state);
void explore_record_end (SdeExplore *x);

/* api/path.c */

/* A copy that sde_free frees. */
char *api_copy (const char *s, size_t n);
/* The sentence of a failure, or NULL; takes over the status. */
char *api_message (Status status);
SdePlace api_place (const Program *program, const Location *location);

#endif
