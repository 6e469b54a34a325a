/* SPDX-License-Identifier: GPL-2.0-only */
/* solve/solver.h -- "can this hold?"
 *
 * A path condition (Cond) is a persistent, counted set of constraints: adding one
 * makes a new Cond that shares the old one.  It keeps its independent components
 * (constraints connected by common symbols), a domain for each byte symbol and a
 * witness: an assignment that satisfies all of it.  A symbol that no constraint
 * mentions is in no component; its witness value is 0.
 *
 * A query is answered by the cheapest layer that can (layer.def).  Layers can be
 * switched off one by one; any subset gives the same answers.  Back ends are
 * limited by conflicts, not by time, so that runs are repeatable; where they give
 * up the answer is ANSWER_UNKNOWN, a third answer, never taken for one of the others.
 *
 * A Cond that went through an unknown answer is "unsure": its witness may not satisfy it.
 */
#ifndef SDE_SOLVE_SOLVER_H
#define SDE_SOLVE_SOLVER_H

#include "expr/expr.h"

typedef enum Answer { ANSWER_NO, ANSWER_YES, ANSWER_UNKNOWN } Answer;

typedef enum SolverLayer {
#define LAYER(name, option, meaning) LAYER_##name,
#include "solve/layer.def"
  LAYER_COUNT
} SolverLayer;

typedef struct SolverOptions {
  uint32_t layers;        /* bit (1 << LAYER_x): that layer is on */
  uint64_t max_conflicts; /* per back-end query; 0: no limit */
  uint32_t restart_vars;  /* a SAT instance is made anew above this many variables */
  /* Asked now and then during a query of a back end: true makes it ANSWER_UNKNOWN.  NULL: never. */
  bool (*stop) (void *data);
  void *stop_data;
  bool time;  /* measure how long each split takes: solver_median_ns */
  bool check; /* evaluate every model; ask the other back end about every back-end answer */
} SolverOptions;

SolverOptions solver_defaults (void);

typedef struct Solver Solver;
typedef struct Cond Cond;

Solver *solver_new (Mem *mem, ExprPool *pool, const SolverOptions *options);
void solver_free (Solver *solver);
ExprPool *solver_pool (Solver *solver);

/* --- path conditions --- */

Cond *cond_new (Solver *solver); /* the empty one, satisfied by anything */
Cond *cond_ref (Cond *cond);
void cond_unref (Solver *solver,
                 Cond *cond);          /* NULL is fine; frees iteratively, also for a million constraints */
size_t cond_length (const Cond *cond); /* constraints added */
bool cond_unsure (const Cond *cond);
/* The constraints as they were added, oldest first, appended by the caller's function. */
void cond_each (const Cond *cond, void (*fn) (void *data, Expr constraint), void *data);
/* The condition without the constraint that was added last; NULL: cond is empty. */
const Cond *cond_before (const Cond *cond, Expr *constraint);
/* A number that the user attaches to a condition, 0 at first; conditions that grow out of it begin with 0. */
uint32_t cond_mark (const Cond *cond);
void cond_set_mark (const Cond *cond, uint32_t mark);
/* The witness: value of a byte symbol; of an expression of at most 64 bits. */
uint8_t cond_byte (const Cond *cond, SymId sym);
uint64_t cond_eval (Solver *solver, const Cond *cond, Expr e);
/* The set of values that the byte may still have (an over-approximation in a component of several bytes). */
ByteSet cond_domain (const Cond *cond, SymId sym);
/* e with all bytes whose domain is a single value replaced by it. Cheap when there is none in e. */
Expr cond_simplify (Solver *solver, const Cond *cond, Expr e);
/* Bytes of memory that this Cond alone keeps alive, for the size of a state. */
size_t cond_bytes (const Cond *cond);

/* --- queries --- e has width 1. */

typedef struct Split {
  Answer yes, no; /* can e hold; can not e hold: at least one is not ANSWER_NO */
  Cond *with;     /* cond and e: a new reference, or NULL when yes is ANSWER_NO */
  Cond *without;  /* cond and not e: likewise */
} Split;

/* Both sides of a branch.  Where one side is impossible the other's Cond is cond itself (e is implied). */
Split solver_split (Solver *solver, Cond *cond, Expr e);
/* cond becomes "cond and e" (reference replaced) unless the answer is ANSWER_NO, which leaves it as it is.
 * What is implied is not added, whichever layers are on, so that knowledge that comes back again and again does not
 * pile up, and conditions have the same constraints under all of them. */
Answer solver_assume (Solver *solver, Cond **cond, Expr e);
/* Can e hold under cond?  Does it have to (is not e impossible)? */
Answer solver_may (Solver *solver, const Cond *cond, Expr e);
Answer solver_must (Solver *solver, const Cond *cond, Expr e);

typedef struct Values {
  uint64_t *data; /* at most max, ascending; the caller's array */
  size_t len;
  bool complete; /* there are no others */
  bool unknown;  /* the solver gave up: the list may lack values (complete is false) */
} Values;

/* Feasible values of e (at most 64 bits) up to a number.  The witness's value is always among them. */
Values solver_values (Solver *solver, const Cond *cond, Expr e, uint64_t *out, size_t max);
/* Least and greatest feasible value, exact if the return is ANSWER_YES; ANSWER_UNKNOWN: an over-approximation. */
Answer solver_range (Solver *solver, const Cond *cond, Expr e, Range *out);

/* --- statistics --- */
typedef struct SolverStats {
  uint64_t queries;              /* feasibility questions asked: one per branch side that needed an answer */
  uint64_t decided[LAYER_COUNT]; /* by the layer that ended them */
  uint64_t unknown;
  uint64_t sat_restarts;
  uint64_t models;
  uint64_t times[256]; /* with options.time: splits by time, four steps to each power of two of nanoseconds */
} SolverStats;
const SolverStats *solver_stats (const Solver *solver);
/* With options.time: the median time of a split in nanoseconds, to a quarter; 0 if there was none. */
uint64_t solver_median_ns (const Solver *solver);
const char *solver_layer_name (SolverLayer layer);
/* Versions of the back ends for `sde --version`; "not found" for a Z3 that cannot be opened. */
const char *solver_sat_version (void);
const char *solver_smt_version (Solver *solver);

#endif
