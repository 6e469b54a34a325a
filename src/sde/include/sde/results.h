/* SPDX-License-Identifier: GPL-2.0-only */
/* sde/results.h -- what an exploration has found
 *
 * Three things: the path that ended last (sde_path_*), the bugs, grouped by kind
 * and place (sde_error_*), and figures of the whole run.  Pointers stay valid until
 * the next step (paths) or until the exploration is freed (errors).
 */
#ifndef SDE_RESULTS_H
#define SDE_RESULTS_H

#include <sde/explore.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- the path that ended last --- */

typedef enum SdeEnd {
  SDE_END_NORMAL,  /* as the program wants it */
  SDE_END_BUG,     /* the program is wrong */
  SDE_END_LIMIT,   /* a limit cut it */
  SDE_END_UNKNOWN, /* the engine could not go on */
} SdeEnd;

typedef struct SdePlace {
  const char *file, *function; /* "" when there is no debug information */
  unsigned line, column;
} SdePlace;

typedef struct SdePath {
  SdeEnd end;
  const char *kind;    /* "exit", "assert", "out-of-bounds" ... */
  const char *message; /* one sentence */
  SdePlace place;      /* where it ended */
  int exit_status;
  uint64_t id[2]; /* the same behaviour has the same id in every run */
  uint32_t decisions;
  bool covered_new; /* it executed something that no earlier path had */
  bool silent;      /* the program asked for no test case, or no input leads here */
  uint64_t instructions;
  size_t error; /* of a bug: the number of its group, from 0 */
} SdePath;

const SdePath *sde_explore_path (SdeExplore *explore);
/* How it ended, at no cost. */
SdeEnd sde_path_end (const SdeExplore *explore);
/* Its decisions, oldest first: 1 a branch taken as true, 0 as false, (v) another value.  Freed by the caller. */
char *sde_path_bits (SdeExplore *explore);
/* What it printed; standard output and error mixed as written, or one of them (fd 1 or 2).  Freed by the caller. */
char *sde_path_output (SdeExplore *explore, int fd, size_t *length);
/* Its call stack at the end, one line a frame.  Freed by the caller. */
char *sde_path_stack (SdeExplore *explore);
/* Its condition, one constraint a line, as in (ult (read w8 0 buf) 10).  Freed by the caller. */
char *sde_path_condition (SdeExplore *explore);
/* An input that leads along this path. */
SdeTest *sde_path_test (SdeExplore *explore);

/* --- test cases: an input for each symbolic object, kept in .ktest files --- */

char *sde_test_read (const char *file, SdeTest **out);
/* Writes it whole or not at all. */
char *sde_test_write (const SdeTest *test, const char *file);
void sde_test_free (SdeTest *test);
size_t sde_test_args (const SdeTest *test);
const char *sde_test_arg (const SdeTest *test, size_t i);
size_t sde_test_objects (const SdeTest *test);
const char *sde_test_name (const SdeTest *test, size_t i);
const uint8_t *sde_test_bytes (const SdeTest *test, size_t i, size_t *size);

/* --- bugs --- */

typedef struct SdeError {
  const char *id;   /* 16 hexadecimal digits made of kind and place: the same in every run */
  const char *kind; /* as of its first path, like everything here */
  const char *klee; /* KLEE's suffix for this kind of error */
  const char *meaning;
  const char *message;
  SdePlace place;
  const char *stack;
  const char *bits;
  const SdeTest *test;
  uint64_t paths; /* that ended here */
} SdeError;

size_t sde_error_count (const SdeExplore *explore);
const SdeError *sde_error (const SdeExplore *explore, size_t i);

/* --- figures --- */

typedef struct SdeStats {
  uint64_t paths;        /* that ended, bugs included */
  uint64_t cut;          /* that a limit ended */
  uint64_t bugs;         /* that ended in a bug */
  uint64_t instructions; /* executed */
  uint64_t forks;
  double seconds;
  uint64_t states, states_alive, states_peak;
  uint64_t bytes_alive, bytes_peak;
  uint64_t bytes_state; /* of a waiting state, on average; 0 if none was waiting at the end */
  uint64_t queries;
  uint64_t decision_ns; /* with time_decisions: the median time of a branch decision, nanoseconds */
  uint64_t path_set[2]; /* the sum of the hashes of all path ids: equal whenever the same paths ended */
  bool finished;        /* nothing is waiting */
  bool exhaustive;      /* every behaviour was followed: finished, and nothing weakened the run */
  const char *limit;    /* the limit that ended the run, or NULL */
} SdeStats;

/* Why the database of the run is not complete, when it is over; NULL: it is, or there is none.  The exploration's. */
const char *sde_explore_record_error (const SdeExplore *explore);
void sde_explore_stats (const SdeExplore *explore, SdeStats *out);
/* What weakened the run, in a fixed order: how often, name, meaning; false behind the last. */
bool sde_explore_weak (const SdeExplore *explore, size_t i, uint64_t *count, const char **name,
                       const char **meaning);
/* Queries by the solver's layer that answered them; false behind the last. */
bool sde_explore_layer (const SdeExplore *explore, size_t i, uint64_t *count, const char **name);

typedef struct SdeCoverage {
  uint64_t lines, lines_covered;
  uint64_t branches, branches_covered; /* outcomes of branches that the source has */
  uint64_t functions, functions_covered;
} SdeCoverage;

void sde_explore_coverage (const SdeExplore *explore, SdeCoverage *out);
/* As a tracefile of lcov. */
char *sde_explore_write_lcov (const SdeExplore *explore, const char *file);

#ifdef __cplusplus
}
#endif

#endif
